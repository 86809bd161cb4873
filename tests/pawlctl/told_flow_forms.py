"""Each sentence that may stand in what is said of a flow, and how it is found out whether it is so."""
import re

from told_words import DURATION, ms, name_of, names_of

ENDS = ("done", "undone", "cancelled", "parked")
RETRIES = r"(without limit|up to \d+ more times?), after (.+?)(?:, then twice as long each time, up to (.+?))?"
GIVES_UP = "(?:the flow goes back|the run ends|the step fails for good)"


# ---- of the flow ----------------------------------------------------------------------------------------------------------

def started_with(flow, place, words):
    found = re.findall(r"([\w ]+?) \((\w+)(, may be left out)?\)(?:, | and |$)", words or "")
    flow.args = {name_of(name): may != "" for name, _, may in found}

    def check():
        for name, may in flow.args.items():
            if name == "parts":
                continue  # a number that is not optional is 0 where nothing is written
            flow.begin(**{name: None})
            if flow.answer != ("OK" if may else "MISUSE"):
                yield f"without {name} it is answered {flow.answer}"
            if flow.answer != "OK":
                flow.open.pop()
            flow.stop()
    return check


def one_run(flow, place, words):
    def check():
        for name in names_of(words):
            run = flow.begin()
            given = dict(flow.given)
            again = flow.begin(**given)
            answer = flow.answer
            other = flow.begin(**{**given, name: "another"})
            if (answer, again == run, flow.answer, other == run) != ("EXISTS", True, "OK", False):
                yield f"twice it is answered {answer}, and with another {name} {flow.answer}"
            flow.stop()
            flow.begin(**given)
            if flow.answer != "EXISTS":
                yield f"after its end it is answered {flow.answer}"
            flow.stop()
    return check


def lock_of_run(flow, place, kind, words):
    flow.locks = getattr(flow, "locks", []) + names_of(words)
    if kind == "global":
        flow.global_locks = names_of(words)

    def check():
        for name in names_of(words):
            first = flow.begin()
            value = flow.given[name]
            # what else two runs would wait for each other for is another one
            others = {"buyer": f"{value}x", "parts": "3", name: value}
            second = flow.begin(**others)
            blocked = flow.work(second)[0]
            free = flow.acquires("parcel", value)
            flow.drive(first)
            flow.drive(second)
            if (blocked, free, flow.state[0]) != ("blocked", kind == "local", "done"):
                yield f"another run is {blocked}, then {flow.state[0]}, and others get the lock on {value}: {free}"
            if not flow.acquires("-", value):
                yield f"{value} is locked when all runs have ended"
            flow.stop()
    return check


def waits_for_global(flow, place):
    def check():
        for name in flow.global_locks:
            value = f"held by somebody {name}".replace(" ", "_")
            token = flow.holds("parcel", value)
            run = flow.begin(**{name: value})
            blocked = flow.work(run)[0]
            flow.releases("parcel", value, token)
            after = flow.drive(run)[0]
            if (blocked, after) != ("blocked", "done"):
                yield f"while somebody holds a lock on {value}, the run is {blocked}, and afterwards {after}"
            flow.stop()
    return check


def of_flow(flow):
    return next(path for path in flow.thing.steps if path in flow.kinds and path not in flow.retried)


def tried_again(flow, path, times, first, last):
    """Its attempts and the pauses between them, where it always fails; None where that is as told."""
    run = flow.begin(f"{flow.callback(path)} DB")
    count = None if times == "without limit" else int(re.findall(r"\d+", times or "0")[0])
    flow.drive(run, steps=18)
    called = flow.called
    attempts = [call for call in called if call[3] == (flow.places(path) or [""])[0] and call[0] != "undo"]
    pauses, problems, pause = flow.pauses, [], ms(first) if first else 0
    if count is None:
        if flow.state[:2] != ["ready", "forward"] or len(attempts) < 8:
            problems.append(f"{path} was tried {len(attempts)} times, and then the run is {flow.state[:2]}")
    elif len(attempts) != count + 1 or flow.state[0] not in ("undone", "parked"):
        problems.append(f"{path} was tried {len(attempts)} times, and then the run is {flow.state[:2]}")
    waited = [pause for pause in pauses if pause > 0]
    for number in range((count if count is not None else 8)):
        # what has gone by since is less: all pauses are minutes, so that it matters to nobody how long that took
        if not pause - 30000 <= waited[number] <= pause + 5:
            problems.append(f"before attempt {number + 2} of {path} it waits {waited[number]} ms, and told is {pause}")
        pause = min(2 * pause, ms(last) if last else pause)
    flow.stop()
    return problems


