# shellcheck shell=bash
# Sourced by the cheat scripts. Each attempt is followed by a look at all that Pawl keeps: a client may be
# told whatever it likes, but nothing may have changed.
#
# The script defines   dump            prints all rows of Pawl's tables
#                      client WHO SQL  runs SQL as WHO; its exit status does not matter
# and may define       digest          prints something shorter that differs where the rows do
#
# With PAWL_TEST_FAIL_FAST set it ends with the first failure.

attempts=0
failures=0

fail() {
    printf 'FAILED: %s\n' "$*"
    failures=$((failures + 1))
    [ -z "${PAWL_TEST_FAIL_FAST:-}" ] || finish || exit 1
}

digest() {
    dump
}

remember() {
    before=$(dump)
    before_digest=$(digest)
}

# attempt WHO SQL: nothing may change.
attempt() {
    attempts=$((attempts + 1))
    local answer were
    answer=$(client "$1" "$2" 2>&1) || true
    if [ "$(digest)" != "$before_digest" ]; then
        were=$before
        remember
        fail "$1: $2
$answer
$(diff <(printf '%s\n' "$were") <(printf '%s\n' "$before"))"
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
