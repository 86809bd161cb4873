#!/usr/bin/env python3
"""
proofs.py PAWL [COUNT [SEED]]: what the compiler says of asserts, scenarios and findings, held against brute force.

Makes COUNT small machines at random, with timers, guards, composites, refusals, reopened ends; writes claims of each
form for them, asks `pawl check` which of them hold, and works the same out by trying: over the states by all their moves,
and, where time matters, over the states with what is left on each clock. It shares nothing with the compiler but the
language reference. A claim that the compiler takes for proved though it is false, or, for the forms that are decided
exactly, refuses though it is true, is printed with its machine.
"""
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile

LONGEST = 5  # longer than other timers
EVENTS = ["e1", "e2", "e3", "e4"]

class Move:
    def __init__(self, event, target, guard=None, after=None, at=None, every=None, reopen=False):
        self.event, self.target, self.guard = event, target, guard
        self.after, self.at, self.every, self.reopen = after, at, every, reopen
        self.restarts = []  # events of timers
        self.each = None  # a period
        self.counted = None  # the parameter with a number of seconds, from 0 to LONGEST

    def is_timer(self):
        return self.is_counting() or self.at is not None or self.each is not None

    def is_counting(self):
        """Whether it can be restarted."""
        return self.after is not None or self.counted is not None

    def text(self):
        when = f" when {self.guard}" if self.guard else ""
        every = f" every {self.every}s" if self.every else ""
        if self.after is not None:
            return f"after {self.after}s {self.event} -> {self.target}{when}{every};"
        if self.each is not None:
            return f"after every {self.each}s {self.event} -> {self.target}{when};"
        if self.counted is not None:
            return f"after :create.{self.counted}_s s {self.event} -> {self.target}{when}{every};"
        if self.at is not None:
            return f"at :create.{self.at} {self.event} -> {self.target}{when}{every};"
        restart = f" restart {', '.join(self.restarts)}" if self.restarts else ""
        return f"{'reopen ' if self.reopen else ''}on {self.event} -> {self.target}{when}{restart};"


class Place:
    """A state, or a composite with children."""

    def __init__(self, name, parent):
        self.name, self.parent = name, parent
        self.children, self.moves, self.refuses, self.ignores = [], [], [], []
        self.final = self.initial = self.work = False

    def around(self):
        place = self
        while place is not None:
            yield place
            place = place.parent

    def leaves(self):
        return [self] if not self.children else [leaf for child in self.children for leaf in child.leaves()]

    def text(self, indent):
        words = ("final " if self.final else "") + ("initial " if self.initial else "")
        lines = [f"work run every 1s;"] if self.work else []
        lines += [move.text() for move in self.moves]
        lines += [f"refuse {event};" for event in self.refuses] + [f"ignore {event};" for event in self.ignores]
        lines += [child.text(indent + 2) for child in self.children]
        inner = "".join(f"\n{' ' * (indent + 2)}{line}" for line in lines)
        return f"{words}state {self.name} {{{inner}\n{' ' * indent}}}"


