#!/usr/bin/python3
"""program.py RECORD MODE: a program of `relay --command`, which keeps the events that it accepts in RECORD, a line each.

The file MODE has what it does now, which may be changed at any time:

  accept                 ok
  storm                  now and then it answers retry, or ends before it answers or before it keeps the event
  silent                 no answer
  once                   one answer, and it ends
  say TEXT               this answer to each, without keeping the event
  of ENTITY TEXT         this answer to events of the entity
"""

import json
import pathlib
import random
import sys
import time

record, mode_path = map(pathlib.Path, sys.argv[1:3])
for line in sys.stdin:
    mode = mode_path.read_text().split(maxsplit=1)
    answer = "ok"
    if mode[0] == "storm":
        chance = random.random()
        if chance < 0.01:
            sys.exit(1)
        if chance < 0.06:
            print("retry it is busy", flush=True)
            continue
    if mode[0] == "silent":
        time.sleep(600)
    if mode[0] == "say":
        answer = mode[1].rstrip("\n")
    if mode[0] == "of":
        entity, words = mode[1].rstrip("\n").split(maxsplit=1)
        answer = words if json.loads(line)["entity"] == entity else "ok"
    if answer == "ok":
        with open(record, "a", encoding="utf-8") as file:
            file.write(line)
    if mode[0] == "storm" and chance > 0.99:
        sys.exit(1)
    print(answer, flush=True)
    if mode[0] == "once":
        break
