#!/usr/bin/env python3
"""statements.py DATABASE FILE: each statement of a script, as JSON, one a line; a shell's own lines count."""
import json
import re
import sqlite3
import sys

database, path = sys.argv[1:3]
pending, quote = "", None
for line in open(path, encoding="utf-8"):
    if not pending.strip() and (line[0] in ".\\" or line.startswith("--") or not line.strip()):
        if line[0] in ".\\":
            print(json.dumps(line))
        continue
    pending += line
    if database == "sqlite":
        is_whole = line.rstrip().split(" -- ")[0].endswith(";") and sqlite3.complete_statement(pending)
    else:  # a body between dollar quotes has semicolons of its own
        for found in re.findall(r"\$\w*\$", line):
            quote = found if quote is None else None if found == quote else quote
        is_whole = quote is None and line.split(" -- ")[0].rstrip().endswith(";")
    if is_whole:
        print(json.dumps(pending))
        pending = ""
if pending.strip():
    sys.exit("the end of the script is no statement: " + pending)
