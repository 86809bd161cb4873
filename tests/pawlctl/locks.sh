#!/bin/bash
# locks.sh DATABASE PAWLCTL PAWL: freezing and thawing a machine, listing locks and breaking them.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

answers 1 "no machine is deployed" freeze door --reason=x
answers 0 "door: created" apply "$scratch/gen/door.$database.sql"
"$pawl" "$here/../conformance/transfer.fsm" -o "$scratch/gen" --emit="$database" || exit 2
sql "create table slots (number bigint primary key)"
answers 0 "transfer: created" apply "$scratch/gen/transfer.$database.sql"
answers 0 "no locks are held" locks

# ---- freeze and thaw

answers 0 "created in closed" fire door D1 create
answers 2 "give --reason=TEXT" freeze door
answers 2 "--mode: expected \`reject\` or \`sleep\`, got doze" freeze door --reason=x --mode=doze
answers 2 "--until: \`soon\` is not a time" freeze door --reason=x --until=soon
answers 2 "a freeze that would be over already" freeze door --reason=x --until=2020-01-01
grep -qF "  give --until a time that is to come, or leave it out: until the thaw" "$scratch/err" ||
    fail "freeze says: $(cat "$scratch/err")"
answers 2 "--wait: \`long\` is not a duration" freeze door --reason=x --wait=long
answers 2 "--reason: the text is not UTF-8" freeze door --reason=$'\xff'
answers 1 "did you mean \`door\`?" freeze doro --reason=x
answers 0 "door: frozen; nothing of it moves" freeze door --reason="new hinges"
answers 0 "door (Door): 1; frozen (reject): new hinges" status door
answers 1 "door D1: flip is locked out: frozen: new hinges" fire door D1 flip
grep -qE "^  login [^,]+, since [0-9].*: fire it again" "$scratch/err" || fail "fire: $(cat "$scratch/err")"
answers 0 "frozen: new hinges (login " why door D1
ctl fire door D1 flip --json
is "1 LOCKED closed" "$status $(json "d['status'], d['from']" | tr -d "(),'")"
answers 0 "door     reject" locks
answers 0 "created in open" fire transfer T1 create account=A1
ctl freeze door --reason=nap --mode=sleep --until=2099-01-01T00:00Z --wait=5s --json
is "0 OK door" "$status $(json "d['status'], d['machine']" | tr -d "(),'")"
answers 1 "asleep until 2099-01-01 00:00:00 UTC: nap" fire door D1 flip
grep -qF ": fire it again when that is over; pawlctl locks" "$scratch/err" || fail "fire says: $(cat "$scratch/err")"
answers 0 "door: frozen; nothing of it moves; before, it was frozen (sleep) until 2099-01-01T00:00:00.000000Z: nap" freeze door --reason="new hinges"
ctl freeze door --reason=nap --mode=sleep --until=2099-01-01T00:00Z --wait=5s
ctl status door --json
is "sleep 2099-01-01T00:00:00.000000Z nap" "$(json "*[d['machines'][0]['frozen'][k] for k in ('mode', 'until', 'reason')]")"
ctl locks --json
is "door sleep 2099-01-01T00:00:00.000000Z nap 0" "$(json "*[d['frozen'][0][k] for k in ('machine', 'mode', 'until', 'reason', 'deferred')]")"
answers 0 "door: moves again" thaw door
answers 0 "door: was not frozen" thaw door
answers 1 "did you mean \`door\`?" thaw doro
answers 0 "closed -> opened" fire door D1 flip
if [ "$database" = postgres ]; then # what moves ask is a function, which must say what the row says
    ctl freeze door --reason=paint
    ctl verify door
    ! grep -q door_is_free "$scratch/out" || fail "a machine that is frozen is taken for a changed one"
    sql "alter function door_is_free(boolean) called on null input" >/dev/null
    answers 1 "door_is_free(boolean)" verify door
    sql "alter function door_is_free(boolean) strict" >/dev/null
    ctl thaw door
    sql "alter function door_is_free(boolean) strict" >/dev/null
    answers 1 "door_is_free(boolean)" verify door
    sql "alter function door_is_free(boolean) called on null input" >/dev/null