class Machine:
    def __init__(self, dice):
        self.dice = dice
        self.root = Place("", None)
        self.places = []
        self.guards = 0
        for i in range(dice.randint(2, 4)):
            self.add(f"s{i}", self.root, dice.random() < 0.3)
        self.leaves = [place for place in self.places if not place.children]
        for place in dice.sample(self.leaves, dice.choice([0, 1, 1, 2])):
            place.final = place.parent is self.root or dice.random() < 0.5
        self.create = self.dice.choice(self.leaves)
        self.imported = self.dice.choice(self.leaves) if dice.random() < 0.3 else None
        for place in self.places:
            if place.children:
                first = dice.choice(place.children)
                first.initial = True
        for place in self.places:
            self.fill(place)
        for place in self.places:
            if dice.random() < 0.4 and not place.final and any(
                    move.is_timer() for outer in place.around() for move in outer.moves):
                place.moves.append(Move("beat", "stay" if dice.random() < 0.7 else self.target(place)))
        self.table = {leaf.name: self.flatten(leaf) for leaf in self.leaves}
        self.add_restarts()

    def add(self, name, parent, is_composite):
        place = Place(name, parent)
        parent.children.append(place)
        self.places.append(place)
        if is_composite:
            for i in range(self.dice.randint(1, 2)):
                self.add(f"{name}{'xy'[i]}", place, False)

    def guard(self):
        self.guards += 1
        return f"g{self.guards}"

    def target(self, place):
        choice = self.dice.random()
        if choice < 0.1:
            return "same"
        if choice < 0.25:
            return "stay"
        return self.dice.choice(self.places).name

    def fill(self, place):
        dice = self.dice
        if place.final:
            if dice.random() < 0.3:
                place.moves.append(Move(dice.choice(EVENTS), dice.choice(self.leaves).name, reopen=True))
            return
        place.work = not place.children and dice.random() < 0.4
        for event in dice.sample(EVENTS, dice.randint(0, 2)):
            kind = dice.choice(["on", "on", "on", "after", "after", "after", "at", "counted", "each"])
            move = Move(event, self.target(place))
            if kind == "after":
                move.after = dice.randint(1, 3)
            elif kind == "at":
                move.at = dice.choice(["sure", "maybe", "created"])
            elif kind == "each":
                move.each = dice.randint(1, 3)
            elif kind == "counted":
                move.counted = dice.choice(["sure", "maybe", "created"])
            if dice.random() < 0.35:  # guarded, and often with another one behind it
                move.guard = self.guard()
                move.every = dice.randint(1, 2) if move.is_timer() else None
                place.moves.append(move)
                if dice.random() < 0.6:
                    other = Move(event, self.target(place))
                    if dice.random() < 0.4:
                        other.after = dice.randint(1, 3)
                    place.moves.append(other)
            else:
                place.moves.append(move)
        if place.parent is not self.root and dice.random() < 0.3:
            inherited = {move.event for outer in place.parent.around() for move in outer.moves}
            named = {move.event for move in place.moves}
            free = sorted(inherited - named)
            if free:
                place.refuses.append(dice.choice(free)) if dice.random() < 0.5 else place.ignores.append(dice.choice(free))

    def runs_on(self, leaf, move, place):
        """Whether a timer `after` of the place goes on with the move from that leaf, unless it is restarted."""
        to = self.goes(leaf, move)
        return not leaf.final and not to.final and place in leaf.around() and place in to.around() and \
            (place is not leaf or move.target == "stay")

    def add_restarts(self):
        timers = [(place, move) for place in self.places for move in place.moves if move.is_timer()]
        fired = {move.event for _, move in timers}
        for place in self.places:
            for move in place.moves:
                if move.event in fired or self.dice.random() < 0.3:
                    continue
                move.restarts = sorted({timer.event for around, timer in timers for leaf in self.leaves
                                        if timer.is_counting() and self.runs_on(leaf, move, around) and
                                        move in self.table[leaf.name].get(move.event, (None, []))[1]})

    def leaf_of(self, name):
        place = next(place for place in self.places if place.name == name)
        while place.children:
            place = next(child for child in place.children if child.initial)
        return place

    def named(self, name):
        return next(place for place in self.places if place.name == name)

    def flatten(self, leaf):
        """By event: the moves that are tried, in order, and the place that they are written in."""
        answers, closed = {}, set()
        for place in leaf.around():
            if leaf.final and place is not leaf:
                break
            for move in place.moves:
                if move.event not in closed:
                    answers.setdefault(move.event, (place, []))[1].append(move)
            closed |= set(answers) | set(place.refuses) | set(place.ignores)
        return answers

    def goes(self, leaf, move):
        return leaf if move.target in ("same", "stay") else self.leaf_of(move.target)

    def steps(self, leaf):
        """(event, move, next leaf): guards are free, so every move is one that may happen."""
        for event, (_, moves) in self.table[leaf.name].items():
            for move in moves:
                yield event, move, self.goes(leaf, move)

    def text(self, claims):
        begins = f"  on create -> {self.create.name};\n"
        sure = "sure: timestamp, maybe: timestamp?, sure_s: int, maybe_s: bigint?"
        create = f"{sure}, created: timestamp, created_s: bigint"
        events = f"  event create({create});\n"
        if self.imported:
            events += f"  event bring({sure});\n"
            begins += f"  on bring -> {self.imported.name};\n"
        states = "".join(f"  {place.text(2)}\n" for place in self.root.children)
        return ("pawl 1;\nmachine m {\n" + events + begins + states).rstrip("\n") + "\n" + "".join(
            f"  {claim}\n" for claim in claims) + "}\n"


