#!/bin/bash
# queue.sh DATABASE PAWLCTL PAWL: of machines with timers and work, a move arms and ends them as in a program, or is
# not made.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

for machine in alarm job; do
    "$pawl" "$here/../conformance/$machine.fsm" -o "$scratch/gen" --emit="$database" || exit 2
    answers 0 "$machine: created" apply "$scratch/gen/$machine.$database.sql"
    answers 0 " 0 problems" verify
    sql "select model from pawl_machines where machine = '$machine'" |
        python3 -c "import json, sys; json.dump({'pawl_model': 1, 'stem': 'x', 'machines': [json.load(sys.stdin)]}, open(sys.argv[1], 'w'))" \
            "$scratch/model.json" && "$here/../page/schema.py" "$scratch/model.json" || fail "the model of $machine is not as model.schema.json says"
done

# pending MACHINE ID: each row in the queue, as DECLARATION|FENCE and whether it is asleep
pending() {
    sql "select declaration || '|' || fence || case when is_asleep then '|asleep' else '' end from $1_pending
        where $1_id = '$2' order by declaration" | LC_ALL=C sort | tr '\n' ',' | sed 's/,$//'
}

# due MACHINE ID DECLARATION: seconds from the last move until it is due; with a fourth word, its time since 1970
due() {
    if [ "$database" = postgres ]; then
        sql "select trunc(extract(epoch from due_at - ${4:+timestamptz 'epoch' + 0 * (}since${4:+ - since)}))::bigint from $1_pending p
            join $1_current c using ($1_id) where $1_id = '$2' and declaration = '$3'"
    else
        sql "select (due_at - ${4:+0 *} since) / 1000000 from $1_pending join $1_current using ($1_id)
            where $1_id = '$2' and declaration = '$3'"
    fi
}

# ---- timers

answers 0 "created in set" fire alarm A create
is "set.remind|10" "$(pending alarm A)"
is 3600 "$(due alarm A set.remind)"
answers 0 "created in set" fire alarm B create due=2030-01-01T00:00:00Z
is "set.remind|10,set.ring|10" "$(pending alarm B)"
is 1893456000 "$(due alarm B set.ring absolute)"
answers 0 "set -> snoozed" fire alarm B snooze until=2030-01-02T00:00:00Z
is "snoozed.ring|20" "$(pending alarm B)"
is 1893542400 "$(due alarm B snoozed.ring absolute)"
answers 0 "snoozed -> snoozed" fire alarm B snooze until=2030-01-01T00:00:01Z
is "snoozed.ring|30 1893456001" "$(pending alarm B) $(due alarm B snoozed.ring absolute)"
answers 0 "snoozed -> off" fire alarm B stop
is "" "$(pending alarm B)"
answers 0 "off -> set" fire alarm B wind # its time is that of the creation
is "set.remind|50,set.ring|50 1893456000" "$(pending alarm B) $(due alarm B set.ring absolute)"

# an unrecorded restart puts the timer off, whatever due_at says
answers 0 "created in set" fire alarm beaten create
answers 0 "set -> first" fire alarm beaten arm
plant "update alarm_pending set due_at = $(time_of 1000000000) where alarm_id = 'beaten' and declaration = 'armed.expire'"
ctl queue status --json
is 1 "$(json "*[row['due'] for row in d['waiting'] if row['name'] == 'armed.expire']")"
answers 0 "first -> first" fire alarm beaten beat
ctl queue status --json
is "0 0.0" "$(json "*[row['due'] for row in d['waiting'] if row['name'] == 'armed.expire'], *[row['late_seconds'] for row in d['waiting'] if row['name'] == 'armed.expire']" | tr -d '(),')"
for verb in "history alarm beaten" stuck; do
    # shellcheck disable=SC2086
    ctl $verb
    ! grep -q "2001-09-0\|armed.expire.*late" "$scratch/out" || fail "$verb: $(cat "$scratch/out")"
done
answers 2 "an unrecorded event keeps no request id" fire alarm beaten beat --request-id=once
answers 0 "first -> off" fire alarm beaten stop

