#!/bin/bash
# crowd.sh DATABASE PAWLCTL PAWL PROGRAMS MACHINES: eight writers and a worker at full speed while the incident is migrated from
# each version to the next. Each migration is done with the first try, whatever kind it is; a program is told
# MISMATCH where its version ends, and no other error; nothing is lost, and the server's log has no deadlock.
# PROGRAMS1 to PROGRAMS6 are the programs of the versions in MACHINES/v1 to v6.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
programs=$4
machines=$5
lifes=3000
pid=
trap 'kill -KILL ${pid:-} 2>/dev/null; cleanup' EXIT

sql "create table incidents (id text primary key, status smallint)"
"$pawl" "$machines/v1/incident.fsm" -o "$scratch/gen" --emit="$database" || exit 2
answers 0 created apply "$scratch/gen/incident.$database.sql"

# begin VERSION: the entities of a program, and the program
begin() {
    [ "$database" = mariadb ] && numbers="(select seq as w from seq_0_to_7) w, (select seq as n from seq_0_to_$((lifes - 1))) n" ||
        numbers="generate_series(0, 7) w, generate_series(0, $lifes - 1) n"
    sql "insert into incidents (id) select 'p$1-' || w || '-' || n from $numbers"
    "$programs$1" "$PAWL_DB" "p$1" $lifes >"$scratch/said.$1" 2>&1 &
    pid=$!
}

# under_way VERSION: its program has made transitions, however slow the machine is
under_way() {
    for _ in $(seq 200); do
        [ "$(sql "select count(*) from incident_transitions where incident_id like 'p$1-%'")" -le 200 ] || break
        sleep 0.1
    done
}

for version in 1 2 3 4 5; do
    next=$((version + 1))
    begin $version
    under_way $version
    # at last somebody who has locked an entity's own row, and moves it when the migration waits for him: he is not told of a
    # deadlock
    if [ $version -eq 4 ] && [ "$database" = postgres ]; then
        sql "insert into incidents (id) values ('K')"
        for move in "create('K', 'a title')" "take('K', 'somebody')" "give_back('K')"; do
            is OK "$(sql "select status from incident_$move" 2>&1)"
        done
        sql "begin; update incidents set status = status where id = 'K'; select 'locked';
            do \$\$ begin
                for attempt in 1..3000 loop
                    perform pg_stat_clear_snapshot();
                    exit when exists (select from pg_stat_activity
                        where wait_event = 'PgSleep' and application_name = 'libpawl' and datname = current_database());
                    perform pg_sleep(0.01);
                end loop;
            end \$\$;
            select pg_sleep(1.5); -- who waits looks for a deadlock after a second, and is not to find it
            select status from incident_take('K', 'somebody'); commit" >"$scratch/locked" 2>&1 &
        locked_pid=$!
        for _ in $(seq 100); do
            [ "$(sql "select count(*) from pg_stat_activity where wait_event = 'PgSleep'")" = 0 ] || break
            sleep 0.1
        done
    fi
    migrate "$machines/v$version/incident.fsm" "$machines/v$next/incident.fsm" || fail "no migration: $(cat "$scratch/err")"
    answers 0 migrated apply "$migration"
    [ $status -eq 0 ] || exit 1
    case $(cat "$scratch/out") in
    *"continue next to"*)
        sleep 0.3
        kill -TERM $pid
        expected=ENDED
        ;;
    *) expected=MISMATCH ;;
    esac
    wait $pid
    grep -qx "$expected [0-9]*" "$scratch/said.$version" && [ "$(wc -l <"$scratch/said.$version")" -eq 1 ] ||
        fail "from version $version to $next the program says: $(head -5 "$scratch/said.$version")"
    [ "$(sed "s/.* //" "$scratch/said.$version")" -gt 50 ] || fail "the program of version $version has hardly moved anything"
    answers 0 " 0 problems" verify incident
    if [ $version -eq 4 ] && [ "$database" = postgres ]; then
        wait $locked_pid
        is "locked  OK" "$(tr '\n' ' ' <"$scratch/locked" | sed 's/ $//')"
    fi
done
is "" "$(sql "select id from incidents join incident_current on incident_id = id where status <> state")"
begin 6
under_way 6
kill -TERM $pid
wait $pid
grep -qx "ENDED [0-9]*" "$scratch/said.6" || fail "the last program says: $(cat "$scratch/said.6")"
answers 0 " 0 problems" verify incident
exit $failed