# ---- brute force over states ---------------------------------------------------------------------------


def paths_end(machine, starts, through=lambda leaf: True):
    """The leaves that can be got to from starts, going on only through those."""
    found, queue = {leaf.name for leaf in starts}, list(starts)
    while queue:
        leaf = queue.pop()
        if not through(leaf):
            continue
        for _, _, to in machine.steps(leaf):
            if to.name not in found:
                found.add(to.name)
                queue.append(to)
    return found


def begun(machine):
    return [machine.create] + ([machine.imported] if machine.imported else [])


def can_finish(machine):
    final = {leaf.name for leaf in machine.leaves if leaf.final}
    return bool(final) and all(paths_end(machine, [leaf]) & final for leaf in machine.leaves)


def reached_everywhere(machine, left):
    goals = {leaf.name for leaf in left}
    return all(paths_end(machine, [leaf]) & goals for leaf in machine.leaves)


def never_reaches(machine, left, right):
    right = {leaf.name for leaf in right}
    for name in paths_end(machine, left):
        for _, move, to in machine.steps(machine.named(name)):
            if move.target != "stay" and to.name in right:
                return False
    return True


def never_moves(machine, left, right):
    right = {leaf.name for leaf in right}
    return not any(move.target != "stay" and to.name in right for leaf in left for _, move, to in machine.steps(leaf))


def only_after(machine, left, right):
    right = {leaf.name for leaf in right}
    found = paths_end(machine, begun(machine), lambda leaf: leaf.name not in right)
    return not found & {leaf.name for leaf in left}


def rests(machine, leaf):
    return leaf.final or not any(move.target != "stay" for _, move, _ in machine.steps(leaf))


def leads_to(machine, left, right, progress):
    goal = {leaf.name for leaf in right}
    begin = [leaf for leaf in left if leaf.name not in goal]
    found = paths_end(machine, begin, lambda leaf: leaf.name not in goal) - goal
    for name in found:
        if rests(machine, machine.named(name)):
            return False
        if progress and not paths_end(machine, [machine.named(name)]) & goal:
            return False
    if not progress:  # a circle in `found`, by moves that leave
        edges = {name: {to.name for _, move, to in machine.steps(machine.named(name))
                        if move.target != "stay" and to.name in found} for name in found}
        while True:
            ends = [name for name in edges if not edges[name]]
            if not ends:
                return not edges
            for name in ends:
                del edges[name]
            for name in edges:
                edges[name] -= set(ends)
    return True


def at_most_once(machine, event):
    found = {(leaf.name, 0) for leaf in begun(machine)}
    queue = list(found)
    while queue:
        name, count = queue.pop()
        for fired, _, to in machine.steps(machine.named(name)):
            after = count + (fired == event)
            if after == 2:
                return False
            if (to.name, after) not in found:
                found.add((to.name, after))
                queue.append((to.name, after))
    return True


# ---- brute force over clocks ---------------------------------------------------------------------------