def flow_retries(flow, place, times, first, last):
    def check():
        path = of_flow(flow)
        yield from tried_again(flow, path, times, first, last)
    return check


def flow_retries_not(flow, place):
    def check():
        yield from tried_again(flow, of_flow(flow), None, None, None)
    return check


def announced(flow, place, topic):
    def check():
        run = flow.begin()
        flow.drive(run)
        wanted = flow.given.get(name_of(topic), topic)
        rows = flow.world.rows(f"select distinct topic from pawl_outbox where machine = '{flow.name}' and entity = '{run}'")
        if rows != [[wanted]]:
            yield f"it is announced under {rows}, not {wanted}"
        flow.stop()
    return check


# ---- of steps -------------------------------------------------------------------------------------------------------------

def heading(flow, place, end):
    pass


def called_by(flow, path, name):
    flow.callbacks[path] = name

    def check():
        flow.drive(flow.begin())
        called = [call[1] for call in flow.called if call[3].split("[")[0] == path and call[0] != "undo"]
        if not called or set(called) != {name}:
            yield f"{called} were called"
        flow.stop()
    return check


def in_database(flow, path, together):
    flow.kinds[path] = "tx"
    flow.together = getattr(flow, "together", []) + ([path] if together else [])

    def check():
        run = flow.begin()
        flow.drive(run)
        calls = [call for call in flow.called if call[3].split("[")[0] == path]
        if not calls or any(call[0] != "tx" or call[2] != "within" for call in calls) or \
                len({call[3] for call in calls}) != len(calls):
            yield f"{path} was called as {calls}"
        at = flow.thing.steps.index(path)
        if together and path != flow.together[-1] and flow.thing.steps[at + 1] in flow.together:
            run = flow.begin(f"{flow.callback(flow.thing.steps[at + 1])} DB")
            flow.drive(run)
            if flow.times(path) != flow.times(flow.thing.steps[at + 1]):
                yield f"{path} is done {flow.times(path)} times where the next one fails {flow.times(flow.thing.steps[at + 1])}"
        elif at + 1 < len(flow.thing.steps) and flow.kinds.get(flow.thing.steps[at + 1]) and not together and \
                flow.alone(flow.thing.steps[at + 1]):
            following = flow.thing.steps[at + 1]
            run = flow.begin(f"{flow.callback(following)} DB")
            flow.drive(run, steps=10)
            places = flow.places(path)
            if len(set(places)) != len(places) or not places:
                yield f"{path} is done at {places} where {following} fails"
        flow.stop()
    return check


def call_outside(flow, path, limit=None):
    flow.kinds[path] = "call"

    def check():
        name = flow.callback(path)
        for answer, script in (("done", [f"{name} OK"]), ("unknown", [f"{name} UNKNOWN"]),
                               ("late", [f"{name} OK:late={ms(limit) // 1000 + 5}"] if limit else None),
                               ("early", [f"{name} OK:late={ms(limit) // 1000 - 5}"] if limit else None)):
            if script is None or not flow.alone(path):
                continue
            flow.drive(flow.begin(*script), steps=12)
            calls = [call for call in flow.called if call[3].split("[")[0] == path and call[0] == "call"]
            keys = {}
            for call in calls:
                keys.setdefault(call[3], set()).add(call[4])
            if not calls or any(call[2] != "outside" for call in calls) or any(len(of) != 1 for of in keys.values()):
                yield f"{path} was called as {calls}"
            once = len(calls) == len(keys)
            if answer in ("done", "early") and not once or answer == "late" and once and name != "greet":
                yield f"{path} was called {len(calls)} times where it comes to its end {answer}"
            flow.stop()
    return check


def pauses(flow, path):
    def check():
        run = flow.begin()
        for _ in range(2):
            state = flow.drive(run, until=("paused",))
        if state[2] != path or state[0] != "paused":
            yield f"it is {state}"
        flow.world.must(f"resume {flow.name} {run}")
        state = flow.work(run)
        if state[0] == "paused":
            yield f"resumed it is {state}"
        flow.stop()
    return check


