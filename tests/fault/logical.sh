#!/bin/bash
# logical.sh PAWLCTL PAWL
#
# A database whose rows another one is sent by logical replication, as runtime/POSTGRES.md has it: the second follows what
# moves in the first, freezes and locks too, and goes on when it takes its place. The SQL is the page's.
set -euo pipefail
pawlctl=$(realpath "$1")
pawl=$(realpath "$2")
here=$(cd "$(dirname "$0")" && pwd)
page=$here/../../runtime/POSTGRES.md
# shellcheck source=../../examples/support/postgres.sh
. "$here/../../examples/support/postgres.sh"
postgres_find || exit 77

folder=$(mktemp -d /tmp/pawl.XXXXXX)
chmod 755 "$folder"
clean_up() {
    postgres_stop
    rm -rf "$folder"
}
trap clean_up EXIT

fail() {
    echo "FAILED: $*" >&2
    exit 1
}
postgres_start "$folder" fsync=off wal_level=logical
where() { echo "host=$folder user=postgres dbname=$1"; }
query() { "$POSTGRES_BIN/psql" -X -q -At -v ON_ERROR_STOP=1 -d "$(where "$1")" -c "$2"; }
# page NAME: the block of SQL on the page that begins with this comment
page() { sed -n "/^-- $1/,/^\`\`\`/p" "$page" | sed '/^```/d'; }
# answers WANTED COMMAND... on standard output and error, with any status
answers() {
    local wanted=$1 said
    shift
    said=$("$@" 2>&1) || true
    [[ $said = *"$wanted"* ]] || fail "$* answers: $said, and not: $wanted"
}
# asks DATABASE WANTED SQL: until it answers so
asks() {
    local deadline=$((SECONDS + 60)) answer
    until answer=$(query "$1" "$3" 2>&1) && [ "$answer" = "$2" ]; do
        [ $SECONDS -lt $deadline ] || fail "it is never $2, but $answer: $3"
        sleep 0.1
    done
}

"$pawl" "$here/../../examples/payments/payment.fsm" -o "$folder/gen"
query postgres "create database shop"
query postgres "create database shop_copy template template0"
query shop "create table payments (id text primary key); insert into payments values ('before'), ('after'), ('new')"
"$pawlctl" apply "$folder/gen/payment.postgres.sql" --db="$(where shop)" >/dev/null
fire() { "$pawlctl" fire payment "$2" "${@:3}" --db="$(where "$1")"; }
fire shop before create amount=1 currency=EUR >/dev/null

page "in the first database" >"$folder/first.sql"
page "in the second$" | sed "s|host=first user=replicator|host=$folder user=postgres|" >"$folder/second.sql"
page "in the second database, when" >"$folder/promote.sql"
for file in first second promote; do
    [ -s "$folder/$file.sql" ] || fail "the page has no SQL for $file"
done
"$POSTGRES_BIN/psql" -X -q -v ON_ERROR_STOP=1 -d "$(where shop)" -f "$folder/first.sql" >/dev/null
"$POSTGRES_BIN/pg_dump" -d "$(where shop)" -f "$folder/shop.sql"
"$POSTGRES_BIN/psql" -X -q -v ON_ERROR_STOP=1 -d "$(where shop_copy)" -f "$folder/shop.sql" >/dev/null
# what is moved between the dump and the subscription is sent, too
fire shop after create amount=1 currency=EUR >/dev/null
"$POSTGRES_BIN/psql" -X -q -v ON_ERROR_STOP=1 -d "$(where shop_copy)" -f "$folder/second.sql" >/dev/null
fire shop before submit submission_id=S --request-id=r1 >/dev/null
query shop "select pawl_acquire('', 'k', 'me', 60000, 0), pawl_break('', 'k', 'a test')" >/dev/null
asks shop_copy "after|pending_submission
before|submitted" "select payment_id, state from payment_current order by 1"
"$pawlctl" freeze payment --reason="a test" --db="$(where shop)" >/dev/null
asks shop_copy reject "select mode from pawl_freezes where machine = 'payment'"
answers "locked out: frozen: a test" fire shop_copy after submit submission_id=S
"$pawlctl" thaw payment --db="$(where shop)" >/dev/null
asks shop_copy "" "select mode from pawl_freezes where machine = 'payment'"
answers "payment: 2 entities, 3 transitions, 0 problems" "$pawlctl" verify --db="$(where shop_copy)"

# it takes the place of the first
asks shop_copy "$(query shop "select count(*) from pawl_lock_log")" "select count(*) from pawl_lock_log"
"$POSTGRES_BIN/psql" -X -q -v ON_ERROR_STOP=1 -d "$(where shop_copy)" -f "$folder/promote.sql" >/dev/null
query shop_copy "select pawl_acquire('', 'k', 'me', 60000, 0), pawl_break('', 'k', 'a test')" >/dev/null ||
    fail "a number is given again"
answers "submitted" fire shop_copy before submit submission_id=S --request-id=r1 # which is answered as the first time
answers "submitted -> paid" fire shop_copy before confirm
fire shop_copy new create amount=1 currency=EUR >/dev/null
answers "payment: 3 entities, 5 transitions, 0 problems" "$pawlctl" verify --db="$(where shop_copy)"
