#!/usr/bin/env python3
"""
sentences.py PAWL PAWLCTL: what `pawl explain` says of a machine is what happens to its rows.

Reads the sentences about walk.fsm as somebody would who knows nothing else: what holds in a state, and in what is around it,
"where nothing else is said". Then it brings an entity into each state and fires each event, in an SQLite file: the answer,
the state, the history and the clocks must be as the sentences say, and nothing happens that no sentence tells of.
"""
import collections
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
HOURS = {"hour": 1, "day": 24}
SENTENCES = [
    ("moves", r"{event} moves it(?: back)? to (?P<to>.+)"),
    ("stays", r"{event} is recorded and leaves it there"),
    ("anew", r"{event} makes it leave (?P<left>.+?) and enter it again, so that its timers start anew"),
    ("anew", r"{event} makes it leave the state that it is in, and enter that again, so that the timers of that state "
             r"start anew"),
    ("ignores", r"{event} is ignored: nothing happens and nothing is recorded"),
    ("refuses", r"{event} is not allowed, although the states around it allow it"),
]


def read(pawl, path):
    """By place: { event: (what, to, hours) }, those inside of each, and what was not understood."""
    said = subprocess.run([pawl, "explain", path], capture_output=True, text=True, check=True).stdout
    items, place = [], None
    for line in said.split("\n"):
        heading = re.fullmatch(r"  (\S.*) \[\w+\](, an end)?", line)
        if heading:
            place = heading.group(1)
        elif line.startswith("  - "):
            items.append([place, line[4:]])
        elif line.startswith("    ") and items:
            items[-1][1] += " " + line.strip()
        elif re.fullmatch("[A-Z ]+", line.strip() or "x"):
            place = line.strip()
    claims, inside, around, strange = collections.defaultdict(dict), {}, {}, []
    for place, item in items:
        item = item.rstrip(".")
        begins = re.fullmatch(r"(?P<event>.+) begins a walk as (?P<to>.+)", item)
        holds = re.fullmatch(r"What follows holds in each of these: (.+)", item)
        inherits = re.fullmatch(r"What holds in (.+) holds here, where nothing else is said", item)
        move = re.fullmatch(r"While the walk is (?P<at>[^,]+), (?:and by itself (?P<number>\d+) (?P<unit>hour|day)s? "
                            r"after entering it, )?(?P<rest>.+)", item)
        reopened = re.fullmatch(r"(?P<at>\w+) is an end, but (?P<rest>.+)", item)
        if begins:
            claims[None][begins.group("event").lower()] = ("moves", begins.group("to"), None)
        elif holds:
            inside[place] = holds.group(1).split("; ")
        elif inherits:
            around[place] = inherits.group(1)
        elif move or reopened:
            found = move or reopened
            assert found.group("at").lower() == place, f"under {place}: {item}"
            for what, form in SENTENCES:
                told = re.fullmatch(form.format(event=r"(?P<event>[\w ]+?)"), found.group("rest"))
                if told:
                    hours = int(move.group("number")) * HOURS[move.group("unit")] if move and move.group("number") else None
                    to = told.groupdict().get("to") or told.groupdict().get("left")
                    claims[place].setdefault(told.group("event"), (what, to, hours))
                    break
            else:
                strange.append(item)
        elif item != "Nothing happens any more" and place in ("HOW IT BEGINS", "WHAT CAN HAPPEN") or place is None:
            strange.append(item)
    return claims, inside, around, strange


class Database:
    def __init__(self, pawl, pawlctl, folder):
        self.pawlctl, self.path, self.next = pawlctl, os.path.join(folder, "walk.db"), 0
        subprocess.run([pawl, os.path.join(HERE, "walk.fsm"), "-o", folder, "--emit=sqlite,json"], check=True)
        self.ctl("apply", os.path.join(folder, "walk.sqlite.sql"))
        with open(os.path.join(folder, "walk.json"), encoding="utf-8") as file:
            self.model = json.load(file)["machines"][0]

    def ctl(self, *words):
        return subprocess.run([self.pawlctl, *words, f"--db=sqlite:{self.path}"], capture_output=True, text=True)

    def fire(self, key, event):
        return json.loads(self.ctl("fire", "walk", key, event, "--json").stdout)["status"]

    def look(self, key):
        with sqlite3.connect(self.path) as file:
            head = file.execute("select state, sort_key, since from walk_current where walk_id = ?", (key,)).fetchone()
            clocks = {row[0]: row[1:] for row in file.execute(
                "select declaration, fence, due_at from walk_pending where walk_id = ? and not is_asleep", (key,))}
            rows = file.execute("select count(*) from walk_transitions where walk_id = ?", (key,)).fetchone()[0]
        return head, clocks, rows

    def bring(self, path):
        self.next += 1
        key = f"w{self.next}"
        for event in ["create", *path]:
            answer = self.fire(key, event)
            assert answer == "OK", f"{path}: {event} is answered {answer}"
        return key


