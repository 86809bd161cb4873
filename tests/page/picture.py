#!/usr/bin/python3
"""picture.py DOT...: whether drawn diagrams can be read; see README.md.

dot tells where it puts lines and text. Of each picture, these are counted, and none may be there:
  heads    an arrow begins within 5 points of where another one ends, at the same state or box
  struck   a line runs through a text, or through a box where it neither begins nor ends
  far      the words of an arrow are nearer to another arrow's line
  overlap  a text lies on a text or on another box
  ways     a state that the picture does not reach in as few steps as the model does (MACHINE.json beside the DOT)
  small    a text of less than 8 points on A4 across (upright for flows); of flows of more than 12 steps or 100
           texts this is only shown
  merged   two arrows end within 6 points of each other at a box, or begin there
  along    a line runs for more than 18 points within 3 points of a border
  beside   two lines run for more than 40 points within 2.5 points of each other, and not to the same event
  covered  a line runs through the head or the dot of another one
  long     an arrow takes a way round: 100 points and 2.5 times the distance of its ends and its words
  crossed  two lines cross within 40 points of a box at which both end
  border   the dot at an arrow's tail is within 2 points of a border that the arrow does not begin at
  broken   the thick way begins or ends at a state that is no beginning, no goal and on no way to or from other pictures
"""

import collections
import json
import math
import pathlib
import subprocess
import sys

SHEET = (297 - 20) / 25.4 * 72, (210 - 20) / 25.4 * 72  # 1 cm of margin
SMALLEST = 8
STEPS_ON_A_SHEET = 12
TEXTS_ON_A_SHEET = 100
TOGETHER = 5  # points within which a head and a tail look like one arrow's
DESCENT = 0.22  # of the size of the font: what hangs below the line
APART = 6  # points between the ends of two arrows at a box
ALONG, ALONG_MAX = 3, 18  # a line this near to a border, for so many points, looks like a part of it
BESIDE, BESIDE_MAX = 2.5, 40  # likewise two lines
DETOUR, DETOUR_MAX = 2.5, 100  # how much longer than the distance of its ends an arrow may be: times, and points
CROSSED = 40  # points between a crossing and the box at which both lines end
BORDER = 2  # points between a dot and the border of another box
STEPS = 12  # pieces of a curve
SHOWN = 5  # problems of a kind
KINDS = "heads", "struck", "far", "overlap", "ways", "small", "merged", "along", "beside", "covered", "long", "crossed", "border", "broken"


def lines_of(operations):
    """The lines of text of a label: (text, box, size)."""
    lines, size = [], 0
    for operation in operations:
        if operation["op"] == "F":
            size = operation["size"]
        elif operation["op"] == "T" and operation["text"].strip():
            x, y = operation["pt"]
            width = operation["width"]
            left = x - {"l": 0, "c": width / 2, "r": width}[operation["align"]]
            lines.append((operation["text"], (left, y - DESCENT * size, left + width, y + 0.75 * size), size))
    return lines


def box_of(thing):
    """Where a node's or a cluster's shape lies; None where nothing is seen of it."""
    shapes = thing.get("_draw_") or thing.get("_ldraw_", [])  # the box of an event is a table
    points = [point for operation in shapes if operation["op"] in "pPbB" for point in operation["points"]]
    points += [(x + side * rx, y + side * ry) for operation in thing.get("_draw_", []) if operation["op"] in "eE"
               for x, y, rx, ry in [operation["rect"]] for side in (-1, 1)]
    if not points or thing.get("style") == "invis":
        return None
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def curve_of(edge):
    """Its line from tail to head, in short straight pieces."""
    points = []
    for operation in edge.get("_draw_", []):
        if operation["op"] in "bB":
            at = operation["points"]
            for i in range(0, len(at) - 3, 3):
                for step in range(STEPS + 1):
                    t = step / STEPS
                    weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3
                    points.append(tuple(sum(w * p[k] for w, p in zip(weights, at[i:i + 4])) for k in (0, 1)))
    for end in edge.get("pos", "").split():
        if end[:2] in ("e,", "s,"):
            tip = tuple(float(number) for number in end[2:].split(","))
            points.insert(0 if end[0] == "s" else len(points), tip)
    return points[::-1] if is_reversed(edge) else points