def keeps_locks(flow, path):
    def check():
        come_to(flow, path)
        free = [name for name in flow.locks if flow.acquires("-", flow.given[name])]
        if free:
            yield f"others get the lock on {free}"
        flow.stop()
    return check


def come_to(flow, path):
    """To where the run waits there."""
    run = flow.begin()
    for _ in range(20):
        state = flow.work(run)
        if state[0] in ("paused", "waiting") and state[2] == path:
            break
        flow.world.tell(f"resume {flow.name} {run}")
        if state[0] == "waiting":
            flow.world.must(f"signal {flow.name} {run} {flow.callback(state[2])}")
    flow.world.calls()
    return run


def waits_for(flow, path, signal):
    def check():
        run = come_to(flow, path)
        flow.world.must(f"signal {flow.name} {run} something_else")
        still = flow.work(run)[:3]
        first = flow.world.status(f"signal {flow.name} {run} {name_of(signal)}")
        again = flow.world.status(f"signal {flow.name} {run} {name_of(signal)}")
        if (still, first, again, flow.work(run)[2] == path) != (["waiting", "forward", path], "OK", "EXISTS", False):
            yield f"it is {still}, and the signal is answered {first}, then {again}"
        flow.stop()
    return check


def waits_so_long(flow, path, duration):
    cannot_be_undone = hasattr(flow, "irreversible")  # what comes before it

    def check():
        run = come_to(flow, path)
        flow.world.tell(f"clock {ms(duration) // 1000 - 60}")
        before = flow.work(run)[:2]
        flow.world.tell("clock 61")
        flow.drive(run)
        if (before, flow.state[0]) != (["waiting", "forward"], "parked" if cannot_be_undone else "undone"):
            yield f"before that it is {before}, and then {flow.state}"
        flow.stop()
    return check


def sets(flow, path, words):
    flow.sets[path] = names_of(words)

    def check():
        flow.drive(flow.begin())
        missing = [name for name in names_of(words) if f'"{name}":' not in flow.state[4]]
        if missing:
            yield f"behind it {missing} are not in {flow.state[4]}"
        flow.stop()
    return check


def carried(flow, place, name, setters, unset):
    setters = setters.split(", ") if setters else []

    def check():
        told = [path for path, names in flow.sets.items() if name_of(name) in names]
        if told != setters:
            yield f"{told} say that they set it"
        flow.drive(flow.begin())
        if (f'"{name_of(name)}":' in flow.state[4]) != bool(setters):
            yield f"in the end it has {flow.state[4]}"
        flow.stop()
    return check


def step_retries(flow, path, times, first, last):
    flow.retried.add(path)
    flow.forever |= {path} if times == "without limit" else set()

    def check():
        yield from tried_again(flow, path, times, first, last)
    return check


def step_retries_not(flow, path):
    flow.retried.add(path)

    def check():
        yield from tried_again(flow, path, None, None, None)
    return check


def undone_by(flow, path, undo):
    flow.undos[path] = name_of(undo)


def irreversible(flow, path):
    """Whatever fails for good behind it."""
    at = flow.thing.steps.index(path)
    flow.irreversible = path

    def check():
        behind = [flow.callback(step) for step in flow.thing.steps[at + 1:]]
        behind += [predicate for predicate, steps in flow.optional.items() if steps[0] in flow.thing.steps[at + 1:]]
        for name in behind:
            state = flow.drive(flow.begin(f"{name} DB"), until=("undone", "done", "cancelled", "parked"), steps=18)
            if state[1] != "forward" or any(call[0] == "undo" for call in flow.called) or not flow.times(path):
                yield f"where {name} fails, it is {state}, and {[c[1] for c in flow.called if c[0] == 'undo']} were called"
            flow.stop()
    return check


# ---- of scopes ------------------------------------------------------------------------------------------------------------

def steps_in(flow, sentence):
    return [steps for text, steps in flow.thing.scopes if text == sentence]


