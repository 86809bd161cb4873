#!/usr/bin/python3
"""check.py HISTORY DELIVERED...: whether what was delivered is what was committed.

HISTORY has a line MACHINE|ENTITY|SORT_KEY|EVENT for each move, and for what runs of the flow have done. DELIVERED has a JSON object a line, as kcat -J
or `pawlctl relay --stdout` print them; of several such files, written at the same time, each has its own order. Every
move is delivered; of each entity the first deliveries come in the
order of its moves; what comes again is the same to the last byte. With --once: nothing comes again.

Kafka keeps the order within a partition, where all of a key is; and a partition whose first message is not number
0 has forgotten some, so that nothing could be said of it.
"""

import collections
import itertools
import json
import pathlib
import sys

import jsonschema

SCHEMA = pathlib.Path(__file__).resolve().parents[2] / "runtime" / "pawlctl" / "outbox.schema.json"
FLOWS = ("round",)
HEADERS = ("id", "machine", "event", "from", "to", "sort_key", "request_id", "actor", "traceparent", "fingerprint")


def read_kafka(message, last_offset):
    place = (message["topic"], message["partition"])
    expected = last_offset.get(place, -1) + 1
    assert message["offset"] == expected, f"{place}: {message['offset']} is there, {expected} was expected"
    last_offset[place] = message["offset"]
    event = json.loads(message["payload"])
    headers = dict(zip(message["headers"][::2], message["headers"][1::2]))
    wanted = {name: str(event[name] or "") for name in HEADERS
              if name not in ("request_id", "actor", "traceparent") or event[name] is not None}
    assert headers == wanted, f"the headers {headers} are not those of {event}"
    assert message["key"] == event["entity"] and message["topic"] == event["topic"], message
    return event, message["payload"]


def read_lines(path):
    with open(path, encoding="utf-8") as file:
        yield from file
    yield None


def end_file(first, here):
    """Moves what a file held into `first`; returns what is out of order in it."""
    problems = []
    for entity, moves in here.items():
        if moves != sorted(moves):
            problems.append(f"{entity}: in another order: {moves}"[:500])
        first[entity] += moves
    here.clear()
    return problems


def main(arguments):
    once = "--once" in arguments
    history_path, *delivered_paths = [argument for argument in arguments if argument != "--once"]
    committed = collections.defaultdict(list)
    with open(history_path, encoding="utf-8") as file:
        for line in file:
            machine, entity, sort_key, event = line.rstrip("\n").split("|")
            committed[machine, entity].append((int(sort_key), event))
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    validators = {False: jsonschema.Draft7Validator(schema),
                  True: jsonschema.Draft7Validator({"allOf": [schema, schema["definitions"]["flow"]]})}
    kinds = set()
    first = collections.defaultdict(list)
    here = collections.defaultdict(list)
    payloads, last_offset, doubles, problems = {}, {}, 0, []
    for line in itertools.chain(*map(read_lines, delivered_paths)):
        if line is None:  # another file begins
            problems += end_file(first, here)
            continue
        message = json.loads(line)
        event, payload = read_kafka(message, last_offset) if "payload" in message else (message, line)
        if event["id"] in payloads:
            doubles += 1
            if payloads[event["id"]] != payload:
                problems.append(f"{event['id']} came twice, and not the same")
            continue
        payloads[event["id"]] = payload
        kind = event["machine"], event["event"], event["to"]
        if len(payloads) % 50 == 1 or kind not in kinds:
            validators[event["machine"] in FLOWS].validate(event)
        kinds.add(kind)
        if event["id"] != f"{event['machine']}/{event['entity']}/{event['sort_key']}":
            problems.append(f"{event['id']} is not called after its move")
        here[event["machine"], event["entity"]].append((event["sort_key"], event["event"]))
    for entity, moves in sorted(committed.items()):
        if sorted(first[entity]) != sorted(moves):
            problems.append(f"{entity}: lost {sorted(set(moves) - set(first[entity]))}"[:500])
    problems += [f"{entity} was never moved" for entity in first if entity not in committed]
    if once and doubles > 0:
        problems.append(f"{doubles} came twice")
    for problem in problems[:20]:
        print(f"FAILED: {problem}")
    print(f"{sum(map(len, committed.values()))} moves of {len(committed)} entities, {doubles} doubles, "
          f"{len(problems)} problems")
    return 1 if problems else 0


sys.exit(main(sys.argv[1:]))
