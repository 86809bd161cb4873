# shellcheck shell=bash
# Sourced by the support.sh of scripts that test programs: makes an empty database, by the name of $database, sqlite,
# postgres or mariadb. $scratch is a folder of the script's own.
#
#   $PAWL_DB      where it is; $name is its name on PostgreSQL and MariaDB, $file its file on SQLite
#   sql TEXT      runs SQL as whoever owns the database; prints rows with | between columns. Pawl's own database on
#                 MariaDB is looked into as if its tables lay in the other one: there is a view of each
#   drop_database
#   hold_rights, release_rights  around what gives a login rights on all databases of the server, which are everybody's problem
#   undisturbed COMMAND...       runs what verifies, at a time when no other test holds them
#   hold TEXT     on PostgreSQL and MariaDB: another session begins a transaction, runs this SQL and stays as it is
#   let_go        it commits
#   fail TEXT     sets $failed, with which the script exits
failed=0

fail() {
    echo "FAILED: $*"
    failed=1
}

# What it prints is in $scratch/holder.out; the line `it holds` comes last.
hold() {
    mkfifo "$scratch/holder.in"
    : >"$scratch/holder.out" # the last holder's words are no answer of this one
    if [ "$database" = postgres ]; then
        psql -XAtq -d "$PAWL_DB application_name=holder" <"$scratch/holder.in" >"$scratch/holder.out" 2>&1 &
    else
        mariadb --no-defaults -n -N -B -u root -S "$mariadb_socket" -D "$own_database" <"$scratch/holder.in" >"$scratch/holder.out" 2>&1 &
    fi
    holder=$!
    exec {holds}>"$scratch/holder.in"
    rm "$scratch/holder.in"
    printf "begin;\n%s;\nselect 'it holds';\n" "$1" >&"$holds"
    until grep -qx 'it holds' "$scratch/holder.out"; do
        kill -0 $holder || { fail "nobody holds what '$1' locks: $(cat "$scratch/holder.out")" && return; }
        sleep 0.05
    done
}

let_go() {
    printf 'commit;\n' >&"$holds"
    exec {holds}>&-
    wait "$holder"
}

hold_rights() { :; }
release_rights() { :; }
undisturbed() { "$@"; }
if [ "$database" = postgres ]; then
    if [ -z "${PAWL_TEST_POSTGRES:-}" ]; then
        echo "PAWL_TEST_POSTGRES is not set: give a superuser's \"host=... user=... dbname=...\""
        rmdir "$scratch"
        exit 77
    fi
    name=pawl_script_$$ own_database=$name
    psql -Xq -d "$PAWL_TEST_POSTGRES" -c "create database $name"
    export PAWL_DB="$PAWL_TEST_POSTGRES dbname=$name"
    sql() { psql -XAtq -v ON_ERROR_STOP=1 -d "$PAWL_DB" -c "$1"; }
    drop_database() { psql -Xq -d "$PAWL_TEST_POSTGRES" -c "drop database if exists $own_database with (force)"; }
elif [ "$database" = mariadb ]; then
    if [ -z "${PAWL_TEST_MARIADB:-}" ]; then
        echo "PAWL_TEST_MARIADB is not set: give \"mariadb://root@localhost/mysql?socket=...\""
        rmdir "$scratch"
        exit 77
    fi
    name=pawl_script_$$ own_database=$name
    mariadb_socket=${PAWL_TEST_MARIADB#*socket=}
    export PAWL_DB="mariadb://root@localhost/$name?socket=$mariadb_socket"
    # mariadb_sql LOGIN DATABASE TEXT: its errors are on standard error, with their numbers
    mariadb_sql() {
        mariadb --no-defaults --default-character-set=utf8mb4 -u "$1" -S "$mariadb_socket" -D "$2" -N -B -r -e \
            "set collation_connection = utf8mb4_nopad_bin, sql_mode = 'STRICT_ALL_TABLES,NO_BACKSLASH_ESCAPES,ANSI_QUOTES,PIPES_AS_CONCAT', max_recursive_iterations = 1000000;
            $3" | sed -E ':again; s/(^|\t)NULL(\t|$)/\1\2/; t again; s/\t/|/g'
        return "${PIPESTATUS[0]}"
    }
    rights=${mariadb_socket%/*}/rights holds_rights=
    exec {rights_descriptor}>>"$rights"
    hold_rights() {
        flock "$rights_descriptor"
        holds_rights=yes
    }
    release_rights() {
        holds_rights=
        flock -u "$rights_descriptor"
    }
    undisturbed() {
        if [ -n "$holds_rights" ]; then
            "$@"
        else
            flock -s "$rights" "$@"
        fi
    }
    # what scripts write for all databases
    mariadb_words() {
        sed -E 's/\btext primary key/varchar(500) character set utf8mb4 collate utf8mb4_nopad_bin primary key/g
            s/cast\(([a-z_]+) as text\)/cast(\1 as char)/g
            s/pawl_locks \(key,/pawl_locks (lock_key,/g
            s/create temp table/create temporary table/g
            s/ \/ ([0-9])/ div \1/g
            s/integer primary key autoincrement/bigint primary key auto_increment/g' <<<"$1"
    }
    # Guards and effects may do with the entities' tables what they do
    create_database() {
        mariadb_sql root mysql "create database $own_database character set utf8mb4 collate utf8mb4_nopad_bin;
            create role ${own_database}_pawl_hooks; grant select, insert, update, delete on $own_database.* to ${own_database}_pawl_hooks"
    }
    create_database
    sql() {
        local text
        text=$(mariadb_words "$1")
        mariadb_sql root "$own_database" "$text" 2>"$scratch/sql.err" && return 0
        if grep -qE '^ERROR (1146|1054|1356)' "$scratch/sql.err"; then
            mariadb_sql root mysql "select concat('create or replace sql security invoker view $own_database.\`', made.table_name,
                '\` as select * from ${own_database}_pawl.\`', made.table_name, '\`;') from information_schema.tables made
                where made.table_schema = '${own_database}_pawl' and not exists (select 1 from information_schema.tables shown
                  where shown.table_schema = '$own_database' and shown.table_name = made.table_name
                    and shown.table_type = 'BASE TABLE')" >"$scratch/views.sql"
            mariadb_sql root "$own_database" "$(cat "$scratch/views.sql")"
            mariadb_sql root "$own_database" "$text"
        else
            cat "$scratch/sql.err" >&2
            return 1
        fi
    }
    # role_grants: what was granted to Pawl's roles, as SQL. mariadb-dump --system=users asks for each login of the server, and
    # fails where another test has just dropped one.
    role_grants() {
        local role
        for role in owner app operator reader hooks; do
            mariadb --no-defaults -uroot -S "$mariadb_socket" -N -B -r -e "show grants for ${own_database}_pawl_$role"
        done | sed -n '/ ON /s/$/;/p'
    }
    drop_database() {
        mariadb_sql root mysql "drop database if exists ${own_database}_pawl; drop database if exists ${own_database}_pawl_strict; drop database if exists $own_database;
            drop role if exists ${own_database}_pawl_owner; drop role if exists ${own_database}_pawl_app; drop role if exists ${own_database}_pawl_operator; drop role if exists ${own_database}_pawl_reader;
            drop role if exists ${own_database}_pawl_hooks"
    }
else
    file=$scratch/test.db
    export PAWL_DB=sqlite:$file
    sql() { sqlite3 -bail -cmd '.timeout 30000' "$file" "$1"; }
    drop_database() { :; } # it goes with the folder
fi
