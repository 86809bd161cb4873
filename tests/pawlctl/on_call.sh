#!/bin/bash
# on_call.sh DATABASE PAWLCTL PAWL: does what runtime/ON_CALL.md says of a call that hangs.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
page=$here/../../runtime/ON_CALL.md

# block NUMBER: of the page's SQL
block() {
    awk -v wanted="$1" '$0 == "```sql" { inside = ++number == wanted; next } /^```/ { inside = 0 } inside' "$page"
}
if [ "$database" = postgres ]; then
    sleeping="select pg_sleep(60)"
    who=$(block 1)
    end() { sql "select pg_terminate_backend($1)"; }
else
    sleeping="select sleep(60)"
    who=$(block 2)
    end() { sql "kill $1"; }
fi

answers 0 "door: created" apply "$scratch/gen/door.$database.sql"
answers 0 "created in closed" fire door D1 create
owned "begin; select * from door_current where door_id = 'D1' for update; $sleeping" >"$scratch/holds" 2>&1 &
"$pawlctl" fire door D1 flip >"$scratch/waits" 2>&1 &
waits=$!
for _ in {1..300}; do # others may wait for others on this server
    found=$(sql "$who" | tr '\t' '|' | cut -d '|' -f 1,2 | sort -u)
    [ "$(wc -w <<<"$found")" -ne 1 ] || break
    sleep 0.1
done
[ "$(wc -w <<<"$found")" -eq 1 ] || fail "who waits is not found within 30 seconds: $found"
end "${found#*|}" >/dev/null || fail "the session that holds the row cannot be ended"
wait $waits || fail "the move does not go on: $(cat "$scratch/waits")"
wait
is "door D1: closed -> opened" "$(cut -d '(' -f 1 "$scratch/waits" | sed 's/ $//')"
exit $failed