def only_if(flow, place, label, predicate, plain):
    name = predicate or name_of(plain)
    sentence = f"Only if: {label} [{predicate}]" if predicate else f"Only if {plain} holds"
    flow.optional[name] = [step for steps in steps_in(flow, sentence) for step in steps]

    def check():
        for answer in ("OK", "NO"):
            flow.drive(flow.begin(f"{name} {answer}"))
            for steps in steps_in(flow, sentence):
                done = [step for step in steps if flow.times(step)]
                if flow.state[0] != "done" or done != (steps if answer == "OK" else []):
                    yield f"{name} says {answer}, it is {flow.state[0]}, and {done} of {steps} are done"
            flow.stop()
    return check


def run_with_count(flow, value, count):
    given = {value: str(count)} if value in flow.args else {}
    return flow.drive(flow.begin(*[] if given else [f"look OK:{count}"], **given))


def as_often_as(flow, place, label, value, least, most):
    value, sentence = name_of(value), f"{value} says, "
    flow.loop = value

    def check():
        steps = next(steps for text, steps in flow.thing.scopes if f"s often as {value.replace('_', ' ')} says" in text)
        depth = sum(1 for text, inner in flow.thing.scopes if "s often as " in text and set(steps) < set(inner))
        for count in range(0, int(most) + 1):
            run_with_count(flow, value, count)
            rounds = {re.findall(r"\[(\d+)\]", at)[depth] for at in flow.places(steps[0])}
            wanted = max(count, 1 if least else 0)
            if flow.state[0] != "done" or len(rounds) != wanted:
                yield f"{count} is said, {sentence} it is {flow.state[0]}, and {steps[0]} is done {len(rounds)} times"
            flow.stop()
    return check


def fails_beyond(flow, place, value, most):
    def check():
        for count in (-1, int(most) + 1):
            state = run_with_count(flow, name_of(value), count)
            if state[0] != "undone" or not [call for call in flow.called if call[0] == "undo"]:
                yield f"{count} is said, and it is {state}"
            flow.stop()
    return check


def under_lock(flow, place, kind, words, kept):
    def check():
        text = f"Under the {kind} lock on {words}{kept or ''}"
        steps = steps_in(flow, text)[0]
        for name in names_of(words):
            run = flow.begin(f"{flow.callback(steps[0])} DB")
            value = flow.given[name]
            state = flow.work(run)  # it waits before it tries again, in there
            within = (flow.acquires("parcel", value), flow.acquires("-", value))
            flow.world.tell("forget")
            flow.world.tell("say look OK:2")
            for _ in range(10):
                state = flow.work(run)
                if state[0] != "ready":
                    break
                flow.hurry(state)
            behind = flow.acquires("parcel", value)
            if within != (kind == "local", False):
                yield f"in there others get the lock: {within}"
            if state[0] != "paused" or kept and behind:
                yield f"behind it, it is {state}, and others get the lock: {behind}"
            flow.drive(run)
            if not flow.acquires("-", value):
                yield f"the lock is held when the run has ended"
            flow.stop()
    return check


def uses(flow, place, label, words):
    def check():
        flow.drive(flow.begin())
        first = names_of(words)[0].split("_as_")[0]
        called = [call for call in flow.called if call[3].startswith(f"{place}.")]
        if not called or any(call[6] != flow.given[first] for call in called):
            yield f"{[call[3:] for call in called]} were called, and {first} is {flow.given[first]}"
        flow.stop()
    return check if words else None


# ---- going back -----------------------------------------------------------------------------------------------------------

def done_places(flow, called):
    return [call[3] for call in called if call[0] in ("tx", "call")]


def goes_back(flow, place):
    def check():
        scripts = ((), ("foreign NO",), ("big NO",)) if flow.name == "settle" else ((),)
        for script in scripts:
            for how in ("rollback", "failure"):
                last = flow.last_of_all()
                fails = [f"{flow.callback(last)} DB"] if how == "failure" else []
                run = flow.begin(*script, *fails)
                if how == "rollback":
                    flow.world.must(f"pause {flow.name} {run}")
                    flow.work(run)
                    flow.world.tell(f"resume {flow.name} {run}")
                    state = flow.work(run)
                    if state[0] == "done": # it has no pause of its own
                        break
                    flow.world.must(f"rollback {flow.name} {run}")
                flow.drive(run)
                done = [at for at in done_places(flow, flow.called)]
                done = [at for at in dict.fromkeys(done) if at.split("[")[0] in flow.undos]
                if how == "failure":
                    done = [at for at in done if flow.callback(at.split("[")[0]) != flow.callback(last)]
                back = [(call[1], call[3]) for call in flow.called if call[0] == "undo"]
                wanted = [(flow.undos[at.split("[")[0]], at) for at in reversed(done)]
                if flow.state[0] != "undone" or back != wanted:
                    yield f"after {how} with {script} it is {flow.state[0]}; {back} were called, and told of are {wanted}"
                flow.stop()
    return check


