#!/usr/bin/env bash
# hangs.sh: a test that hangs is ended by patient.py, which says what it has waited for; one that works, or waits
# for a statement that the server works on, is left alone. Skipped without a server.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ -n "${PAWL_TEST_POSTGRES:-}" ] || exit 77
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
fail() {
    echo "FAILED: $*" >&2
    failed=1
}
# in the place of ctest: a test that waits for a lock, one that works, one whose statement the server works on
cat >"$scratch/hangs" <<END
#!/bin/bash
exec 2>&1
name=pawl_test_\$\$
psql -Xq -d "$PAWL_TEST_POSTGRES" -c "create database \$name"
where="$PAWL_TEST_POSTGRES dbname=\$name"
mkfifo $scratch/holds
psql -XAtq -d "\$where" <$scratch/holds &
exec 3>$scratch/holds
echo "select pg_advisory_lock(4711);" >&3
sleep 0.5
psql -XAtq -d "\$where" -c "select pg_advisory_lock(4711)"
echo "not ended"
END
cat >"$scratch/works" <<END
#!/bin/bash
# the system counts time in hundredths of a second, in which a process that only begins others seldom appears
until [ -e $scratch/is_over ]; do sleep 0.05; for ((i = 0; i < 2000; i++)); do :; done; done
END
cat >"$scratch/asks" <<END
#!/bin/bash
# a login, which is made in no time, where a database waits for the disk
name=pawl_test_\$\$
psql -Xq -d "$PAWL_TEST_POSTGRES" -c "create role \$name login"
psql -XAtq -d "$PAWL_TEST_POSTGRES user=\$name" -c "select count(*) from generate_series(1, 30000000)" >$scratch/counted
psql -Xq -d "$PAWL_TEST_POSTGRES" -c "drop role \$name"
END
cat >"$scratch/ctest" <<END
#!/bin/bash
$scratch/works &
works=\$!
$scratch/asks &
asks=\$!
$scratch/hangs &
hangs=\$!
echo \$hangs >$scratch/hangs.pid
wait \$hangs
echo "hangs: \$?"
wait \$asks
echo "asks: \$?"
touch $scratch/is_over
wait \$works
echo "works: \$?"
exit 7
END
chmod +x "$scratch"/{ctest,hangs,works,asks}
PAWL_TEST_PATIENCE=4 timeout 600 "$here/../support/patient.py" "$scratch/ctest" >"$scratch/said" 2>"$scratch/complained"
[ $? -eq 7 ] || fail "it does not exit as ctest does"
for expected in "hangs: 137" "asks: 0" "works: 0" "HANGS: nothing of this test has moved for 4 seconds" \
    "psql -XAtq .* -c select pg_advisory_lock(4711)" \
    "waits for advisory, kept by {[0-9]*}: select pg_advisory_lock(4711)" "idle since .*: select pg_advisory_lock(4711);"; do
    grep -q "$expected" "$scratch/said" || fail "it does not say \"$expected\""
done
[ "$(grep -c HANGS "$scratch/said")" = 1 ] || fail "it ends what does not hang"
[ $failed = 0 ] || cat "$scratch/said" "$scratch/complained"
psql -Xq -d "$PAWL_TEST_POSTGRES" -c "drop database if exists pawl_test_$(cat "$scratch/hangs.pid") with (force)"
exit $failed
