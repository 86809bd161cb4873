"""
What is said of a machine, read as by somebody who knows nothing else, and done: from each state that the sentences lead to,
each event is fired with each answer that its guards can give. The answer, the state, the history, what ran within the move and
after it, and the clocks must be as the sentences say, and nothing else may happen.
"""
import html
import itertools
import re
import time

from told_machine_forms import FORMS, ends_in
from told_words import ACCOUNT, COUNT, DUE, DURATION, TOPIC, UNITS, ms, name_of, names_of

WEIGHTS = {True: 3, False: 30}  # what the guard in SQL says yes and no to


class Move:
    """One sentence about what an event does in a place."""

    def __init__(self, what, to, guards, runs_with, runs_after, clocks, every, restarts):
        self.what, self.to, self.guards, self.runs_with, self.runs_after = what, to, guards, runs_with, runs_after
        self.clocks, self.every, self.restarts = clocks, every, restarts
        self.is_recorded = True


class Machine:
    def __init__(self, thing, world):
        self.thing, self.world, self.name, self.problems = thing, world, thing.name, []
        self.places = list(thing.labels.values())
        self.moves, self.enter, self.leave, self.works = {}, {}, {}, {}  # by place
        self.given_up = {}  # likewise: an event, and after which failures
        self.inside, self.around, self.entering, self.ends, self.goals, self.shut = {}, {}, {}, set(), set(), set()
        self.creations, self.params = {}, {}
        self.edges, self.states, self.paths = [], [], {}
        self.checks = []  # what else was said: functions that find problems
        self.has_parent = self.is_implicit = False
        hooks = [re.match(r"(.+) \[(\w+)\]: (?:checked|runs) in ", sentence) for _, _, sentence in thing.items]
        self.hooks = {hook.group(1): hook.group(2).replace("_", " ") for hook in hooks if hook}  # by their labels

    def place(self, label):
        return self.thing.labels[label] if label in self.thing.labels else self.thing.labels[label[0].lower() + label[1:]]

    def wrong(self, sentence, problem):
        self.problems.append(f"\"{sentence}\": {problem}")

    # ---- reading ------------------------------------------------------------------------------------------

    def move_sentence(self, sentence, place):
        rest = sentence[:-1]
        found = re.fullmatch(r"While the \w+ is (?P<at>[^,]+), (?P<rest>.+)", rest)
        reopened = re.fullmatch(r"(?P<at>[^,]+) is an end, but (?P<rest>.+)", rest)
        if not found and not reopened:
            return False
        at, rest, clocks = (found or reopened).group("at"), (found or reopened).group("rest"), []
        if self.place(at) != place:
            self.wrong(sentence, f"it stands under {place}")
        itself = re.search("; also by itself (.+?)(?=, and is tried again |; |$)", rest)
        for clock in re.split(" and (?=\\d|when |every )", itself.group(1)) if itself else []:
            after = re.fullmatch(f"({DURATION}) after entering (.+)", clock)
            column = re.fullmatch(r"when the time in (?:the (latest ))?([\w ]+?)(?: \(given with \w+\))? has come", clock)
            counted = re.fullmatch(r"when the (\w+)s in (?:the latest )?([\w ]+?)(?: \(given with \w+\))? have passed since entering (.+)", clock)
            again = re.fullmatch(f"every ({DURATION}) from entering (.+)", clock)
            since = after.group(2) if after else counted.group(3) if counted else again.group(2) if again else None
            if not since and not column or since and self.place(since) != place:
                return False
            clocks.append(ms(after.group(1)) if after else (column.group(1) or "") + name_of(column.group(2)) if column else
                          (ms(again.group(1)), None) if again else
                          (UNITS[counted.group(1)], name_of(counted.group(2))))
        rest = rest.replace(itself.group(0), "", 1) if itself else rest
        rest, after = (rest.split("; ") + [""])[:1][0], rest.split("; ")[1:]
        runs_with, runs_after, restarts, others = [], [], [], False
        for clause in after:
            again = re.fullmatch(r"the clocks? of (.+?) starts? again(, and its other clocks run on)?", clause)
            if again:
                restarts += names_of(again.group(1))
                others = bool(again.group(2))
                continue
            later = re.fullmatch(r"(.+?) runs? after it, once it is saved", clause)
            within = re.fullmatch(r"(.+?) runs? with it", clause)
            if not later and not within:
                return False
            (runs_after if later else runs_with).extend(names_of((later or within).group(1)))
        tried = re.fullmatch(f"(.+), and is tried again every ({DURATION}) while it is refused", rest)
        rest = tried.group(1) if tried else rest
        conditions = re.fullmatch("(.+), if (.+)", rest)
        guards = []
        if conditions:
            rest = conditions.group(1)
            for condition in re.split(", | and ", conditions.group(2)):
                told = re.fullmatch("(.+?) (holds|does not hold)", condition)
                if not told:
                    return False
                guards.append((name_of(told.group(1)), told.group(2) == "holds"))
        for what, form in (("moves", r"(?:still )?moves it to (?P<to>.+?)(?: \((?P<first>.+)\))?"), ("stays", "is (?P<silent>not )?recorded and leaves it there(?P<clocks>, where its clocks run on)?"),
                           ("anew", "makes it leave (?P<to>.+?) and enter it again(?P<clocks>, so that its clocks start again)?"),
                           ("anew", "makes it leave the state that it is in, and enter that again(?P<clocks>, so that the clocks of "
                                    "that state start again)?"),
                           ("ignores", "is ignored: nothing happens and nothing is recorded"),
                           ("refuses", "is refused, although its group allows it")):
            told = re.fullmatch(f"(?P<event>[a-z ]+?)(?P<otherwise> otherwise)? {form}", rest)
            if not told:
                continue
            if reopened and (what, " still moves " in rest) != ("moves", True):
                return False
            to, first = told.groupdict().get("to"), told.groupdict().get("first")
            if first:
                self.entering[self.place(to)] = self.place(first)
            moves = self.moves.setdefault(place, {}).setdefault(name_of(told.group("event")), [])
            if bool(moves) != bool(told.group("otherwise")):
                self.wrong(sentence, "`otherwise` says that another sentence about the event stands before it, and none but "
                                     "then")
            moves.append(Move(what, self.place(to) if to else None, guards, runs_with, runs_after, clocks,
                              ms(tried.group(2)) if tried else None, restarts))
            moves[-1].is_recorded = not told.groupdict().get("silent")
            if what == "anew":
                self.other(lambda: [f"{sentence}: {told.group('clocks')}"] if self.has_clock(place, True) != bool(told.group("clocks")) else [])
            elif what == "stays":
                self.other(lambda: [f"{sentence}: which clocks run on"]
                           if [bool(told.group("clocks")), others] != self.clocks_that_run_on(place, restarts) else [])
            return True
        return False

    def named(self, words):
        """With the names of guards and effects for their labels: a question is answered, and what is none holds."""
        for label, name in self.hooks.items():
            if label.endswith("?"):
                words = words.replace(f'"{label}" is answered yes', f"{name} holds")
                words = words.replace(f'"{label}" is answered no', f"{name} does not hold")
            else:
                words = words.replace(f'"{label}"', name)
        return words

    def read(self, section, place, sentence):
        """Whether it is known what that means."""
        sentence = self.named(sentence)
        for form, function in FORMS:
            told = re.fullmatch(form, sentence)
            if told:
                function(self, sentence, place, *told.groups())
                return True
        return self.move_sentence(sentence, place)

    def other(self, check):
        self.checks.append(check)

    # ---- where things are ---------------------------------------------------------------------------------

    def chain(self, state):
        """The state and what is around it, from the inside out."""
        chain = []
        while state is not None:
            chain.append(state)
            state = self.around.get(state)
        return chain

    def entered(self, place):
        return self.entering.get(place, self.inside[place][0]) if place in self.inside else place

    def said(self, state, event):
        """The moves that hold there, and where that is said."""
        for place in self.chain(state):
            if place != state and state in self.ends:
                break
            if event in self.moves.get(place, {}):
                return self.moves[place][event], place
        return [], None

    # ---- an entity ----------------------------------------------------------------------------------------

    def params_of(self, event, **given):
        values = {"account": f"{ACCOUNT}{self.world.keys}", "topic": f"{TOPIC}{self.world.keys}", "weight": WEIGHTS[True],
                  "room": "r", "due_at": DUE, "until": DUE + 1, "note": "n", "patience": COUNT, **given}
        return "".join(f" {name}={values[name]}" for name in self.params.get(event, {}) if values[name] is not None)

    def fire(self, key, event, **given):
        return self.world.status(f"fire {self.name} {key} {event}{self.params_of(event, **given)}")

    def new(self, creation=None, **given):
        key = self.world.new_key("" if self.name in ("visit", "badge") else self.name)
        if self.has_parent:
            self.world.must(f"exec insert into {self.name}s (id) values ('{key}')")
        if self.is_implicit:
            return key
        creation = creation or self.first
        answer = self.fire(key, creation, **given)
        assert answer == "OK", f"{creation}: {self.world.answer}"
        return key

    def bring(self, state):
        creation, path = self.paths[state]
        self.world.tell("forget")
        key = self.new(creation)
        for event, answers in path:
            self.answer_guards(answers)
            answer = self.fire(key, event, **self.weight(answers))
            assert answer == "OK", f"{event} on the way to {state}: {self.world.answer}"
        self.world.tell("forget")
        self.world.calls()
        return key

    def weight(self, answers):
        return {"weight": WEIGHTS[answers.get("light", True)]}

    def answer_guards(self, answers):
        self.world.tell("forget")
        for guard, yes in answers.items():
            self.world.tell(f"say {guard} {'OK' if yes else 'REFUSED'}")

    def look(self, key):
        us = self.world.us
        head = self.world.rows(f"select state, sort_key, {us('since')} from {self.name}_current where {self.name}_id = '{key}'")
        clocks = []
        if self.has_queue:
            clocks = self.world.rows(f"select declaration, fence, {us('due_at')} from {self.name}_pending "
                                     f"where {self.name}_id = '{key}' and not is_work and not is_asleep")
        count = self.world.rows(f"select count(*) from {self.name}_{self.history} where {self.name}_id = '{key}'")[0][0]
        return (self.thing.stored.get(head[0][0], "?"), int(head[0][1]), int(head[0][2])), {c[0]: (int(c[1]), int(c[2])) for c in clocks}, int(count)

    # ---- each state, each event, each answer of the guards ------------------------------------------------------

    def find_paths(self):
        queue = []
        for creation, to in self.creations.items():
            if to not in self.paths:
                self.paths[to] = (creation, [])
                queue.append(to)
        for state in queue:
            for event in self.events:
                for answers in self.valuations(state, event):
                    move = self.chosen(state, event, answers)
                    if move and move.what == "moves" and self.entered(move.to) not in self.paths:
                        to = self.entered(move.to)
                        self.paths[to] = (self.paths[state][0], self.paths[state][1] + [(event, answers)])
                        queue.append(to)
        self.states = [place for place in self.places if place not in self.inside]
        for state in self.states:
            if state not in self.paths:
                self.problems.append(f"no sentence leads to {state}")

    def valuations(self, state, event):
        guards = sorted({guard for move in self.said(state, event)[0] for guard, _ in move.guards} - {"dry"})
        for answers in itertools.product([True, False], repeat=len(guards)):
            yield {**dict(zip(guards, answers)), "dry": True}

    def chosen(self, state, event, answers):
        for move in self.said(state, event)[0]:
            if all(answers[guard] == wanted for guard, wanted in move.guards):
                return move
        return None

    def crossed(self, state, move):
        """What is left, from the inside out, and what is entered, from the outside in."""
        if move.what in ("stays", "ignores", "refuses"):
            return [], []
        if move.what == "anew" and move.to is not None: # what it says, also of what is around it
            left = self.chain(state)[:self.chain(state).index(move.to) + 1] if move.to in self.chain(state) else [move.to]
            return left, list(reversed(left))
        to = state if move.what == "anew" else self.entered(move.to)
        if to == state:
            return [state], [state]
        left = [place for place in self.chain(state) if place not in self.chain(to)]
        return left, [place for place in reversed(self.chain(to)) if place not in self.chain(state)]

    def try_one(self, state, event, answers):
        world, key = self.world, self.bring(state)
        moves, place = self.said(state, event)
        move = self.chosen(state, event, answers)
        (was, sort_key, _), clocks, rows = self.look(key)
        scales = self.count_scales(key)
        world.tell("forget")
        self.answer_guards({guard: yes for guard, yes in answers.items() if guard != "dry"})
        world.calls()
        answer = self.fire(key, event, **self.weight(answers))
        calls = [call for call in world.calls() if call[0] != "guard"]
        (now, new_key, since), new_clocks, new_rows = self.look(key)
        expected = "ILLEGAL" if not moves or moves[0].what == "refuses" else "REFUSED" if move is None else \
            "IGNORED" if move.what == "ignores" else "OK"
        moved = expected == "OK"

        def wrong(problem):
            said = "REFUSED" if move is None else move.what
            self.problems.append(f"{event} in {state} when {answers} ({said}, as is said of {place}): {problem}")
        if was != state:
            wrong(f"it was in {was}")
        if answer != expected:
            wrong(f"the answer is {answer}, not {expected}")
        left, entered = self.crossed(state, move) if moved else ([], [])
        to = self.entered(move.to) if moved and move.what == "moves" else state
        if now != to:
            wrong(f"it is in {now}, not in {to}")
        if new_rows != rows + (moved and move.is_recorded):
            wrong(f"the history has {new_rows} rows, and had {rows}")
        if moved:
            self.edges.append((state, event, to))
            within = sum((self.leave.get(p, []) for p in left), []) + move.runs_with + \
                sum((self.enter.get(p, []) for p in entered), [])
            heard = [call[1] for call in calls if call[2] == "within"]
            if heard != [name for name in within if name != "write_down"]:
                wrong(f"{heard} ran with it, and told of are {within}")
            if self.count_scales(key) != scales + within.count("write_down"):
                wrong("write_down did not run as told of")
            heard = [call[1] for call in calls if call[2] == "outside"]
            if heard != move.runs_after:
                wrong(f"{heard} ran after it, and told of are {move.runs_after}")
        elif calls:
            wrong(f"{calls} ran")
        self.compare_clocks(wrong, event, now, entered, (new_key, since), clocks, new_clocks, move if moved else None)

    def compare_clocks(self, wrong, event, now, entered, head, clocks, new_clocks, move):
        if move is None:
            if clocks != new_clocks:
                wrong(f"clocks were {clocks} and are {new_clocks}")
            return
        if not move.is_recorded:
            if clocks.keys() != new_clocks.keys():
                wrong(f"clocks were {clocks} and are {new_clocks}")
            return
        new_key, since = head
        begun = sorted(due for fence, due in new_clocks.values() if fence == new_key)
        expected, running = [], 0
        for place in self.chain(now):
            if now in self.ends:
                break
            again = [clock for name in move.restarts if name in self.moves.get(place, {})
                     for clock in self.moves[place][name][0].clocks]
            for clock in self.clocks_at(place):
                if place not in entered and clock not in again:
                    running += not isinstance(clock, str) or clock == "due_at" or clock.startswith("latest ") or \
                        event in ("postpone", "check_up")
                elif isinstance(clock, int):
                    expected.append(since + clock * 1000)
                elif isinstance(clock, tuple):
                    expected.append(since + clock[0] * (COUNT if clock[1] else 1) * 1000)
                elif clock == "due_at" or clock.startswith("latest ") or clock in self.params.get(event, {}):
                    expected.append(DUE if clock == "due_at" else DUE + 1)
        if begun != sorted(expected):
            wrong(f"clocks have begun for {begun}, and told of are {sorted(expected)}")
        if len(new_clocks) != len(expected) + running:
            wrong(f"clocks {sorted(new_clocks)} run, and {len(expected)} begin and {running} go on as told of")

    def inside_of(self, place):
        return [state for state in self.states if place in self.chain(state)]

    def has_clock(self, place, own, without=()):
        """Whether a clock runs somewhere in it, but of those events; its own, or also one of what is around."""
        return any(self.clocks_at(at, without) for state in self.inside_of(place) if state not in self.ends
                   for at in ([state] if own else self.chain(state)))

    def clocks_that_run_on(self, place, restarts):
        """Whether a sentence that leaves it there says that its clocks run on, and that its other clocks do."""
        run_on = self.has_clock(place, False, restarts)
        return [run_on and not restarts, run_on and bool(restarts)]

    def clocks_at(self, place, without=()):
        clocks = []
        for event, moves in self.moves.get(place, {}).items():
            for clock in moves[0].clocks if event not in without else []:
                clocks.append(clock)
        return clocks

    def count_scales(self, key):
        return int(self.world.rows(f"select count(*) from scales where parcel_id = '{key}'")[0][0])

    # ---- by itself ----------------------------------------------------------------------------------------

    def make_due(self, key, condition):
        past = "timestamptz '2020-01-01'" if self.world.on_postgres else "1"
        self.world.tell(f"forge update {self.name}_pending set due_at = {past} where {self.name}_id = '{key}' and {condition}")

    def strike(self):
        """Each clock fires its event, with nobody's help; where the guards refuse, it does so again as told."""
        for place, moves in self.moves.items():
            for event, alternatives in moves.items():
                if not alternatives[0].clocks:
                    continue
                state = self.entered(place)
                for answers in self.valuations(state, event):
                    key = self.bring(state)
                    names = [name for name in self.look(key)[1] if re.fullmatch(rf"{place}\.{event}(_\d+)?.*", name)]
                    if len(names) != len(alternatives[0].clocks):
                        self.problems.append(f"{event} in {state}: clocks {names} run")
                    move = self.chosen(state, event, answers)
                    for name in names[:1] if move else names:
                        self.answer_guards({guard: yes for guard, yes in answers.items() if guard != "dry"})
                        self.make_due(key, f"declaration = '{name}'")
                        before = time.time()
                        self.world.must(f"work {self.name}")
                        (now, _, _), clocks, _ = self.look(key)
                        if now != (self.entered(move.to) if move and move.what == "moves" else state):
                            self.problems.append(f"{event} in {state} by itself, when {answers}: it is in {now}")
                        if move and move.what == "stays" and (name in clocks) != ((alternatives[0].clocks[0][1:] == (None,))
                                                                                  if isinstance(alternatives[0].clocks[0], tuple) else False):
                            self.problems.append(f"{event} in {state} by itself: then clocks {clocks} run")
                        every = next((told.every for told in alternatives if told.every), None)
                        if move is None:
                            again = clocks[name][1] / 1e6
                            if every is None or not before + every / 1000 - 1 <= again <= time.time() + every / 1000 + 1:
                                self.problems.append(f"{event} in {state} by itself, refused: it is tried again at "
                                                     f"{again - before:.0f} s, and told is {every}")

    # ---- what is said of all of it --------------------------------------------------------------------------------

    def page_counts(self, states, ends, events, timed):
        by_clock = {event for at in self.moves.values() for event, told in at.items() if told[0].clocks}
        told = (int(states), 0 if ends == "none" else int(ends), int(events), int(timed or 0))
        real = (len(self.states), len(self.ends), len(set(self.events) | set(self.creations)), len(by_clock))
        if told != real:
            self.problems.append(f"the page counts {told}, and told of are {real} states, ends, events, events by a clock")

    def row_of(self, state, place, moves, number):
        """The cells that a sentence about an event comes to, and what runs within: condition, target, what is done."""
        labels = {name: label for label, name in self.thing.labels.items()}
        move = moves[number]
        condition = " and ".join(guard.replace("_", " ") + (" holds" if yes else " does not hold") for guard, yes in move.guards)
        if not condition and number > 0:
            condition = "otherwise"
        else:
            condition = ("" if len(moves) == 1 else f"{number + 1}. ") + (condition or "always")
        to = state if move.what != "moves" else self.entered(move.to)
        run_on, others_do = self.clocks_that_run_on(state, move.restarts) if move.what == "stays" else (False, False)
        target = f"stays, and is {'' if move.is_recorded else 'not '}recorded" + "; its clocks run on" * run_on if move.what == "stays" else \
            labels[to] + (", although it had ended" if state in self.ends else "") + (
                "" if to != state else " again: its clocks start again" if self.clocks_at(state) else " again")
        if move.restarts:
            named = " and ".join(move.restarts).replace("_", " ")
            target += f"; the clock{'s' * (len(move.restarts) > 1)} of {named} start{'s' * (len(move.restarts) == 1)} again"
            target += ", and its other clocks run on" * others_do
        left, entered = self.crossed(state, move)
        within = sum((self.leave.get(p, []) for p in left), []) + move.runs_with + sum((self.enter.get(p, []) for p in entered), [])
        also = [", ".join(within)] if within else []
        also += ["once saved: " + ", ".join(move.runs_after)] if move.runs_after else []
        return condition, move.every, target, "; ".join(also).replace("_", " ") or "nothing"

    def clocks_of(self, state, place, moves):
        labels = {name: label for label, name in self.thing.labels.items()}
        return {(clock, labels[place] if not isinstance(clock, str) and place != state else None) for clock in moves[0].clocks}

    def page_table(self):
        """Each row of each state's table says what the sentences say, and each badge."""
        article = self.thing.article

        def plain(cell):
            return html.unescape(re.sub("<[^>]+>", "", cell))

        def rows_of(section):
            for event, clocks, body in re.findall(
                    r'<tbody>\s*<tr><th [^>]*><i class="event[^"]*">(.*?)</i>(.*?)</th>(.*?)</tbody>', section, re.S):
                yield event.replace(" ", "_"), plain(clocks), [[plain(cell) for cell in re.findall("<td[^>]*>(.*?)</td>", row)]
                                                                for row in body.strip().split("\n")]

        begin = re.search('<section class="place begin">(.*?)</section>', article, re.S)
        begun = {event: cells for event, _, rows in rows_of(begin.group(1) if begin else "") for cells in rows}
        labels = {name: label for label, name in self.thing.labels.items()}
        never = "never: it begins with its row, as " if self.is_implicit else ""
        wanted = {event: ["always", never + labels[self.entered(to)], ", ".join(self.enter.get(to, [])).replace("_", " ") or
                          "nothing"] for event, to in self.creations.items()}
        if begun != wanted:
            self.problems.append(f"the page says that it begins so: {begun}, and the sentences {wanted}")
        for state in self.states:
            section = re.search(rf'id="m\d+-in-{state}">(.*?)</section>', article, re.S).group(1)
            table = {event: (clocks, rows) for event, clocks, rows in rows_of(section)}
            for event in set(self.events) | set(table):
                moves, place = self.said(state, event)
                real = moves if moves and moves[0].what in ("moves", "stays", "anew") else []
                clocks, rows = table.get(event, ("", []))
                told = []
                for condition, target, also in rows:
                    again = re.fullmatch(f"(.+); tried again every ({DURATION}) while it is refused", condition)
                    told.append((self.named(again.group(1) if again else condition), ms(again.group(2)) if again else None, target, self.named(also)))
                if told != [self.row_of(state, place, real, i) for i in range(len(real))]:
                    self.problems.append(f"the table says of {event} in {state}: {told}, and the sentences "
                                         f"{[self.row_of(state, place, real, i) for i in range(len(real))]}")
                failed = self.given_up.get(next((p for p in self.chain(state) if p in self.works), None), (None, ""))
                if [f"by itself after {failed[1]}"] * (event == failed[0]) != re.findall(
                        r"by itself after \d+ failures? of .+?(?=by itself|$)", clocks):
                    self.problems.append(f"the table says that {event} in {state} comes {clocks}, and the work {failed}")
                due = {(ms(after), at or None) for after, at in
                       re.findall(f"by itself after ({DURATION})(?: in ([^,]+?))?(?=by itself|$)", clocks)}
                due |= {(latest + name_of(column), None) for latest, column in
                        re.findall(r"by itself when the time in (?:the (latest ))?([\w ]+?)(?: \(given with \w+\))? has come", clocks)}
                due |= {((ms(every), None), at or None) for every, at in
                        re.findall(f"by itself every ({DURATION})(?: in ([^,]+?))?(?=by itself|$)", clocks)}
                due |= {((UNITS[unit], name_of(column)), at or None) for unit, column, at in
                        re.findall(r"by itself when the (\w+?)s in (?:the latest )?([\w ]+?)(?: \(given with \w+\))? have passed"
                                   r"(?: in ([^,]+?))?(?=by itself|$)", clocks)}
                if due != (self.clocks_of(state, place, real) if real else set()):
                    self.problems.append(f"the table says that {event} in {state} comes {clocks}")
        for state in self.states:
            section = re.search(rf'id="m\d+-in-{state}">(.*?)</h', article, re.S).group(1)
            badges = set(re.findall(r'class="badge \w+">([^<]+)<', section))
            real = {"begins here"} if state in self.initial else set()
            real |= {"the goal" if state in self.goals else "an end"} if state in self.ends else set()
            real |= {"a clock is running"} if self.look(self.bring(state))[1] else set()
            if badges != real:
                self.problems.append(f"the badges of {state} are {badges}, and it is {real}")


def problems_of(thing, world):
    machine = Machine(thing, world)
    labels = {sentence for section, _, sentence in thing.items if section == "HOW IT ENDS"}
    for section, place, sentence in thing.items:
        if section == "HOW IT ENDS" and not sentence.startswith("It has"):
            ends_in(machine, sentence, place, sentence[:-1])
        elif not machine.read(section, place, sentence):
            machine.problems.append(f"nobody knows what this means: {sentence} ({section}, {place})")
    machine.first = next(iter(machine.creations), None)
    machine.initial = {to for event, to in machine.creations.items() if event == "create"}
    machine.events = sorted({event for told in machine.moves.values() for event in told})
    machine.has_queue = any(move.clocks for told in machine.moves.values() for moves in told.values() for move in moves)
    machine.history = "history" if "latest move," in "".join(sentence for _, _, sentence in thing.items) else "transitions"
    machine.find_paths()
    for state in machine.states:
        for event in machine.events:
            for answers in machine.valuations(state, event):
                machine.try_one(state, event, answers)
    machine.strike()
    machine.page_table()
    for check in machine.checks:
        machine.problems += list(check() or [])
    return machine.problems
