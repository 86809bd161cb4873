#!/usr/bin/python3
"""schema.py JSON...: whether what pawl wrote is as compiler/model/model.schema.json says, and its names exist."""

import json
import pathlib
import sys

import jsonschema

SCHEMA = pathlib.Path(__file__).resolve().parents[2] / "compiler" / "model" / "model.schema.json"


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


def check_flow(flow, procedures):
    """Values, callbacks and ranges refer to something, and scopes lie in each other."""
    values = {arg["name"] for arg in flow["args"]} | {"data." + one["name"] for one in flow["data"]}
    data = {one["name"] for one in flow["data"]}
    callbacks = {None: {one["name"]: one["kind"] for one in flow["callbacks"]}}
    for procedure in procedures:
        callbacks[procedure["name"]] = {one["name"]: one["kind"] for one in procedure["callbacks"]}
    scopes, steps = flow["scopes"], flow["steps"]
    assert len({step["path"] for step in steps}) == len(steps), flow["name"]
    assert {*flow["unique"]} <= values, flow["name"]
    for number, step in enumerate(steps):
        own = callbacks[step.get("procedure")]
        assert step["kind"] in ("pause", "wait") or own[step["callback"]] == step["kind"], step
        assert "undo" not in step or own[step["undo"]] == "undo_" + step["kind"], step
        assert {*step.get("sets", [])} <= data, step
        around, depth = step.get("scope"), 0
        while around is not None:
            assert scopes[around]["first"] <= number < scopes[around]["end"], step
            depth += scopes[around]["kind"] == "repeat"
            around = scopes[around].get("parent")
        assert depth == step["depth"], step
    for number, scope in enumerate(scopes):
        parent = scopes[scope["parent"]] if "parent" in scope else {"first": 0, "end": len(steps)}
        assert scope.get("parent", -1) < number and scope["first"] < scope["end"], scope
        assert parent["first"] <= scope["first"] and scope["end"] <= parent["end"], scope
        assert {*scope.get("keys", []), *scope.get("values", []), scope.get("count")} <= values | {None}, scope
        own = callbacks[scope.get("procedure")]
        assert scope["kind"] != "optional" or own[scope["predicate"]] == "predicate", scope


def main():
    schema = json.loads(SCHEMA.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for path in sys.argv[1:]:
        model = json.loads(pathlib.Path(path).read_text())
        validator.validate(model)
        for machine in model["machines"]:
            check_names(machine)
        for flow in model.get("flows", []):
            check_flow(flow, model["procedures"])


main()
