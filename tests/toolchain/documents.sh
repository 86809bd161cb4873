#!/bin/bash
# documents.sh PAWL SOURCE: help, man page and completions are complete and well-formed; STATUSES.md has every status.
set -u
pawl=$1
page=$2/compiler/package/pawl.1
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
cd "$scratch" || exit 2

# ---- what there is: from the completions, which are made from the tables

must "$pawl" --completion=bash
cp log bash
mapfile -t verbs < <(sed -n 's/^    \([a-z]*\)) options=.*/\1/p' bash)
mapfile -t options < <(sed -n "s/^    [a-z]*) options='\(.*\)' ;;/\1/p" bash | tr ' ' '\n' | sed 's/=$//; /^-W/d; /^$/d' | sort -u)
mapfile -t kinds < <(sed -n "s/^    --emit) words='\([^']*\)'.*/\1/p" bash | tr ' ' '\n')
[ ${#verbs[@]} -ge 3 ] && [ ${#options[@]} -ge 12 ] && [ ${#kinds[@]} -ge 5 ] || fail "the completions say too little"

# ---- man page

must mandoc -T lint -W style "$page"
! grep -v 'outdated mandoc.db' log || fail "mandoc finds fault with the man page"
mandoc -T ascii -O width=200 "$page" | col -bx >man
knows_options man "${options[@]}"
for verb in "${verbs[@]}"; do
    [ "$verb" = compile ] || grep -qE "^ +$verb  " man || fail "the man page does not know the verb $verb"
done
for kind in "${kinds[@]}"; do
    grep -qE "^ +$kind (FILE|pawl)\." man || fail "the man page does not know the kind $kind"
    suffix=$("$pawl" --list-outputs --emit="$kind" FILE.fsm)
    grep -qE "^ +$kind $suffix " man || fail "the man page says another suffix than $suffix for $kind"
done

warnings=$("$pawl" --help | sed -n 's/^  W[0-9]* \([a-z-]*\) .*/\1/p')
[ "$(wc -l <<<"$warnings")" -ge 4 ] || fail "--help lists no warnings"
for warning in $warnings; do
    for shell in bash zsh fish; do
        "$pawl" --completion=$shell | grep -q "[ (-]no-${warning}[ ')]" || [ $shell = bash ] ||
            fail "$shell does not complete -W$warning"
    done
    grep -q -- " -Wno-$warning " bash || fail "bash does not complete -Wno-$warning"
done

# ---- pages: the tests that they name are there

for name in $(grep -hoE '`[a-z0-9]+(_[a-z0-9]+){2,}`' "$2"/examples/README.md "$2"/examples/*/README.md "$2"/tests/README.md |
    tr -d '`' | sort -u); do
    grep -rqwF --include='*.c' --include='*.h' --include='*.sh' --include='*.fsm' --include='*.sql' --include=CMakeLists.txt -- "$name" \
        "$2/tests" "$2/examples" "$2/runtime" || fail "a page names $name, which is nowhere"
done

# ---- pages: every status has a row

mapfile -t statuses < <(sed -n '/^#define PAWL_STATUSES/,/^$/s/^ *X(\([A-Z_]*\), ".*/\1/p' "$2/runtime/pawl_abi.h")
[ ${#statuses[@]} -ge 19 ] || fail "pawl_abi.h lists only ${#statuses[@]} statuses"
for status in "${statuses[@]}"; do
    grep -q "^| \`$status\` " "$2/runtime/STATUSES.md" || fail "STATUSES.md has no row for $status"
done

# ---- pages: they have what the scripts of a first day quote

python3 - "$2" <<'END' || fail "a script quotes what its page does not have"
import pathlib, re, sys
root = pathlib.Path(sys.argv[1])
quoted = [(script, *piece) for script in root.glob("examples/first_day/*.sh")
          for piece in re.findall(r"<<'(\w+\.md)'\n(.*?)^\1$", script.read_text(), re.M | re.S)]
for script, page, text in quoted:
    if text not in re.sub("^ +", "", (root / "runtime" / page).read_text(), flags=re.M):
        sys.exit(f"{script.name}: runtime/{page} lacks these lines:\n{text}")
sys.exit(len(quoted) < 10)
END

# ---- help

for verb in "" "${verbs[@]}"; do
    [ "$verb" != compile ] || continue
    # shellcheck disable=SC2086
    fits_terminal "$pawl" $verb --help
    grep -q "^Usage: pawl $verb" log && grep -q "^Exit status:" log || fail "pawl $verb --help says too little"
    [ -n "$verb" ] || cp log help
done
for word in "${options[@]}" "${kinds[@]}"; do
    "$pawl" --help | cat - <(for verb in "${verbs[@]:1}"; do "$pawl" "$verb" --help; done) | grep -qF -- "  $word" ||
        fail "no help knows $word"
done

# ---- completions

must "$pawl" --completion=zsh
cp log zsh
must zsh -n zsh
must "$pawl" --completion=fish
cp log fish
must fish --no-execute fish
must bash -n bash
for option in "${options[@]}"; do
    grep -qF -- "'$option" zsh || fail "zsh does not complete $option"
    name=${option##*-}
    case $option in --*) name=${option#--} ;; esac
    grep -qE -- " -[slo] $name " fish || fail "fish does not complete $option"
done

mkdir folder
touch payment.fsm 'or der.fsm' main.c
completes "pawl che" "check|"
completes "pawl pay" "payment.fsm|"
completes "pawl ''" "check|$(printf '%s|' "${verbs[@]:2}")or der.fsm|payment.fsm|folder|"
completes "pawl payment.fsm -o ''" "folder|"
completes "pawl payment.fsm --emit = he" "header|"
completes "pawl payment.fsm --emit = header,sou" "header,source|"
completes "pawl check --fo" "--format=|"
completes "pawl fmt --" "--check|--name=|--help|--version|"
completes "pawl --format = j" "json|"
# bash takes words apart at `=`, which is in COMP_WORDBREAKS
completes "pawl -Werror = en" "endless-wait|"
completes "pawl payment.fsm -Werror =" "$(printf '%s|' $warnings)"
completes "pawl check -Wno-error = unr" "unreachable|"
completes "pawl -Werror pay" "payment.fsm|"
completes "pawl -Werror=en" "-Werror=endless-wait|"
[ "$(fish -c 'source ./fish; complete -C "pawl fmt --ch"' | cut -f 1)" = --check ] || fail "fish does not complete --check"
[ "$(fish -c 'source ./fish; complete -C "pawl --lis"' | cut -f 1)" = --list-outputs ] || fail "fish does not complete --list-outputs"
exit $failed