# a move that stays leaves the clock alone, another begins it anew; of `repeat` a guard chooses
answers 0 "set -> set" fire alarm A note
is "set.remind|10" "$(pending alarm A)"
answers 0 "set -> set" fire alarm A repeat
is "set.remind|10" "$(pending alarm A)"
answers 0 "set -> set" fire alarm A again
is "set.remind|40" "$(pending alarm A)"
answers 0 "created in set" fire alarm quiet create
answers 0 "set -> set" fire alarm quiet repeat
is "set.remind|20" "$(pending alarm quiet)"

# a composite's clock runs on while its children change, and sleeps where one has another answer
answers 0 "set -> first" fire alarm A arm
is "armed.expire|50,armed.nag|50" "$(pending alarm A)"
answers 0 "first -> second" fire alarm A turn
is "armed.expire|50|asleep,armed.nag|50" "$(pending alarm A)"
ctl history alarm A
grep -qE "^  armed.expire +suspended +0$" "$scratch/out" && grep -qE "^  armed.nag +[0-9-]+ [0-9:.]+Z +0$" "$scratch/out" ||
    fail "history: $(cat "$scratch/out")"
ctl history alarm A --json
is "[('armed.expire', True), ('armed.nag', False)]" "$(json "[(w['name'], w['due'] is None) for w in d['waits_for']]")"
answers 0 "second -> third" fire alarm A turn
is "armed.expire|50,armed.nag|50,third.hurry|70" "$(pending alarm A)"
answers 1 "is not allowed" fire alarm A wind
is "armed.expire|50,armed.nag|50,third.hurry|70" "$(pending alarm A)"
answers 0 "third -> off" fire alarm A expire
is "" "$(pending alarm A)"

# ---- work

answers 0 "created in queued" fire job J create
is "work queued|10" "$(pending job J)"
answers 0 "queued -> queued" fire job J progress percent=5
is "work queued|10" "$(pending job J)"
answers 0 "queued -> one" fire job J chain
is "work chained|30" "$(pending job J)"
answers 0 "one -> two" fire job J advance
answers 0 "two -> three" fire job J advance
is "work three|50" "$(pending job J)" # its own work takes the place of the composite's
answers 0 "three -> four" fire job J advance
is "work chained|60" "$(pending job J)"
answers 0 "four -> finished" fire job J advance
ctl history job J
! grep -q "waits for" "$scratch/out" || fail "a finished job waits: $(cat "$scratch/out")"
is "" "$(pending job J)"
answers 0 "0 problems" verify

# what waits changes nothing in what is asked of the entities
answers 0 "created in queued" fire job K create
answers 0 "job (Job): 2" status job
grep -qE "^  queued +queued +1 " "$scratch/out" && grep -qE "^  finished +finished +1 " "$scratch/out" || fail "status: $(cat "$scratch/out")"
ctl status job --json
is "queued 1 False finished 1 True" \
    "$(json "*[word for s in d['machines'][0]['states'] if s['count'] > 0 for word in (s['state'], s['count'], s['final'])]")"
answers 0 "advance" history J
answers 0 "job J at 2999-01-01 00:00:00.000000Z: finished" at job J 2999-01-01
answers 0 "<b>1</b> here" graph job
answers 0 "queued -> given_up" fire job K give_up

# ---- work

# overdue MACHINE: all that waits
overdue() {
    plant "update $1_pending set due_at = $(time_of 100)"
}
"$pawl" "$here/parcel.fsm" -o "$scratch/gen" --emit="$database" || exit 2
answers 0 "parcel: created" apply "$scratch/gen/parcel.$database.sql"
answers 1 "there is no machine alam; did you mean \`alarm\`?" work alam --once
answers 1 "job has no timers" work job --once
grep -q "its work is for the workers of programs" "$scratch/err" || fail "no help: $(cat "$scratch/err")"
answers 1 "parcel: sent.lose needs the effect search, which is in C" work alarm parcel --once
answers 0 "alarm: 0 timers fired" work alarm --once
for id in due1 due2 quiet1; do
    answers 0 created fire alarm $id create due=2001-01-01
    answers 0 created fire parcel $id create
    answers 0 created fire job $id create
done
overdue parcel
overdue job
answers 0 "alarm: 3 timers fired, 0 to be tried again, 0 unknown, 0 failed" work --once --actor=ops
grep -qF "parcel is left to programs: sent.lose needs the effect search, which is in C" "$scratch/err" ||
    fail "work says: $(cat "$scratch/err")"
