#!/bin/bash
# clients.sh DATABASE PAWLCTL PAWL: the clients of examples/clients, in three languages, do and print the same, as a login that has only
# pawl_app and its own rows. Each has at most 15 lines.
set -u
# shellcheck source=../pawlctl/support.sh
. "$(dirname "$0")/../pawlctl/support.sh"
root=$here/../..
clients=$root/examples/clients

sql "grant insert on payments to ${name}_plain"
ctl apply "$scratch/gen/payment.postgres.sql"
[ "$status" -eq 0 ] || fail "pawlctl apply: $(cat "$scratch/out" "$scratch/err")"
be_granted pawl_app

PGHOST=$(sed -n 's/.*host=\([^ ]*\).*/\1/p' <<<"$PAWL_TEST_POSTGRES")
PGPORT=$(sed -n 's/.*port=\([0-9]*\).*/\1/p' <<<"$PAWL_TEST_POSTGRES")
export PGHOST PGPORT=${PGPORT:-5432} PGUSER=${name}_plain PGDATABASE=$name
export NODE_PATH=/usr/share/nodejs:$root/build/node/usr/share/nodejs # the second is of tests/run
cat >"$scratch/expected" <<'END'
create OK
submit OK submitted
submit ILLEGAL submit is not allowed in submitted; public.payment_moves says what is
END
for client in /usr/bin/python3:client.py node:client.js ruby:client.rb; do
    file=$clients/${client#*:}
    [ "$(wc -l <"$file")" -le 15 ] || fail "$file has more than 15 lines"
    "${client%:*}" "$file" "${client#*:}" >"$scratch/out" 2>&1
    cmp -s "$scratch/out" "$scratch/expected" ||
        fail "${client%:*} $file prints this (tests/run installs the packages): $(cat "$scratch/out")"
done
[ "$(sql "select count(*) from payment_current where state = 'submitted'")" = 3 ] || fail "not three payments are submitted"
exit $failed
