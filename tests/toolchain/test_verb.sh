#!/bin/bash
# test_verb.sh PAWL SOURCE: `pawl test` with callbacks, the user's tables, failures, missing tools and signals.
set -u
pawl=$1
corpus=$2/tests/corpus
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
export TMPDIR="$scratch/tmp"
mkdir "$TMPDIR"

# exits STATUS WORDS COMMAND...: the command ends so, and prints the words.
exits() {
    local status=$1 words=$2
    shift 2
    "$@" >"$scratch/log" 2>&1
    local got=$?
    [ $got -eq "$status" ] || { fail "$*: expected $status, got $got" && cat "$scratch/log" >&2; }
    grep -qF -- "$words" "$scratch/log" || { fail "$*: expected \"$words\", got:" && cat "$scratch/log" >&2; }
}

# hooks GUARD EFFECT: insurance_claim's callbacks.
hooks() {
    cat >"$scratch/claim hooks.c" <<END
#define _POSIX_C_SOURCE 200809L
#include "insurance_claim.h"
#include <stdio.h>
#include <time.h>
static enum pawl_status guard(struct pawl_db *db, const struct insurance_claim_call *call, void *context,
                              struct pawl_error *err) {
    (void)db, (void)call, (void)context, (void)err;
    $1
}
static enum pawl_status effect(struct pawl_db *db, const struct insurance_claim_call *call, void *context,
                               struct pawl_error *err) {
    (void)db, (void)call, (void)context, (void)err;
    $2
}
const struct insurance_claim_hooks insurance_claim_hooks = {
    .has_open_questions = guard, .ask_customer = effect, .write_letter = effect};
END
}

says "insurance_claim: not tested: guards and effects in SQL (--tables), guards and effects in C (--hooks)" \
    "$pawl" test "$corpus/insurance_claim.fsm"
says "call_out: 9 calls in order, 5 failures and waits, 10 kills: passed" "$pawl" test "$2/tests/flows/trip.fsm" -Wno-all

# ---- callbacks and tables

hooks 'return call->event ? PAWL_OK : PAWL_REFUSED;' 'return PAWL_OK;'
with=("--hooks=$scratch/claim hooks.c" "--tables=$corpus/insurance_claim.sql")
says "your guard has_open_questions returned yes" "$pawl" test "$corpus/insurance_claim.fsm" "${with[@]}"
says "not tested: the answers of guards in SQL" "$pawl" test "$corpus/insurance_claim.fsm" "${with[@]}"
echo "create table claims (number bigint primary key)" >"$scratch/other.sql"
exits 1 "insurance_claim.fsm:33: decide in checked" "$pawl" test "$corpus/insurance_claim.fsm" "${with[0]}" "--tables=$scratch/other.sql"
grep -qF "no such column: covers_claim" "$scratch/log" || fail "the error of the guard is missing"
hooks 'return PAWL_DB;' 'return PAWL_OK;'
exits 1 "insurance_claim.fsm:32: decide in checked" "$pawl" test "$corpus/insurance_claim.fsm" "${with[@]}"
exits 2 "nowhere.sql cannot be read" "$pawl" test "$corpus/insurance_claim.fsm" --tables=nowhere.sql
exits 2 "the test program cannot be compiled" "$pawl" test "$corpus/insurance_claim.fsm" --hooks=nowhere.c

# ---- a number that timers count in several units

cat >"$scratch/units.fsm" <<'END'
machine units {
  event create(n: int);
  initial state a { after :create.n w week -> b; }
  state b { after :create.n h hour -> c; }
  state c { after :create.n d day -> d; }
  state d { after :create.n s second -> done; }
  final state done;
}
END
says "passed" "$pawl" test "$scratch/units.fsm"

# ---- the program itself, read and compiled by hand

must "$pawl" test "$corpus/insurance_claim.fsm" -o "$scratch/program"
says "A test of insurance_claim.fsm" grep "A test of" "$scratch/program/insurance_claim_test.c"
# shellcheck disable=SC2046
must "${CC:-cc}" -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror "-I$scratch/program" -c \
    "$scratch/program/insurance_claim_test.c" -o "$scratch/program/test.o" $(pkg-config --cflags pawl)

# ---- flows: a process that ends before it is killed, more procedures, steps, waits and bytes of paths than usual

