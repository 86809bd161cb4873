#!/bin/bash
# table.sh: each test that the table of examples/provision/README.md names is there.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
readme=$here/../../examples/provision/README.md
failed=0
count=0
while read -r name; do
    count=$((count + 1))
    case $name in
    *_test.c) [ -e "$here/$name" ] ;;
    *.sh | ../*) [ -e "$here/../../examples/provision/$name" ] ;;
    *) grep -qw "TEST($name)\|cmocka_unit_test_teardown($name" "$here"/*_test.c ;;
    esac || { echo "FAILED: the table names $name, and there is no such test"; failed=1; }
done < <(sed -n '/^| in the DSL/,$p' "$readme" | grep '^|' | awk -F'|' '{print $(NF-1)}' | grep -o '`[^`]*`' | tr -d '`' | sort -u)
[ $count -gt 30 ] || { echo "FAILED: the table names $count tests"; failed=1; }
exit $failed