class Clocks:
    """
    A leaf, and for each timer that runs there the ticks that are left. `at` may strike whenever it likes, and what is
    counted from data likewise, but at the latest after LONGEST.
    """

    def __init__(self, machine):
        self.machine = machine
        self.timers = [(place, move) for place in machine.places for move in place.moves if move.is_timer()]

    def lies_in(self, leaf, place):
        return any(outer is place for outer in leaf.around())

    def is_awake(self, leaf, number):
        place, move = self.timers[number]
        answer = self.machine.table[leaf.name].get(move.event)
        return answer is not None and any(tried is move for tried in answer[1])

    def has_time(self, number, created):
        """Whether the timer may, or is sure to, have a time: (may, surely)."""
        _, move = self.timers[number]
        given = move.at or move.counted
        if given is None or given == "sure":
            return True, True
        if given == "maybe":
            return True, False
        return (True, True) if created == "create" else (False, False)

    def enter(self, leaf, clocks, before, move, created, sure_only):
        """The clocks after a move to leaf, in every way: an `at` may have a time or not."""
        ways = [{}]
        for number, (place, timer) in enumerate(self.timers):
            if leaf.final or not self.lies_in(leaf, place):
                continue
            was_in = before is not None and not before.final and self.lies_in(before, place)
            begins = not was_in or (place is leaf and move.target != "stay") or \
                (timer.event in move.restarts and timer.is_counting())
            if not begins:
                for way in ways:
                    if number in clocks:
                        way[number] = clocks[number]
                continue
            may, surely = self.has_time(number, created)
            times = []
            if timer.after or timer.each:
                times = [timer.after or timer.each]
            elif may:
                times = ["some day" if timer.counted is None else LONGEST]
            if not times or not surely:
                times.append(None)
            ways = [{**way, **({} if time is None else {number: time})} for way in ways for time in times]
        return [(leaf.name, frozenset(way.items()), created) for way in ways]

    def begin(self):
        machine = self.machine
        return [config for leaf, created in [(machine.create, "create")] +
                ([(machine.imported, "bring")] if machine.imported else [])
                for config in self.enter(leaf, {}, None, None, created, False)]

    def due(self, config):
        """The timers that strike now or, where the time is from data, may strike now."""
        name, clocks, _ = config
        leaf = self.machine.named(name)
        return [number for number, left in clocks if self.is_awake(leaf, number) and
                (left in (0, "some day") or self.timers[number][1].counted is not None)]

    def fire(self, config, event, number=None):
        """What may come of it: moves by all answers of the guards; a timer that all refuse is tried again."""
        name, clocks, created = config
        leaf, clocks = self.machine.named(name), dict(clocks)
        _, moves = self.machine.table[leaf.name][event]
        if number is not None:
            clocks.pop(number)
            if self.timers[number][1].each:
                clocks[number] = self.timers[number][1].each
        results = []
        for move in moves:
            results += self.enter(self.machine.goes(leaf, move), clocks, leaf, move, created, False)
            if move.guard is None:
                return results
        if number is not None:
            again = dict(clocks)
            again[number] = self.timers[number][1].every or self.timers[number][1].each or 10
            results.append((name, frozenset(again.items()), created))
        return results

    def tick(self, config):
        name, clocks, created = config
        if any(left == 0 and self.is_awake(self.machine.named(name), number) for number, left in clocks):
            return None
        return name, frozenset((number, left - 1 if isinstance(left, int) and left > 0 else left)
                               for number, left in clocks), created

    def graph(self):
        """From every config that there can be: (next, 1 if a tick passed else 0); which timers have struck."""
        edges, queue, struck = {}, self.begin(), set()
        while queue:
            config = queue.pop()
            if config in edges:
                continue
            leaf = self.machine.named(config[0])
            out = [(to, 0) for event in self.machine.table[leaf.name] for to in self.fire(config, event)]
            for number in self.due(config):
                struck.add(number)
                out += [(to, 0) for to in self.fire(config, self.timers[number][1].event, number)]
            later = self.tick(config)
            if later is not None:
                out.append((later, 1))
            edges[config] = out
            queue += [to for to, _ in out]
            if len(edges) > 6000:
                return None, struck
        return edges, struck


