#!/bin/bash
# amalgamation.sh BUILD SOURCE: libpawl in one file compiles without a warning, with any of the drivers left out, and a program that is
# compiled with it and nothing else moves a row of SQLite, and says which drivers it lacks.
set -u
build=$1
source=$2
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

must cmake --build "$build" --target amalgamation
cp "$build"/amalgamation/pawl.[ch] "$scratch"
cd "$scratch" || exit 1
strict="cc -std=c17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror $(pkg-config --cflags libpq libmariadb)"
for without in "" -DPAWL_WITHOUT_SQLITE "-DPAWL_WITHOUT_SQLITE -DPAWL_WITHOUT_MARIADB"; do
    # shellcheck disable=SC2086
    must $strict $without -fsyntax-only pawl.c
done

must "$build/compiler/pawl" "$source/examples/make/order.fsm" -o . --emit=header,source,sqlite
must "$build/runtime/pawlctl/pawlctl" apply order.sqlite.sql --db=sqlite:orders.db
must cc -I. -DPAWL_WITHOUT_POSTGRES -DPAWL_WITHOUT_MARIADB "$source/examples/make/main.c" order.c pawl.c -o orders -lsqlite3
says "Being packed -> On its way" ./orders sqlite:orders.db 1
for place in "postgresql:///shop PostgreSQL" "mariadb:///shop MariaDB"; do
    if ./orders ${place% *} 1 >log 2>&1 || ! grep -q "this libpawl was built without ${place#* }" log; then
        fail "nobody says that ${place#* } is not built in: $(cat log)"
    fi
done
exit $failed