def main():
    pawl, pawlctl = (os.path.abspath(word) for word in sys.argv[1:3])
    claims, inside, around, strange = read(pawl, os.path.join(HERE, "walk.fsm"))
    problems = [f"nobody knows what this means: {item}" for item in strange]
    with tempfile.TemporaryDirectory() as folder:
        database = Database(pawl, pawlctl, folder)
        states = [state["name"] for state in database.model["states"]]
        events = [event["name"] for event in database.model["events"] if not event["creation"]]

        def claim(state, event):
            spoken = event.replace("_", " ")
            place = state
            while place is not None:
                if spoken in claims[place]:
                    return claims[place][spoken], place
                place = around.get(place)
            return None, None

        def entered(to):
            return inside[to][0] if to in inside else to
        # how to get everywhere, by what is said
        paths, queue = {claims[None]["create"][1]: []}, [claims[None]["create"][1]]
        for state in queue:
            for event in events:
                told, _ = claim(state, event)
                if told and told[0] == "moves" and entered(told[1]) not in paths:
                    paths[entered(told[1])] = paths[state] + [event]
                    queue.append(entered(told[1]))
        problems += [f"no sentence leads to {state}" for state in states if state not in paths]
        tried = collections.Counter()
        for state in paths:
            for event in events:
                told, place = claim(state, event)
                key = database.bring(paths[state])
                (was, sort_key, _), clocks, rows = database.look(key)
                answer = database.fire(key, event)
                (now, new_key, since), new_clocks, new_rows = database.look(key)
                what = told[0] if told else "refuses"
                tried[what] += 1

                def wrong(sentence):
                    problems.append(f"{event} in {state} ({what}, said of {place}): {sentence}")
                if was != state:
                    wrong(f"it was in {was}")
                if answer != {"ignores": "IGNORED", "refuses": "ILLEGAL"}.get(what, "OK"):
                    wrong(f"the answer is {answer}")
                if now != (entered(told[1]) if what == "moves" else state):
                    wrong(f"it is in {now}")
                if new_rows != rows + (what in ("moves", "stays", "anew")):
                    wrong(f"the history has {new_rows} rows, and had {rows}")
                left = told[1] if what == "anew" and told[1] else state # the one that it says
                own = {name for name in clocks if name.startswith(f"{left}.")}
                if what in ("stays", "ignores", "refuses") and new_clocks != clocks:
                    wrong(f"clocks were {clocks} and are {new_clocks}")
                if what == "anew":
                    for name, (fence, _) in new_clocks.items():
                        if (fence == new_key) != (name in own):
                            wrong(f"the clock {name} has begun with {fence}, and this move is {new_key}")
                # each clock that is told of runs, and was begun by entering; no other does
                if what in ("moves", "anew"):
                    expected = {}
                    for at in (now, around.get(now)):
                        for name, (_, _, hours) in claims[at].items() if at is not None else ():
                            if hours is not None:
                                expected[f"{at}.{name.replace(' ', '_')}"] = hours
                    if set(expected) != set(new_clocks):
                        wrong(f"clocks {sorted(new_clocks)} run, and told of are {sorted(expected)}")
                    for name, hours in expected.items():
                        fence, due_at = new_clocks.get(name, (None, 0))
                        if fence == new_key and due_at - since != hours * 3600 * 1000000:
                            wrong(f"{name} is due {(due_at - since) / 3.6e9} hours after entering")
    for problem in problems:
        print(problem)
    print(f"{sum(tried.values())} pairs of state and event tried {dict(tried)}, {len(problems)} problems")
    return 1 if problems or set(tried) != {"moves", "stays", "anew", "ignores", "refuses"} else 0


sys.exit(main())
