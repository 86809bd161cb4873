#!/usr/bin/env python3
"""
contents.py PAWL [SHARE]: the contents that a page is signed by bind all that it says, and `pawl diff` names what changed.

Edits files one place at a time (takes a line out, swaps two, changes a text or a number) and, of each edit that compiles,
reads the pages of both as a browser would. Where any word outside the picture or any text in it is another, the contents
must be others, and the same where nothing is; `pawl diff` must print both contents as the pages do, and name a change by
its kind, or say that the page says the same in another order.
SHARE: every so-manieth edit is tried.
"""
import html.parser
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
FILES = ["tests/golden/explain/payment.fsm", "tests/corpus/order_fulfilment.fsm", "tests/golden/diff/steps.old.fsm",
         "tests/golden/explain/several.fsm", "tests/corpus/acme.fsm", "tests/golden/diagrams/settle.fsm",
         "examples/provision/provision.fsm"]
UNSAID = {"style", "script"}


class Reader(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.words, self.picture = [], [], []

    def handle_starttag(self, tag, attributes):
        if tag not in ("meta", "br", "link", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data):
        if UNSAID & set(self.open) or not data.strip():
            return
        if "svg" in self.open:
            self.picture.append(data.strip())
        else:
            self.words.append(data.strip())


def page(pawl, path, folder):
    done = subprocess.run([pawl, path, "-o", folder, "--emit=html", "-Wno-all"], capture_output=True, text=True)
    if done.returncode != 0:
        return None
    name = os.path.basename(path).rsplit(".fsm", 1)[0] + ".html"
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        source = file.read()
    reader = Reader()
    reader.feed(source)
    digests = re.findall(r"contents <code>([0-9a-f]{32})</code>", source)
    words = [w for w in reader.words if w not in digests and not re.fullmatch(r"[0-9a-f]{16}", w)]
    return words, sorted(reader.picture), sorted(set(digests)), re.findall(r"ersion <code>([0-9a-f]{16})", source)


def edits(text):
    lines = text.split("\n")
    for i, line in enumerate(lines):
        if line.strip() and line.strip() not in ("}", "{"):
            yield f"without line {i + 1}: {line.strip()}", "\n".join(lines[:i] + lines[i + 1:])
        if i + 1 < len(lines) and line.strip() and lines[i + 1].strip():
            yield f"lines {i + 1} and {i + 2} swapped", "\n".join(
                lines[:i] + [lines[i + 1], line] + lines[i + 2:])
    for match in re.finditer(r'"([^"\n]+)"', text):
        yield f"another text in place of {match.group(0)}", text[:match.start(1)] + match.group(1) + " & <more>" + \
            text[match.end(1):]
    for match in re.finditer(r"///? ?(\w+)", text):
        yield f"another comment at {match.group(0)}", text[:match.start(1)] + "Other" + text[match.start(1):]
    for match in re.finditer(r"\b\d+(?=[smhd]?\b)", text):
        yield f"another number in place of {match.group(0)}", text[:match.start()] + str(int(match.group(0)) + 1) + \
            text[match.end():]
    for match in re.finditer(r"\b(not|optional|personal|final|every \w+|else \w+|then \w+|do \w+)\b", text):
        yield f"without {match.group(0)}", text[:match.start()] + text[match.end():]


def main():
    pawl = os.path.abspath(sys.argv[1])
    share = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    failures, tried, compiled, number, spoken = 0, 0, 0, 0, set()
    os.environ["PATH"] = f"{ROOT}/tests/support/hidden_lines:{os.environ['PATH']}"  # the words are the same in each layout
    with tempfile.TemporaryDirectory() as folder:
        for path in FILES:
            with open(os.path.join(ROOT, path), encoding="utf-8") as file:
                text = file.read()
            first = os.path.join(folder, "first", os.path.basename(path))
            other = os.path.join(folder, "other", os.path.basename(path))
            for at in (first, other):
                os.makedirs(os.path.dirname(at), exist_ok=True)
            with open(first, "w", encoding="utf-8") as file:
                file.write(text)
            before = page(pawl, first, os.path.dirname(first))
            assert before is not None, f"{path} does not compile"
            for what, edited in edits(text):
                number += 1
                if number % share:
                    continue
                tried += 1
                with open(other, "w", encoding="utf-8") as file:
                    file.write(edited)
                after = page(pawl, other, os.path.dirname(other))
                if after is None:
                    continue
                compiled += 1
                told = json.loads(subprocess.run([pawl, "diff", "--format=json", first, other], capture_output=True,
                                                 text=True).stdout)
                same = before[:2] == after[:2] and before[3] == after[3]
                problems = []
                if same != (before[2] == after[2]):
                    problems.append("the contents are the same, and the pages are not" if not same
                                    else "the contents are others, and the pages are the same")
                if not same and not told["changes"]:
                    problems.append("pawl diff names nothing")
                for signature in told["signatures"]:
                    if signature["old"]["contents"] not in before[2] or signature["new"]["contents"] not in after[2]:
                        problems.append("pawl diff prints other contents than the pages")
                spoken |= {change["kind"] for change in told["changes"]}
                for change in told["changes"]:
                    if change["kind"] == "page-changed" and "another order" not in change["sentence"]:
                        problems.append("pawl diff knows no better word than: " + change["sentence"])
                for problem in problems:
                    failures += 1
                    words = [(a, b) for a, b in zip(before[0], after[0]) if a != b][:2]
                    print(f"{path}: {what}: {problem}; {words}")
    print(f"{compiled} of {tried} edits compile; {failures} problems; kinds of changes: {len(spoken)}")
    return 1 if failures or compiled < 10 else 0


sys.exit(main())
