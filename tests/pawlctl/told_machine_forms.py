"""Each sentence that may stand in what is said of a machine, and how it is found out whether it is so."""
import re
import time

from told_machine_proofs import (at_most_once, can_become, can_end, ends_within, leads_to, never_becomes, no_step, only_after, played, proved,
                                 waits_end)
from told_words import ACCOUNT, DUE, DURATION, TOPIC, ms, name_of, names_of



def remembers(attribute, make=lambda *told: told):
    def remember(machine, sentence, place, *told):
        getattr(machine, attribute)[place] = make(*told)
    return remember


def begins(machine, sentence, place, event, to):
    machine.creations[name_of(event[0].lower() + event[1:])] = machine.place(to)


def never_begins(machine, sentence, place, event, label):
    machine.creations[name_of(event[0].lower() + event[1:])] = machine.place(label)
    machine.is_implicit = True

    def check():
        key = machine.new()
        if machine.fire(key, name_of(event[0].lower() + event[1:])) != "EXISTS":
            yield f"{sentence}: it is answered {machine.world.answer}"
    machine.other(check)


def holds_in(machine, sentence, place, labels):
    machine.inside[place] = [machine.place(label) for label in labels.split("; ")]


def inherits(machine, sentence, place, label):
    machine.around[place] = machine.place(label)


def heading(machine, sentence, place, end):
    if end in (", an end", ", the goal"):
        machine.ends.add(place)
    if end == ", the goal":
        machine.goals.add(place)


def nothing_leaves(machine, sentence, place):
    machine.other(lambda: [f"{place}: {edge} leaves it" for edge in machine.edges if edge[0] == place and edge[2] != place])


def ends_in(machine, sentence, place, labels):
    if {machine.place(label) for label in labels.split("; ")} != machine.ends:
        machine.wrong(sentence, f"and {machine.ends} are called an end")
    machine.other(lambda: [f"{edge} leaves an end, and nothing says that it is reopened" for edge in machine.edges
                           if edge[0] in machine.ends and edge[1] not in machine.moves.get(edge[0], {})])


def has_no_end(machine, sentence, place):
    if machine.ends:
        machine.wrong(sentence, f"it has {machine.ends}")


def carries(machine, sentence, place, label, event, params):
    found = re.findall(r"([\w ]+) \((\w+)((?:, [\w ]+)*)\)", params or "")
    machine.params[event] = {name_of(name.strip()): "may be left out" in rest for name, _, rest in found}
    personal = [name_of(name.strip()) for name, _, rest in found if "may be erased" in rest]
    if label.lower() != event.replace("_", " "):
        machine.wrong(sentence, "the label is of another event")

    def left_out():
        for param, may in machine.params[event].items():
            if event in machine.creations:
                key = machine.world.new_key("" if machine.name in ("visit", "badge") else machine.name)
                if machine.has_parent:
                    machine.world.must(f"exec insert into {machine.name}s (id) values ('{key}')")
            else:
                state = next(state for state in machine.states if machine.said(state, event)[0])
                key = machine.bring(state)
            answer = machine.fire(key, event, **{param: None})
            # a number that is not optional cannot be left out of a struct: it is 0 then
            if answer != ("OK" if may or param in ("weight", "until", "patience") else "MISUSE"):
                yield f"{event} without {param} is answered {answer}"
    machine.other(left_out)

    def erased():
        for param in machine.params[event] if personal else ():
            key = machine.bring(next(state for state in machine.states if machine.said(state, event)[0]))
            machine.fire(key, event)
            machine.world.pawlctl("erase", machine.name, key, "--reason=asked for")
            left = machine.world.rows(f"select case when {param} is null then 'gone' else 'there' end from {machine.name}_transitions where event = '{event}' and "
                                      f"{machine.name}_id = '{key}'")[0][0]
            if left != ("gone" if param in personal else "there"):
                yield f"{sentence}: after it was erased, {param} is {left}"
    machine.other(erased)


