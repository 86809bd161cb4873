#!/usr/bin/env python3
"""
meanings.py PAWL [SHARE]: what a file means is told, and what is told alike means the same.

Takes words of a file out, puts others in their places, and moves each `initial` to another state. Of each edit that
compiles, the JSON shows whether the machine is another one. If it is, `pawl explain` must read otherwise, and `pawl diff`
must name a change, one of more than words if the fingerprint is another. If it is not, neither may say anything new.
SHARE: every so-manieth edit is tried.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDERS = {"diff": ".old.fsm", "explain": ".fsm", "outputs": ".fsm"}
TOKEN = re.compile(r'//[^\n]*|"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"|[a-z_][a-z0-9_]*|\d+|[(){};,?:.]|->')
# Numbers of places, names of earlier versions, and of locks for the compiler alone.
UNTOLD = {"fingerprint", "offset", "length", "renamed_from", "arrow", "stretch", "class"}


def told(value):
    """Without what is no meaning, and each list in the order of its words: declarations may stand in any."""
    if isinstance(value, dict):
        left_out = UNTOLD | ({"label"} if value.get("kind") == "lock" else set())
        return {key: told(part) for key, part in value.items() if key not in left_out}
    if isinstance(value, list):
        return sorted((told(part) for part in value), key=lambda part: json.dumps(part, sort_keys=True))
    return value


def meaning(model):
    """Of a group that no move enters, its initial state is none. The label of a procedure is told with its uses."""
    for procedure in model.get("procedures", []):
        procedure.pop("label", None)
    for machine in model["machines"]:
        entered = {json.dumps(arrow["to"]) for arrow in machine["arrows"]}
        for group in machine["composites"]:
            if json.dumps(group["name"]) not in entered:
                group["initial"] = None
    return told(model)


def edits(text):
    tokens = [m for m in TOKEN.finditer(text) if not m.group().startswith("//")]
    words = sorted({m.group() for m in tokens if re.match("[a-z_]", m.group())})
    choice = random.Random(len(text))
    for i, m in enumerate(tokens):
        at, end, word = m.start(), m.end(), m.group()
        place = f"line {text.count(chr(10), 0, at) + 1}: {word}"
        yield f"without {place}", text[:at] + text[end:]
        if word[0] == '"' and len(word) > 2:
            yield f"another text in {place}", text[:at + 1] + "other " + text[at + 1:]
        if word.isdigit():
            yield f"another number in {place}", text[:at] + str(int(word) + 1) + text[end:]
        if not re.match("[a-z_]", word):
            continue
        near = [t.group() for t in tokens[max(0, i - 12):i + 12] if re.match("[a-z_]", t.group())]
        for other in sorted({choice.choice(near), choice.choice(words)} - {word}):
            yield f"{place} becomes {other}", text[:at] + other + text[end:]
            yield f"{other} before {place}", text[:at] + other + " " + text[at:]
        for state in [t for t in tokens if word == "initial" and t.group() == "state"]:
            to = state.start()
            pieces = [text[:at], text[end + 1:to], "initial ", text[to:]] if to > at else \
                [text[:to], "initial ", text[to:at], text[end + 1:]]
            yield f"{place} moves to line {text.count(chr(10), 0, to) + 1}", "".join(pieces)


def main():
    pawl = os.path.abspath(sys.argv[1])
    share = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    tried, number, problems = 0, 0, []

    def run(*arguments):
        return subprocess.run([pawl, *arguments], capture_output=True, text=True)

    def read(path):
        """The model, and how it is explained; None if it does not compile."""
        folder = os.path.dirname(path)
        if run(path, "-o", folder, "--emit=json", "-Wno-all").returncode != 0:
            return None
        with open(path[:-len(".fsm")] + ".json", encoding="utf-8") as file:
            return json.load(file), run("explain", path, "-Wno-all").stdout

    def compare(before, path, other):
        after = read(other)
        if after is None:
            return None
        changes = json.loads(run("diff", "--format=json", path, other).stdout)["changes"]
        fingerprints = [sorted(part["fingerprint"] for kind in ("machines", "flows") for part in model.get(kind, []))
                        for model in (before[0], after[0])]
        if json.dumps(before[0]) == json.dumps(after[0]):
            return ["it is the same, and something is told of it"] if before[1] != after[1] or changes else []
        if meaning(before[0]) == meaning(after[0]):
            return []
        found = []
        if before[1] == after[1]:
            found.append("it is explained as before")
        if not changes:
            found.append("pawl diff names nothing")
        elif fingerprints[0] != fingerprints[1] and all(change["category"] == "cosmetic" for change in changes):
            found.append("to pawl diff, only words are others")
        return found

    with tempfile.TemporaryDirectory() as folder:
        path, other = (os.path.join(folder, name, "it.fsm") for name in ("first", "other"))
        for at in (path, other):
            os.makedirs(os.path.dirname(at))
        for kind, ending in FOLDERS.items():
            for name in sorted(os.listdir(os.path.join(HERE, kind))):
                if not name.endswith(ending):
                    continue
                with open(os.path.join(HERE, kind, name), encoding="utf-8") as file:
                    text = file.read()
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
                before = read(path)
                assert before is not None, f"{name} does not compile"
                for what, edited in edits(text):
                    number += 1
                    if number % share and " moves to " not in what:
                        continue
                    with open(other, "w", encoding="utf-8") as file:
                        file.write(edited)
                    found = compare(before, path, other)
                    tried += found is not None
                    problems += [f"{kind}/{name}: {what}: {problem}" for problem in found or []]
    print(*problems, sep="\n")
    print(f"{tried} of {number} edits compile and were tried; {len(problems)} problems")
    return 1 if problems or tried < 50 else 0


sys.exit(main())