cat >"$scratch/crash.c" <<END
#define _POSIX_C_SOURCE 200809L
#include <pawl.h>
#include <signal.h>
#include <unistd.h>
enum pawl_status __real_pawl_work(struct pawl_db *, const struct pawl_machine *const *, size_t, const struct pawl_work_options *, struct pawl_error *);
enum pawl_status __wrap_pawl_work(struct pawl_db *db, const struct pawl_machine *const *machines, size_t count,
                                  const struct pawl_work_options *options, struct pawl_error *err) {
    if (getpid() != getpgrp())
        raise(SIGNAL);
    return __real_pawl_work(db, machines, count, options, err);
}
END
for signal in SEGV KILL; do
    exits 2 "was ended by signal $(kill -l $signal) (" env "CFLAGS=-DSIGNAL=SIG$signal" LDFLAGS=-Wl,--wrap=pawl_work \
        "$pawl" test "$2/tests/flows/trip.fsm" -Wno-all "--hooks=$scratch/crash.c"
done

deep=$(printf 'deep%.0s' {1..9})
{
    printf 'procedure p%s() { tx one undo un_one; }\n' {1..80}
    echo "procedure ${deep}_1(n: int) { repeat n max 9 { call done_$deep undo undo_$deep; } }"
    for i in {2..5}; do echo "procedure ${deep}_$i(n: int) { use ${deep}_$((i - 1))(n); }"; done
    echo 'flow long(n: int) {'
    printf '  use p%s();\n' {1..80}
    for i in {1..1300}; do echo "  tx t$i undo u$i;"; done
    printf '  wait w%s;\n' {1..700}
    echo "  use ${deep}_5(n);"
    echo '}'
} >"$scratch/long.fsm"
must "$pawl" test "$scratch/long.fsm" -Wno-all -o "$scratch/long"
# all of its failures and kills would take hours
sed -i 's/^    try_way(false, all_loops());$/    try_failing(2080, PAWL_DB);\n    return;\n&/' "$scratch/long/long_test.c"
# shellcheck disable=SC2046
must "${CC:-cc}" "-I$scratch/long" "$scratch/long/long.c" "$scratch/long/long_test.c" -o "$scratch/long/program" $(pkg-config --cflags --libs pawl) \
    "-Wl,-rpath,$(pkg-config --variable=libdir pawl)"
says "passed" "$scratch/long/program" "sqlite:$scratch/long/test.db"

# ---- missing tools, wrong inputs

exits 2 "the C compiler no-such-cc is missing" env CC=no-such-cc "$pawl" test "$corpus/turnstile.fsm"
exits 2 "no-such-config is missing" env PKG_CONFIG=no-such-config "$pawl" test "$corpus/turnstile.fsm"
exits 2 "install libpawl-dev" env PKG_CONFIG_LIBDIR=/nowhere PKG_CONFIG_PATH= "$pawl" test "$corpus/turnstile.fsm"
exits 2 "creates a file of its own" "$pawl" test "$corpus/turnstile.fsm" --db=sqlite:some.db
exits 2 "pawl: test:" "$pawl" test "$corpus/turnstile.fsm" --db=postgresql:///x?host=/nowhere
exits 2 "no folder can be created" env TMPDIR=/nowhere "$pawl" test "$corpus/turnstile.fsm"
echo "machine broken {" >"$scratch/broken.fsm"
exits 1 "broken.fsm" "$pawl" test "$scratch/broken.fsm"
[ -z "$(ls "$TMPDIR")" ] || fail "left behind: $(ls "$TMPDIR")"

# ---- signals: while cc runs, and while the program does

# interrupted SIGNAL COMMAND...: it is sent when the file `begun` is there.
interrupted() {
    local signal=$1
    shift
    rm -f "$scratch/begun"
    "$@" >"$scratch/log" 2>&1 &
    local pid=$!
    for _ in {1..600}; do
        [ ! -e "$scratch/begun" ] || break
        sleep 0.1
    done
    [ -e "$scratch/begun" ] || fail "$*: it never began"
    kill "-$signal" $pid
    wait $pid
    local got=$?
    [ $got -gt 128 ] || { fail "$*: expected a signal's status, got $got" && cat "$scratch/log" >&2; }
    [ -z "$(ls "$TMPDIR")" ] || fail "left behind by $signal: $(ls "$TMPDIR")"
}
printf '#!/bin/sh\ntouch "%s/begun"\nsleep 600\n' "$scratch" >"$scratch/slow"
chmod +x "$scratch/slow"
cd "$scratch" || exit 2
interrupted TERM env CC=./slow "$pawl" test "$corpus/turnstile.fsm"
interrupted PIPE env CC=./slow "$pawl" test "$corpus/turnstile.fsm"
hooks "fclose(fopen(\"$scratch/begun\", \"w\")); nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL); return PAWL_OK;" \
    'return PAWL_OK;'
interrupted HUP "$pawl" test "$corpus/insurance_claim.fsm" "${with[@]}"

exit $failed
