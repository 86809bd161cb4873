#!/usr/bin/python3
"""program.py RECORD MODE: a program of `relay --command`, which keeps the events that it accepts in RECORD, a line each.

The file MODE has what it does now, which may be changed at any time:

  accept                 ok
  storm                  now and then it answers retry, or ends before it answers or before it keeps the event
  twice                  ok, two times
  silent                 no answer
  once                   one answer, and it ends
  say TEXT               this line to each, without keeping the event
  answer TEXT            this answer to each, with the id behind its first word, without keeping the event
  of ENTITY TEXT         this answer to events of the entity
"""

import json
import os
import pathlib
import random
import sys
import time



def answer_to(event, words):
    """The id is itself or a JSON string."""
    word, _, reason = words.partition(" ")
    name = event["id"] if event["sort_key"] % 20 and "\n" not in event["id"] else json.dumps(event["id"])
    return f"{word} {name} {reason}".rstrip()


record, mode_path = map(pathlib.Path, sys.argv[1:3])
for line in sys.stdin:
    mode = mode_path.read_text().split(maxsplit=1)
    event = json.loads(line)
    answer = answer_to(event, "ok")
    keeps = True
    if mode[0] == "storm":
        chance = random.random()
        if chance < 0.01:
            sys.exit(1)
        if chance < 0.06:
            print(answer_to(event, "retry it is busy"), flush=True)
            continue
    if mode[0] == "silent":
        time.sleep(600)
    if mode[0] == "say":
        answer, keeps = mode[1].rstrip("\n"), False
    if mode[0] == "answer":
        answer, keeps = answer_to(event, mode[1].rstrip("\n")), False
    if mode[0] == "twice":
        answer += "\n" + answer
    if mode[0] == "of":
        entity, words = mode[1].rstrip("\n").split(maxsplit=1)
        if event["entity"] == entity:
            answer, keeps = answer_to(event, words), False
    if keeps:
        with open(record, "a", encoding="utf-8") as file:
            file.write(line)
    if mode[0] == "storm" and chance > 0.99:
        sys.exit(1)
    os.write(1, f"{answer}\n".encode())  # together also if it is two lines
    if mode[0] == "once":
        break
