#!/bin/bash
# demo.sh ACCOUNTS PAWLCTL SERVICE OPERATOR [RELAY_OPTION...]: an account is opened, with all that may happen meanwhile.
#
# ACCOUNTS and PAWLCTL are the programs; SERVICE and OPERATOR are as pawl_open takes them: the logins of the
# application and of whoever looks after it. What is run is printed as one would type it. The options say where
# events go: --stdout where there are none.
set -euo pipefail

program=$1
control=$2
service=$3
export PAWL_DB=$4
here=$(cd "$(dirname "$0")" && pwd)

heading() { printf '\n== %s\n' "$*"; }

# prompt WORD...: with quotes where a shell needs them
prompt() {
    local word
    printf '$'
    for word in "$@"; do
        case $word in
        *' '*) printf ' %s="%s"' "${word%%=*}" "${word#*=}" ;;
        *) printf ' %s' "$word" ;;
        esac
    done
    echo
}
accounts() {
    prompt accounts "$@"
    "$program" "$1" "$service" "${@:2}"
}
pawlctl() {
    prompt pawlctl "$@"
    "$control" "$@"
}

heading "Ada applies for an account: forward, to where a clerk has to look at it"
accounts open ada 1001
accounts work tom
accounts runs

heading "The rating was another Ada's: back to before it, and forward again"
pawlctl flow resume-from 1 rate --actor=clerk
accounts work tom

heading "Locks on a customer: a local one is of one flow, a global one of all"
accounts open ada 1002
accounts statement ada
accounts audit ada
accounts work tom
accounts runs

heading "The clerk approves, and Tom is killed within two steps that are saved together: neither is done"
pawlctl flow resume 1 --actor=clerk
{ accounts work tom issue_card; } 2>/dev/null || echo "tom is dead (signal $(($? - 128))); another takes over when his lease ends"
accounts work eve

heading "The second one is refused: all of it is undone, and the audit has Ada to itself"
pawlctl flow rollback 2 --actor=clerk
accounts work eve
accounts fire 1001 block
pawlctl flow resume 4 --actor=auditor
accounts work eve
accounts fire 1001 block

heading "Maintenance: a type is rejected, or asleep, and then callers wait"
pawlctl freeze open_account --reason="new forms"
accounts open grace 1003
pawlctl thaw open_account
pawlctl freeze account --reason="new core" --mode=sleep
prompt accounts fire 1001 close '&'
"$program" fire "$service" 1001 close &
caller=$!
sleep 0.5
pawlctl thaw account
wait "$caller"

heading "What was done, by whom"
pawlctl flow show 1

heading "What others are told of it: each move, once it is committed"
if [ $# -gt 4 ]; then
    pawlctl relay "${@:5}" --once
else
    prompt pawlctl relay --stdout --once '|' awk -f events.awk
    "$control" relay --stdout --once | awk -f "$here/events.awk"
fi
