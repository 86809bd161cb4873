#!/usr/bin/python3
"""schema.py JSON...: whether what pawl wrote is as compiler/model.schema.json says, and its names exist."""

import json
import pathlib
import sys

import jsonschema

SCHEMA = pathlib.Path(__file__).resolve().parents[2] / "compiler" / "model.schema.json"


def check_names(machine):
    """What a schema cannot say: that names and indexes refer to something."""
    places = {None} | {thing["name"] for thing in machine["states"] + machine["composites"]}
    states = {None} | {state["name"] for state in machine["states"]}
    events = {event["name"] for event in machine["events"]}
    hooks = {hook["name"] for hook in machine["guards"] + machine["effects"]}
    for arrow in machine["arrows"]:
        assert arrow["event"] in events and {arrow["from"], arrow["to"]} <= places, arrow
        assert {*arrow["do"], *arrow["then"], *(one["guard"] for one in arrow["conditions"])} <= hooks, arrow
        assert "timer" not in arrow or machine["timers"][arrow["timer"]]["event"] == arrow["event"], arrow
    for move in machine["moves"]:
        assert move["event"] in events and {move["from"], move["to"]} <= states, move
        assert machine["arrows"][move["arrow"]]["event"] == move["event"], move
    for ignore in machine["ignores"]:
        assert ignore["event"] in events and ignore["state"] in states, ignore
    for state in machine["states"]:
        assert state.get("parent") in places and {*state["enter"], *state["leave"]} <= hooks, state
        assert "work" not in state or state["work"] < len(machine["works"]), state


def main():
    schema = json.loads(SCHEMA.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for path in sys.argv[1:]:
        model = json.loads(pathlib.Path(path).read_text())
        validator.validate(model)
        for machine in model["machines"]:
            check_names(machine)


main()
