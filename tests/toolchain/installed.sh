#!/bin/bash
# installed.sh BUILD SOURCE: installs what is built into a folder with a blank in its name, moves it away, and
# builds and runs examples/make and examples/cmake against it, which have the files that examples/GETTING_STARTED.md shows.
set -u
build=$1
source=$2
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

must cmake --install "$build" --prefix "$scratch/at first"
prefix="$scratch/in stalled"
mv "$scratch/at first" "$prefix"
for file in bin/pawl include/pawl.h include/pawl_base.h include/pawl_flow.h include/pawl_pool.h include/pawl_tables.h include/pawl_abi.h share/man/man1/pawl.1 \
    share/doc/pawl/LICENSE \
    share/bash-completion/completions/pawl share/zsh/site-functions/_pawl share/fish/vendor_completions.d/pawl.fish \
    bin/pawlctl share/man/man1/pawlctl.1 share/bash-completion/completions/pawlctl share/zsh/site-functions/_pawlctl \
    share/fish/vendor_completions.d/pawlctl.fish share/vim/vimfiles/syntax/pawl.vim share/vim/vimfiles/ftdetect/pawl.vim \
    share/nvim/site/syntax/pawl.vim share/pawl/vscode/package.json share/pawl/vscode/pawl.tmLanguage.json; do
    [ -s "$prefix/$file" ] || fail "$file is not installed"
done
package=$(find "$prefix" -name PawlAddMachine.cmake)

# Pages: links between them hold there, and each that a program or a man page names is one of them, but for links within pages
# that are built in.
must "$(dirname "$0")/links.py" "$prefix/share/doc/pawl"
for folder in $(grep -rhoE --include='*.md' '`examples/[a-z]+`' "$prefix/share/doc/pawl" | tr -d '`' | sort -u); do
    [ -d "$prefix/share/doc/pawl/$folder" ] || fail "a page names $folder, which is not installed"
done
grep -rlE --include='*.md' '\./(examples|tests)/run' "$prefix/share/doc/pawl" | xargs grep -L -E '[Ii]n (a copy of )?the sources' | grep . &&
    fail "these pages name commands of the sources as if they were installed"
for words in '\((examples?|tests?)\)' ', reference \|' '\| contributing'; do
    ! grep -rnE --include='*.md' "$words" "$prefix/share/doc/pawl" || fail "words of a link that is not installed stay alone"
done
named=$(cat "$prefix"/bin/* "$prefix"/share/man/man1/* | grep -aohP '(?<![(A-Za-z_/])[A-Za-z_/]+\.md\b' | sort -u)
[ "$(wc -l <<<"$named")" -ge 3 ] || fail "the programs name hardly a page: $named"
for page in $named; do
    [ -s "$prefix/$page" ] || fail "a program names $page, which is not installed"
done

library=$(find "$prefix" -name libpawl.so)
[ -n "$library" ] && [ -n "$(find "$prefix" -name libpawl.a)" ] || fail "the libraries are not installed"
abi=$(sed -n 's/^#define PAWL_ABI \([0-9]*\)$/\1/p' "$prefix/include/pawl_abi.h")
says "[libpawl.so.$abi]" readelf -d "$library"
[ "$(nm -D --defined-only "$library" | grep -vc ' pawl_')" -eq 0 ] || fail "libpawl.so shows more than pawl_*"
[ "$(nm -D --defined-only "$library" | grep -c ' pawl_')" -gt 10 ] || fail "libpawl.so shows too little"

PKG_CONFIG_PATH=$(dirname "$library")/pkgconfig
LD_LIBRARY_PATH=$(dirname "$library")
export PKG_CONFIG_PATH LD_LIBRARY_PATH

# runs PROGRAM: an example of orders prints what it should.
runs() {
    rm -f "$scratch/orders.db"
    must "$prefix/bin/pawlctl" apply "$scratch/shown/order.sqlite.sql" "--db=sqlite:$scratch/orders.db"
    says "Being packed -> On its way" "$1" "sqlite:$scratch/orders.db" 1
    says "order 2: cancel is not allowed in shipped" "$1" "sqlite:$scratch/orders.db" 2
}

# rebuilds SOURCE_FOLDER COMMAND...: builds again what has changed, and only that.
rebuilds() {
    local folder=$1
    shift
    says_not order.c "$@"
    next_tick
    touch "$folder/order.fsm"
    says order.fsm "$@" # pawl runs
    ! grep -q 'order\.c\|main\.c' "$scratch/log" || fail "compiled again, though no output has changed: $*"
    says_not order.fsm "$@"
    next_tick
    sed -i 's/Cancelled/Called off/' "$folder/order.fsm"
    says order.c "$@"
    says_not order.fsm "$@"
}

# A program may have functions of its own that are called as those that libpawl keeps to itself.
archive=${library%.so}.a
inner=$(find "$build/runtime/CMakeFiles/pawl_objects.dir" -name '*.o' -exec nm --defined-only --extern-only {} + |
    sed -n 's/^[0-9a-f]* [A-Z] \([a-z].*\)/\1/p' | grep -v '^pawl_' | sort -u)
[ "$(wc -l <<<"$inner")" -gt 100 ] || fail "hardly a symbol of libpawl was found: $inner"
{
    printf '#include <pawl.h>\n'
    printf 'int %s(void);\nint %s(void) { return 1; }\n' $(sed 's/.*/& &/' <<<"$inner")
    printf 'int main(void) { struct pawl_db *db = NULL; return pawl_open(&db, "sqlite:", NULL) == PAWL_OK ? 0 : %s() - 1; }\n' make_attempts
} >"$scratch/own.c"
# shellcheck disable=SC2046
must cc -fno-builtin -w "-I$prefix/include" "$scratch/own.c" "$archive" -o "$scratch/own" \
    $(pkg-config --static --libs-only-l pawl | sed 's/-lpawl//')