def final_within(machine, edges, ticks):
    """Whether nobody is anywhere but in an end when more than so many ticks have passed."""
    if not any(leaf.final for leaf in machine.leaves):
        return False
    # the most ticks after which a config can be there, up to one more than is asked for
    most = {}
    queue = [(config, 0) for config in Clocks(machine).begin()]
    while queue:
        config, passed = queue.pop()
        if most.get(config, -1) >= passed:
            continue
        most[config] = passed
        if passed > ticks and not machine.named(config[0]).final:
            return False
        for to, tick in edges[config]:
            queue.append((to, min(passed + tick, ticks + 1)))
    return True


def goes_round(at_once, passes):
    """Whether there is a circle in which time passes: of moves at one instant each takes some."""
    ticks = {}
    for config in at_once:
        found, queue = {config}, [config]
        while queue:
            for to in at_once[queue.pop()]:
                if to not in found:
                    found.add(to)
                    queue.append(to)
        ticks[config] = {later for one in found for later in passes[one]}
    while True:
        ends = [config for config in ticks if not ticks[config] & ticks.keys()]
        if not ends:
            return bool(ticks)
        for config in ends:
            del ticks[config]


def work_ends(machine, edges):
    """From each working state, where nobody but the clock does anything, another state follows, whatever guards say."""
    clocks = Clocks(machine)
    for start in edges:
        leaf = machine.named(start[0])
        if not leaf.work or leaf.final:
            continue
        inside, passes, queue = {}, {}, [start]
        while queue:  # what can be there without leaving this state
            config = queue.pop()
            if config in inside:
                continue
            due = [(number, clocks.fire(config, clocks.timers[number][1].event, number))
                   for number in clocks.due(config)]
            later = clocks.tick(config)
            if later is None and not due:
                return False
            inside[config] = [to for _, results in due for to in results if to[0] == leaf.name]
            passes[config] = [] if later is None else [later]
            left = dict(config[1])
            if any(all(to[0] != leaf.name for to in results) for number, results in due if left[number] in (0, "some day")):
                inside[config] = passes[config] = []  # its turn comes, and nobody stays
            queue += inside[config] + passes[config]
        if goes_round(inside, passes):
            return False
    return True


# ---- claims --------------------------------------------------------------------------------------------


def scenario(machine, dice):
    """(text, whether it holds): a walk with said answers of guards, and a place that it may end in."""
    leaf, words = machine.create, ["create"]
    refused = False
    for _ in range(dice.randint(1, 4)):
        answers = machine.table[leaf.name]
        event = dice.choice(EVENTS)
        if not any(move.event == event for place in machine.places for move in place.moves):
            continue
        tried = answers.get(event, (None, []))[1]
        said = [move.guard for move in tried if move.guard and dice.random() < 0.5]
        words.append(event + (f"({', '.join('not ' + guard for guard in said)})" if said else ""))
        taken = next((move for move in tried if move.guard is None or move.guard not in said), None)
        if taken is None:
            ignored = next((event in place.ignores for place in leaf.around()
                            if event in place.ignores or event in place.refuses), False) and not tried
            if ignored:
                continue
            refused = True
            break
        leaf = machine.goes(leaf, taken)
    if len(words) == 1:
        return None
    claimed = dice.choice([leaf.name, dice.choice(machine.leaves).name, "refused"])
    holds = claimed == "refused" if refused else claimed == leaf.name
    return f'scenario "s" {{ {", ".join(words)} => {claimed} }}', holds