def waits_for_others(machine, sentence, place, what):
    def check():
        world = machine.world
        if not world.on_postgres and not world.on_mariadb: # where there is one writer, and everybody waits for him
            return
        waits, waits_for_ever = (("lock_timeout = '100ms'", "lock_timeout = 0") if world.on_postgres else
                                 ("innodb_lock_wait_timeout = 0", "innodb_lock_wait_timeout = 100000000"))
        for value in re.findall("same ([a-z ]+)", what):
            key = machine.bring("counter")
            held = key if value == "key" else f"{ACCOUNT}{world.keys}"
            world.must(f"hold {machine.name} {held}")
            world.must(f"exec set {waits}")
            answer = machine.fire(key, "weigh")
            other = machine.fire(key, "look")
            world.must(f"exec set {waits_for_ever}")
            world.must("let_go")
            if (answer, other, machine.fire(key, "weigh")) != ("DB", "OK", "OK"):
                yield f"{sentence}: while {value} is held it is answered {answer}"
    machine.other(check)


def hook_is(machine, sentence, place, name, where):
    def check():
        if (name_of(name) in machine.world.ever_called) != (where == "in the program that makes the move"):
            yield f"{sentence}: the program was{'' if 'program' in where else ' not'} called"
    machine.other(check)


def works(machine, sentence, place, hook):
    machine.works[place] = name_of(hook)
    machine.last_work = (place, name_of(hook))


def works_again(machine, sentence, place, again):
    machine.last_again = again


def works_so_long(machine, sentence, place, lease):
    (_, hook), again, state = machine.last_work, machine.last_again, machine.entered(place)

    def check():
        world, key = machine.world, machine.bring(state)
        mine = f"is_work and {machine.name}_id = '{key}'"
        later = "timestamptz '2100-01-01'" if world.on_postgres else DUE
        world.tell(f"forge update {machine.name}_pending set due_at = {later} where is_work and {machine.name}_id <> '{key}'")
        world.tell(f"say {hook} NOT_YET")
        before = time.time()
        world.must(f"work {machine.name}")
        if not any(call[:2] == ("work", hook) for call in world.calls()):
            yield f"{hook} is not called"
        due = due_of(machine, key) / 1e6
        if not before + ms(again) / 1000 - 1 <= due <= time.time() + ms(again) / 1000 + 1:
            yield f"{hook} is due again in {due - before} s, and told is after {again}"
        machine.make_due(key, mine)
        claimed = [line.split() for line in world.must(f"claim {machine.name}")]
        if not claimed or claimed[0][:2] != [key, hook] or not int(claimed[0][2]) <= ms(lease) <= int(claimed[0][3]) + 1:
            yield f"{hook} is handed out as {claimed}, and told is a lease of {lease}"
        machine.make_due(key, mine)  # its lease is over
        taken_over = [line.split() for line in world.must(f"claim {machine.name}")]
        if not taken_over or taken_over[0][:2] != [key, hook]:
            yield f"nobody takes over {hook}: {taken_over}"
        world.must(f"fire {machine.name} {key} {'weigh weight=3' if state != 'weighed' else 'spoil'}")
    machine.other(check)


def same_key(machine, sentence, place):
    (_, hook), state = machine.last_work, machine.entered(place)

    def check():
        world, key, keys = machine.world, machine.bring(state), []
        for answer in ("NOT_YET", "DB") if machine.given_up.get(place, ("", "2"))[1][0] != "1" else ("NOT_YET", "NOT_YET"):
            world.tell(f"say {hook} {answer}")
            machine.make_due(key, f"is_work and {machine.name}_id = '{key}'")
            world.must(f"work {machine.name}")
            keys += [call[4] for call in world.calls() if call[:2] == ("work", hook) and call[4].startswith(f"{key}/")]
        others = machine.bring(state)
        machine.make_due(others, f"is_work and {machine.name}_id = '{others}'")
        world.must(f"work {machine.name}")
        keys += [call[4] for call in world.calls() if call[:2] == ("work", hook) and call[4].startswith(f"{others}/")]
        if len(keys) != 3 or keys[0] != keys[1] or keys[1] == keys[2]:
            yield f"{sentence}: {hook} was called with {keys}"
    machine.other(check)