is "ringing ringing ringing" "$(sql "select state from alarm_current where alarm_id in ('due1', 'due2', 'quiet1')" | tr '\n' ' ' | sed 's/ $//')"
is "ringing.give_up|20" "$(pending alarm due1)"
is "sent 3" "$(sql "select state, count(*) from parcel_current group by state" | tr '|' ' ')"
answers 0 "ops" history alarm due1
overdue alarm
ctl work alarm --once --json
# the guard refuses quiet1
is "0 [('alarm', 5, 1, 0, 0)]" "$status $(json "[(m['machine'], m['fired'], m['again'], m['unknown'], m['failed']) for m in d['machines']]")"
# on a terminal it tells how far it is
answers 0 created fire alarm shown create due=2001-01-01
script -qec "$(printf '%q ' "$pawlctl" work alarm --once)" /dev/null >"$scratch/terminal" 2>&1
grep -q "alarm: 1 timer fired.*K" "$scratch/terminal" || fail "no progress is shown: $(cat "$scratch/terminal")"

# until it is interrupted
"$pawlctl" work alarm >"$scratch/worked" 2>&1 &
worker=$!
answers 0 created fire alarm late create due=2001-01-01
for ((i = 0; i < 100; i++)); do
    [ "$(sql "select state from alarm_current where alarm_id = 'late'")" = ringing ] && break
    sleep 0.1
done
is ringing "$(sql "select state from alarm_current where alarm_id = 'late'")"
kill -TERM $worker
wait $worker
is "0 alarm: 1 timer fired, 0 to be tried again, 0 unknown, 0 failed" "$? $(cat "$scratch/worked")"

# ---- an answer that is lost with the connection each time: the timer is fired, or comes due again, and nobody need do anything

answers 0 created fire alarm lost create due=2001-01-01
if [ "$database" != sqlite ]; then
    if [ "$database" = postgres ]; then
        sql "create function cut() returns trigger language plpgsql as
                'begin perform pg_terminate_backend(pg_backend_pid()); return null; end';
            create constraint trigger cut after insert on alarm_transitions deferrable initially deferred for each row execute function cut()"
    else
        owned "create trigger cut after insert on alarm_transitions for each row kill connection_id()"
    fi
    answers 0 " 1 unknown, 0 failed" work alarm --once
    cat "$scratch/out" "$scratch/err" | grep -q "alarm lost: set.ring: the answer was lost" || fail "work says: $(cat "$scratch/err")"
    if [ "$database" = postgres ]; then
        sql "drop function cut() cascade"
    else
        owned "drop trigger cut"
    fi
    overdue alarm
    answers 0 "0 unknown, 0 failed" work alarm --once
    is "1" "$(sql "select count(*) from alarm_transitions where alarm_id = 'lost' and event = 'ring'")"
fi

# ---- a database that is away is told of once, and that it is back

if [ "$database" = postgres ]; then
    be_granted pawl_app
    be_granted pawl_operator
    "$pawlctl" work alarm --db="$plain" >"$scratch/out" 2>"$scratch/work" &
    worker=$!
    "$pawlctl" relay --stdout --db="$plain" >"$scratch/out" 2>"$scratch/relay" &
    relay=$!
    # both have looked for what is due: one that loses its connection before, as it reads the models, ends with an error
    for ((i = 0; i < 300; i++)); do
        [ "$(sql "select count(*) from pg_stat_activity where usename = '${name}_plain' and state = 'idle'
            and query ~ 'alarm_pending|^select claim'")" = 2 ] && break
        sleep 0.1
    done
    [ $i -lt 300 ] || fail "the worker and the relay have not begun in 30 s: $(cat "$scratch/work" "$scratch/relay")"
    sql "alter role ${name}_plain nologin"
    sql "select pg_terminate_backend(pid) from pg_stat_activity where usename = '${name}_plain'" >/dev/null
    sleep 2.5 # in which each asks more than once
    sql "alter role ${name}_plain login"
    for who in work relay; do
        for ((i = 0; i < 100; i++)); do grep -q "the database answers again" "$scratch/$who" && break || sleep 0.1; done
        is "1 1" "$(grep -c "not permitted to log in" "$scratch/$who") $(grep -c "the database answers again" "$scratch/$who")"
    done
    kill $worker $relay
    wait $worker $relay
fi

# ---- an event that was deferred, and needs what only a program has, is left to it