def undo_is_like_its_step(flow, place):
    def check():
        last = flow.last_of_all()
        for path, undo in flow.undos.items():
            if path == last or path in sum(flow.optional.values(), []) or not flow.alone(path):
                continue
            flow.drive(flow.begin(f"{undo} UNKNOWN" if flow.kinds[path] == "call" else f"{undo} OK", f"{flow.callback(last)} DB"))
            back = [call for call in flow.called if call[0] == "undo" and call[3].split("[")[0] == path]
            keys = {call[4] for call in flow.called if call[3].split("[")[0] == path}
            if len(keys) != 1 or {call[2] for call in back} != {"within" if flow.kinds[path] == "tx" else "outside"} or \
                    (len(back) == 1) != (flow.kinds[path] == "tx"):
                yield f"{path} and {undo} were called as {[call for call in flow.called if call[3].split('[')[0] == path]}"
            flow.stop()
    return check


def undo_fails(flow, place):
    def check():
        first = next(path for path in flow.thing.steps if path in flow.undos)
        last = flow.last_of_all()
        if first == last:
            return
        run = flow.begin(f"{flow.undos[first]} DB", f"{flow.callback(last)} DB")
        state = flow.drive(run)
        if state[0] != "parked" or not any(call[0] == "undo" for call in flow.called):
            yield f"it is {state}"
        flow.stop()
    return check


def parked_behind(flow, place):
    def check():
        run = flow.begin("wave DB")
        flow.drive(run, steps=12)
        flow.world.must(f"rollback {flow.name} {run}")
        state = flow.drive(run)
        if state[0] != "parked" or any(call[0] == "undo" for call in flow.called):
            yield f"rolled back, it is {state}"
        flow.stop()
    return check


def stops_behind(flow, place):
    """Whatever fails at it or behind it; see irreversible for what comes behind it."""
    def check():
        behind = flow.thing.steps[flow.thing.steps.index(flow.irreversible):]
        for status in "DB", "UNKNOWN":
            for path in [path for path in behind if path in flow.kinds and path not in flow.forever]:
                state = flow.drive(flow.begin(f"{flow.callback(path)} {status}"))
                wanted = "parked" if path != flow.irreversible or status == "UNKNOWN" else "undone"
                if state[0] != wanted:
                    yield f"where {path} is answered {status}, it is {state}"
                flow.stop()
    return check


def never_fails(flow, place):
    def check():
        for path in flow.kinds:
            state = flow.drive(flow.begin(f"{flow.callback(path)} DB"), steps=30)
            if state[:2] != ["ready", "forward"]:
                yield f"where {path} fails, it is {state}"
            flow.stop()
    return check


def ends_there(flow, place):
    def check():
        steps = [path for path in flow.thing.steps if path in flow.kinds]
        if hasattr(flow, "irreversible"):
            steps = steps[:steps.index(flow.irreversible) + 1]
        state = flow.drive(flow.begin(f"{flow.callback(steps[-1])} DB"))
        if state[0] != "undone" or any(call[0] == "undo" for call in flow.called) or \
                {call[3] for call in flow.called} != set(steps):
            yield f"it is {state}, and {flow.called} were called"
        flow.stop()
    return check


def cancelled(flow, place):
    def check():
        last = [path for path in flow.thing.steps if path in flow.kinds][-1]
        run = flow.begin(f"{flow.callback(last)} NOT_YET")
        flow.work(run)
        flow.world.must(f"cancel {flow.name} {run}")
        state = flow.drive(run)
        if state[0] != "cancelled" or any(call[0] == "undo" for call in flow.called):
            yield f"it is {state}"
        flow.stop()
    return check


def nothing_to_do(flow, place):
    """Is read elsewhere."""


