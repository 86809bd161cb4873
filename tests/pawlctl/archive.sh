#!/bin/bash
# archive.sh DATABASE PAWLCTL PAWL KILLER: finished entities leave the machine whole, to a table or a file, and to one
# of them only, whatever kills pawlctl.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

answers 0 "created" apply "$payment"
# finish ID: a payment that has come to its end
finish() {
    sql "insert into payments values ('$1')"
    "$pawlctl" fire payment "$1" create amount=1000 "currency=E\"U\\R é" --request-id=create >/dev/null &&
        "$pawlctl" fire payment "$1" submit submission_id=S --request-id=r1 >/dev/null &&
        "$pawlctl" fire payment "$1" confirm --actor=ops >/dev/null || fail "cannot finish $1"
}
sql "insert into payments values ('open')"
"$pawlctl" fire payment open create amount=1 currency=EUR >/dev/null
finish P1
finish P2
count() { sql "select count(*) from $1"; }

# ---- what is asked for

answers 2 "give how long ago" archive payment
answers 2 "\`soon\` is not a duration" archive payment --older-than=soon
answers 2 "\`90\` is not a duration with its unit" archive payment --older-than=90
answers 2 "\`5\` is not a duration with its unit" freeze payment --reason=r --wait=5
answers 2 "--batch: expected a number from 1 to 10000, got 0" archive payment --older-than=1d --batch=0
answers 1 "there is no machine paiment; did you mean \`payment\`?" archive paiment --older-than=1d
answers 0 "payment: 0 finished before" archive payment --older-than=1w
answers 0 "payment: 2 finished before" archive payment --older-than=0s --dry-run
is "7 3" "$(count payment_transitions) $(count payment_current)"

# ---- to the table

before=$(sql "select * from payment_transitions where payment_id = 'P1' order by sort_key")
answers 0 "payment: 2 finished before" archive payment --older-than=0s --batch=1
is "1 1 6" "$(count payment_transitions) $(count payment_current) $(count payment_archive)"
is "$before" "$(sql "select * from payment_archive where payment_id = 'P1' order by sort_key" | sed 's/|[^|]*|[^|]*$//')"
is 1 "$(sql "select count(*) from (select distinct archived_by from payment_archive where archived_by <> '') x")"
answers 0 "payment: 1 entity, 1 transition, 0 problems" verify payment
answers 0 '"archived": 0' archive payment --older-than=0s --json
is "0 False" "$(json "str(d['archived']) + ' ' + str(d['dry_run'])")"

# nobody else writes there
for attempt in "insert into payment_archive select * from payment_archive" "update payment_archive set actor = 'me'" \
    "delete from payment_archive"; do
    if [ "$database" = postgres ]; then
        sql "grant all on payment_archive to ${name}_plain"
        psql -XAtq -d "$PAWL_DB user=${name}_plain" -c "$attempt" >"$scratch/attempt" 2>&1 && fail "done: $attempt"
        sql "revoke all on payment_archive from ${name}_plain" # which verify would call a problem
        grep -q "only Pawl" "$scratch/attempt" || fail "$attempt says: $(cat "$scratch/attempt")"
    elif [ "$database" = mariadb ]; then
        be_granted pawl_app
        mariadb_sql "${name}_plain" "${name}_pawl" "$attempt" >"$scratch/attempt" 2>&1 && fail "done: $attempt"
        grep -q "denied" "$scratch/attempt" || fail "$attempt says: $(cat "$scratch/attempt")"
    else
        sql "$attempt" >"$scratch/attempt" 2>&1 && fail "done: $attempt"
    fi
done
is 6 "$(count payment_archive)"

# an archived entity is one that the machine has not seen: its request ids, too, and its key may live again
answers 1 "cancel finds no such payment" fire payment P1 cancel --request-id=r1
grep -qF "  it was archived at $(date -u +%Y)" "$scratch/err" || fail "fire says: $(cat "$scratch/err")"
answers 1 "there is no such payment" history payment P1
for machine in payment ""; do
    # shellcheck disable=SC2086 # no word where no machine is named
    answers 1 "it was archived at $(date -u +%Y)" history $machine P1
    grep -q "its transitions are in .*payment_archive" "$scratch/err" || fail "history says: $(cat "$scratch/err")"
done
answers 1 "there is no such payment" history payment nobody
grep -q archived "$scratch/err" && fail "one that never was is said to be archived: $(cat "$scratch/err")"
is 1 "$(sql "select count(*) from payments where id = 'P1'")"
answers 0 "created in pending_submission" fire payment P1 create amount=5 currency=EUR --request-id=create
"$pawlctl" fire payment P1 cancel >/dev/null || fail "cannot cancel P1"
answers 0 "payment: 1 finished before" archive payment --older-than=0s
is "2 5" "$(sql "select count(distinct archived_at) from payment_archive where payment_id = 'P1'") $(sql "select count(*) from payment_archive where payment_id = 'P1'")"
sql "delete from payments where id in ('P1', 'P2')"
answers 1 "create finds no parent row" fire payment P1 create amount=5 currency=EUR
answers 0 "0 problems" verify payment