def is_reversed(edge):
    """Whether it is written from its head to its tail. At a tail there may be a dot."""
    if edge.get("dir") == "back":
        return edge.get("arrowtail") not in ("dot", "none")
    return edge.get("arrowhead") in ("dot", "none")


def tips_of(edge):
    """The polygons and dots at its ends, which may not be covered."""
    for operation in edge.get("_hdraw_", []) + edge.get("_tdraw_", []):
        if operation["op"] in "pP":
            yield operation["points"]
        elif operation["op"] in "eE":
            x, y, rx, ry = operation["rect"]
            yield [(x + rx * dx, y + ry * dy) for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1))]


def is_inside(point, corners):
    """Whether the point lies in a convex polygon."""
    turns = [(b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
             for a, b in zip(corners, corners[1:] + corners[:1])]
    return all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns)


def to_border(point, box):
    """Distance of a point to the nearest side of a box."""
    x, y = point
    left, bottom, right, top = box
    if left <= x <= right and bottom <= y <= top:
        return min(x - left, right - x, y - bottom, top - y)
    return math.hypot(max(left - x, 0, x - right), max(bottom - y, 0, y - top))


def dense(line, step=2):
    """The points of a line, not more than so far from each other."""
    for a, b in zip(line, line[1:]):
        count = max(1, math.ceil(math.dist(a, b) / step))
        for i in range(count):
            yield a[0] + (b[0] - a[0]) * i / count, a[1] + (b[1] - a[1]) * i / count
    yield from line[-1:]


def longest_run(points, is_near):
    """How long the longest piece is whose points are all near."""
    longest = run = 0
    for a, b in zip(points, points[1:]):
        run = run + math.dist(a, b) if is_near(a) and is_near(b) else 0
        longest = max(longest, run)
    return longest


def length(line):
    return sum(math.dist(a, b) for a, b in zip(line, line[1:]))


def apart(one, other):
    """The distance of two boxes."""
    return math.hypot(max(one[0] - other[2], other[0] - one[2], 0), max(one[1] - other[3], other[1] - one[3], 0))


def overlap(one, other, by=1):
    return (min(one[2], other[2]) - max(one[0], other[0]) > by and
            min(one[3], other[3]) - max(one[1], other[1]) > by)


def crosses(a, b, box):
    """Whether the straight line from a to b enters the box (Liang and Barsky)."""
    low, high = 0.0, 1.0
    for k in (0, 1):
        step = b[k] - a[k]
        for edge, sign in ((box[k], 1), (box[k + 2], -1)):
            distance = sign * (edge - a[k])
            if sign * step == 0:
                if distance > 0:
                    return False
            elif sign * step > 0:
                low = max(low, distance / (sign * step))
            else:
                high = min(high, distance / (sign * step))
    return low < high


def meet(a, b, c, e):
    """Whether the straight line from a to b crosses that from c to e."""
    def turn(one, two, three):
        return (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0]) > 0
    return turn(a, b, c) != turn(a, b, e) and turn(c, e, a) != turn(c, e, b)


def shrunk(box, by=1):
    return box[0] + by, box[1] + by, box[2] - by, box[3] - by


def runs_through(line, box):
    return box[0] < box[2] and box[1] < box[3] and any(crosses(a, b, box) for a, b in zip(line, line[1:]))


def distance(line, box):
    return min((math.hypot(max(box[0] - x, 0, x - box[2]), max(box[1] - y, 0, y - box[3])) for x, y in line),
               default=math.inf)


