"""What is said of a flow, done with runs of it: see told_machine.py for machines."""
import re

from told_flow_forms import ENDS, FORMS


class Flow:
    def __init__(self, thing, world):
        self.thing, self.world, self.name, self.problems = thing, world, thing.name, []
        self.args, self.undos, self.kinds, self.retried, self.sets = {}, {}, {}, set(), {}
        self.forever = set()
        self.optional, self.callbacks, self.checks, self.open = {}, {}, [], []
        self.values = {"parts": "2", "topic": "topics"}

    def wrong(self, sentence, problem):
        self.problems.append(f"\"{sentence}\": {problem}")

    def read(self, place, sentence):
        for form, function in FORMS:
            told = re.fullmatch(form, sentence)
            if told:
                self.checks += [(sentence, check) for check in [function(self, place, *told.groups())] if check]
                return True
        return False

    def callback(self, path):
        return self.callbacks.get(path, path.split(".")[-1])

    def alone(self, path):
        """Whether no step before it has the same callback, so that what that one answers is not said of others, too."""
        before = self.thing.steps[:self.thing.steps.index(path)]
        return self.callback(path) not in [self.callback(step) for step in before]

    def last_of_all(self):
        """The last step that is always come to and has an undo."""
        left_out = sum(self.optional.values(), [])
        return [path for path in self.thing.steps if path in self.undos and path not in left_out and self.alone(path)][-1]

    # ---- a run --------------------------------------------------------------------------------------------

    def begin(self, *script, **given):
        """A new run with other values, after callbacks were told what to answer."""
        world = self.world
        world.tell("forget")
        world.tell("say look OK:2")
        for line in script:
            world.tell(f"say {line}")
        world.calls()
        number = world.new_key()
        self.given = {name: given.get(name, self.values.get(name, name + number)) for name in self.args}
        self.answer = world.status(f"start {self.name} " + " ".join(f"{name}={value}" for name, value in self.given.items()
                                                                    if value is not None))
        run = world.answer[1].split()[1]
        self.open.append(run)
        return run

    def look(self, run):
        """Status, direction, place, milliseconds until it is due, data."""
        return self.world.tell(f"look {self.name} {run}")[0].split(" ", 4)

    def work(self, run):
        self.world.must(f"work {self.name}")
        return self.look(run)

    def hurry(self, state):
        self.world.tell(f"clock {max(0, int(state[3])) // 1000 + 1}")

    def drive(self, run, until=ENDS, steps=60):
        """Through pauses, waits and people; the pauses before it was tried again, and what was called."""
        pauses = []
        for _ in range(steps):
            state = self.work(run)
            if state[0] in until:
                break
            if state[0] == "ready":
                pauses.append(int(state[3]))
                self.hurry(state)
            elif state[0] == "paused":
                self.world.must(f"resume {self.name} {run}")
            elif state[0] == "waiting":
                self.world.must(f"signal {self.name} {run} {self.callback(state[2])}")
        self.pauses, self.state = pauses, state
        self.called = [call for call in self.world.calls() if call[5] == run]
        return state

    def stop(self):
        for run in self.open:
            if self.look(run)[0] not in ENDS[:3]:
                self.world.tell(f"cancel {self.name} {run}")
                self.work(run)
        self.open = []
        self.world.calls()

    def times(self, path, kind=None):
        return sum(1 for call in self.called if call[3].split("[")[0] == path and (kind or call[0]) == call[0] and
                   (kind == "undo" or call[0] != "undo"))

    def places(self, path):
        return [call[3] for call in self.called if call[3].split("[")[0] == path and call[0] != "undo"]

    def holds(self, type_name, key):
        """The token of a lock that somebody else gets and keeps; None: it is refused."""
        answer = self.world.status(f"acquire {type_name} {key} stranger")
        return self.world.answer[1].split()[1] if answer == "OK" else None

    def releases(self, type_name, key, token):
        self.world.must(f"release {type_name} {key} stranger {token}")

    def acquires(self, type_name, key):
        """Whether somebody else gets the lock."""
        token = self.holds(type_name, key)
        if token:
            self.releases(type_name, key, token)
        return token is not None


def problems_of(thing, world):
    flow = Flow(thing, world)
    for section, place, sentence in thing.items:
        if not flow.read(place, sentence):
            flow.problems.append(f"nobody knows what this means: {sentence} ({section}, {place})")
    for sentence, check in flow.checks:
        flow.problems += [f"\"{sentence}\" {problem}" for problem in check() or []]
    return flow.problems
