#!/bin/bash
# loaded.sh DATABASE PAWLCTL PAWL: eight sessions make moves as fast as they can, some within transactions that have
# changed the entity's own row or looked at its state before; beside them are workers and a relay. Each kind of
# migration is run once, as psql does: it succeeds, no session meets a deadlock, and none is told anything but that
# its version has ended, where it has. SQLite lets one connection write at a time.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
[ "$database" = postgres ] || exit 77
declare -a pids=()
trap 'kill -KILL "${pids[@]}" 2>/dev/null; cleanup' EXIT

sql "create table incidents (id bigint primary key, note text, status text, phase text);
    insert into incidents select n, '' from generate_series(1, 200) n; create table owners (id bigint primary key);
    insert into owners select n from generate_series(1, 200) n"
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
    "$pawl" "$1" -o "$scratch/gen" --emit=postgres || exit 2
    answers 0 created apply "$scratch/gen/incident.postgres.sql"
}

# load NUMBER NAME: the statements of a session; `name` is the machine's
load() {
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
    }' >"$scratch/load/$1.sql"
}

loaded= # the name of which there are statements
start() {
    local number
    pids=()
    for number in 1 2 3 4 5 6 7 8; do
        [ "$1" = "$loaded" ] || load "$number" "$1"
        psql -XAtq -d "$PAWL_DB" -f "$scratch/load/$number.sql" >/dev/null 2>"$scratch/load/$number.err" &
        pids+=($!)
    done
    loaded=$1
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
    psql -XAtq -v ON_ERROR_STOP=1 -d "$PAWL_DB" -f "$migration" >"$scratch/said" 2>&1 ||
        {
            fail "$kind: the migration fails: $(tail -3 "$scratch/said")"
            exit 1
        }
    echo "$kind: $((($(date +%s%N) - started) / 1000000)) ms"
    sleep 0.5
    kill "${pids[@]}" 2>/dev/null
    wait "${pids[@]}" 2>/dev/null
    for number in 1 2 3 4 5 6 7 8; do
        told=$(grep -o 'ERROR: .*' "$scratch/load/$number.err" | sort | uniq -c | grep -vE "ERROR:  ($ended)\$")
        [ -z "$told" ] || fail "$kind: session $number is told $told"
    done
    is 0 "$(sql "select pg_stat_clear_snapshot(); select deadlocks from pg_stat_database where datname = current_database()" | tail -1)"
    cp "$scratch/new/incident.fsm" "$scratch/old/incident.fsm"
}

deploy "$scratch/old/incident.fsm"
sql "select incident_create(n, 'a title') from generate_series(1, 200) n" >/dev/null

gone='42883|42P01|42703|25P02'
migrated "a state more" none 's/final state closed;/final state closed;\n  state held { on revive -> open; }/; s/on poke -> stay;/on poke -> stay; on hold -> held;/'
migrated "a timer changed" "$gone" 's/after 2h rot/after 3h rot/'
migrated "a parameter more" none 's/event ack(who: text)/event ack(who: text, size: int?)/'
migrated "a state stored otherwise" "$gone" 's/state acked {/state acked stored "seen" {/'
migrated "a state retired" "$gone" '/^  state stale/d; s/after [0-9]h rot -> stale;//; s/final state closed;/final state closed;\n  retired stale -> open;/'
migrated "an event renamed" "$gone" 's/on reopen -> open/on again -> open/; s/machine incident {/machine incident {\n  event again renamed from reopen;/'
migrated "another column mirrored" "$gone" 's/mirror incidents.status/mirror incidents.phase/'
migrated "another name" "$gone" 's/^machine incident/machine trouble renamed from incident/; s/ renamed from reopen//; /retired stale/d'
migrated "no mirror" "$gone" 's/ renamed from incident//; /mirror/d'
answers 0 " 0 problems" verify
exit $failed
