#!/bin/bash
# large.sh DATABASE PAWLCTL PAWL: another stored text is not written to a large history while programs wait. While four
# writers make transitions, the plan announces that the migration is refused, and it is; the ways that its help names succeed.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
rows=100001 # above the limit
declare -a pids=()
trap 'kill "${pids[@]}" 2>/dev/null; cleanup' EXIT
mkdir "$scratch/first" "$scratch/second" "$scratch/third" "$scratch/fourth"
cat >"$scratch/first/big.fsm" <<'END2'
pawl 1;
machine big {
  event create;
  event take;
  event give_back;
  initial state open { on take -> taken; }
  state taken { on give_back -> open; }
  allow W002 "it goes on for ever";
}
END2
"$pawl" "$scratch/first/big.fsm" -o "$scratch/gen" --emit="$database" || exit 2
answers 0 created apply "$scratch/gen/big.$database.sql"

# an entity whose history is long
case $database in
    postgres) numbers="generate_series(2, $rows) n" ;;
    mariadb) numbers="(select seq as n from seq_2_to_$rows) numbers" ;;
    sqlite) numbers="(with recursive numbers (n) as (select 2 union all select n + 1 from numbers where n < $rows) select n from numbers)" ;;
esac
answers 0 open fire big LONG create
in_table=big_transitions
[ "$database" != mariadb ] || in_table=${own_database}_pawl.big_transitions
head=${in_table/transitions/current}
plant "insert into $in_table (big_id, sort_key, event, from_state, to_state, created_at, actor)
    select 'LONG', n * 10, case n % 2 when 0 then 'take' else 'give_back' end, case n % 2 when 0 then 'open' else 'taken' end,
        case n % 2 when 0 then 'taken' else 'open' end, (select since from $head where big_id = 'LONG'), 'me' from $numbers;
    update $head set sort_key = $rows * 10 where big_id = 'LONG'"
answers 0 " 0 problems" verify big

# Each makes transitions of an entity of its own, each of which must succeed.
writer() {
    "$pawlctl" fire big "$1" create || return
    while [ -e "$scratch/goes_on" ]; do
        "$pawlctl" fire big "$1" take && "$pawlctl" fire big "$1" give_back || return
    done
}
: >"$scratch/goes_on"
for i in 1 2 3 4; do
    { writer "W$i" >"$scratch/writer$i" 2>&1 && echo "all succeeded" >>"$scratch/writer$i"; } &
    pids+=($!)
done
wrote() { sql "select count(*) from big_transitions where big_id like 'W%'"; }
go_on() { # COUNT: they make transitions after that many
    for _ in {1..300}; do
        [ "$(wrote)" -gt $(($1 + 8)) ] && return
        sleep 0.1
    done
    fail "the writers stand still: $(tail -n 2 "$scratch"/writer?)"
}
go_on 0

# ---- refused

sed 's/state taken/state taken stored "busy"/' "$scratch/first/big.fsm" >"$scratch/second/big.fsm"
migrate "$scratch/first/big.fsm" "$scratch/second/big.fsm" || fail "$(cat "$scratch/err")"
answers 1 "with a former text, which would be written again while programs wait: LONG" plan "$migration"
grep -qF "help: keep the former text in the new version (stored \"TEXT\")" "$scratch/out" || fail "no help: $(cat "$scratch/out")"
answers 1 "another stored text would be written to a history of more than 100000 rows; nothing was changed" apply "$migration"
grep -qF "keep the former text" "$scratch/err" || fail "no help: $(cat "$scratch/err")"
go_on "$(wrote)"

# ---- another name, with the former text

sed 's/state taken/state busy stored "taken" renamed from taken/; s/-> taken/-> busy/' "$scratch/first/big.fsm" >"$scratch/third/big.fsm"
migrate "$scratch/first/big.fsm" "$scratch/third/big.fsm" || fail "$(cat "$scratch/err")"
answers 0 "additive" plan "$migration"
answers 0 "migrated" apply "$migration"
go_on "$(wrote)"
rm "$scratch/goes_on"
wait "${pids[@]}"
for i in 1 2 3 4; do
    is "all succeeded" "$(tail -n 1 "$scratch/writer$i")"
done

# ---- a new state, to which the former one is retired: the history keeps the former text

sed '/state busy/d; s/-> busy/-> held/; s/  allow/  state held { on give_back -> open; }\n  retired busy -> held;\n&/' "$scratch/third/big.fsm" >"$scratch/fourth/big.fsm"
answers 0 busy fire big LONG take
migrate "$scratch/third/big.fsm" "$scratch/fourth/big.fsm" || fail "$(cat "$scratch/err")"
answers 5 "move entities from busy to held: 1 row," plan "$migration"
answers 0 "migrated" apply "$migration"
answers 0 "open" fire big LONG give_back
is yes "$([ "$(sql "select count(*) from big_transitions where to_state = 'taken'")" -gt 50000 ] && echo yes)"
answers 0 " 0 problems" verify big

# ---- a frozen machine: whoever froze it has announced that programs wait

sed 's/state held/state held stored "busy"/' "$scratch/fourth/big.fsm" >"$scratch/first/big.fsm"
migrate "$scratch/fourth/big.fsm" "$scratch/first/big.fsm" || fail "$(cat "$scratch/err")"
answers 1 "with a former text" plan "$migration"
answers 0 "" freeze big --reason=migration
answers 5 "rows are written" plan "$migration"
answers 0 "migrated" apply "$migration"
answers 0 "" thaw big
answers 0 " 0 problems" verify big
exit $failed
