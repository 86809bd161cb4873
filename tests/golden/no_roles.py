#!/usr/bin/env python3
"""no_roles.py PAWL FILE.fsm...: with --no-roles the SQL for PostgreSQL grants nobody anything, is nobody else, and names
no role of Pawl's, neither in a statement nor in the body of a function; what it says for pawlctl, or within a condition
that compares names, may."""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROLE = r"pawl_(?:owner|app|operator)"
OF_ROLES = re.compile(rf"\b(?:grant|revoke|alter default privileges|reassign)\b[^;]*?\b(?:to|from|by)\s[^;]*?\b{ROLE}\b"
                      rf"|\bset\s+(?:local\s+|session\s+)?role\b|\b(?:create|alter|drop)\s+role\b", re.I)
MODEL = re.compile(r"E?'\{(?:[^']|'')*\}'", re.S)


def check(file, sql):
    statements = re.sub(r"--[^\n]*", "", MODEL.sub("", sql))
    return [file + ": " + " ".join(found.group().split())[:120] for found in OF_ROLES.finditer(statements)]


def main():
    pawl, files = sys.argv[1], sys.argv[2:]
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        for number, file in enumerate(files):
            for option in ("--no-roles", None):
                out = Path(folder, f"{number}{option or ''}")
                command = [pawl, file, "--emit=postgres", "-o", str(out)] + ([option] if option else [])
                done = subprocess.run(command, capture_output=True, text=True)
                problems += [] if done.returncode == 0 else [f"{file}: {done.stderr}"]
                found = [line for path in out.glob("*.sql") for line in check(file, path.read_text())]
                if option:
                    problems += found
                elif not found:  # then this would not see it without roles either
                    problems.append(f"{file}: nothing is found of roles where there are some")
    print("\n".join(problems) or f"{len(files)} files: without roles none is spoken of")
    return 1 if problems or not files else 0


sys.exit(main())