answers 0 "paused" freeze parcel --mode=sleep --reason=test
if [ "$database" = postgres ]; then overriding="overriding system value"; else overriding=; fi
plant "insert into pawl_deferred (number, machine, entity, request_id, event, arguments, actor, deferred_at)
    $overriding values (1, 'parcel', 'due1', 'r', 'look', '', 'test', $(time_of 100))"
answers 0 "moves again" thaw parcel
answers 1 "parcel due1" fire parcel due1 arrive
answers 0 "sent -> arrived" fire parcel due2 arrive
is "1" "$(sql "select count(*) from pawl_deferred where status is null")"
is "sent" "$(sql "select state from parcel_current where parcel_id = 'due1'")"

# a number with a line break behind it is none

answers 0 "paused" freeze alarm --mode=sleep --reason=test
plant "insert into pawl_deferred (number, machine, entity, request_id, event, arguments, actor, deferred_at)
    $overriding values (2, 'alarm', 'quiet', 'r', 'doze', '#5
;', 'test', $(time_of 100))"
answers 0 "moves again" thaw alarm
answers 0 "set -> set" fire alarm quiet note
is MISUSE "$(sql "select status from pawl_deferred where number = 2")"
answers 0 "0 problems" verify

# ---- verify: what waits is what the heads ask for

for id in good missing struck; do
    answers 0 created fire alarm $id create
    answers 0 created fire job $id create
done
for id in good missing; do
    answers 0 "set -> first" fire alarm $id arm
    answers 0 "first -> second" fire alarm $id turn
    answers 0 "second -> third" fire alarm $id turn
done
plant "delete from alarm_pending where alarm_id = 'struck'" # it may have been fired, and stays
answers 0 "0 problems" verify

# what was written while the clock of the database ran ahead, until 2100; a claim may be for long unless its entity has
# moved by that clock
late=$(time_of 4102444800)
plant "update alarm_pending set due_at = $late where alarm_id = 'good' and declaration = 'armed.expire';
    update job_pending set due_at = $late where job_id = 'good';
    update job_pending set due_at = $late, claim = 3, attempts = 1 where job_id = 'struck'"
answers 1 "alarm good: armed.expire is due later than it can be: it was armed while the clock of the database ran ahead [pending-due]" verify alarm
answers 1 "job good: work queued is due later than it can be" verify job
answers 1 ", 1 problem" verify job
plant "update job_transitions set created_at = $late where job_id = 'struck'; update job_current set since = $late where job_id = 'struck'"
answers 1 "job struck: work queued is due later than it can be" verify job
answers 0 "alarm good: armed.expire is now due at 20" repair alarm good --force --reason="the clock ran ahead"
answers 0 "job: 2 repaired, 0 left alone" repair job --force --reason="the clock ran ahead"
soon() { echo "due_at > $(time_of $(($(date +%s) + $1))) and due_at < $(time_of $(($(date +%s) + $2)))"; }
is "good|1" "$(sql "select alarm_id, count(*) from alarm_pending where declaration = 'armed.expire' and alarm_id = 'good' and $(soon 6000 7300) group by alarm_id")"
is "good 0 struck 4" "$(sql "select job_id, claim from job_pending where job_id in ('good', 'struck') and $(soon -1000 100) order by job_id" | tr '|\n' '  ' | sed 's/ $//')"
is "armed.expire was due at 2100-01-01 00:00:00.000000Z: the clock ran ahead" \
    "$(sql "select reason from pawl_repairs where machine = 'alarm' and entity = 'good'")"
answers 0 "0 problems" verify

plant "delete from alarm_pending where alarm_id = 'missing'; delete from job_pending where job_id = 'missing'"
ctl verify alarm
is 2 "$(grep -c '^alarm missing: nothing waits for .* though it is in third \[pending-missing\]$' "$scratch/out")"
grep -q "waits for third.hurry" "$scratch/out" && grep -q "waits for armed.expire" "$scratch/out" ||
    fail "verify: $(cat "$scratch/out")"
answers 1 "alarm: 13 entities" verify alarm
answers 1 "job missing: nothing waits for work queued, though it is in queued [pending-missing]" verify job
answers 1 ", 1 problem" verify job
plant "update alarm_pending set is_asleep = true where alarm_id = 'good' and declaration = 'armed.expire';
    update alarm_pending set declaration = 'ringing.give_up' where alarm_id = 'good' and declaration = 'armed.nag';
    update alarm_pending set declaration = 'first.wait' where alarm_id = 'good' and declaration = 'third.hurry';
    update job_pending set job_id = 'nobody' where job_id = 'good'"
answers 1 "alarm good: armed.expire is asleep, though it is in third [pending]" verify alarm
answers 1 "alarm good: ringing.give_up waits, though it is in third, where nothing waits for that [pending]" verify alarm
answers 1 "alarm good: first.wait waits, which the machine does not know [pending-unknown]" verify alarm
answers 1 "job nobody: work queued waits, and it has no current row [pending]" verify job
ctl verify --json
is "6 6" "$(json "len([p for p in d['problems'] if p['check'] == 'pending-missing']) + len([p for p in d['problems'] if p['check'] == 'pending-unknown']), len([p for p in d['problems'] if p['id'] == 'good'])" | tr -d '(),')"

# ---- verify: the queue's objects

if [ "$database" = postgres ]; then
    sql "drop trigger pawl_refuse_write on job_pending"
    answers 1 "trigger pawl_refuse_write on public.job_pending is gone [object-missing]" verify job
elif [ "$database" = mariadb ]; then
    owned "drop view job_pending_rules"
    answers 1 "view job_pending_rules is gone [object-missing]" verify job
else
    is "" "$(sql "select name from sqlite_master where sql is not null and name not in ('payments', 'samples')
        and type || ' ' || name not in (select object from pawl_objects)")"
    sql "drop trigger job_pending_delete"
    answers 1 "trigger job_pending_delete is gone [object-missing]" verify job
fi
answers 0 "job: nothing new" apply "$scratch/gen/job.$database.sql"

# ---- what workers have parked

answers 0 "job" freeze job --mode=reject --reason="new disks"
answers 0 "frozen (reject): new disks" queue status job
ctl queue status job --json
is "new disks" "$(json "d['waiting'][0]['frozen']['reason']")"
answers 0 "job" thaw job
ctl queue status job --json
is None "$(json "d['waiting'][0]['frozen']")"
answers 1 "there is no machine nothing" queue status nothing
answers 2 "expected status" queue list
answers 0 "waiting for workers:" queue status job
grep -qE "^  machine +what +waiting +first due +(late +)?due +claimed" "$scratch/out" || fail "queue status: $(cat "$scratch/out")"
! grep -q "parked" "$scratch/out" || fail "queue status tells of what nobody has parked: $(cat "$scratch/out")"
answers 1 "0 due again: nothing of that was parked" queue retry
# what has failed and is tried again is shown with its error, also of the entity
plant "update job_pending set due_at = $(time_of 200), attempts = 2, last_error = 'no net' where job_id = 'due1'"
answers 0 "failed, and due again:" queue status job
grep -qE "^  job +due1 +work queued +2 +1970-01-01 00:03:20.000000Z +no net$" "$scratch/out" || fail "queue status: $(cat "$scratch/out")"
ctl queue status job --json
is "[('job', 'due1', 'work queued', 2, 0, '1970-01-01T00:03:20.000000Z', 'no net')] []" \
    "$(json "[tuple(r.values()) for r in d['retrying']], d['parked']" | sed 's/^(//; s/)$//; s/, \[\]$/ []/')"
answers 0 "waits for:" history job due1
grep -qE "^  work queued +1970-01-01 00:03:20.000000Z +2 +no net$" "$scratch/out" || fail "history: $(cat "$scratch/out")"
plant "update job_pending set parked_at = $(time_of 100), attempts = 3, last_error = 'no disk' where job_id in ('due1', 'due2')"
answers 0 "2 parked: see pawlctl queue status job" status job
ctl status job --json
is 2 "$(json "d['machines'][0]['parked']")"
answers 0 "parked, until \`pawlctl queue retry\`:" queue status
grep -qE "^  job +due1 +work queued +3 +[0-9-]+ [0-9:.]+Z +no disk" "$scratch/out" || fail "queue status: $(cat "$scratch/out")"
ctl queue status job --json
is "[('job', 'due1', 'work queued', 3, 'no disk'), ('job', 'due2', 'work queued', 3, 'no disk')]" \
    "$(json "sorted((r['machine'], r['entity'], r['name'], r['attempts'], r['error']) for r in d['parked'])")"
is "0" "$(json "len(d['retrying'])")"
answers 0 "waits for:" history job due1
grep -qE "^  work queued +parked +3 +no disk$" "$scratch/out" || fail "history: $(cat "$scratch/out")"
ctl history job due1 --json
is "[('work queued', None, 3, '1970-01-01T00:01:40.000000Z', 'no disk')]" "$(json "[tuple(w.values()) for w in d['waits_for']]")"
answers 1 "0 due again" queue retry job quiet1 --actor=bob
answers 0 "1 due again" queue retry job due1 --actor="o'ps"
is "retry|job|due1|o'ps" "$(sql "select action, type, $([ "$database" = mariadb ] && echo lock_key || echo key), actor from pawl_lock_log where login <> '' and actor is not null")"
answers 2 "--actor goes with retry" queue status --actor=ann
is "due1|0" "$(sql "select job_id, attempts from job_pending where parked_at is null and job_id in ('due1', 'due2')")"
answers 0 "1 due again" queue retry
answers 1 "0 due again" queue retry job
answers 0 "job (Job)" status job
! grep -q "parked" "$scratch/out" || fail "status still tells of it: $(cat "$scratch/out")"

# its attempts are those of the definition, and those to fire `else` are none of them
answers 0 created fire job chain1 create
answers 0 "queued -> one" fire job chain1 chain
plant "update job_pending set parked_at = $(time_of 100), attempts = 22, last_error = 'no disk' where job_id = 'chain1'"
answers 0 "else attempts" queue status job
grep -qE "^  job +chain1 +work chained +2 +20 +[0-9-]+ [0-9:.]+Z +no disk" "$scratch/out" || fail "queue status: $(cat "$scratch/out")"
ctl queue status job --json
is "[('chain1', 2, 20)]" "$(json "[(r['entity'], r['attempts'], r['else_attempts']) for r in d['parked']]")"
answers 0 "1 due again" queue retry job chain1

# ---- a trigger on the column that `mirror` keeps moves the entity on, before the move that wrote it has ended

if [ "$database" = postgres ]; then
    "$pawl" "$here/letter.fsm" -o "$scratch/gen" --emit=postgres || exit 2
    sql "create table letters (id text primary key, state text);
        insert into letters values ('on'), ('back')"
    answers 0 "letter: created" apply "$scratch/gen/letter.postgres.sql"
    sql "create function carry() returns trigger language plpgsql as \$\$
        begin
          if new.id = 'on' then perform public.letter_come(new.id); else perform public.letter_give_back(new.id); end if;
          return null;
        end \$\$;
        create trigger carry after update on letters for each row when (new.state = 'sent') execute function carry()"
    for letter in on back; do
        answers 0 created fire letter $letter create
        answers 0 "written -> sent" fire letter $letter post
    done
    is "read|30 written|30" "$(sql "select state || '|' || sort_key from letter_current order by letter_id desc" | paste -sd ' ')"
    is "" "$(pending letter on)"
    is "written.ask|30" "$(pending letter back)"
    answers 0 " 0 problems" verify letter
fi

# ---- no move without its timers: a model that an older pawl has written

if [ "$database" = postgres ]; then
    plant "update pawl_machines set model = (model::jsonb #- '{database,queue}')::json"
else
    plant "update pawl_machines set model = json_remove(model, '\$.database.queue')"
fi
for machine in alarm job; do
    answers 1 "$machine has timers or work, and the database does not keep how its transitions arm and end them" \
        fire $machine new create
    grep -q "leave it to programs" "$scratch/err" || fail "no help: $(cat "$scratch/err")"
    is 0 "$(sql "select count(*) from ${machine}_current where ${machine}_id = 'new'")"
done
if [ "$database" = postgres ]; then # an earlier build's function, whose calls would fit both
    sql "drop function parcel_arrive_many(text[], text, text[], integer[], text[], boolean, text[], integer[], bigint[]);
        set role pawl_owner;
        create function parcel_arrive_many(id text[], actor text default null, request_id text[] default null, expect_sort_key integer[] default null,
          actors text[] default null, skips_locked boolean default false) returns setof pawl_outcome language sql as 'select null::pawl_outcome'" >/dev/null
    answers 0 "parcel: renewed" apply "$scratch/gen/parcel.postgres.sql"
    is 1 "$(sql "select count(*) from pg_proc where proname = 'parcel_arrive_many'")"
fi
exit $failed
