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