# what somebody works on stays for the next run
if [ "$database" = postgres ]; then
    finish locked
    finish free
    hold "select 1 from payment_current where payment_id = 'locked' for update"
    answers 0 "payment: 1 finished before" archive payment --older-than=0s
    let_go
    answers 0 "payment: 1 finished before" archive payment --older-than=0s
    sql "delete from payments where id in ('locked', 'free')"
    "$pawlctl" archive payment --older-than=0s --db="$PAWL_DB user=${name}_plain" >"$scratch/out" 2>&1
    is 3 $?
    grep -q pawl_owner "$scratch/out" || fail "a plain login is told: $(cat "$scratch/out")"
fi

# nor does what somebody holds the key of, in this machine or in all; by the entity's own key, or by one of its creation
mkdir -p "$scratch/held"
printf 'pawl 1;\nmachine box {\n  event create(a: text?, b: bigint?, c: int?, d: bool?, e: timestamp?, f: numeric?, g: uuid?, h: json?, i: bytes?);\n  key :id;\n  initial state open { on close -> closed; }\n  final state closed;\n}\nmachine bag {\n  event create(account: bigint);\n  key :create.account;\n  initial state open { on close -> closed; }\n  final state closed;\n}\n' >"$scratch/held/held.fsm"
"$pawl" "$scratch/held/held.fsm" -o "$scratch/held" --emit="$database" || fail "the machines with keys do not compile"
answers 0 "created" apply "$scratch/held/held.$database.sql"
for id in A B C D; do
    "$pawlctl" fire box $id create >/dev/null && "$pawlctl" fire box $id close >/dev/null &&
        "$pawlctl" fire bag $id create account=$(($(printf %d "'$id") - 64)) >/dev/null && "$pawlctl" fire bag $id close >/dev/null ||
        fail "cannot close $id"
done
over=$([ "$database" = postgres ] && echo "now() - interval '1 hour'" || echo "1")
later=$([ "$database" = postgres ] && echo "now() + interval '1 hour'" || echo "9000000000000000")
plant "insert into pawl_locks (key, type, owner, token, since, until) values
    ('A', 'box', 'somebody', 1, $over, $later), ('B', '', 'somebody', 2, $over, null),
    ('C', 'box', 'somebody', 3, $over, $over), ('D', 'bag', 'somebody', 4, $over, null),
    ('1', 'bag', 'somebody', 5, $over, $later), ('2', '', 'somebody', 6, $over, null), ('3', 'bag', 'somebody', 7, $over, $over)"
answers 0 "box: 2 finished before" archive box --older-than=0s --dry-run
answers 0 "box: 2 finished before" archive box --older-than=0s
is "A B" "$(sql "select box_id from box_current order by 1" | tr '\n' ' ' | sed 's/ $//')"
# columns of the archive are of the types that the compiler gives those of the history
columns_of() { # TABLE: of parameters, one a line
    if [ "$database" = postgres ]; then
        sql "select attname, format_type(atttypid, atttypmod), attcollation from pg_attribute
            where attrelid = '$1'::regclass and length(attname) = 1 order by 1"
    elif [ "$database" = mariadb ]; then
        sql "select column_name, column_type, collation_name from information_schema.columns
            where table_schema = '${name}_pawl' and table_name = '$1' and length(column_name) = 1 order by 1"
    else
        sql "select name, type from pragma_table_info('$1') where length(name) = 1 order by 1"
    fi
}
is 9 "$(columns_of box_transitions | wc -l)"
is "$(columns_of box_transitions)" "$(columns_of box_archive)"
answers 0 "bag: 2 finished before" archive bag --older-than=0s
is "A B" "$(sql "select bag_id from bag_current order by 1" | tr '\n' ' ' | sed 's/ $//')"

# a parameter that is newer than the archive
if [ "$database" != sqlite ]; then
    owned "alter table payment_archive drop column reason"
else
    sql "drop table payment_archive; create table payment_archive as select * from payment_transitions; alter table payment_archive drop column reason;
        alter table payment_archive add column archived_at integer; alter table payment_archive add column archived_by text;
        create trigger payment_archive_insert before insert on payment_archive when only_libpawl_may_write('payment_archive', new.payment_id, new.sort_key, new.archived_at, new.archived_by) is not 1 begin select raise(abort, 'no'); end"
