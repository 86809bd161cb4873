#!/bin/bash
# prefix_symbols.sh PREFIX LIBRARY...: all that a library of generated C defines for others begins with its prefix.
set -u
failed=0
while [ $# -ge 2 ]; do
    symbols=$(nm --defined-only --extern-only "$2" | sed -n 's/.* [A-Z] //p')
    [ "$(wc -l <<<"$symbols")" -gt 50 ] || { echo "FAILED: $2 defines too little" && failed=1; }
    if grep -v "^$1_" <<<"$symbols"; then
        echo "FAILED: these of $2 do not begin with $1_"
        failed=1
    fi
    shift 2
done
exit $failed
