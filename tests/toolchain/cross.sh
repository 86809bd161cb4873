#!/bin/bash
# cross.sh PAWL SOURCE: builds libpawl and a program for a machine whose programs do not run here, with the pawl
# that does: neither compiling nor installing nor using the package may run what was built, or need re2c and lemon.
set -u
pawl=$1
source=$2
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

# Programs of the other machine ask for a loader that there is not.
cat >"$scratch/toolchain.cmake" <<'END'
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR another)
set(CMAKE_C_COMPILER clang)
set(CMAKE_EXE_LINKER_FLAGS_INIT -Wl,--dynamic-linker=/no/such/loader)
END
for_other=(-G Ninja "-DCMAKE_TOOLCHAIN_FILE=$scratch/toolchain.cmake" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O0)

if cmake -S "$source" -B "$scratch/none" "${for_other[@]}" >"$scratch/log" 2>&1; then
    fail "a pawl for another machine was taken for one of this machine"
fi
grep -q -- "-DPAWL_COMPILER=" "$scratch/log" || fail "nobody says what to do: $(cat "$scratch/log")"

must cmake -S "$source" -B "$scratch/library" "${for_other[@]}" "-DPAWL_COMPILER=$pawl"
must cmake --build "$scratch/library" --target pawl_static pawl_shared pawl_pages
must cmake --install "$scratch/library" --prefix "$scratch/other machine"
grep -q 'RE2C\|LEMON' "$scratch/library/CMakeCache.txt" && fail "re2c or lemon was looked for"
[ ! -e "$scratch/other machine/bin/pawl" ] || fail "a pawl was installed, though none was built"

# As if pawl for the other machine lay there, too: the package must not take it.
mkdir "$scratch/other machine/bin"
printf '#!/bin/sh\necho "this is a program of another machine" >&2\nexit 126\n' >"$scratch/other machine/bin/pawl"
chmod +x "$scratch/other machine/bin/pawl"
must cmake -S "$source/examples/cmake" -B "$scratch/program" "${for_other[@]}" "-DPAWL_COMPILER=$pawl" \
    "-DCMAKE_PREFIX_PATH=$scratch/other machine"
must cmake --build "$scratch/program"
says "/no/such/loader" readelf -l "$scratch/program/orders"
exit $failed
