#!/bin/bash
# logins.sh DATABASE PAWLCTL PAWL: on PostgreSQL, what each command does for an application's login, which has pawl_app
# alone, and for one with pawl_operator: it works, or says which role it needs, and has changed nothing.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

for machine in alarm job; do
    "$pawl" "$here/../conformance/$machine.fsm" -o "$scratch/gen" --emit="$database" || exit 2
    answers 0 "$machine: created" apply "$scratch/gen/$machine.$database.sql"
done
answers 0 "payment: created" apply "$payment"
sql "insert into payments values ('P1'), ('P2'), ('spoilt')"
answers 0 created fire payment spoilt create amount=1 currency=EUR
plant "update payment_current set state = 'paid' where payment_id = 'spoilt'"
owner=$PAWL_DB
rows="select (select jsonb_agg(to_jsonb(c) order by payment_id) from payment_current c), (select count(*) from pawl_repairs),
    (select jsonb_agg(to_jsonb(f)) from pawl_freezes f), (select jsonb_agg(to_jsonb(l)) from pawl_locks l)"

# ---- without any role

PAWL_DB="$owner user=${name}_plain"
answers 3 "the login needs the role pawl_operator: grant pawl_operator to ${name}_plain" status
answers 3 "grant pawl_app to ${name}_plain; or run \`pawlctl grant LOGIN MACHINE EVENT\`" fire payment P1 cancel
answers 3 "the login needs the role pawl_app" work --once

# ---- one that reads every table

PAWL_DB=$owner
sql "grant pg_read_all_data to ${name}_plain"
PAWL_DB="$owner user=${name}_plain"
for command in status "ls payment" "history spoilt" "queue status" stuck locks "outbox status" metrics; do
    # shellcheck disable=SC2086 # a word for each argument
    answers 0 "" $command
done
coproc "$pawlctl" serve --listen=127.0.0.1:0
read -r _ url _ <&"${COPROC[0]}"
python3 -c "import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1]).read())" "${url%;}api/history?id=spoilt" | grep -q spoilt ||
    fail "serve shows nothing to a login that reads"
kill "$COPROC_PID"
wait
answers 3 "the login needs the role pawl_app" why payment spoilt
answers 3 "the login needs the role pawl_operator" thaw payment
PAWL_DB=$owner
sql "revoke pg_read_all_data from ${name}_plain"

# ---- an application's

PAWL_DB=$owner
sql "grant pawl_app to ${name}_plain"
PAWL_DB="$owner user=${name}_plain"
answers 0 "created in pending_submission" fire payment P1 create amount=1 currency=EUR
answers 0 "created in set" fire alarm A create due=2001-01-01
answers 0 "created in queued" fire job J create
answers 0 "P1" history P1
is "${name}_plain" "$(sql "select actor from payment_transitions where payment_id = 'P1'")"
answers 0 "pending_submission" at P1 2999-01-01
answers 0 "job (Job): 1" status
answers 0 "alarm (Alarm): 1" status alarm
answers 0 "<b>1</b> here" graph payment
answers 0 "<b>1</b> here" graph job
answers 0 "alarm: 1 timer fired" work alarm --once
answers 0 "no locks are held" locks
answers 1 "spoilt: its current row is in \`paid\`" verify payment
grep -qF "this login may not read public.payments" "$scratch/err" || fail "verify is silent of what it did not see: $(cat "$scratch/err")"
before=$(sql "$rows")
answers 3 "  deploy as a superuser, or with a login for deployments: create role deployer login createrole; grant" apply --dry-run "$payment"
answers 3 "  deploy as a superuser, or with a login for deployments: create role deployer login createrole; grant" apply --dry-run "$scratch/gen/door.$database.sql"
answers 3 "  deploy as a superuser, or with a login for deployments: create role deployer login createrole; grant" apply "$payment"
answers 3 "  deploy as a superuser, or with a login for deployments: create role deployer login createrole; grant" apply "$scratch/gen/door.$database.sql"
answers 3 "the login needs the role pawl_owner" archive payment --older-than=90d
answers 3 "the login needs the role pawl_owner" backfill payment --from-column=payments.id
answers 3 "the login needs the role pawl_owner" repair payment --force --reason=test
answers 3 "the login needs the role pawl_operator" freeze payment --reason=test
answers 3 "the login needs the role pawl_operator" thaw payment
answers 3 "the login needs the role pawl_operator" locks K --break --reason=test
is "$before" "$(sql "$rows")"
is "" "$(sql "select to_regclass('door_current')")"

# ---- an operator's

PAWL_DB=$owner
sql "grant pawl_operator to ${name}_plain"
PAWL_DB="$owner user=${name}_plain"
answers 0 "payment" freeze payment --reason=test
answers 1 "frozen" fire payment P1 cancel
answers 0 "test" locks
answers 0 "payment" thaw payment
answers 0 "cancelled" fire payment P1 cancel
answers 3 "the login needs the role pawl_owner" repair payment --force --reason=test

# who is on call is no application: pawl_operator alone sees all, and moves nothing
"$pawl" "$here/../../examples/provision/provision.fsm" -o "$scratch/gen" --emit="$database" || exit 2
"$pawl" "$here/../golden/outputs/emitting.fsm" -o "$scratch/gen" --emit="$database" || exit 2
PAWL_DB=$owner
answers 0 created apply "$scratch/gen/provision.$database.sql"
sql "create table shipments (id bigint primary key)"
answers 0 created apply "$scratch/gen/emitting.$database.sql"
answers 0 "payment: 1 finished before" archive payment --older-than=0s
sql "revoke pawl_app from ${name}_plain"
PAWL_DB="$owner user=${name}_plain"
answers 0 "alarm (Alarm): 1" status
answers 0 "alarm (Alarm): 1" status alarm
answers 1 "spoilt: its current row is in \`paid\`" verify
answers 0 "job: 1 entity" verify job
answers 0 "create" history J
answers 1 "it was archived at" history P1
answers 0 "queued" at J 2999-01-01
answers 0 "<b>1</b> here" graph job
answers 0 "no locks are held" locks
answers 0 "" outbox status
answers 0 "" flow ls
answers 1 "0 due again" queue retry job J
answers 3 "pawl_app" fire payment spoilt cancel
answers 3 "pawl_app" work alarm --once
answers 0 "job" freeze job --reason=test
answers 0 "job" thaw job
exit $failed
