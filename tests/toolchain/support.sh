# Sourced by the tests of the toolchain: a scratch folder with a blank in its name, and failures that are counted.
scratch=$(mktemp -d "${TMPDIR:-/tmp}/pawl tools.XXXXXX") || exit 2
trap 'rm -rf "$scratch"' EXIT
failed=0

fail() {
    echo "FAILED: $*" >&2
    failed=1
}

# must COMMAND...: its output is shown where it fails.
must() {
    "$@" >"$scratch/log" 2>&1 || { fail "$*" && cat "$scratch/log" >&2; }
}

# says WORDS COMMAND...: the command succeeds and prints the words.
says() {
    local words=$1
    shift
    must "$@"
    grep -qF -- "$words" "$scratch/log" || { fail "$*: expected \"$words\", got:" && cat "$scratch/log" >&2; }
}

# says_not WORDS COMMAND...
says_not() {
    local words=$1
    shift
    must "$@"
    ! grep -qF -- "$words" "$scratch/log" || { fail "$*: did not expect \"$words\", got:" && cat "$scratch/log" >&2; }
}

# knows_options PAGE OPTION...: a man page as text tells of each
knows_options() {
    local page=$1 option
    shift
    for option in "$@"; do
        grep -qE -- "(^|[[ ])$option([]= ]|$)" "$page" || fail "the man page does not know $option"
    done
}

# fits_terminal COMMAND...: what it prints stays in the log
fits_terminal() {
    must "$@"
    awk 'length($0) > 80 { print; bad = 1 } END { exit bad }' "$scratch/log" || fail "$* is wider than 80 columns"
}

# completes WORDS EXPECTED: what the completion in the file bash offers for the last of the words
completes() {
    local got program=${1%% *}
    got=$(bash -c '
        compopt() { :; }
        . ./bash
        eval "COMP_WORDS=($1)"
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        "_$2"
        printf "%s|" "${COMPREPLY[@]}"' - "$1" "$program")
    [ "$got" = "$2" ] || fail "bash completes $1 with $got, not with $2"
}

# Files whose times differ by less than a tick of the clock cannot be told apart.
next_tick() {
    local before
    touch "$scratch/tick"
    before=$(stat -c %y "$scratch/tick")
    while [ "$(stat -c %y "$scratch/tick")" = "$before" ]; do
        sleep 0.01
        touch "$scratch/tick"
    done
}
