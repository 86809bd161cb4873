#!/bin/bash
# adopted.sh DATABASE PAWLCTL PAWL: the table of pg-boss's jobs (version 9: a uuid, an enum) and that of GitLab's merge
# requests (a smallint) with the types that these projects give their columns. Pawl moves some of the rows while the
# project's own statements go on with the others, and write other columns of all of them.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
states="'created', 'retry', 'active', 'completed', 'expired', 'cancelled', 'failed'"
uuid=6ba7b810-9dad-11d1-80b4-00c04fd430c
case $database in
postgres)
    sql "create schema pgboss; create type pgboss.job_state as enum ($states)"
    job=pgboss.job kind=pgboss.job_state now="now()" key=uuid time="timestamptz not null default now()" stamp="timestamp without time zone" json=jsonb
    ;;
mariadb) job=job kind="enum($states)" now="now(6)" key=uuid time="datetime(6) not null default now(6)" stamp="datetime(6)" json=json ;;
sqlite) job=job kind=text now="'2026-01-01 00:00:00'" key=text time="text not null default '2026-01-01 00:00:00'" stamp=datetime json=text ;;
esac

# theirs FILE: the project's own statements, in a client of theirs; until all are done
theirs() {
    case $database in
    postgres) psql -XAtq -v ON_ERROR_STOP=1 -d "$PAWL_DB" -f "$1" ;;
    mariadb) mariadb_sql root "$own_database" "$(cat "$1")" ;;
    sqlite) sqlite3 -bail -cmd '.timeout 30000' "$file" <"$1" ;;
    esac >"$scratch/theirs" 2>&1
}
# beside STATEMENTS: run 60 times while the function `ours` is
beside() {
    for _ in {1..60}; do echo "$1"; done >"$scratch/statements"
    theirs "$scratch/statements" &
    local pid=$!
    ours
    wait $pid || fail "the project's own statements: $(head -3 "$scratch/theirs")"
}

# ---- jobs

sql "create table $job (id $key primary key, name text not null, priority integer not null default 0, data $json,
    state $kind not null default 'created', retrylimit integer not null default 0, retrycount integer not null default 0,
    retrydelay integer not null default 0, retrybackoff boolean not null default false, startafter $time, startedon $stamp,
    singletonkey text, singletonon $stamp, createdon $time, completedon $stamp, keepuntil $time, output $json)"
for n in 1 2 3; do sql "insert into $job (id, name) values ('$uuid$n', 'ours')"; done
for n in 4 5 6; do sql "insert into $job (id, name, state) values ('$uuid$n', 'theirs', 'active')"; done
cat >"$scratch/job.fsm" <<END
pawl 1;
machine job "Job" {
  entity $job.id: uuid;
  mirror $job.state;
  event create;
  initial state created { on fetch -> active; on cancel -> cancelled; }
  state retry { on fetch -> active; on cancel -> cancelled; }
  state active { on complete -> completed; on expire -> expired; on fail -> failed; on again -> retry; }
  state expired { on again -> retry; }
  final state completed;
  final state cancelled;
  state failed { on again -> retry; }
}
END
if [ "$database" = postgres ]; then # their type has the name of a view of the machine
    "$pawl" "$scratch/job.fsm" -o "$scratch/gen" --emit="$database" || exit 2
    answers 3 "type pgboss.job_state belongs to postgres, but it has a name of Pawl's; nothing was changed" apply "$scratch/gen/job.$database.sql"
    answers 3 "or give the machine another name" apply "$scratch/gen/job.$database.sql"
fi
sed -i 's/machine job/machine task/' "$scratch/job.fsm"
"$pawl" "$scratch/job.fsm" -o "$scratch/gen" --emit="$database" || exit 2
answers 0 "task: created" apply "$scratch/gen/job.$database.sql"
sql "update $job set state = 'completed', completedon = $now where id = '${uuid}6'"
answers 0 "task: 6 written" backfill task --from-column="$job.state" --at=createdon
answers 0 " 0 problems" verify task
is "active 2|completed 1|created 3" "$(sql "select state || ' ' || count(*) from $job group by state order by 1" | sort | paste -sd'|')"
ours() {
    for n in 1 2 3; do
        answers 0 "created -> active" fire task "${uuid^^}$n" fetch
        answers 0 "active -> retry" fire task "$uuid$n" again
        answers 0 "retry -> active" fire task "$uuid$n" fetch
    done
    answers 0 "active -> completed" fire task "${uuid}1" complete
}
beside "update $job set retrycount = retrycount + 1, startedon = $now, output = '{}' where name in ('ours', 'theirs');"
is "1 60 completed|2 60 active|3 60 active|4 60 active|5 60 active|6 60 completed" \
    "$(sql "select id || ' ' || retrycount || ' ' || state from $job order by id" | sed "s/^$uuid//" | paste -sd'|')"
