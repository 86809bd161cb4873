#!/bin/bash
# without_mariadb.sh SOURCE: where there is no libmariadb, CMake finds that out; all but its driver is configured, and what knows
# all databases is built; who asks for MariaDB is told what is missing.
set -u
source=$1
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

# All that pkg-config knows on this machine but that library.
mkdir "$scratch/known"
IFS=: read -r -a folders <<<"${PKG_CONFIG_PATH:-}:${PKG_CONFIG_LIBDIR:-$(pkg-config --variable pc_path pkg-config)}"
for folder in "${folders[@]}"; do
    for file in "$folder"/*.pc; do
        [[ ! -e $file || $file = */libmariadb.pc ]] || ln -sf "$file" "$scratch/known"
    done
done
unset PKG_CONFIG_PATH
export PKG_CONFIG_LIBDIR=$scratch/known
if pkg-config --exists libmariadb; then
    fail "pkg-config still knows libmariadb"
fi

if cmake -S "$source" -B "$scratch/asked" -G Ninja -DPAWL_MARIADB=ON >"$scratch/log" 2>&1; then
    fail "it was taken for built in, though its library is missing"
fi
grep -q "libmariadb-dev" "$scratch/log" || fail "nobody says what to install: $(cat "$scratch/log")"

build="$scratch/build"
must cmake -S "$source" -B "$build" -G Ninja -DPAWL_TESTS=ON -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O0
grep -q "^PAWL_MARIADB:BOOL=OFF" "$build/CMakeCache.txt" || fail "CMake does not find out that the library is missing"
must cmake --build "$build" --target pawlctl
program=$build/runtime/pawlctl/pawlctl
says_not mariadb readelf -d "$program"
must sqlite3 "$scratch/shop.db" "create table payments (id text primary key)"
says "payment" "$program" apply "$source/tests/golden/outputs/payment.sqlite.sql" "--db=sqlite:$scratch/shop.db"
for place in mariadb://root@localhost/shop mysql://root@localhost/shop; do
    "$program" status "--db=$place" >"$scratch/log" 2>&1
    grep -q "this libpawl was built without MariaDB" "$scratch/log" && grep -q "PAWL_MARIADB=ON" "$scratch/log" ||
        fail "$place: nobody says that it is not built in: $(cat "$scratch/log")"
done
exit $failed
