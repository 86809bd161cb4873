#!/usr/bin/env python3
"""
codes.py PAWL: the pages of errors and warnings. Each code has one section, in order and under its title; `pawl explain` prints
it. The first example of a section has that error or warning and no other error; a second one, if there is one, has neither.
One line for each finding.
"""
import os
import re
import subprocess
import sys
import tempfile

pawl = sys.argv[1]
root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
WITHOUT_EXAMPLE = {"E001", "E050"} # a byte that a page cannot hold, and limits that take pages to exceed
failed = False


def fail(finding):
    global failed
    failed = True
    print("FAILED: " + finding)


def read(path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


def reported(folder, example):
    path = os.path.join(folder, "example.fsm")
    with open(path, "w", encoding="utf-8") as file:
        file.write(example)
    said = subprocess.run([pawl, path, "-o", folder, "--emit=header,source,postgres,sqlite,json", "-Wall"], capture_output=True, text=True, check=False).stderr
    return set(re.findall(r"(?:error|warning)\[([EW]\d+)", said))


titles = dict(re.findall(r'DIAGNOSTIC\(\w+, "(\w+)", \w+, "([^"]*)"', read("compiler/base/diagnostic.def")))
found = []
with tempfile.TemporaryDirectory(prefix="pawl-codes.") as folder:
    for page in ("ERRORS", "ERRORS_IN_FLOWS", "WARNINGS"):
        for section in re.split(r"^## ", read(f"grammar/{page}.md"), flags=re.M)[1:]:
            code, title = section.split("\n", 1)[0].split(" ", 1)
            found.append(code)
            if titles.get(code) != title:
                fail(f"{page}.md calls {code} `{title}`, and the compiler `{titles.get(code)}`")
            explained = subprocess.run([pawl, "explain", code], capture_output=True, text=True, check=False).stdout
            if explained.strip() != section.strip():
                fail(f"`pawl explain {code}` prints {explained!r}")
            examples = re.findall(r"```fsm\n(.*?)```", section, re.S)
            if len(examples) not in ((0,) if code in WITHOUT_EXAMPLE else (1, 2)):
                fail(f"{code} has {len(examples)} examples")
                continue
            for example, expected in zip(examples, ({code}, set())):
                codes = {other for other in reported(folder, example) if other == code or other[0] == "E"}
                if codes != expected:
                    fail(f"{code}: expected {expected}, found {codes}: {example}")
if found != sorted(titles):
    fail(f"pages and compiler do not have the same codes in order: {set(found) ^ set(titles) or found}")
sys.exit(failed)
