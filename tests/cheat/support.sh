# shellcheck shell=bash
# Sourced by the cheat scripts. Each attempt is followed by a look at all that Pawl keeps: a client may be
# told whatever it likes, but nothing may have changed.
#
# The script defines   dump            prints all rows of Pawl's tables
#                      client WHO SQL  runs SQL as WHO; its exit status does not matter

attempts=0
failures=0

fail() {
    printf 'FAILED: %s\n' "$*"
    failures=$((failures + 1))
}

remember() {
    before=$(dump)
}

# attempt WHO SQL: nothing may change.
attempt() {
    attempts=$((attempts + 1))
    local answer after
    answer=$(client "$1" "$2" 2>&1) || true
    after=$(dump)
    if [ "$after" != "$before" ]; then
        fail "$1: $2
$answer
$(diff <(printf '%s\n' "$before") <(printf '%s\n' "$after"))"
        before=$after
    fi
}

# expect TEXT COMMAND...: its output must contain TEXT.
expect() {
    attempts=$((attempts + 1))
    local text=$1 answer
    shift
    answer=$("$@" 2>&1) || true
    case $answer in
    *"$text"*) ;;
    *) fail "$* answered: $answer, not: $text" ;;
    esac
}

finish() {
    echo "$attempts attempts, $failures failed"
    [ "$failures" -eq 0 ]
}