must "$scratch/own"

mkdir "$scratch/shown"
must "$source/tests/examples/walk.py" --write "$scratch/shown" "$source/examples/GETTING_STARTED.md"
must "$prefix/bin/pawl" "$scratch/shown/order.fsm" -o "$scratch/shown" --emit=sqlite
for file in make/order.fsm make/main.c make/Makefile cmake/order.fsm cmake/main.c cmake/CMakeLists.txt; do
    must cmp "$source/examples/$file" "$scratch/shown/${file#*/}"
done

must "$prefix/bin/pawl" test "$scratch/shown/order.fsm"

# ---- make

cp -r "$source/examples/make" "$scratch/with make"
must make -C "$scratch/with make" -j4
runs "$scratch/with make/orders"
rebuilds "$scratch/with make" make -C "$scratch/with make" -j4
for output in order.h order.c; do
    rm "$scratch/with make/gen/$output"
    must make -C "$scratch/with make" -j4
    [ -s "$scratch/with make/gen/$output" ] || fail "make: $output was removed and is not made again"
done
must make -C "$scratch/with make" clean

# Programs need the client libraries of databases only if they are linked with the archive.
must env "PKG_CONFIG_LIBDIR=$PKG_CONFIG_PATH" PKG_CONFIG_PATH= pkg-config --cflags --libs pawl

# ---- cmake

for generator in Ninja "Unix Makefiles"; do
    folder="$scratch/$generator"
    cp -r "$source/examples/cmake" "$folder"
    must cmake -S "$folder" -B "$folder build" -G "$generator" "-DCMAKE_PREFIX_PATH=$prefix"
    must cmake --build "$folder build" -j4
    runs "$folder build/orders"
    # all that pawl writes by itself, but for the page, which needs Graphviz
    for output in $("$prefix/bin/pawl" "$folder/order.fsm" --list-outputs | sed 's|.*/||'); do
        case $output in *.html) continue ;; esac
        [ -s "$folder build/orders-generated/$output" ] || fail "$generator: pawl_add_machine did not write $output"
    done
    rebuilds "$folder" cmake --build "$folder build" -j4
    rm "$folder build/orders-generated/order.h"
    must cmake --build "$folder build" -j4
    [ -s "$folder build/orders-generated/order.h" ] || fail "$generator: an output that was removed is not made again"

    # an older version to compare with is an input, too
    sed -i 's/order.fsm)/order.fsm EMIT header source SINCE old.fsm)/' "$folder/CMakeLists.txt"
    cp "$folder/order.fsm" "$folder/old.fsm"
    must cmake --build "$folder build" -j4
    next_tick
    touch "$folder/old.fsm"
    says "Compiling order.fsm" cmake --build "$folder build" -j4
    sed -i 's/SINCE/SNICE/' "$folder/CMakeLists.txt"
    if cmake --build "$folder build" >"$scratch/log" 2>&1 || ! grep -q SNICE "$scratch/log"; then
        fail "pawl_add_machine takes arguments that it does not know"
    fi
done
ls -d "$source"/examples/*/gen "$source"/examples/*/build 2>/dev/null && fail "something was written into the sources"


# A library passes on what its machines need, also where the project is older than CMake's policies of depfiles, and names
# libraries without PRIVATE or PUBLIC.
mkdir -p "$scratch/library/lib" "$scratch/library/app"
echo 'machine order { initial state open { on close -> closed; } final state closed; }' >"$scratch/library/lib/order.fsm"
echo 'machine ship { initial state open { on close -> closed; } final state closed; }' >"$scratch/library/lib/ship.fsm"
cat >"$scratch/library/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.16)
project(library LANGUAGES C)
find_package(Pawl REQUIRED)
add_subdirectory(lib)
add_subdirectory(app)
END
cat >"$scratch/library/lib/CMakeLists.txt" <<'END'
add_library(model STATIC model.c)
target_link_libraries(model m)
pawl_add_machine(model order.fsm)
pawl_add_machine(model ship.fsm)
END
cat >"$scratch/library/app/CMakeLists.txt" <<'END'
add_executable(app main.c)
target_link_libraries(app model)
add_library(objects OBJECT main.c)
target_link_libraries(objects PRIVATE model)
END
printf '#include "order.h"\nint model(void);\nint model(void) { return ORDER_STATE_OPEN; }\n' >"$scratch/library/lib/model.c"
printf '#include "order.h"\n#include "ship.h"\nint main(void) { return order_state_label(ORDER_STATE_OPEN)[0] == 0; }\n' >"$scratch/library/app/main.c"
for generator in Ninja "Unix Makefiles"; do
    must cmake -S "$scratch/library" -B "$scratch/library/$generator" -G "$generator" "-DCMAKE_PREFIX_PATH=$prefix"
    must cmake --build "$scratch/library/$generator" -j2
    must "$scratch/library/$generator/app/app"
    says_not Compiling cmake --build "$scratch/library/$generator" -j2
