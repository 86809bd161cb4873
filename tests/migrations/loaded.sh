#!/bin/bash
# loaded.sh DATABASE PAWLCTL PAWL: eight sessions make moves as fast as they can, some within transactions that have
# changed the entity's own row or looked at its state before; beside them are workers and a relay. Each kind of
# migration is run once, as psql does, or where its steps commit, as pawlctl does: it succeeds, no session meets a deadlock, and none
# is told anything but that its version has ended, where it has; and where steps commit, that it is being replaced. SQLite
# lets one connection write at a time.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
[ "$database" != sqlite ] || exit 77
declare -a pids=()
trap 'kill -KILL "${pids[@]}" 2>/dev/null; cleanup' EXIT

if [ "$database" = postgres ]; then
    numbers="generate_series(1, 200) n"
else
    numbers="(with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 200) select n from numbers) counted"
fi
kind="enum ('open', 'acked', 'stale', 'parked', 'closed', 'seen', 'held')"
[ "$database" != postgres ] || { sql "create type kind as $kind" && kind=kind; }
sql "create table incidents (id bigint primary key, note text, status $kind, phase $kind);
    insert into incidents (id, note) select n, '' from $numbers"
mkdir "$scratch/old" "$scratch/new" "$scratch/load"
cat >"$scratch/old/incident.fsm" <<'END'
pawl 1;
machine incident {
  entity incidents.id: bigint;
  mirror incidents.status;
  emit "incidents";
  event create(title: text);
  event ack(who: text);
  initial state open {
    work page every 1h;
    on ack -> acked;
    after 1h rot -> stale;
  }
  state acked {
    on reopen -> open;
    on poke -> stay;
    after 2h rot -> stale;
  }
  state stale { on revive -> open; on park -> parked; }
  state parked { on revive -> open; on park -> stay; }
  final state closed;
  from any on close -> closed;
}
END

deploy() {
    "$pawl" "$1" -o "$scratch/gen" --emit="$database" || exit 2
    answers 0 created apply "$scratch/gen/incident.$database.sql"
}

# load NUMBER NAME: the statements of a session; `name` is the machine's
load_postgres() {
    awk -v seed="$1" -v kind=$(($1 % 4)) -v name="$2" 'BEGIN {
        srand(seed)
        print "\\set VERBOSITY sqlstate\n\\set leased 0\n\\set item (none,0,0)"
        for (i = 0; i < 12000; i++) {
            id = 1 + int(rand() * 200)
            n = 1 + int(rand() * 4)
            args = n == 1 ? id ", \x27me\x27, null::text, null::text, null::integer" : id
            event = n == 1 ? "ack" : n == 2 ? "reopen" : n == 3 ? "poke" : "revive"
            move = "select " name "_" event "(" args ");"
            if (kind == 1) move = "begin; update incidents set note = \x27seen\x27 where id = " id "; " move " commit;"
            if (kind == 2) move = "begin; select * from " name "_state where " name "_id = " id "; " move " commit;"
            if (kind == 3 && i % 4 == 0) move = "select id as leased, item from " name "_pending_claim(1, \x27work\x27, interval \x271 ms\x27) \\gset\nselect " name "_pending_complete(:leased, :\x27item\x27::pawl_item, \x27ack\x27, \x27{\"who\": \"w\"}\x27);"
            print move
        }
    }'
}

# Functions of events say in their names how many arguments they take.
load_mariadb() {
    mariadb_sql root mysql "select regexp_substr(substring_index(routine_name, '$', 1), '[a-z]+$'), routine_name,
            regexp_substr(routine_name, '[0-9]+$') from information_schema.routines
        where routine_schema = '${own_database}_pawl' and routine_name regexp '^$2_(ack|reopen|again|poke|revive)[$]'
        order by 1, 3" >"$scratch/functions"
    awk -F'|' -v seed="$1" -v kind=$(($1 % 4)) -v name="$2" -v pawl="${own_database}_pawl." '
    { function_of[$1] = $2; arguments_of[$1] = $3 }
    function call(event, id, item, arguments) {
        arguments = id (event == "ack" ? ", \x27me\x27" : "")
        for (n = event == "ack" ? 3 : 2; n <= arguments_of[event] - (item ? 3 : 0); n++) arguments = arguments ", null"
        return "set @answer = " pawl function_of[event] "(" arguments (item ? ", " item : "") ");"
    }
    END {
        srand(seed)
        print "set session transaction isolation level read committed;"
        split("ack " ("again" in function_of ? "again" : "reopen") " poke revive", events, " ")
        for (i = 0; i < 12000; i++) {
            id = 1 + int(rand() * 200)
            move = call(events[1 + int(rand() * 4)], id, "")
            if (kind == 1) move = "begin; update incidents set note = \x27seen\x27 where id = " id "; " move " commit;"
            if (kind == 2) move = "begin; select * from " pawl name "_state where " name "_id = " id "; " move " commit;"
            if (kind == 3 && i % 4 == 0)
                move = "set @item = " pawl name "_pending_claim(1, \x27work\x27, 1000);\n" \
                    call("ack", "json_value(@item, \x27$[0].id\x27)", "json_value(@item, \x27$[0].declaration\x27), json_value(@item, \x27$[0].fence\x27), json_value(@item, \x27$[0].claim\x27)")
            print move
        }
    }' "$scratch/functions"
}

