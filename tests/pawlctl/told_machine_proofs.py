"""What is said to be proved, held against the moves that were seen."""
import re

from told_words import ms, name_of


def graph(machine):
    seen = {}
    for at, event, to in machine.edges:
        seen.setdefault(at, set()).add((event, to))
    return seen


def reach(seen, start, without=()):
    found, queue = {start}, [start]
    for at in queue:
        for _, to in seen.get(at, ()):
            if to not in found and to not in without:
                found.add(to)
                queue.append(to)
    return found


def leaves_of(machine, labels):
    places = [machine.place(label) for label in re.split(", | or ", labels)]
    return {leaf for place in places for leaf in machine.inside.get(place, [place])}


def proved(test):
    def remember(machine, sentence, place, *told):
        machine.other(lambda: [] if test(machine, graph(machine), *told) else [f"{sentence}: it was seen otherwise"])
    return remember


def can_end(machine, seen):
    return all(reach(seen, state) & machine.ends for state in machine.states)


def can_become(machine, seen, left):
    return all((reach(seen, state) | {state}) & leaves_of(machine, left) for state in machine.states)


def never_becomes(machine, seen, left, right):
    return not any(reach(seen, state) & leaves_of(machine, right) for state in leaves_of(machine, left))


def no_step(machine, seen, left, right):
    return not any(to in leaves_of(machine, right) for state in leaves_of(machine, left) for _, to in seen.get(state, ()))


def only_after(machine, seen, left, right):
    start = set(machine.creations.values()) - leaves_of(machine, right)
    return not any(reach(seen, state, leaves_of(machine, right)) & leaves_of(machine, left) for state in start)


def leads_to(machine, seen, left, right, circles):
    goal = leaves_of(machine, right)
    for state in leaves_of(machine, left) - goal:
        passed = reach(seen, state, goal)
        for at in passed:
            onward = {to for _, to in seen.get(at, ())} - {at}
            if not onward or (not circles and any(at in reach(seen, to, goal) for to in onward - goal)):
                return False
    return True


def at_most_once(machine, seen, event):
    event = name_of(event[0].lower() + event[1:])
    return not any(at in reach(seen, to) for _, e, to in machine.edges if e == event
                   for at in [a for a, f, _ in machine.edges if f == event])


def ends_within(machine, seen, duration):
    total, state = 0, machine.creations[machine.first]
    while state not in machine.ends:  # whoever waits for each clock; nothing else moves it
        clocks = [(clock, told[0].to) for told in machine.moves[state].values() for clock in told[0].clocks]
        total, state = total + clocks[0][0], machine.entered(clocks[0][1])
    return total <= ms(duration)


def waits_end(machine, seen):
    return all(any(isinstance(clock, int) for at in machine.chain(state) for clock in machine.clocks_at(at))
               for place in machine.works for state in machine.inside.get(place, [place]))


def played(machine, sentence, place, label, before, event, guards, refused, end):
    def check():
        world = machine.world
        steps = [step for step in re.split(", then |, ", re.sub(r"\([^)]*\)", lambda m: m.group(0).replace(", ", " and "),
                                                               before or "")) if step]
        key = world.new_key(machine.name)
        world.must(f"exec insert into {machine.name}s (id) values ('{key}')")
        for number, step in enumerate(steps + ([event + (guards or "")] if refused else [])):
            name, said = re.fullmatch(r"([^(]+?)(?: \((.*)\))?", step).groups()
            answers = {name_of(guard): how == "holds" for guard, how in
                       re.findall("([a-z ]+?) (holds|does not hold)(?: and )?", said or "")}
            machine.answer_guards(answers)
            answer = machine.fire(key, name_of(name[0].lower() + name[1:]), **machine.weight(answers))
            ok = answer == "OK" if number < len(steps) else answer in ("REFUSED", "ILLEGAL", "NOT_FOUND")
            if not ok:
                yield f"{sentence}: {step} is answered {answer}"
        if end and machine.look(key)[0][0] not in leaves_of(machine, end):
            yield f"{sentence}: it is {machine.look(key)[0][0]}"
    machine.other(check)
