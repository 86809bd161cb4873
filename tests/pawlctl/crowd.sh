#!/bin/bash
# crowd.sh DATABASE PAWLCTL PAWL: a machine of 200 guards. `why` names each that fails; an error message names those that fit, and the
# number of the others. With --dry-run `fire` prints the same, and changes nothing.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

guards=$(seq -f 'enough_of_everything_%03g' 1 200)
{
    echo 'pawl 1; machine crowd { allow W011 "made for this test";'
    printf '  guard %s sql "select 1 = 0";\n' $guards
    echo '  initial state open {'
    for guard in $guards; do echo "    on try_$guard -> closed when $guard;"; done
    # shellcheck disable=SC2086 # words
    echo "    on all -> closed when $(set -- $guards && for guard in "${@:1:40}"; do printf '%s and ' "$guard"; done)not enough_of_everything_041;"
    echo '  } final state closed; }'
} >"$scratch/crowd.fsm"
"$pawl" "$scratch/crowd.fsm" -o "$scratch/gen" --emit="$database" --databases="$database" || exit 2
answers 0 "crowd" apply "$scratch/gen/crowd.$database.sql"
answers 0 "open" fire crowd 1 create

ctl why crowd 1 --json
is "0 200 200" "$status $(json "len([e for e in d['events'] if e['status'] == 'REFUSED' and e['why'] == e['event'][4:]]), \
    len([e for e in d['events'] if e['event'].startswith('try_')])" | tr -d "(),")"
is "40 enough_of_everything_040" "$(json "(lambda why: f'{len(why)} {why[-1]}')([e for e in d['events'] if e['event'] == 'all'][0]['why'].split(', '))")"
ctl fire crowd 1 all --dry-run --json
is "1 REFUSED 40" "$status $(json "d['status'] + ' ' + str(len(d['why'].split(', ')))")"
# whole names, and the number of the rest
ctl fire crowd 1 all
is 1 "$status"
grep -qE 'refused by (enough_of_everything_0[0-9]{2}, )+enough_of_everything_0[0-9]{2} and [0-9]+ more in open$' "$scratch/err" || fail "it says: $(cat "$scratch/err")"
named=$(grep -o 'enough_of_everything_' "$scratch/err" | wc -l)
is 40 "$((named + $(sed -n 's/.* and \([0-9]*\) more.*/\1/p' "$scratch/err")))"
answers 0 "open" history crowd 1
is 1 "$(sql "select count(*) from crowd_transitions")"
exit $failed
