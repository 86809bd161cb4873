#!/bin/bash
# serve.sh DATABASE PAWLCTL PAWL KILLER SHOP PROVISION: the live page of a database with machines, runs and strange names.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
provision=$6

"$pawl" "$here/on_call.fsm" -o "$scratch/gen" --emit="$database" || exit 2
"$pawl" "$here/../../examples/provision/provision.fsm" -o "$scratch/gen" --emit="$database" || exit 2
answers 0 "provision: created" apply "$scratch/gen/on_call.$database.sql" "$scratch/gen/provision.$database.sql"
for i in 1 2 3 4; do
    answers 0 "created in waiting" fire payment "PM10$i" create account="ACCOUNT-$((i % 2))" payer=Ada --actor=web
done
answers 0 "waiting -> paid" fire payment PM101 confirm --actor=bank
answers 0 "paid -> cancelled" fire payment PM101 cancel 'reason=he said "no" & <i>left</i>' --actor=ann
answers 0 "created in waiting" fire payment "<script>pwned = 1</script>" create account="<img src=x onerror='pwned = 2'>"
answers 0 "created in waiting" fire payment "ä/b?c&d=1#e \"☃'%" create account=A9
answers 0 "created in placed" fire order O1 create
answers 0 "paused" freeze order --mode=sleep --reason="new <b>shelves</b>"
"$provision" setup "$PAWL_DB" >/dev/null && "$provision" story "$PAWL_DB" "$scratch/cloud" 7 >"$scratch/story" || fail "no story: $(cat "$scratch/story")"

# the only way in which it can be gone that all databases share
export DROP="rm -f ${file:-}*"
[ "$database" != postgres ] || DROP="psql -Xq -d \"$PAWL_TEST_POSTGRES\" -c 'drop database $name with (force)'"
[ "$database" != mariadb ] || DROP="mariadb --no-defaults -u root -S $mariadb_socket -e 'drop database $name'"
"$here/serve.py" "$pawlctl" "$scratch" || failed=1
exit $failed