class Picture:
    def __init__(self, drawn, model):
        self.drawn = drawn
        self.problems = collections.defaultdict(list)
        self.objects = drawn.get("objects", [])
        self.edges = [edge for edge in drawn.get("edges", []) if edge.get("style") != "invis"]
        self.lines = [curve_of(edge) for edge in self.edges]
        self.boxes = {thing["name"]: thing for thing in self.objects if "nodes" in thing or "subgraphs" in thing}
        self.nodes = [thing for thing in self.objects if thing["name"] not in self.boxes]
        self.by_id = {thing["_gvid"]: thing for thing in self.objects}
        self.texts = []  # (owner, text, box, size)
        for number, edge in enumerate(self.edges):
            self.texts += [(number, *line) for line in lines_of(edge.get("_ldraw_", []))]
        for thing in self.objects:
            self.texts += [(thing["name"], *line) for line in lines_of(thing.get("_ldraw_", []))]
        self.texts += [(None, *line) for line in lines_of(drawn.get("_ldraw_", []))]
        self.is_part = any(" closed" in thing.get("class", "") for thing in self.nodes)
        machines = json.loads(model.read_text())["machines"] if model.exists() else []
        self.models = {machine["name"]: machine for machine in machines if machine["name"] == drawn["name"]}
        self.goals = {f"{machine['name']}.{state['name']}" for machine in machines for state in machine["states"]
                      if state.get("goal")}

    def is_event(self, thing):
        return thing.get("class", "").startswith("event")

    def ends(self, edge):
        """Names of what it leaves and enters, as seen."""
        names = [edge.get("ltail") or self.by_id[edge["tail"]]["name"],
                 edge.get("lhead") or self.by_id[edge["head"]]["name"]]
        return names[::-1] if is_reversed(edge) else names

    def find_heads(self):
        heads, tails = collections.defaultdict(list), collections.defaultdict(list)
        for edge, line in zip(self.edges, self.lines):
            if not line:
                continue
            start, end = self.ends(edge)
            tails[start].append(line[0])
            heads[end].append(line[-1])
        events = {thing["name"] for thing in self.nodes if self.is_event(thing)}
        for name, starts in tails.items():
            for point in starts:
                if name not in events and any(math.dist(point, head) <= TOGETHER for head in heads[name]):
                    self.problems["heads"].append(f"an arrow begins where another ends, at {name}")

    def name_of(self, number):
        return " and ".join(self.by_id[self.edges[number][end]]["name"] for end in ("tail", "head"))

    def find_merged(self):
        """Two arrows end at one place, or two begin there, so that nobody sees which is which."""
        events = {thing["name"] for thing in self.nodes if self.is_event(thing)}
        tips = collections.defaultdict(list)
        for edge, line in zip(self.edges, self.lines):
            for which, name, point in zip(("begin", "end"), self.ends(edge), (line[0], line[-1]) if line else ()):
                if name not in events and not self.is_beginning(name):
                    tips[which, name].append(point)
        for (which, name), points in tips.items():
            for i, point in enumerate(points):
                if any(math.dist(point, other) < APART for other in points[:i]):
                    self.problems["merged"].append(f"two arrows {which} within {APART} points of each other at {name}")

    def is_beginning(self, name):
        return any(thing["name"] == name and thing.get("class", "") == "begin" for thing in self.nodes)

    def find_along(self):
        frames = [(thing["name"], box_of(thing)) for thing in self.objects
                  if box_of(thing) and thing.get("class", "") not in ("machine", "flow", "title", "gap", "question")]
        for number, line in enumerate(self.lines):
            points = list(dense(line))
            for name, box in frames:
                near = [point for point in points if to_border(point, box) < ALONG]
                if len(near) > 3 and longest_run(points, lambda point: to_border(point, box) < ALONG) > ALONG_MAX:
                    self.problems["along"].append(f"the line between {self.name_of(number)} runs along the border of {name}")

    def lead_together(self, one, other):
        """Whether both lead to the same event."""
        heads = {self.ends(self.edges[number])[1] for number in (one, other)}
        return len(heads) == 1 and ".>" in heads.pop()

    def find_beside(self):
        """Two lines look like one, unless both lead to the same event."""
        points = [list(dense(line, 4)) for line in self.lines]
        boxes = [(min(x for x, _ in line), min(y for _, y in line), max(x for x, _ in line), max(y for _, y in line))
                 if line else None for line in self.lines]
        for i, line in enumerate(points):
            for k in range(i):
                if not (line and points[k]) or self.lead_together(i, k) or apart(boxes[i], boxes[k]) > BESIDE:
                    continue
                near = {point for point in line if distance(points[k], (*point, *point)) < BESIDE}
                if longest_run(line, near.__contains__) > BESIDE_MAX:
                    self.problems["beside"].append(
                        f"the lines between {self.name_of(i)}, and between {self.name_of(k)}, run on each other")

    def find_covered(self):
        """A line runs through the head or the dot of another one."""
        for i, edge in enumerate(self.edges):
            for tip in tips_of(edge):
                for k, line in enumerate(self.lines):
                    if k == i or not line or any(min(math.dist(end, corner) for corner in tip) < APART
                                                 for end in (line[0], line[-1])):
                        continue
                    if any(is_inside(point, tip) for point in dense(line, 1)):
                        self.problems["covered"].append(
                            f"the line between {self.name_of(k)} runs through an end of that between {self.name_of(i)}")

    def find_long(self):
        """An arrow, with its words, takes a way round."""
        parts = collections.defaultdict(dict)
        for edge, line in zip(self.edges, self.lines):
            start, end = self.ends(edge)
            for which, own, other in (("to", end, start), ("from", start, end)):
                if ".>" in own and not self.is_beginning(other):
                    parts[own].setdefault(which, (other, line))
        for name, ways in parts.items():
            if len(ways) < 2:
                continue
            boxes = [box_of(self.shape(other)) for other, _ in ways.values()]
            own = box_of(self.shape(name))
            if None in boxes or own is None:
                continue
            around = own[2] - own[0] + own[3] - own[1]
            way = sum(length(line) for _, line in ways.values())
            if way > DETOUR * (apart(*boxes) + around / 2) + DETOUR_MAX:
                self.problems["long"].append(f"{name} takes {way:.0f} points for {apart(*boxes):.0f}")

    def find_crossed(self):
        """Lines that could end at a box in another order."""
        ends = [{name for name in self.ends(edge) if ".>" not in name and not self.is_beginning(name)} for edge in self.edges]
        words = [{name for name in self.ends(edge) if ".>" in name} for edge in self.edges]
        for i, line in enumerate(self.lines):
            for k in range(i):
                shared = [box_of(self.shape(name)) for name in ends[i] & ends[k] if not words[i] & words[k]]
                if any(to_border(a, box) < CROSSED for box in shared for a, b in zip(line, line[1:])
                       for c, e in zip(self.lines[k], self.lines[k][1:]) if meet(a, b, c, e)):
                    self.problems["crossed"].append(f"the lines between {self.name_of(i)}, and between {self.name_of(k)}, cross")

    def find_border(self):
        """A dot belongs to the box that it is near to."""
        frames = [(thing["name"], box_of(thing)) for thing in self.objects if box_of(thing) and
                  thing.get("class", "").startswith(("state", "composite"))]
        for edge in self.edges:
            start, end = self.ends(edge)
            for tip in tips_of(edge) if ".>" in end else ():
                for name, box in frames:
                    if name not in (start, f"cluster_{start.replace('#', '')}") and min(to_border(point, box) for point in tip) < BORDER:
                        self.problems["border"].append(f"the dot of an arrow from {start} is at the border of {name}")

    def find_broken(self):
        """The thick way leads on from each box that it enters, and into each that it leaves."""
        ends = [self.ends(edge) for edge in self.edges]
        thick = [end for edge, end in zip(self.edges, ends) if " main" in edge.get("class", "")]
        anys = {thing["name"] for thing in self.nodes if thing.get("class", "") == "any"}
        closed = {thing["name"] for thing in self.nodes if " closed" in thing.get("class", "")}
        for which, other, may in (0, 1, lambda name: self.is_beginning(name) or (name in anys and (self.is_part or "." in self.drawn["name"]))), (1, 0, lambda name: name in self.goals | closed):
            for name in {end[which] for end in thick} - {end[other] for end in thick}:
                is_exit = ".>" in name and not any(end[other] == name for end in ends)
                if not may(name) and not is_exit:
                    self.problems["broken"].append(f"the thick way {('begins', 'ends')[which]} at {name}")

    def shape(self, name):
        by_name = {thing["name"]: thing for thing in self.objects}
        return by_name.get(name) or by_name[f"cluster_{name.replace('#', '')}"]

    def find_struck(self):
        nodes = [(thing["name"], shrunk(box_of(thing))) for thing in self.nodes if box_of(thing)]
        for number, (edge, line) in enumerate(zip(self.edges, self.lines)):
            own = {self.by_id[edge["tail"]]["name"], self.by_id[edge["head"]]["name"]}
            struck = {owner: text for owner, text, box, _ in self.texts if runs_through(line, shrunk(box))}
            for name, box in nodes:
                if name not in own and runs_through(line, box):
                    struck.setdefault(name, f"the box of {name}")
            for text in struck.values():
                self.problems["struck"].append(f"a line between {' and '.join(sorted(own))} runs through `{text}`")

    def find_far(self):
        """The words of an arrow stand beside it, or in a box that it runs to and from."""
        places = collections.defaultdict(list)
        for owner, _, box, _ in self.texts:
            if isinstance(owner, int):
                places[owner].append(box)
        for thing in self.nodes:
            if self.is_event(thing):
                places[thing["name"]].append(box_of(thing))
        for owner, boxes in places.items():
            lefts, bottoms, rights, tops = zip(*boxes)
            box = min(lefts), min(bottoms), max(rights), max(tops)
            mine, other = math.inf, math.inf
            for number, (edge, line) in enumerate(zip(self.edges, self.lines)):
                if number == owner or owner in (self.by_id[edge["tail"]]["name"], self.by_id[edge["head"]]["name"]):
                    mine = min(mine, distance(line, box))
                else:
                    other = min(other, distance(line, box))
            if other < mine + 0.5:
                self.problems["far"].append(f"`{owner}` is nearer to another line than to its own")

    def find_overlaps(self):
        boxes = [(thing["name"], box_of(thing)) for thing in self.nodes if box_of(thing)]
        for i, (owner, text, place, _) in enumerate(self.texts):
            for _, other, other_place, _ in self.texts[:i]:
                if overlap(place, other_place):
                    self.problems["overlap"].append(f"`{text}` lies on `{other}`")
            for other_owner, box in boxes:
                if other_owner != owner and overlap(place, box):
                    self.problems["overlap"].append(f"`{text}` lies on the box of {other_owner}")

    def states_in(self, name):
        """What an arrow from there leaves: the nodes in a box, or all of them."""
        thing = self.boxes.get(name)
        if thing is not None:
            inner = [self.by_id[number]["name"] for number in thing.get("nodes", [])]
            return {member for member in inner if ">" not in member}
        return {name}

    def find_ways(self):
        """Steps to each state, in the picture and in the model."""
        after = collections.defaultdict(set)
        for edge in self.edges:
            start, end = self.ends(edge)
            for name in self.states_in(f"cluster_{start.replace('#', '')}" if "#" in start else start):
                after[name].add(end)
        finals = {thing["name"] for thing in self.nodes if " final" in thing.get("class", "")}
        states = {thing["name"] for thing in self.nodes if thing.get("class", "").startswith("state")}
        for thing in self.nodes:
            if thing.get("class", "") == "any":
                machine = thing["name"].split(".")[0]
                for state in states - finals:
                    if state.startswith(machine + "."):
                        after[state] |= after[thing["name"]]
        events = {thing["name"] for thing in self.nodes if self.is_event(thing)}
        for name, model in self.models.items() if not self.is_part else ():
            moves = collections.defaultdict(set)
            for move in model["moves"]:
                moves[move["from"]].add(move["to"])
            wanted = spread({None: 0}, moves, set())
            found = spread({f"{name}.": 0}, after, events)
            for state, steps in wanted.items():
                if state is not None and found.get(f"{name}.{state}", math.inf) > steps:
                    self.problems["ways"].append(f"the picture has no such short way to {state}")

    def find_small(self):
        pad = 2 * 72 * float(self.drawn.get("pad", 0))
        width, height = [float(number) + pad for number in self.drawn["bb"].split(",")[2:]]
        flows = any(thing.get("class", "") == "flow" for thing in self.objects)
        sheet = SHEET[::-1] if flows else SHEET
        boxes = sum(thing.get("class", "").startswith(("step", "question", "lock")) for thing in self.nodes)
        self.must_fit = not flows or (boxes <= STEPS_ON_A_SHEET and len(self.texts) <= TEXTS_ON_A_SHEET)
        scale = min(sheet[0] / width, sheet[1] / height, 1)
        self.smallest = min((size for *_, size in self.texts), default=12) * scale
        if self.smallest < SMALLEST:
            self.problems["small"] += [f"`{text}` has {size * scale:.1f} pt on A4" for _, text, _, size in self.texts
                                       if size * scale < SMALLEST]

    def check(self):
        for kind in KINDS:
            getattr(self, "find_" + {"overlap": "overlaps"}.get(kind, kind))()
        return self