def without_limit(machine, sentence, place):
    (_, hook), state = machine.last_work, machine.entered(place)

    def check():
        world, key = machine.world, machine.bring(state)
        world.tell(f"say {hook} DB")
        for _ in range(12):
            machine.make_due(key, f"is_work and {machine.name}_id = '{key}'")
            world.must(f"work {machine.name}")
        parked = world.rows(f"select 1 from {machine.name}_pending where is_work and parked_at is not null and "
                            f"{machine.name}_id = '{key}'")
        if parked or machine.look(key)[0][0] != state:
            yield f"{sentence}: after 12 failures it is {machine.look(key)[0][0]}, parked: {parked}"
    machine.other(check)


def runs_on(machine, sentence, place, label, unless):
    """Which clocks begin and which go on, compare_clocks finds out of each move."""
    if machine.place(label) != place:
        machine.wrong(sentence, f"it stands under {place}")
    machine.other(lambda: [] if machine.clocks_at(place) else [f"{sentence}: it has none"])
    machine.other(lambda: [] if bool(unless) == any(
        name in move.restarts for state in machine.inside_of(place) for at in machine.chain(state)
        for moves in machine.moves.get(at, {}).values() for move in moves
        for name, timed in machine.moves[place].items() if timed[0].clocks) else [f"{sentence}: {unless}"])


def with_action(machine, kind):
    """A state, event and action there: those that run with it, or after it."""
    return next((state, event, actions[-1]) for state in machine.states for event, moves in machine.moves.get(state, {}).items()
                for actions in [getattr(moves[0], kind)] if actions and moves[0].what == "moves")


def fails_with_its_action(machine, sentence, place):
    def check():
        state, event, action = with_action(machine, "runs_with")
        key = machine.bring(state)
        before = machine.look(key)
        for status in "REFUSED", "DB":
            machine.world.tell(f"say {action} {status}")
            answer = machine.fire(key, event)
            if answer == "OK" or machine.look(key) != before:
                yield f"{sentence}: {action} fails, it is answered {answer}, and is {machine.look(key)[0][0]}"
    machine.other(check)


def fails_after_its_move(machine, sentence, place):
    def check():
        state, event, action = with_action(machine, "runs_after")
        key = machine.bring(state)
        machine.world.tell(f"say {action} DB")
        answer = machine.fire(key, event)
        machine.world.must(f"work {machine.name}")
        called = [call[1] for call in machine.world.calls() if call[2] == "outside"].count(action)
        if answer != "OK" or machine.look(key)[0][0] == state or called != 1:
            yield f"{sentence}: {action} fails, it is answered {answer}, in {machine.look(key)[0][0]}, and called {called} times"
    machine.other(check)


def due_of(machine, key):
    return int(machine.world.rows(f"select {machine.world.us('due_at')} from {machine.name}_pending where is_work and "
                                  f"{machine.name}_id = '{key}'")[0][0])


def waits_after_failure(machine, sentence, place, first, longest):
    _, hook = machine.last_work

    def check():
        world, key = machine.world, machine.bring(machine.entered(place))
        world.tell(f"say {hook} DB")
        pauses = []
        for _ in range(3 if longest else 1):
            before = time.time()
            machine.make_due(key, f"is_work and {machine.name}_id = '{key}'")
            world.must(f"work {machine.name}")
            taken = time.time() - before
            if machine.look(key)[0][0] != machine.entered(place) or world.rows(
                    f"select 1 from {machine.name}_pending where is_work and parked_at is not null and "
                    f"{machine.name}_id = '{key}'"):
                break
            pauses.append((due_of(machine, key) / 1e6 - before, taken))
        about, most = ms(first) / 1000, ms(longest or first) / 1000
        for pause, taken in pauses:
            if not about - .01 <= pause <= about * 1.25 + taken + .01:
                yield f"{sentence}: it waits {pause:.2f} s where {about} is told"
            about = min(2 * about, most)
    machine.other(check)