fi
sql "insert into payments values ('new')"
"$pawlctl" fire payment new create amount=5 currency=EUR >/dev/null && "$pawlctl" fire payment new cancel reason=doubt >/dev/null || fail "cannot cancel"
answers 0 "payment: 1 finished before" archive payment --older-than=0s
is doubt "$(sql "select reason from payment_archive where payment_id = 'new' and sort_key = 20")"

# a table of that name which is somebody else's
owned "drop table payment_archive"
owned "create table payment_archive (letter text)"
answers 1 "is there already, and it is no archive" archive payment --older-than=0s
owned "drop table payment_archive"

# ---- to a file

finish F1
finish F2
file_out=$scratch/payments.jsonl
answers 0 "archived to $file_out" archive payment --older-than=0s --to="$file_out"
line() {
    python3 -c "import json, sys
d = [json.loads(l) for l in open(sys.argv[1])]
print($1)" "$file_out"
}
is "F1,F2" "$(line "','.join(sorted(x['id'] for x in d))")"
is "create submit confirm|1000 E\"U\\R é S|r1|ops" "$(line "' '.join(m['event'] for m in d[0]['moves']) + '|' + ' '.join(str(v) for m in d[0]['moves'] for v in m['params'].values()) + '|' + d[0]['moves'][1]['request_id'] + '|' + d[0]['moves'][2]['actor']")"
is "1 1" "$(count payment_transitions) $(count payment_current)"
echo '{"no": "archive"}' >"$scratch/other"
answers 1 "it is no archive that pawlctl has written" archive payment --older-than=0s --to="$scratch/other"
is '{"no": "archive"}' "$(cat "$scratch/other")"
answers 2 "cannot be opened" archive payment --older-than=0s --to=/nowhere/file
answers 1 "it is no archive that pawlctl has written" archive payment --older-than=0s --to=/dev/full
finish F3
if [ "$database" = postgres ]; then # whose own files are another process's
    (
        trap '' XFSZ # nearly a full disk: the write fails
        ulimit -f 0
        "$pawlctl" archive payment --older-than=0s --to="$file_out" 2>&1
    ) | grep -qF "its missing rows are in the database" || fail "a write that fails is not told"
fi
if [ -z "${PAWL_SANITIZE:-}" ]; then # a file that a power cut may leave without its name
    FAIL_FOLDERS=1 LD_PRELOAD=$killer "$pawlctl" archive payment --older-than=0s --to="$scratch/nameless.jsonl" >"$scratch/out" 2>&1
    is 2 $?
    grep -qF "its folder cannot be written" "$scratch/out" || fail "a folder that fails is told: $(cat "$scratch/out")"
fi
is 3 "$(sql "select count(*) from payment_transitions where payment_id = 'F3'")"
answers 0 "payment: 1 finished before" archive payment --older-than=0s --to="$file_out"
is "F1,F2,F3" "$(line "','.join(sorted(x['id'] for x in d))")"

# ---- killed at every statement

[ -n "${PAWL_SANITIZE:-}" ] && exit $failed # whose runtime will not be loaded second
# On SQLite what is done before the first batch has many steps.
statements=$([ "$database" != sqlite ] && seq 1 45 || { seq 1 9 140 && seq 141 205; })
columns="payment_id, sort_key, event, from_state, to_state, created_at, actor"
for target in table file; do
    to=()
    [ $target = table ] || to=(--to="$scratch/killed.jsonl")
    plant "
        create temp table number (n integer);
        insert into number with recursive counted (n) as (select 1 union all select n + 1 from counted where n < 1000) select n from counted;
        insert into payments select 'K$target' || n from number;
        insert into payment_transitions ($columns, amount, currency)
            select 'K$target' || n, 10, 'create', '', 'pending_submission', $(time_of 1), 'x', 1, 'EUR' from number;
        insert into payment_transitions ($columns) select 'K$target' || n, 20, 'cancel', 'pending_submission', 'cancelled', $(time_of 1), 'x' from number;
        insert into payment_current select 'K$target' || n, 'cancelled', 20, $(time_of 1) from number"
    for at in $statements; do # two batches and more
        killed_at "$at" archive payment --older-than=1d --batch=2 "${to[@]}"
        [ $status -eq 137 ] || fail "killed at $at: exit $status: $(cat "$scratch/out")"
    done
    left=$(count payment_current)
    [ "$left" -gt 2 ] && [ "$left" -lt 990 ] || fail "not killed as planned: $left are left"
    answers 0 "payment: $((left - 1)) finished before" archive payment --older-than=1d "${to[@]}"
    answers 0 "payment: 1 entity, 1 transition, 0 problems" verify payment
done
is "2000 2000 1000" "$(sql "select count(*) from payment_archive where payment_id like 'Ktable%'") $(
    python3 -c "import json, sys
d = [json.loads(l) for l in open(sys.argv[1])]
print(sum(len(x['moves']) for x in d), len(set(x['id'] for x in d)))" "$scratch/killed.jsonl")"
exit $failed