FORMS = [
    (r"\[(:?)\]", heading),
    (r"It is started with nothing but its name\.", nothing_to_do),
    (r"It is started with (.+)\.", started_with),
    (r"Started twice with the same (.+), it runs once\.", one_run),
    (r"From its start to its end a run holds the (local|global) lock on (.+)\.", lock_of_run),
    (r"While a run holds a local lock, other runs of this flow with the same value wait; moves of machines do not\.", nothing_to_do),
    (r"A run waits for its global lock until nobody else holds a lock on that value\.", waits_for_global),
    (r"While it holds the lock, other runs that lock the same value wait, and nobody else can move anything whose lock is on that value\.",
     nothing_to_do),  # see lock_of_run
    (rf"(?:Unless the step says otherwise, a|A) step that fails is tried again {RETRIES}\.", flow_retries),
    (rf"If it still fails, {GIVES_UP}\.", nothing_to_do),
    (rf"(?:Unless the step says otherwise, a|A) step that fails is not tried again: {GIVES_UP}\.", flow_retries_not),
    (r"What a run does is announced to other programs, under the topic (.+)\.", announced),
    (r"Done in the database, exactly once(, together with the steps in the database next to it: all or none)?\.", in_database),
    (r"A call to the outside\.", nothing_to_do),
    (r"It may be sent more than once, each time with the same key, so that the receiver can recognise a repeat\.", call_outside),
    (rf"An attempt is given up after ({DURATION})\.", call_outside),
    (r"The run waits here, without limit, until somebody lets it go on\.", pauses),
    (r"The run waits here(?:, without limit,)? for the signal (.+); the first one counts\.", waits_for),
    (r"In the meantime the run keeps its locks\.", keeps_locks),
    (rf"If none has come after ({DURATION}), {GIVES_UP}\.", waits_so_long),
    (r"Its function is (\w+)\.", called_by),
    (r"It sets (.+)\.", sets),
    (rf"It is tried again {RETRIES}\.", step_retries),
    (r"It is not tried again\.", step_retries_not),
    (r"If the flow goes back, (.+) undoes it\.", undone_by),
    (r"It cannot be undone(?:: after it, the flow never goes back by itself)?\.", irreversible),
    (r"It stays done: it has no undo, and the flow goes back past it\.", nothing_to_do),  # see goes_back
    (r"Only if(?:: (.+) \[(\w+)\]| (.+) holds):", only_if),
    (r"(?:([\w ]+): a|A)s often as (.+) says, (at least once and )?at most (\d+) times?:", as_often_as),
    (r"If (.+) is not set, negative or more than (\d+), that is a failure for good\.", fails_beyond),
    (r"Under the (local|global) lock on (.+?)(, which is kept to the end of the run if a step that "
     r"can be undone was done)?:", under_lock),
    (r"([\w ]+?)(?:, with (.+))?", uses),
    (r"A step fails for good if its last attempt fails\.", nothing_to_do),  # see tried_again
    (r"No step fails for good: each is tried until it succeeds\.", never_fails),
    (r"Steps that stay done are left as they are\.", nothing_to_do),  # see goes_back
    (r"Then, or if somebody rolls the run back, the flow goes back: it undoes the steps that were done, "
     r"the last one first\.", goes_back),
    (r"An undo runs as its step does: in the database exactly once, outside perhaps more than once, with the key of the step\.",
     undo_is_like_its_step),
    (r"If an undo fails for good, the run stops until somebody decides\.", undo_fails),
    (r"Once a step that cannot be undone was done, or may have been done, a failure for good stops the run until somebody decides"
     r"\.", stops_behind),
    (r"Going back stops at a step that cannot be undone, until somebody decides\.", parked_behind),
    (r"Then the run ends, and nothing is undone\.", ends_there),
    (r"Each step and each undo is a function of the application\.", nothing_to_do),
    (r"This page does not say what it does, for example which event of a machine it fires, or who may do what\.", nothing_to_do),
    (r"If somebody cancels the run, it ends where it is(?:, and nothing is undone)?\.", cancelled),
    (r"([\w ]+) \(\w+\)(?:, set by (.+)|(, which no step sets))\.", carried),
    (r"Version  of the flow  in told\.fsm; contents", nothing_to_do),
]
