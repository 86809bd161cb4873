#!/bin/bash
# fetched.sh SOURCE: builds examples/cmake with the lines of FetchContent on runtime/BUILDING.md, which take the tree from SOURCE.
set -u
source=$1
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

cp -r "$source/examples/cmake" "$scratch/project"
lines=$(sed -n '/^include(FetchContent)/,/^FetchContent_MakeAvailable/p' "$source/runtime/BUILDING.md")
[ -n "$lines" ] || fail "runtime/BUILDING.md has no lines of FetchContent"
awk -v lines="$lines" '/^find_package/ { $0 = lines } { print }' "$source/examples/cmake/CMakeLists.txt" >"$scratch/project/CMakeLists.txt"
must cmake -S "$scratch/project" -B "$scratch/build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O0 \
    "-DFETCHCONTENT_SOURCE_DIR_PAWL=$source"
must cmake --build "$scratch/build"
[ ! -e "$scratch/build/_deps/pawl-build/runtime/pawlctl" ] || fail "pawlctl was built, too"
must sqlite3 "$scratch/orders.db" <"$scratch/build/orders-generated/pawl.sqlite.sql"
must sqlite3 "$scratch/orders.db" <"$scratch/build/orders-generated/order.sqlite.sql"
says "Being packed -> On its way" "$scratch/build/orders" "sqlite:$scratch/orders.db" 1
exit $failed
