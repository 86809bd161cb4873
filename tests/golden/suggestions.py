#!/usr/bin/env python3
"""
suggestions.py PAWL: no help changes the meaning of what was written.

What is suggested as "did you mean `X`?" or "write `;` here" for the machines in diagnostics/ is put in its place: the
finding is gone, and none of its kind is there. Then habits of other languages: each is told once, on its line, with the
words that lead to what was meant; and what was meant is said beside it, and compiles.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))

# A line in a state, what the help must say of it, and the line that was meant. In state `a`; `b` is final, `p` and `q` are
# guards, `x` is an effect.
HABITS = [
    ("on go -> b when !p;", "`not`", "on go -> b when not p;"),
    ("on go -> b when p && q;", "joined by `and`", "on go -> b when p and q;"),
    ("on go -> b when p & q;", "joined by `and`", "on go -> b when p and q;"),
    ("on go -> b when p or q;", "one move for each guard", "on go -> b when p; on go -> b when q;"),
    ("on go -> b when p || q;", "one move for each guard", "on go -> b when p; on go -> b when q;"),
    ("on go -> b if p;", "`when GUARD`", "on go -> b when p;"),
    ("on go -> b where p;", "`when GUARD`", "on go -> b when p;"),
    ("on go -> b unless p;", "`when not GUARD`", "on go -> b when not p;"),
    ("on go -> b do x when p;", "`when` stands before `do`", "on go -> b when p do x;"),
    ("on go [p] -> b;", "behind the state", "on go -> b when p;"),
    ("on go => b;", "`->`", "on go -> b;"),
    ("on go --> b;", "`->`", "on go -> b;"),
    ("on go ==> b;", "`->`", "on go -> b;"),
    ("on go \u2192 b;", "`->`", "on go -> b;"),
    ("on go \u2013> b;", "`->`", "on go -> b;"),
    ("on go goto b;", "`->`", "on go -> b;"),
    ("after 3d&go -> b;", "joined by `and`", "after 3d go -> b;"), # a sign where a name would stand
    ("on go to b;", "`->`", "on go -> b;"),
    ("on go: b;", "`->`", "on go -> b;"),
    ("on\u00a0go -> b;", "no ordinary blank", "on go -> b;"),
    ("on go\u00a0-> b;", "no ordinary blank", "on go -> b;"),
    ("on go -> b; -- a remark", "begins with //", "on go -> b; // a remark"),
    ("on go -> b; # a remark", "begins with //", "on go -> b; // a remark"),
    ("transition go -> b;", "`on EVENT -> STATE;`", "on go -> b;"),
    ("trigger go -> b;", "`on EVENT -> STATE;`", "on go -> b;"),
    ("timeout 3d go -> b;", "`after 3d EVENT -> STATE;`", "after 3d go -> b;"),
    ("within 3d go -> b;", "`after 3d EVENT -> STATE;`", "after 3d go -> b;"),
    ("after 3 days go -> b;", "as one word", "after 3d go -> b;"),
    ("on go -> b when p; else -> b;", "behind it and without `when`", "on go -> b when p; on go -> b;"),
    ("on go -> b; on entry do x;", "`enter do EFFECT;`", "on go -> b; enter do x;"),
    ("on go -> b; exit do x;", "`leave do EFFECT;`", "on go -> b; leave do x;"),
]
# The same of lines in a machine.
IN_MACHINE = [
    ("state c \u201cA label\u201d { on go2 -> b; } on make -> c;", "straight double quotes",
     'state c "A label" { on go2 -> b; } on make -> c;'),
    ("state c \u00abA label\u00bb { on go2 -> b; } on make -> c;", "straight double quotes",
     'state c "A label" { on go2 -> b; } on make -> c;'),
    ("on make -> a; final c;", "`final state NAME`", "on make -> c; final state c;"),
    ("start d;", "`initial state NAME { ... }`", "on make -> a;"),
    ("assert can always finish;", "`assert always can finish;`", "assert always can finish;"),
]
MACHINE = "pawl 1;\nmachine m {{\n  guard p;\n  guard q;\n  effect x;\n  initial state a {{\n    {state}\n  }}\n" \
    "  final state b;\n  {machine}\n}}\n"
# Whole files: how often it is told, at which line, and with what.
FILES = [
    ('{ "initial": "a", "states": ["a"] }\n', 1, "`pawl 1;`"),
    ("pawl 1;\nmachine m {\n  initial state a {\n    on go -> b;\n    }\n  }\n  state b {\n    on stop -> c;\n  }\n"
     "  final state c;\n  assert always can finish;\n}\n", 5, "take one `}` out"),
]


def check(pawl, text, folder):
    path = os.path.join(folder, "m.fsm")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run([pawl, "check", "--format=json", "-Wno-all", path], capture_output=True, text=True)
    return json.loads(done.stdout)["diagnostics"]


def apply(text, finding, replacement):
    lines = text.encode().split(b"\n")

    def offset(line, column):
        return sum(len(l) + 1 for l in lines[:line - 1]) + column - 1
    start = offset(finding["line"], finding["column"])
    end = offset(finding["end"]["line"], finding["end"]["column"])
    raw = text.encode()
    return (raw[:start] + replacement + raw[end:]).decode()


def main():
    pawl = os.path.abspath(sys.argv[1])
    failures = applied = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in sorted(os.listdir(os.path.join(HERE, "diagnostics"))):
            if not name.endswith(".fsm"):
                continue
            try:
                with open(os.path.join(HERE, "diagnostics", name), encoding="utf-8", newline="") as file:
                    text = file.read()
            except UnicodeDecodeError:
                continue
            for finding in check(pawl, text, folder):
                help_text = finding.get("help") or ""
                meant = re.fullmatch(r"did you mean `([^`]*)`\?", help_text)
                missing = re.fullmatch(r"write `([;{])` here", help_text)
                if not meant and not missing:
                    continue
                if missing:
                    finding["end"] = {"line": finding["line"], "column": finding["column"]}
                edited = apply(text, finding, (meant or missing).group(1).encode())
                applied += 1
                for left in check(pawl, edited, folder):
                    same = (left["line"], left["column"], left["code"]) == (finding["line"], finding["column"], finding["code"])
                    if same:
                        failures += 1
                        print(f"{name}:{finding['line']}: {finding['message']}; {help_text}: it is still wrong: "
                              f"{left['message']}")
        for form, habits in (("state", HABITS), ("machine", IN_MACHINE)):
            for wrong, words, right in habits:
                fill = {"state": "on go -> b;", "machine": ""}
                found = check(pawl, MACHINE.format(**{**fill, form: wrong}), folder)
                line = MACHINE.format(**{**fill, form: "HERE"}).split("HERE")[0].count("\n") + 1
                if len(found) != 1 or found[0]["line"] != line or words not in (found[0].get("help") or ""):
                    failures += 1
                    print(f"{wrong}: expected one finding with {words}, got "
                          f"{[(f['line'], f['message'], f.get('help')) for f in found]}")
                for left in check(pawl, MACHINE.format(**{**fill, form: right}), folder):
                    failures += 1
                    print(f"{right}: {left['message']}")
        for text, line, words in FILES:
            found = check(pawl, text, folder)
            if len(found) != 1 or found[0]["line"] != line or words not in (found[0].get("help") or ""):
                failures += 1
                print(f"{text}: expected one finding in line {line} with {words}, got "
                      f"{[(f['line'], f['message'], f.get('help')) for f in found]}")
    print(f"{applied} suggestions applied, {len(HABITS) + len(IN_MACHINE) + len(FILES)} habits, {failures} problems")
    return 1 if failures or applied < 15 else 0


sys.exit(main())
