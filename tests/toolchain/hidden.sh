#!/bin/bash
# hidden.sh PAWL SOURCE LIBPAWL: what pawl writes is hidden from other libraries, unless it is compiled with -DPAWL_EXPORT. The
# machine here has a function, profile_release, that another library of the process exports and calls itself.
set -u
pawl=$1
source=$2
libpawl=$3
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
cd "$scratch" || exit 2

cat >profile.fsm <<'END'
machine profile { initial state draft { on release -> live; } final state live; }
procedure erase(inout file: text) { call remove sets file irreversible; }
flow review(title: text) { data { file: text; } call read sets data.file irreversible; wait seen; use erase(data.file); }
END
must "$pawl" profile.fsm -o gen --emit=header,source

cat >other.c <<'END'
int profile_release(void);
int profile_release(void) { return 42; }
int other_open(void);
int other_open(void) { return profile_release(); }
END
cat >main.c <<'END'
#include "gen/profile.h"
int other_open(void);
int main(void) {
    struct pawl_error err;
    enum pawl_status (*const release)(struct pawl_db *, const char *, const struct pawl_opts *,
        struct profile_transition *, struct pawl_error *) = profile_release;
    return other_open() == 42 && release(NULL, "1", NULL, NULL, &err) == PAWL_MISUSE && review_flow.name[0] == 'r' ? 0 : 1;
}
END
# a type with hidden members would be reported here
cat >user.cpp <<'END'
#include "gen/profile.h"
struct seen { profile_transition last; profile_state state; };
seen look(const seen &other);
seen look(const seen &other) { return other; }
END

strict=(-Wall -Wextra -Wpedantic -Werror "-I$source/runtime" -I.)
for cc in gcc clang; do
    cxx=g++
    [ $cc = clang ] && cxx=clang++
    must $cc -shared -fPIC other.c -o libother.so
    must $cc -std=c11 "${strict[@]}" -rdynamic main.c gen/profile.c -o main -L. -lother "$libpawl" -Wl,-rpath,"$scratch:$(dirname "$libpawl")"
    must ./main
    must $cxx -std=c++17 "${strict[@]}" -c user.cpp -o user.o
    must $cc -std=c11 "${strict[@]}" -shared -fPIC gen/profile.c -o libhidden.so
    [ -z "$(nm -D --defined-only libhidden.so | grep -E ' (profile|erase|review)_')" ] || fail "$cc: libhidden.so exports $(nm -D --defined-only libhidden.so)"
    must $cc -std=c11 "${strict[@]}" -DPAWL_EXPORT -shared -fPIC gen/profile.c -o libexported.so
    for name in profile_release profile_machine erase_procedure review_flow review_signal_seen; do
        nm -D --defined-only libexported.so | grep -q " $name$" || fail "$cc: libexported.so lacks $name"
    done
done
exit $failed