answers 0 " 0 problems" verify task

# a job that they end by themselves is found, and put right; new ones of theirs are none of Pawl's before they are taken over
sql "update $job set state = 'failed', completedon = $now where id = '${uuid}2'"
answers 1 "state of its row in $([ "$database" = postgres ] || echo "$schema.")$job is \`failed\`, and its state is \`active\`" verify task
answers 0 "" repair task "${uuid}2" --force --reason=test
sql "insert into $job (id, name) values ('${uuid}7', 'theirs'); update $job set state = 'active', startedon = $now where id = '${uuid}7'"
answers 1 "complete finds no such task" fire task "${uuid}7" complete
answers 0 "task: 1 written" backfill task --from-column="$job.state"
answers 0 "active -> completed" fire task "${uuid}7" complete
answers 0 " 0 problems" verify task

# ---- merge requests

sql "create table merge_requests (id $([ "$database" = sqlite ] && echo integer || echo bigint) primary key, target_branch varchar(255) not null, source_branch varchar(255) not null,
    source_project_id integer, author_id integer, assignee_id integer, title varchar(255), created_at $stamp, updated_at $stamp,
    merge_status varchar(255) not null default 'unchecked', target_project_id integer not null, iid integer, description text,
    lock_version integer default 0, merge_commit_sha varchar(255), state_id smallint not null default 1)"
for n in 1 2 3 4; do
    sql "insert into merge_requests (id, target_branch, source_branch, target_project_id, updated_at) values ($n, 'main', 'topic$n', 7, $now)"
done
sql "update merge_requests set state_id = 2 where id = 4"
"$pawl" "$here/../corpus/gitlab_merge_request.fsm" -o "$scratch/gen" --emit="$database" || exit 2
answers 0 "merge_request: created" apply "$scratch/gen/gitlab_merge_request.$database.sql"
answers 0 "merge_request: 4 written" backfill merge_request --from-column=merge_requests.state_id --at=updated_at \
    --param=source_branch=source_branch --param=target_branch=target_branch
answers 0 " 0 problems" verify merge_request
ours() {
    for n in 1 2 3; do
        answers 0 "opened -> locked" fire merge_request $n lock_mr
        answers 0 "locked -> opened" fire merge_request $n unlock_mr
    done
    answers 0 "opened -> closed" fire merge_request 1 close
    answers 0 "opened -> merged" fire merge_request 2 mark_as_merged merge_commit_sha=abc
    answers 1 "close is not allowed in merged" fire merge_request 2 close
    answers 0 "closed -> opened" fire merge_request 4 reopen
}
beside "update merge_requests set lock_version = lock_version + 1, merge_status = 'checking', updated_at = $now;"
is "1 60 2|2 60 3|3 60 1|4 60 1" "$(sql "select id || ' ' || lock_version || ' ' || state_id from merge_requests order by id" | paste -sd'|')"
answers 0 " 0 problems" verify merge_request
sql "update merge_requests set state_id = 3 where id = 3"
answers 1 "is \`3 (merged)\`, and its state is \`1 (opened)\`" verify merge_request
answers 0 "is now \`1 (opened)\`; it was \`3 (merged)\`" repair merge_request 3 --force --reason=test
# what the page of adoption looks for: nothing is elsewhere
page=$here/../../runtime/pawlctl/ADOPTION.md
differing=$(block sql 1 | sed 's/purchases/merge_requests/; s/purchase_/merge_request_/g; s/status/state_id/')
is "" "$(sql "$differing")"
sql "update merge_requests set state_id = 3 where id = 3"
is 3 "$(sql "$differing")"
exit $failed