def after_failures(machine, sentence, place, times, event):
    at, hook = machine.last_work
    if event is not None:
        machine.given_up[at] = name_of(event), f"{times} failure{'' if times == '1' else 's'} of {hook.replace('_', ' ')}"

    def check():
        world, key = machine.world, machine.bring(machine.entered(place))
        for attempt in range(int(times) + 1):
            world.tell(f"say {hook} {'NOT_YET' if attempt == 1 else 'DB'}")  # which is no failure
            machine.make_due(key, f"is_work and {machine.name}_id = '{key}'")
            world.must(f"work {machine.name}")
            parked = world.rows(f"select 1 from {machine.name}_pending where is_work and parked_at is not null and "
                                f"{machine.name}_id = '{key}'")
            last = world.rows(f"select event from {machine.name}_transitions where {machine.name}_id = '{key}' "
                              f"order by sort_key desc limit 1")[0][0]
            done = bool(parked) if event is None else last == name_of(event)
            if attempt == 0 and times == "1":
                if not done:
                    yield f"{sentence}: after one nothing happens"
                break
            if done != (attempt == int(times)):
                yield f"{sentence}: after {attempt + 1} attempts, one of which did not fail, it has{'' if done else ' not'}"
    machine.other(check)


# ---- of the machine -----------------------------------------------------------------------------------------------------

def is_row(machine, sentence, place, table, column):
    machine.has_parent = True

    def check():
        if machine.is_implicit: # then it has begun with it
            return
        key = machine.world.new_key("" if machine.name in ("visit", "badge") else machine.name)
        if machine.fire(key, machine.first) != "NOT_FOUND":
            yield f"{sentence}: without a row it is answered {machine.world.answer}"
        machine.world.must(f"exec insert into {table} ({column}) values ('{key}')")
        if machine.fire(key, machine.first) != "OK":
            yield f"{sentence}: with one it is answered {machine.world.answer}"
    machine.other(check)


def text_of_its_own(machine, sentence, place):
    machine.other(lambda: [] if machine.fire("any-text", machine.first) == "OK" else [sentence])


def counts_as(machine, sentence, place, label):
    state = machine.place(label)

    def check():
        for event in machine.events:
            key = machine.world.new_key("")
            machine.world.must(f"exec insert into {machine.name}s (id) values ('{key}')")
            moves = machine.said(state, event)[0]
            if machine.fire(key, event) != ("OK" if moves else "ILLEGAL"):
                yield f"{sentence}: {event} is answered {machine.world.answer}"
    machine.other(check)


def others_may_write(machine, sentence, place, what):
    """As Statesman adds a row: the last one is not the most recent any more."""
    def check():
        world, table, id_ = machine.world, f"{machine.name}_transitions", f"{machine.name}_id"
        state = machine.states[1]
        onward = [machine.entered(told[0].to) for told in machine.moves[state].values()]
        yes, no = ("true", "false") if world.on_postgres else ("1", "null")
        for to, may in ((onward[0], True), (machine.states[0], what.startswith("in a table that"))):
            key = machine.bring(state)
            world.must("exec begin")
            world.tell(f"exec update {table} set most_recent = {no} where {id_} = '{key}'")
            answer = world.status(
                f"exec insert into {table} ({id_}, to_state, sort_key, most_recent, metadata, created_at, updated_at) select {id_}, "
                f"'{to}', max(sort_key) + 10, {yes}, '{{}}', max(created_at), max(created_at) from {table} where {id_} = '{key}' "
                f"group by {id_}")
            said = world.answer
            world.tell("exec commit" if answer == "OK" else "exec rollback")
            now = machine.look(key)[0][0]
            if (answer == "OK", now) != (may, to if may else state):
                yield f"{sentence}: a row of another program's from {state} to {to} is answered {said}, it is in {now}"
    machine.other(check)


def lies_in_parts(machine, sentence, place, count):
    def check():
        if machine.world.on_postgres:  # the others have no parts
            parts = machine.world.rows(f"select count(*) from pg_inherits where inhparent = "
                                       f"'{machine.name}_transitions'::regclass")[0][0]
            if parts != count:
                yield f"{sentence}: it has {parts}"
    machine.other(check)


