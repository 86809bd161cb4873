#!/bin/bash
# tested.sh PAWL FILE.fsm...: `pawl test` passes on each file, on the database that PAWL_TEST_DB names (see ../support).
set -u
pawl=$1
shift
failed=0
for file in "$@"; do
    answer=$("$pawl" test "$file" "--db=$PAWL_TEST_DB" -Wno-all 2>&1) || {
        printf '%s\n%s\n' "FAILED: $file" "$answer" >&2
        failed=1
    }
    ! grep -qE 'note:.*is not tested' <<<"$answer" || echo "$file: $answer"
done
exit $failed