def spread(distances, after, free):
    """Breadth first; going on to what is free takes no step."""
    queue = collections.deque(distances)
    while queue:
        name = queue.popleft()
        for other in after[name]:
            steps = distances[name] + (other not in free)
            if steps < distances.get(other, math.inf):
                distances[other] = steps
                queue.appendleft(other) if other in free else queue.append(other)
    return distances


def pictures_of(path, arguments=()):
    text = subprocess.run(["dot", "-Tjson", *arguments, path], check=True, capture_output=True, text=True).stdout
    decoder, at = json.JSONDecoder(), 0
    while at < len(text.rstrip()):
        drawn, at = decoder.raw_decode(text, at)
        while at < len(text) and text[at].isspace():
            at += 1
        yield Picture(drawn, pathlib.Path(path).with_suffix(".json")).check()


def find_states(pictures):
    """Of a machine in parts, each state is in one of them."""
    shown = collections.Counter(thing["name"] for picture in pictures for thing in picture.nodes
                                if thing.get("class", "").startswith("state") and " closed" not in thing["class"])
    for picture in pictures:
        for name, model in picture.models.items():
            picture.problems["ways"] += [f"{shown[f'{name}.{state}']} pictures show {state}" for state in
                                         (state["name"] for state in model["states"]) if shown[f"{name}.{state}"] != 1]


def report(paths):
    """Prints the counts, and each problem below them; 1 if there are any."""
    failed = False
    print(f"{'':36}" + "".join(f"{kind:>8}" for kind in KINDS) + "      pt")
    for path in paths:
        pictures = list(pictures_of(path))
        find_states(pictures)
        for picture in pictures:
            counts = {kind: len(picture.problems[kind]) for kind in KINDS}
            failed = failed or any(counts[kind] for kind in KINDS if kind != "small" or picture.must_fit)
            name = f"{pathlib.Path(path).stem} {picture.drawn['name']}"[:36]
            print(f"{name:36}" + "".join(f"{counts[kind]:8}" for kind in KINDS) + f"{picture.smallest:8.1f}")
            for kind in KINDS:
                for problem in picture.problems[kind][:SHOWN]:
                    print(f"    {kind}: {problem}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(report(sys.argv[1:]))
