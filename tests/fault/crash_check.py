"""crash_check.py HISTORY HEADS LOG...: judges what a storm of crashes has left, with nothing of Pawl's.

HISTORY has a line for each row, machine|key|sort_key|event|from|to|created_at|request_id|actor; HEADS
machine|key|state|sort_key; a LOG what a worker has asked and been answered (crash_worker.c).
"""

import sys

# The machines, written down by hand.
LEGAL = {
    "door": {
        ("create", "", "closed"),
        ("open", "closed", "opened"),
        ("flip", "closed", "opened"),
        ("knock", "closed", "closed"),
        ("lock", "closed", "locked"),
        ("shut", "opened", "closed"),
        ("flip", "opened", "closed"),
        ("unlock", "locked", "closed"),
    },
    "alarm": {
        ("create", "", "set"),
        ("note", "set", "set"),
        ("again", "set", "set"),
        ("repeat", "set", "set"),
        ("arm", "set", "first"),
        ("turn", "first", "second"),
        ("turn", "second", "third"),
        ("turn", "third", "first"),
        ("stop", "set", "off"),
        ("wind", "off", "set"),
    }
    | {(event, state, state) for event in ("note", "again") for state in ("first", "second", "third")}
    | {("stop", state, "off") for state in ("first", "second", "third")},
    "ticket": {
        ("create", "", "open"),
        ("take", "open", "taken"),
        ("give_back", "open", "open"),
        ("give_back", "taken", "open"),
        ("drop", "taken", "open"),
        ("remind", "taken", "taken"),
        ("close", "open", "closed"),
        ("close", "taken", "closed"),
    },
}

# What is said of a request whose move was not made.
REFUSALS = ("ILLEGAL", "IGNORED", "NOT_FOUND", "EXISTS", "UNDONE")

problems = []


def problem(text):
    problems.append(text)


def rows_of(path):
    with open(path, encoding="utf-8") as lines:
        return [line.rstrip("\n").split("|") for line in lines]


def check_histories(history, heads):
    last = {}
    requests = {}
    for machine, key, sort_key, event, before, after, created_at, request, actor in history:
        at = f"{machine} {key}, sort_key {sort_key}"
        earlier = last.get((machine, key), ("0", "", ""))
        if int(sort_key) != int(earlier[0]) + 10:
            problem(f"{at}: follows sort_key {earlier[0]}")
        if before != earlier[1]:
            problem(f"{at}: begins in {before}, though it was {earlier[1]}")
        if created_at < earlier[2]:
            problem(f"{at}: is older than the row before it")
        if (event, before, after) not in LEGAL[machine]:
            problem(f"{at}: no such move: {event} from {before} to {after}")
        if actor.startswith("once-"):
            request = actor
        if request:
            if request in requests:
                problem(f"{at}: request {request} was done before, at {requests[request]}")
            requests[request] = (machine, key, event, sort_key, before or "-", after)
        last[machine, key] = (sort_key, after, created_at)
    if {(machine, key): (state, sort_key) for machine, key, state, sort_key in heads} != {
        at: (state, sort_key) for at, (sort_key, state, _) in last.items()
    }:
        problem("the heads are not the last rows of the histories")
    for machine in ("door", "alarm"):
        count = sum(head[0] == machine for head in heads)
        if count != 100:
            problem(f"{count} heads of {machine}, not 100")
    return requests


def check_once(request, status, done):
    """Without an id UNKNOWN is an answer; every other one is final."""
    if status not in ("OK", "CONFLICT", "DB", "UNKNOWN") + REFUSALS:
        problem(f"request {request} was answered {status}")
    if status not in ("OK", "UNKNOWN") and done:
        problem(f"request {request} was answered {status}, and the history has {done}")


def check_together(together, asked, requests):
    """All are made, but what a state ignores, or none."""
    done = [request for request in together if request in requests]
    for request in together if done else ():
        if request not in requests and asked[request][2] != "remind":
            problem(f"request {request} was not made, and {done} together with it")


def check_log(path, requests, answers):
    asked = {}
    asked_again = set()
    together = [[]]  # of each call
    is_together = False
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            words = line.split()
            if not line.endswith("\n") or line.endswith(" (cut off)\n"):  # by a kill
                continue
            if words[0] == "call":
                together.append([])
                is_together = words[1] == "all"
                continue
            if words[0] == "ask":
                asked[words[1]] = tuple(words[2:])
                if is_together:
                    together[-1].append(words[1])
                continue
            if words[0] == "again":
                asked_again.add(words[1])
                continue
            if words[0] == "error":  # it says why the answer that follows is DB
                continue
            _, request, status, sort_key, before, after = line.rstrip("\n").split(" ")
            answers[status] = answers.get(status, 0) + 1
            done = requests.get(request)
            if status == "OK" and done != asked[request] + (sort_key, before, after):
                problem(f"request {request} was acknowledged as {words[3:]}, and the history has {done}")
            if request.startswith("once-"):
                check_once(request, status, done)
                continue
            # What a process has sent before it was killed may be done after it was asked again: behind the answer.
            comes_late = request in asked_again and done and int(done[3]) > int(sort_key)
            if status != "OK" and done and not comes_late:
                problem(f"request {request} was answered {status}, and the history has {done}")
            if status not in ("OK",) + REFUSALS:
                problem(f"request {request} was answered {status}")
    for requests_of_call in together:
        check_together(requests_of_call, asked, requests)
    return set(asked)


def main():
    requests = check_histories(rows_of(sys.argv[1]), rows_of(sys.argv[2]))
    answers = {}
    asked = set()
    for log in sys.argv[3:]:
        asked |= check_log(log, requests, answers)
    for request in set(requests) - asked:
        problem(f"request {request} is in the history, and nobody has asked for it")
    for status in ("OK", "ILLEGAL"):
        if answers.get(status, 0) < 100:
            problem(f"only {answers.get(status, 0)} answers {status}: this was no storm")
    for text in problems[:20]:
        print(f"FAILED: {text}")
    print(f"{len(requests)} moves, answers {answers}, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