def nothing_finds(machine, sentence, place):
    def check():
        catalog = ("pg_indexes where indexdef !~ 'UNIQUE' and tablename" if machine.world.on_postgres
                   else "information_schema.statistics where table_schema = database() and index_name <> 'PRIMARY' and table_name" if machine.world.on_mariadb
                   else "sqlite_master where type = 'index' and tbl_name")
        found = machine.world.rows(f"select count(*) from {catalog} = '{machine.name}_current'")[0][0]
        if found != "0":
            yield f"{sentence}: there is an index"
    machine.other(check)


def column_shows(machine, sentence, place, column, table):
    def check():
        for state in machine.states:
            key = machine.bring(state)
            shown = machine.world.rows(f"select {column} from {table} where id = '{key}'")
            if shown != [[state]]:
                yield f"{sentence}: it shows {shown}, and it is in {state}"
    machine.other(check)


def announced(machine, sentence, place, topic, origin):
    def check():
        for state in machine.states:
            key = machine.bring(state)
            wanted = f"{TOPIC}{machine.world.keys}" if origin else topic
            rows = machine.world.rows(f"select topic, count(*) from pawl_outbox where machine = '{machine.name}' and "
                                      f"entity = '{key}' group by topic")
            if rows != [[wanted, str(machine.look(key)[2])]]:
                yield f"{sentence}: {rows} are announced, and not {machine.look(key)[2]} under {wanted}"
    machine.other(check)


def lock_on(machine, sentence, place, what):
    def check():
        world, key = machine.world, machine.bring(machine.states[0])
        event = next(event for event, told in machine.moves[machine.states[0]].items() if told[0].what != "ignores")
        held = key if what == "its key" else f"{ACCOUNT}{world.keys}"
        token = world.must(f"acquire {machine.name} {held} somebody")[0].split()[1]
        without = machine.fire(key, event)
        with_it = world.status(f"fire {machine.name} {key} {event}{machine.params_of(event)} owner=somebody token={token}")
        world.must(f"release {machine.name} {held} somebody {token}")
        if (without, with_it) != ("LOCKED", "OK"):
            yield f"{sentence}: others are answered {without}, and who holds it {with_it}"
    machine.other(check)


def all_else_is_refused(machine, sentence, place):
    """That is what try_one finds out, of each state and event."""


def counts(machine, sentence, place, *told):
    machine.other(lambda: machine.page_counts(*told) or [])


