#!/usr/bin/env bash
# keys.sh DATABASE PAWLCTL PAWL: a column that takes different keys for the same is no key, since two of them would
# share an entity and each have a head. Nor is one to which nothing can refer, which SQLite tells with each creation
# only. The deployment says so and leaves nothing, by pawlctl and by the database's own shell, whether or not that goes on
# after an error; and where the table of the transitions is such a one. Such a column for states may stay, and a state is
# no other for it. On MariaDB a key is compared as its parent's column is: there such texts are one entity, with one head,
# and its history has its parent's spelling.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=../pawlctl/support.sh
. "$here/../pawlctl/support.sh"

# machine STORAGE [KEY]: writes it and its SQL; keys are $kind, of which there are different $kinds
kind=text kinds=texts
machine() {
    mkdir -p "$scratch/$1"
    cat >"$scratch/$1/ticket.fsm" <<END
pawl 1;
machine ticket "Ticket" {
  entity tickets.id: $kind;
  storage $1;
  ${2:-}
  event close "Close";
  initial state new "New" { on close -> done; }
  final state done "Done";
}
END
    "$pawl" "$scratch/$1/ticket.fsm" -o "$scratch/$1" --emit="$database" || exit 2
    generated=$scratch/$1/ticket.$database.sql
}

shell() { # with the generated file; $1: whether it goes on after an error
    if [ "$database" = sqlite ]; then
        cat "${generated%/*}/pawl.sqlite.sql" "$generated" | sqlite3 $([ "$1" = goes_on ] || echo -bail) "$file"
    else
        psql -Xq -v ON_ERROR_STOP=$([ "$1" = goes_on ] && echo 0 || echo 1) -d "$PAWL_DB" \
            -f "${generated%/*}/pawl.postgres.sql" -f "$generated"
    fi
}

deployed() {
    if [ "$database" = sqlite ]; then
        sql "select count(*) from sqlite_master where name in ('pawl_machines')" | grep -q 0 && echo 0 && return
    else
        sql "select count(to_regclass('pawl_machines'))" | grep -q 0 && echo 0 && return
    fi
    sql "select count(*) from pawl_machines"
}

# inexact COLUMN: which is refused as a key
inexact() {
    for storage in head transitions; do
        machine $storage
        sql "$2 create table tickets ($1)"
        answers 3 "takes different $kinds for the same" apply "$generated"
        is 0 "$(deployed)"
        for way in ends goes_on; do
            shell $way >"$scratch/out" 2>&1
            grep -q "takes different $kinds for the same" "$scratch/out" || fail "$1, a shell that $way: $(cat "$scratch/out")"
            is 0 "$(deployed)"
        done
        forget
    done
}

exact() {
    for storage in head transitions; do
        machine $storage
        sql "$2 create table tickets ($1)"
        answers 0 "" apply "$generated"
        is 1 "$(deployed)"
        forget
    done
}

# no_key SQL: makes a table in which nothing can refer to the key
no_key() {
    for storage in head transitions; do
        machine $storage
        sql "$1"
        answers 3 "nothing can refer to the column of its key" apply "$generated"
        is 0 "$(deployed)"
        forget
    done
}

forget() { # all of it
    if [ "$database" = sqlite ]; then
        rm -f "$file"
    else
        # a deployment that was refused leaves no roles either
        [ -z "$(sql "select 1 from pg_roles where rolname = 'pawl_owner'")" ] || sql "drop owned by pawl_owner cascade"
        sql "set client_min_messages = warning; drop table tickets cascade;
            drop table if exists ticket_transitions cascade; drop domain if exists code; drop collation if exists any_case"
    fi
}

