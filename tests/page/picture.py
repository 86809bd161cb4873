#!/usr/bin/python3
"""picture.py DOT...: whether a drawn diagram can be read.

dot says where it puts each line of text and how wide it takes it to be. No line may lie on another, or on a
box that is not its own; on a sheet of A4 across, with 1 cm of margin, the smallest text of a machine with at
most 12 states, and no more than 100 lines of text in its picture, is at least 9 pt; so is that of a flow of as
many steps, questions and locks on an upright one. The legend tells of arrows from the edge of a box where there are some.
"""

import json
import subprocess
import sys

SHEET = (297 - 20) / 25.4 * 72, (210 - 20) / 25.4 * 72
SMALLEST = 9
STATES_ON_A_SHEET = 12
LINES_ON_A_SHEET = 100
DESCENT = 0.22  # of the size of the font: what hangs below the line


def lines_of(operations):
    """The lines of text of a label: (text, left, bottom, right, top, size)."""
    lines, size = [], 0
    for operation in operations:
        if operation["op"] == "F":
            size = operation["size"]
        elif operation["op"] == "T" and operation["text"].strip():
            x, y = operation["pt"]
            width = operation["width"]
            left = x - {"l": 0, "c": width / 2, "r": width}[operation["align"]]
            lines.append((operation["text"], left, y - DESCENT * size, left + width, y + 0.75 * size, size))
    return lines


def boxes_of(thing):
    """Where a state's shape lies: (left, bottom, right, top)."""
    for operation in thing.get("_draw_", []):
        points = operation.get("points", [])
        if operation["op"] in "pPbB" and points:
            xs, ys = [x for x, _ in points], [y for _, y in points]
            yield min(xs), min(ys), max(xs), max(ys)


def overlap(one, other):
    """By more than a hair."""
    return min(one[2], other[2]) - max(one[0], other[0]) > 1 and min(one[3], other[3]) - max(one[1], other[1]) > 1


def check(path):
    drawn = json.loads(subprocess.run(["dot", "-Tjson", path], check=True, capture_output=True).stdout)
    nodes = [thing for thing in drawn["objects"] if "nodes" not in thing and "subgraphs" not in thing]
    texts, boxes, problems = [], [], []
    for number, thing in enumerate(drawn["objects"] + drawn.get("edges", []) + [drawn]):
        texts += [(number, *line) for line in lines_of(thing.get("_ldraw_", []))]
        if thing in nodes:
            boxes += [(number, thing["name"], *box) for box in boxes_of(thing)]
    for i, (owner, text, *place, size) in enumerate(texts):
        for other_owner, other, *other_place, _ in texts[:i]:
            if overlap(place, other_place):
                problems.append(f"`{text}` lies on `{other}`")
        for other_owner, name, *box in boxes:
            if other_owner != owner and overlap(place, box):
                problems.append(f"`{text}` lies on the box of {name}")
    states = {thing["_gvid"] for thing in nodes if thing.get("class", "").startswith("state")}
    from_boxes = any({edge["tail"], edge["head"]} <= states and ("ltail" in edge or "lhead" in edge)
                     for edge in drawn.get("edges", []))
    if from_boxes != any("from its edge" in text for _, text, *_ in texts):
        problems.append(f"the legend tells {'nothing ' if from_boxes else ''}of arrows from the edge of a box")
    pad = 2 * 72 * float(drawn.get("pad", 0))
    width, height = [float(number) + pad for number in drawn["bb"].split(",")[2:]]
    steps = sum(thing.get("class", "").startswith(("step", "question", "lock")) for thing in nodes)
    sheet = SHEET if steps == 0 else SHEET[::-1]
    scale = min(sheet[0] / width, sheet[1] / height, 1)
    smallest = min(size for *_, size in texts) * scale
    count = len(states) + steps
    if count <= STATES_ON_A_SHEET and len(texts) <= LINES_ON_A_SHEET and smallest < SMALLEST:
        problems.append(f"the smallest text has {smallest:.1f} pt on A4, with {count} states or steps")
    print(f"{path}: {count} states or steps, {len(texts)} lines of text, the smallest {smallest:.1f} pt on A4")
    return [f"{path}: {problem}" for problem in problems]


def main():
    problems = [problem for path in sys.argv[1:] for problem in check(path)]
    print(*problems, sep="\n", file=sys.stderr)
    sys.exit(1 if problems else 0)


main()
