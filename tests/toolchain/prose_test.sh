#!/bin/bash
# prose_test.sh SOURCE: the pages of the tree keep their limits, and the checker finds each kind of fault.
set -u
prose=$(cd "$(dirname "$0")" && pwd)/prose
scratch=$(mktemp -d /tmp/pawl-prose.XXXXXX)
trap 'rm -rf "$scratch"' EXIT
failed=0
fail() {
    echo "FAILED: $*" >&2
    failed=1
}

"$prose" --tree "$1" || fail "a page is above its limits"

mkdir -p "$scratch/tests/toolchain"
cd "$scratch" || exit 2

# ---- a good page passes: code, tables of code, questions and places are no faults

cat >good.md <<'PAGE'
# Payments

Run `pawl payment.fsm` in the folder where you keep the file. If the guard fails, `payment_submit` returns `PAWL_ILLEGAL`,
and your transaction stays usable. What now? Read [the guide](what.md#where-it-says).

| call | result |
|---|---|
| `what(where)` | `says` |

```c
where(what, says, behind); // told anew
```
PAGE
"$prose" good.md >log || fail "a good page is refused: $(cat log)"
"$prose" --tree . >log || fail "a tree of good pages is refused: $(cat log)"

# ---- one of each fault

long="This sentence has one word after another until it has more words than anybody can keep in mind at a time, and then it goes"
cat >bad.md <<PAGE
Where a guard fails, the call is refused. Where it holds, the row moves.
$long further and further, as nobody ever stopped it. $long further and further, as nobody ever stopped it.
- What was parked is retried. Whoever is on call sees it.
- The server says no.
- The row behind it is written anew.
PAGE
for count in long:2 where:2 who:2 say:1 words:2; do
    "$prose" bad.md >log && fail "a bad page passes"
    grep -qE "^bad\.md .* ${count%:*} ${count#*:} of " log || fail "$count is not found: $(cat log)"
done
grep -q '^bad\.md:4: say: The server \[says\] no\.' log || fail "the place of a fault is not printed: $(cat log)"
seq 2600 | sed 's/.*/word/' >too_long.md
"$prose" too_long.md >log && fail "a page of 2,600 words passes"
rm too_long.md

# ---- what is read of other files

mkdir -p runtime/sqlite/schema compiler/base
printf '/* It says no. */\nint says; /* fine */\n' >runtime/pawl_a.h
printf 'MESSAGE(A, B, "the server says no",\n        NULL, "say" " `says`")\n' >compiler/base/messages_a.def
printf -- '-- The table says no.\nselect says;\n' >runtime/sqlite/schema/a.sql
"$prose" runtime/pawl_a.h compiler/base/messages_a.def runtime/sqlite/schema/a.sql >log && fail "bad comments and messages pass"
[ "$(grep -c ': say: ' log)" = 3 ] || fail "not one fault in each file: $(cat log)"
rm -r runtime compiler

# ---- allowances: written once, then they only shrink

"$prose" --tree . >log && fail "a bad page passes without an allowance"
"$prose" --tree . --update >log || fail "no allowances are written: $(cat log)"
grep -qxE 'bad\.md +say +1' tests/toolchain/prose.allowed || fail "the first allowances are not what is there"
sed -i 's/^bad\.md *say *1$/&  # words of the server/' tests/toolchain/prose.allowed
echo "The client says yes." >>bad.md
"$prose" --tree . --update >log && fail "an allowance was raised"
grep -q 'above: say 2 of 1' log || fail "it is not printed what is above its allowance: $(cat log)"
sed -i '/^The client/d; s/ is written anew/ is written/; s/^Where it holds/If it holds/' bad.md
"$prose" --tree . >log && fail "an allowance that is not needed is kept"
"$prose" --tree . --update >log || fail "it does not shrink: $(cat log)"
grep -q '^bad\.md *say *1  # words of the server$' tests/toolchain/prose.allowed || fail "a reason is lost"
grep -q '^bad\.md *words' tests/toolchain/prose.allowed && fail "an allowance that is not needed was left"
exit $failed