# session FILE: runs statements to their end, whatever it is told
session() {
    if [ "$database" = postgres ]; then
        exec psql -XAtq -d "$PAWL_DB" -f "$1"
    else
        exec mariadb --no-defaults --force -u root -S "$mariadb_socket" -D "$own_database" <"$1"
    fi
}

# errors_of FILE: what a session was told: SQLSTATEs, at MariaDB its own numbers where those say more
errors_of() {
    if [ "$database" = postgres ]; then
        sed -n 's/.*ERROR:  //p' "$1"
    else
        sed -nE 's/^ERROR [0-9]+ \((PW[0-9]+)\).*/\1/p; s/^ERROR ([0-9]+) \([^P].*/\1/p' "$1"
    fi
}

run_migration() {
    if [ "$database" = postgres ]; then
        psql -XAtq -v ON_ERROR_STOP=1 -d "$PAWL_DB" -f "$migration"
    else
        "$pawlctl" --db "$PAWL_DB" apply "$migration"
    fi
}

loaded= # the name of which there are statements
start() {
    local number
    pids=()
    for number in 1 2 3 4 5 6 7 8; do
        [ "$1" = "$loaded" ] || "load_$database" "$number" "$1" >"$scratch/load/$number.sql"
        session "$scratch/load/$number.sql" >/dev/null 2>"$scratch/load/$number.err" &
        pids+=($!)
    done
    [ "$database" = mariadb ] || loaded=$1
}

# migrated KIND ENDED CHANGE...: the machine as sed changes it; ENDED: what sessions of the old version may be told
migrated() {
    local kind=$1 ended=$2 number name told started
    shift 2
    cp "$scratch/old/incident.fsm" "$scratch/new/incident.fsm"
    sed -i "$@" "$scratch/new/incident.fsm"
    name=$(sed -n 's/^machine \([a-z]*\).*/\1/p' "$scratch/old/incident.fsm")
    migrate "$scratch/old/incident.fsm" "$scratch/new/incident.fsm" || fail "$kind: no migration: $(cat "$scratch/err")"
    start "$name"
    sleep 0.7
    started=$(date +%s%N)
    run_migration >"$scratch/said" 2>&1 ||
        {
            fail "$kind: the migration fails: $(tail -3 "$scratch/said")"
            exit 1
        }
    echo "$kind: $((($(date +%s%N) - started) / 1000000)) ms"
    sleep 0.5
    kill "${pids[@]}" 2>/dev/null
    wait "${pids[@]}" 2>/dev/null
    for number in 1 2 3 4 5 6 7 8; do
        told=$(errors_of "$scratch/load/$number.err" | sort | uniq -c | grep -vE " ($ended)\$")
        [ -z "$told" ] || fail "$kind: session $number is told $told"
    done
    [ "$database" = mariadb ] || is 0 "$(sql "select pg_stat_clear_snapshot(); select deadlocks from pg_stat_database where datname = current_database()" | tail -1)"
    cp "$scratch/new/incident.fsm" "$scratch/old/incident.fsm"
}

deploy "$scratch/old/incident.fsm"
if [ "$database" = postgres ]; then
    sql "select incident_create(n, 'a title') from $numbers" >/dev/null
    replaced=none gone='42883|42P01|42703|25P02'
else
    owned "select incident_create\$4(n, 'a title', null, null) from $numbers" >/dev/null
    replaced=PW007 gone='PW007|1305|1146'
fi
# on MariaDB the four that differ in their statements
others() { [ "$database" = mariadb ] || migrated "$@"; }
migrated "a state more" "$replaced" 's/final state closed;/final state closed;\n  state held { on revive -> open; }/; s/on poke -> stay;/on poke -> stay; on hold -> held;/'
others "a timer changed" "$gone" 's/after 2h rot/after 3h rot/'
migrated "a parameter more" "$replaced" 's/event ack(who: text)/event ack(who: text, size: int?)/'
others "a state stored otherwise" "$gone" 's/state acked {/state acked stored "seen" {/'
migrated "a state retired" "$gone" '/^  state stale/d; s/after [0-9]h rot -> stale;//; s/final state closed;/final state closed;\n  retired stale -> open;/'
others "an event renamed" "$gone" 's/on reopen -> open/on again -> open/; s/machine incident {/machine incident {\n  event again renamed from reopen;/'
others "another column mirrored" "$gone" 's/mirror incidents.status/mirror incidents.phase/'
migrated "another name" "$gone" 's/^machine incident/machine trouble renamed from incident/; s/ renamed from reopen//; /retired stale/d'
others "no mirror" "$gone" 's/ renamed from incident//; /mirror/d'
[ "$(sql "select count(*) from trouble_transitions")" -gt 200 ] || fail "no session has moved anything"
answers 0 " 0 problems" verify
exit $failed