FORMS = [
    (r"\[(, an end|, the goal)?\]", heading),
    (r"(.+) begins an? [\w ]+ as (.+?)(?: \(.+\))?\.", begins),
    (r"(.+) would begin an? [\w ]+ as .+, but never does: an? [\w ]+ begins with its row, as (.+)\.", never_begins),
    (r"What follows holds in each of these, where nothing else is said there: (.+)\.", holds_in),
    (r"These lie in it: (.+)\.", holds_in),
    (r"This page does not say who may do what\.|Part of (?:it: )?.+\.|For all of it, unless a state says otherwise:", all_else_is_refused),
    (r"It is part of (.+?)(?:, but an end: no move that is told of there leaves it)?\.", inherits),
    (r"What holds there holds here, unless something else is said\.", all_else_is_refused),
    (r"Nothing happens any more\.|Nothing leaves it\.", nothing_leaves),
    (r"On entering .+, (.+?) runs?\.", remembers("enter", names_of)),
    (r"On leaving .+, (.+?) runs?\.", remembers("leave", names_of)),
    (r"While the \w+ is [^,]+, a worker runs (.+?)\.", works),
    (r"It may run more than once, each time with the same key, so that a repeat can be recognised\.", same_key),
    (r"It is tried without limit\.", without_limit),
    (r"If it is not ready, or leaves the \w+ in the same state, it runs again after (.+)\.", works_again),
    (r"An attempt of more than (.+) fails, and another worker takes over\.", works_so_long),
    (r"After a failure it waits about (.+?)(?:, each time longer, up to about (.+))?\.", waits_after_failure),
    (r"After (\d+) failures? (?:it stops until somebody decides|(.+) follows)\.", after_failures),
    (r"It has no end: it may go on for ever\.", has_no_end),
    (r"([\w ]+) \[(\w+)\](?:, stored as \"[^\"]+\")?(?: carries (.+))?\.", carries),
    (r"It waits for all others with the (same .+)\.", waits_for_others),
    (r"(?:[^\[\]]+ \[)?([\w ]+)\]?: (?:checked|runs) (in the (?:database, whoever|program that) makes the move)\.", hook_is),
    (r"An? \w+ is a row of the table (\w+), known by its (\w+)(?: \(bigint\))?\.", is_row),
    (r"An? \w+ is known by a key of its own, a text\.", text_of_its_own),
    (r"One that has never moved counts as (.+)\.", counts_as),
    (r"Its state is its latest move, (in a table .+)\.", others_may_write),
    (r"Its history lies in (\d+) parts\.", lies_in_parts),
    (r"To find those in a state, the database reads them all\.", nothing_finds),
    (r"The column (\w+) of (\w+) always shows its state\.", column_shows),
    (r"Every move is announced to other programs, under the topic ([\w ]+?)( \(given with \w+\))?\.", announced),
    (r"Somebody, or a flow with a global lock, can take a lock on (.+?)(?: \(given with \w+\))?: while it is held, nobody else can move the [\w ]+\.", lock_on),
    (r"Whatever has happened, the \w+ can still come to an end\.", proved(can_end)),
    (r"Whatever has happened, the \w+ can still become (.+)\.", proved(can_become)),
    (r"Once it is (.+), the \w+ never becomes (.+), whatever happens\.", proved(never_becomes)),
    (r"No event leads directly from (.+) to (.+)\.", proved(no_step)),
    (r"The \w+ becomes (.+) only after it has been (.+)\.", proved(only_after)),
    (r"Once it is (.+), every way onward leads the \w+ to (.+?)(, unless it goes round in circles for ever)?\.",
     proved(leads_to)),
    (r"(.+) happens at most once to an? \w+\.", proved(at_most_once)),
    (r"The \w+ has come to an end (.+) after its beginning at the latest, whatever happens in between\.", proved(ends_within)),
    (r"Wherever a worker is busy with the \w+, a clock ends the wait for it\.", proved(waits_end)),
    (r"([\w ]+): (?:After (.+), )?(?:([\w ]+?)( \(.+\))? is (refused)|the \w+ is (.+))\.", played),
    (r"(?:What is not written here is refused|This machine refuses what is not written here)\.", all_else_is_refused),
    (r"What happens by itself can also be done by a program, at any time\.", all_else_is_refused),  # they are fired by hand there
    (r"If an action under Also done fails, the move does not happen\.", fails_with_its_action),
    (r"An action once saved runs after its move: if it fails, the move stays, and the action is not tried again; a crash can lose it\.",
     fails_after_its_move),
    (r"Whatever is in a state got there by moves that What can happen lists: the database refuses all others\.",
     all_else_is_refused),
    (r"Conditions, actions and work are functions of the application, or SQL under Details\.|What they decide or do is not proved\.",
     all_else_is_refused),  # see hook_is
    (r"A clock of (.+) runs on when the \w+ moves from one state of it to another(, unless the event starts it again)?\.", runs_on),
    (r"Whenever this machine moves something, it moves as What can happen lists\.", all_else_is_refused),
    (r"Other programs may write to its table, and nothing holds them to that, or to what is proved\.", all_else_is_refused),
    (r"The points under Proved hold on every way through the states, whatever the conditions decide\.", all_else_is_refused),
    (r"The machine has (\d+) states?, and ends in (\d+|none) of them; it has (\d+) events?(?:, (\d+) of them by a clock)?\.", counts),
    (r"Version  of the machine  in told\.fsm; contents|(?:W\d+: )?it is only told of", all_else_is_refused),
]