fi
ctl freeze door --reason=oil
ctl thaw door --json --actor="o'ps"
is "0 OK" "$status $(json "d['status']")"
answers 0 "door: was not frozen" thaw door --actor=bob
is "resume|door|o'ps" "$(sql "select action, type, actor from pawl_lock_log where actor is not null")"
is "freeze|door|new hinges freeze|door|nap freeze|door|new hinges" \
    "$(sql "select action, type, coalesce(reason, '') from pawl_lock_log order by number limit 3" | tr '\n' ' ' | sed 's/ $//')"

# ---- from an entity, a machine and a refusal to who holds a lock

case $database in
postgres) sql "select pawl_acquire('transfer', 'A1', 'nightly')" >/dev/null ;;
mariadb) owned "select pawl_acquire('transfer', 'A1', 'nightly', null, 0)" >/dev/null ;;
*) plant "insert into pawl_locks (key, type, owner, token, since) values ('A1', 'transfer', 'nightly', 1, 0)" ;;
esac
ctl locks A1 --json
case $database in
sqlite) holds=None ;;
postgres) holds=$(sql "select session_user") ;;
mariadb) holds=root ;;
esac
is "transfer nightly $holds" "$(json "*[d['locks'][0][k] for k in ('machine', 'owner', 'login')]")"
[ "$database" = sqlite ] || answers 0 "nightly  $holds" locks A1
answers 0 "transfer T1; its locks: pawlctl locks A1" history transfer T1
ctl history door D1
is "door D1" "$(head -1 "$scratch/out")"
answers 0 "  held locks: 1; see pawlctl locks" status transfer
by=$([ "$database" = sqlite ] || echo "login $holds, ")
ctl why transfer T1
grep -qF "held by nightly (${by}since " "$scratch/out" || fail "why: $(cat "$scratch/out")"
answers 1 "pay is locked out: held by nightly" fire transfer T1 pay
grep -qE "^  ${by}since [0-9].*: fire it again" "$scratch/err" || fail "fire: $(cat "$scratch/err")"
grep -qF "fire it again when that is over; pawlctl locks lists what is frozen and held" "$scratch/err" || fail "no help: $(cat "$scratch/err")"
answers 0 "nightly" locks A1
answers 0 "A1: the lock is broken" locks A1 --break --reason="its job died"
ctl status transfer --json
is "0" "$(json "d['machines'][0]['held_locks']")"

# of all machines on a uuid in capitals: two rows, which are one lock
small=6ba7b810-9dad-11d1-80b4-00c04fd430c8 capitals=6BA7B810-9DAD-11D1-80B4-00C04FD430C8
for key in $small $capitals; do
    case $database in
    postgres) sql "select pawl_acquire('', '$capitals', 'nightly')" >/dev/null ;;
    mariadb) owned "select pawl_acquire('', '$capitals', 'nightly', null, 0)" >/dev/null ;;
    *) plant "insert into pawl_locks (key, type, owner, token, since)
        values ('$capitals', '', 'nightly', 7, 0), ('$small', '', 'nightly', 7, 0)" ;;
    esac
    ctl locks $capitals --json
    is "$capitals $small" "$(json "*sorted(lock['key'] for lock in d['locks'])")"
    is "1" "$(json "len({lock['token'] for lock in d['locks']})")"
    case $key in $capitals) answers 0 "$key: the lock is broken" locks $key --break --reason=x ;; *)
        answers 0 "$key: the lock is broken" locks $key --break --all-machines --reason=x ;; esac
    answers 0 "nobody holds $capitals" locks $capitals
    answers 0 "nobody holds $small" locks $small
done
ctl history transfer T1 --json
is "A1" "$(json "d['lock_key']")"

# ---- locks