done

# Each option of pawl_add_machine writes what the command line does, and that differs from what is written without it.
mkdir "$scratch/options"
cp "$source/examples/cmake/order.fsm" "$scratch/options"
sed 's/Cancelled/Called off/' "$scratch/options/order.fsm" >"$scratch/options/old.fsm"
cat >"$scratch/options/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.22)
project(options LANGUAGES C)
find_package(Pawl REQUIRED)
foreach(name plain DATABASES PREFIX NO_ROLES STRICT DISTRIBUTE SINCE)
    add_library(${name} STATIC)
endforeach()
pawl_add_machine(plain order.fsm EMIT header source html)
pawl_add_machine(DATABASES order.fsm DATABASES sqlite,mariadb)
pawl_add_machine(PREFIX order.fsm PREFIX acme)
pawl_add_machine(NO_ROLES order.fsm NO_ROLES)
pawl_add_machine(STRICT order.fsm DATABASES mariadb STRICT)
pawl_add_machine(DISTRIBUTE order.fsm DISTRIBUTE citus)
pawl_add_machine(SINCE order.fsm EMIT header source html SINCE old.fsm)
END
must cmake -S "$scratch/options" -B "$scratch/options/build" -G Ninja "-DCMAKE_PREFIX_PATH=$prefix"
# option OPTION FILE [OPTION_OF_PAWL...]: FILE is what it changes
option() {
    local name=$1 file=$2 written="$scratch/options/build/$1-generated/$2"
    shift 2
    must cmake --build "$scratch/options/build" --target "$name-generated/$file"
    must "$prefix/bin/pawl" "$scratch/options/order.fsm" -o "$scratch/options/$name" "$@"
    must cmp "$written" "$scratch/options/$name/$file"
    [ "$name" = plain ] || ! cmp -s "$written" "$scratch/options/plain/$file" || fail "pawl_add_machine: $name changes nothing"
    grep -qF "\`$name" "$prefix/share/doc/pawl/runtime/BUILDING.md" || [ "$name" = plain ] || fail "the page does not know $name"
}
option plain order.html --databases=postgres,sqlite,mariadb
option DATABASES order.c --databases=sqlite,mariadb
option PREFIX order.h --prefix=acme
option NO_ROLES order.postgres.sql --no-roles
option STRICT order.mariadb.sql --databases=mariadb --strict
option DISTRIBUTE order.postgres.sql --distribute=citus
option SINCE order.html "--since=$scratch/options/old.fsm"
taken=$(sed -n 's/.*cmake_parse_arguments(.*machine \(.*\))$/\1/p' "$package" | grep -oE '[A-Z_]+' | sort)
tested=$(sed -n 's/^option \([A-Z_]*\) .*/\1/p' "$0" | cat - <(echo EMIT) | grep . | sort)
[ "$taken" = "$tested" ] || fail "pawl_add_machine takes other options than are tested: $taken"

# the static library, in a project of C++
mkdir "$scratch/static"
cp "$scratch/shown/order.fsm" "$scratch/shown/main.cpp" "$scratch/static"
cat >"$scratch/static/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.22)
project(orders LANGUAGES CXX C)
find_package(Pawl REQUIRED)
add_executable(orders main.cpp)
target_link_libraries(orders PRIVATE Pawl::pawl_static)
pawl_add_machine(orders order.fsm)
END
must cmake -S "$scratch/static" -B "$scratch/static/build" -G Ninja "-DCMAKE_PREFIX_PATH=$prefix"
must cmake --build "$scratch/static/build"
must cmake --build "$scratch/static/build" --target clean
must cmake --build "$scratch/static/build"
runs "$scratch/static/build/orders"
sed -i 's/CXX C/CXX/' "$scratch/static/CMakeLists.txt"
if cmake -S "$scratch/static" -B "$scratch/static/no C" -G Ninja "-DCMAKE_PREFIX_PATH=$prefix" >"$scratch/log" 2>&1 ||
    ! grep -q "LANGUAGES C CXX" "$scratch/log"; then
    fail "a project without C is not told so: $(cat "$scratch/log")"
fi
exit $failed
