#!/bin/bash
# documents.sh PAWLCTL SOURCE: help, man page and completions say all that there is, and are well-formed.
set -u
pawlctl=$1
# shellcheck source=../toolchain/support.sh
. "$(dirname "$0")/../toolchain/support.sh"
cd "$scratch" || exit 2
unset PAWL_DB

must "$pawlctl" --completion=bash
cp log bash
mapfile -t commands < <(sed -n 's/^    \([a-z]*\)) options=.*/\1/p' bash | grep -v none)
mapfile -t options < <(sed -n "s/^    [a-z]*) options='\(.*\)' ;;/\1/p" bash | tr ' ' '\n' | sed 's/=$//; /^$/d' | sort -u)
[ ${#commands[@]} -ge 8 ] && [ ${#options[@]} -ge 9 ] || fail "the completions say too little"

# ---- man page

must "$pawlctl" --manual
cp log page
mandoc -T lint -W style page >log 2>&1
! grep -v -e 'outdated mandoc.db' -e 'referenced manual not found: Xr pawl' log || fail "mandoc finds fault with the man page"
mandoc -T ascii -O width=200 page | col -bx >man
knows_options man "${options[@]}"
for command in "${commands[@]}"; do
    grep -qE "^ +pawlctl $command " man && grep -qE "^   $command$" man || fail "the man page does not know $command"
done
grep -qF "[MACHINE [ID]]" man && grep -qF "[NAME=VALUE ...]" man || fail "the man page has lost operands"

# ---- help

for command in "" "${commands[@]}"; do
    # shellcheck disable=SC2086
    fits_terminal "$pawlctl" $command --help
    for words in "^Usage: pawlctl ${command:-COMMAND}" "^Exit status:" "^  3  the database" "^Examples:\$" "^  --db=WHERE "; do
        grep -q -- "$words" log || fail "pawlctl $command --help lacks: $words"
    done
    cp log "help.${command:-all}"
    [ -z "$command" ] || grep -q "^With --json:$" log || fail "$command --help does not say what its JSON is"
done
"$pawlctl" --help >help
for command in "${commands[@]}"; do
    grep -qE "^  $command +[a-z]" help || fail "--help does not know $command"
done
must diff <("$pawlctl" verify --help) <("$pawlctl" --help verify)

# ---- pages: each command that they show is there, with its options

shown=0
while read -r command words; do
    shown=$((shown + 1))
    [[ " ${commands[*]} " == *" $command "* ]] || fail "a page shows pawlctl $command, which is nowhere"
    for option in $(grep -oE -- '--[a-z][a-z-]*' <<<"$words"); do
        grep -q -- "^  $option" "help.$command" || fail "a page shows pawlctl $command $option, which is nowhere"
    done
done < <(grep -rhoE --include='*.md' 'pawlctl [a-z]+[^`|#&;()]*' "$2/README.md" "$2/runtime" "$2/examples" | sed 's/^pawlctl //' | grep -E '^[a-z]+( |$)' | grep -v '^and ' | sort -u)
[ $shown -ge 40 ] || fail "the pages show $shown commands only"

# ---- completions

for shell in zsh fish; do
    must "$pawlctl" --completion=$shell
    cp log $shell
done
must bash -n bash
must zsh -n zsh
must fish --no-execute fish
touch payment.sql main.c
completes "pawlctl ver" "verify|"
completes "pawlctl apply pay" "payment.sql|"
completes "pawlctl status pay" "|"
completes "pawlctl repair --re" "--reason=|"
completes "pawlctl verify --f" "|"
completes "pawlctl --completion = z" "zsh|"
[ "$(fish -c 'source ./fish; complete -C "pawlctl repair --fo"' | cut -f 1)" = --force ] || fail "fish does not complete --force"
exit $failed