if [ "$database" = postgres ]; then # what a program does with pawl_acquire
    sql "select pawl_acquire('transfer', 'A1', 'nightly'); select pawl_acquire('', 'B2', E'o\x1bps', 3600000)" >/dev/null
    answers 0 "A1   transfer      nightly" locks
    answers 0 "B2   all machines  o" locks
    ! grep -q $'\x1b' "$scratch/out" || fail "a control character has reached the terminal"
    answers 0 "B2" locks B2
    answers 0 "nobody holds nope" locks nope
    ! grep -q A1 "$scratch/out" || fail "locks B2 lists another key"
    ctl locks A1 --json
    is "transfer A1 nightly 2 None" "$(json "*[d['locks'][0][k] for k in ('machine', 'key', 'owner', 'token', 'until')]")"
    answers 1 "pay is locked out: held by nightly" fire transfer T1 pay
    answers 2 "give the reason with --reason=TEXT" locks A1 --break
    answers 2 "go with --break" locks A1 --reason=x
    answers 1 "nobody holds the lock on A1 of all machines" locks A1 --break --all-machines --reason=x
    answers 1 "nobody holds the lock on A9 of all machines" locks A9 --break --reason=x
    # the one that is listed, unless there are several
    answers 0 "A1: the lock is broken" locks A1 --break --reason="its job died"
    is "break|transfer|A1|nightly" "$(sql "select action, type, key, owner from pawl_lock_log order by number desc limit 1")"
    sql "select pawl_acquire('transfer', '42', 'nightly'); select pawl_acquire('slot', '42', 'o\bps')" >/dev/null
    answers 2 "more than one lock is held on 42: name one with --machine=slot (held by o\bps), --machine=transfer (held by nightly)" \
        locks 42 --break --reason=x
    answers 0 "42: the lock is broken" locks 42 --break --machine=slot --reason="its job died"
    answers 0 "42: the lock is broken" locks 42 --break --machine=transfer --reason="its job died"
    answers 0 "open -> open" fire transfer T1 pay
    is "break|42|nightly|its job died" "$(sql "select action, key, owner, reason from pawl_lock_log order by number desc limit 1")"
    plant "update pawl_machines set model = null where machine = 'slot'" # as that of a large machine, which may have a key
    is "OK|" "$(sql "select status, detail from pawl_acquire('slot', 'A2', 'nightly', 1)")"
    is "MISUSE|machine door has no \`key\`, so its transitions ignore locks" "$(sql "select status, detail from pawl_acquire('door', 'A1', 'nightly')")"
    ctl locks B2 --break --reason=x --json
    is "0 OK None" "$status $(json "d['status'], d['machine']" | tr -d "(),'")"

    sql "grant pawl_app to ${name}_plain"
    answers 0 "no locks are held" locks --db="$PAWL_DB user=${name}_plain"
    answers 3 "permission denied" freeze door --reason=x --db="$PAWL_DB user=${name}_plain"
    sql "grant pawl_operator to ${name}_plain"
    answers 0 "frozen" freeze door --reason=x --db="$PAWL_DB user=${name}_plain"
    answers 0 "moves again" thaw door --db="$PAWL_DB user=${name}_plain"

    # a move under way: the freeze is in force, and who holds it up is named
    hold "select door_flip('D1')"
    answers 1 "(holder, login $(sql "select session_user")" freeze door --reason=x --wait=200ms
    { sleep 0.5; printf 'commit;\n' >&"$holds"; } &
    answers 1 "frozen: x" fire door D1 flip
    let_go
    answers 0 "door: frozen" freeze door --reason=x --wait=30s
    answers 0 "moves again" thaw door
else
    answers 1 "nobody holds the lock on A1 of all machines" locks A1 --break --reason=x
fi
if [ "$database" = mariadb ]; then # what keeps a freeze out is named: the shell reads above READ COMMITTED
    flip=$(sql "select routine_name from information_schema.routines where routine_schema = '${name}_pawl' and routine_name like 'door\\_flip\$%'")
    nulls=$(for ((i = 1; i < ${flip#*$}; i++)); do printf ', null'; done)
    hold "select ${name}_pawl.\`$flip\`('D1'$nulls)"
    answers 1 "door is not frozen yet: " freeze door --reason=x --wait=100ms
    grep -q ": of pid [0-9]* (root, the oldest that has locked rows)$" "$scratch/err" || fail "freeze says: $(cat "$scratch/err")"
    grep -qxF "  call again to continue waiting, or end that transaction" "$scratch/err" || fail "freeze says: $(cat "$scratch/err")"
    let_go
fi
answers 0 "" verify
exit $failed