def claims_of(machine, dice, edges):
    """(text, whether it holds, whether the compiler must say so exactly)"""
    def place():
        return dice.choice(machine.places)

    claims = [("assert always can finish;", can_finish(machine), True)]
    for _ in range(3):
        a, b, c = place(), place(), place()
        la, lb, lc = a.leaves(), b.leaves(), c.leaves()
        claims += [
            (f"assert {a.name} can be reached from everywhere;", reached_everywhere(machine, la), True),
            (f"assert {a.name} never reaches {b.name};", never_reaches(machine, la, lb), True),
            (f"assert {a.name} never -> {b.name};", never_moves(machine, la, lb), True),
            (f"assert {a.name} only after {b.name};", only_after(machine, la, lb), True),
            (f"assert {a.name} leads to {b.name};", leads_to(machine, la, lb, False), True),
            (f"assert {a.name} leads to {b.name} or {c.name};", leads_to(machine, la, lb + lc, False), True),
            (f"assert {a.name} leads to {b.name} assuming progress;", leads_to(machine, la, lb, True), True),
        ]
    used = sorted({move.event for place in machine.places for move in place.moves})
    claims += [(f"assert {event} at most once;", at_most_once(machine, event), True) for event in used]
    if edges is not None:
        for ticks in (1, 2, 4, 7):
            claims.append((f"assert final within {ticks}s;", final_within(machine, edges, ticks), False))
        claims.append(("assert working states have timeouts;", work_ends(machine, edges), False))
    for _ in range(3):
        told = scenario(machine, dice)
        if told:
            claims.append((*told, True))
    return claims


def check(pawl, folder, text):
    path = os.path.join(folder, "m.fsm")
    with open(path, "w") as file:
        file.write(text)
    answer = subprocess.run([pawl, "check", "--format=json", path], capture_output=True, text=True, timeout=60)
    if answer.returncode not in (0, 1):
        raise SystemExit(f"pawl ended with {answer.returncode}: {answer.stderr}\n{text}")
    return json.loads(answer.stdout)["diagnostics"]


CLAIM_CODES = {"E087", "E088", "E089"}


def main():
    pawl, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 300
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    tried = wrong = skipped = missed = 0
    seen = {}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(seed, seed + count):
            dice = random.Random(number)
            machine = Machine(dice)
            bare = check(pawl, folder, machine.text([]))
            errors = [finding for finding in bare if finding["severity"] == "error"]
            if errors:  # what is no machine, as a composite that moves to itself without an initial state
                skipped += 1
                for finding in errors:
                    seen[finding["code"]] = seen.get(finding["code"], 0) + 1
                continue
            edges, struck = Clocks(machine).graph()
            claims = claims_of(machine, dice, edges)
            text = machine.text([claim for claim, _, _ in claims])
            first = text[:text.index(claims[0][0])].count("\n") + 1
            refused = {finding["line"] - first for finding in check(pawl, folder, text)
                       if finding["severity"] == "error"}
            for index, (claim, holds, exact) in enumerate(claims):
                tried += 1
                says = index not in refused
                if says == holds:
                    continue
                if says or exact:
                    wrong += 1
                    print(f"seed {number}: {claim} is {holds}, and pawl says {says}\n{machine.text([claim])}")
                else:
                    missed += 1
            wrong += findings(machine, number, bare, edges, struck)
    print(f"{count - skipped} machines, {tried} claims, {wrong} answered wrongly, "
          f"{missed} that hold and are not proved, {skipped} files that are no machine {seen or ''}")
    return 1 if wrong or tried < count else 0


def findings(machine, number, said, edges, struck):
    wrong = 0
    reached = paths_end(machine, begun(machine))
    names = {finding["message"].split("`")[1] for finding in said if finding["code"] == "W001"}
    unreached = {leaf.name for leaf in machine.leaves} - reached
    if not unreached >= {name for name in names if not machine.named(name).children}:
        wrong += 1
        print(f"seed {number}: W001 names {names}, and {reached} are reached\n{machine.text([])}")
    clocks = Clocks(machine)
    for finding in said:
        if finding["code"] != "W013" or edges is None:
            continue
        lines = machine.text([]).splitlines()
        line = lines[finding["line"] - 1].strip()
        for index in struck:
            place, move = clocks.timers[index]
            inside = next(i for i in range(finding["line"] - 1, -1, -1) if "state " in lines[i])
            if move.text() == line and f"state {place.name} " in lines[inside]:
                wrong += 1
                print(f"seed {number}: {finding['message']}, and it does\n{machine.text([])}")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