# state_beside COLLATION TIME MORE: of a table that was there before
state_beside() {
    machine "transitions enforced"
    sql "create table tickets (id text primary key); insert into tickets values ('T1'), ('T2')"
    sql "create table ticket_transitions (id $3 primary key, ticket_id text not null references tickets (id),
        to_state varchar(20) collate $1 not null, sort_key integer not null, most_recent boolean not null,
        created_at $2 not null, updated_at $2 not null, metadata text, event text, from_state text, actor text,
        request_id text); create unique index by_sort_key on ticket_transitions (ticket_id, sort_key);
        create unique index by_most_recent on ticket_transitions (ticket_id, most_recent) where most_recent"
    answers 0 "created" apply --adopt "$generated"
    [ "$3" != bigserial ] || # an id that the sequence, not asked yet, will give to another
        sql "insert into ticket_transitions (id, ticket_id, to_state, sort_key, most_recent, created_at, updated_at)
            values (1, 'T1', 'new', 10, true, now(), now())" >"$scratch/out" 2>&1
    for state in NEW new; do
        sql "insert into ticket_transitions (ticket_id, to_state, sort_key, most_recent, created_at, updated_at)
            values ('T1', '$state', 10, true, '2026-01-01 00:00:00', '2026-01-01 00:00:00')" >"$scratch/out" 2>&1
    done
    is "$([ "$3" = bigserial ] && echo "2 new" || echo "new")" "$(sql "select $([ "$3" != bigserial ] || echo "id || ' ' ||") to_state from ticket_transitions")"
    answers 0 "new -> done (close" fire ticket T1 close
    forget
}

# one_entity COLUMN OTHER: what is T1 there under another spelling
one_entity() {
    for storage in head transitions; do
        machine $storage "key :id;"
        sql "create table tickets ($1); insert into tickets values ('T1')"
        answers 0 "created" apply "$generated"
        answers 0 "new (create" fire ticket "$2" create
        answers 1 "" fire ticket T1 create
        # what is locked under the one is locked under the other
        token=$(owned "select json_value(pawl_acquire('ticket', 'T1', 'somebody', null, 0), '\$.token')")
        answers 1 "locked out: held by somebody" fire ticket "$2" close
        owned "do pawl_release('ticket', 'T1', 'somebody', $token)"
        answers 0 "new -> done (close" fire ticket "$2" close
        answers 1 "" fire ticket T1 close
        is "T1|10|new
T1|20|done" "$(sql "select ticket_id, sort_key, to_state from ticket_transitions order by sort_key")"
        is "T1|done" "$(sql "select ticket_id, state from ticket_current")"
        answers 0 " 0 problems" verify
        drop_database
        create_database
    done
}

if [ "$database" = mariadb ]; then
    utf8="character set utf8mb4 collate"
    one_entity "id varchar(20) $utf8 utf8mb4_general_ci primary key" t1
    one_entity "id varchar(20) $utf8 utf8mb4_bin primary key" "T1 "
    one_entity "id char(20) $utf8 utf8mb4_nopad_bin primary key" "T1"
elif [ "$database" = sqlite ]; then
    inexact "id text collate nocase primary key" ""
    inexact "id text collate rtrim unique" ""
    inexact "id text collate nocase, primary key (id)" ""
    for column in "id integer primary key" "id real unique" "id numeric unique" "id any primary key" "id timestamp primary key"; do
        inexact "$column" ""
    done
    kind=bigint kinds=numbers
    inexact "id double precision unique" "" # 9007199254740993 is 9007199254740992 there
    exact "id integer primary key" ""
    exact "id numeric unique" ""
    kind=text kinds=texts
    exact "id text primary key" ""
    exact "id text primary key, unique (id collate nocase)" ""
    exact "id text, unique (id collate binary)" ""
    exact "id varchar(9) primary key) without rowid; select (1" ""
    exact "id any primary key) strict; select (1" ""
    exact "id primary key" ""
    exact "raw text, ID text as (raw) unique" ""
    no_key "create table tickets (id text)"
    no_key "create table tickets (nr integer primary key)"
    no_key "create table tickets (id text, part text, primary key (id, part))"
    no_key "create table tickets (id text, gone text); create unique index some on tickets (id) where gone is null"
    no_key "create table papers (id text primary key); create view tickets as select * from papers"
    state_beside nocase datetime integer
else
    any_case="create collation any_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false);"
    inexact "id char(8) primary key" ""
    inexact "id code primary key" "create domain code as char(8);"
    inexact "id text collate any_case primary key" "$any_case"
    inexact "id varchar(20) collate any_case primary key" "$any_case"
    exact "id text primary key" ""
    exact "id varchar(20) collate \"C\" primary key" ""
    exact "id code primary key" "create domain code as varchar(8) check (value <> '');"
    sql "$any_case"
    state_beside any_case timestamptz bigserial
    state_beside '"C"' timestamptz "uuid default gen_random_uuid()"
fi
exit $failed
