#!/bin/bash
# schema.sh DATABASE PAWLCTL PAWL KILLER CLIENT: what all machines share is installed once, by the database's shell or by
# pawlctl, whole or not at all, by one or by many at once; a database of another version is refused by all, and an
# earlier one is upgraded. On MariaDB, where each statement of data definition commits by itself, what was cut off is gone on
# with, and no version was ever without a number. CLIENT is cheat/payment_client.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
client=$5
shared=$scratch/gen/pawl.$database.sql
present=$(sed -n 's/^#define PAWL_SCHEMA_VERSION //p' "$(dirname "$0")/../../runtime/pawl_abi.h")
newer=$((present + 1))

# shell FILE...: the database's, which is not told to end with the first error on SQLite
shell() {
    local each
    for each in "$@"; do
        if [ "$database" = postgres ]; then
            psql -Xq -v ON_ERROR_STOP=1 -d "$PAWL_DB" -f "$each" || return
        elif [ "$database" = mariadb ]; then
            sed "s/pawl_application/$name/g; s/pawl_database/${name}_pawl/g" "$each" |
                mariadb --no-defaults --default-character-set=utf8mb4 -uroot -S "$mariadb_socket" -D "$name" || return
        else
            sqlite3 "$file" <"$each" || return
        fi
    done
}

# unnamed FILE: as it was written, with no names put in
unnamed() { mariadb --no-defaults -uroot -S "$mariadb_socket" -D "$name" <"$1"; }

# says TEXT COMMAND...: it fails, and says so
says() {
    local text=$1
    shift
    "$@" >"$scratch/out" 2>&1 && fail "line ${BASH_LINENO[0]}: $* is done"
    grep -qF -- "$text" "$scratch/out" || fail "line ${BASH_LINENO[0]}: $* says: $(cat "$scratch/out"), not: $text"
}

# all of Pawl's things, so many
things() {
    if [ "$database" = postgres ]; then
        sql "select (select count(*) from pg_class where relname like 'pawl\_%') + (select count(*) from pg_proc where proname like 'pawl\_%')"
    elif [ "$database" = mariadb ]; then
        mariadb_sql root mysql "select (select count(*) from information_schema.tables where table_schema = '${name}_pawl'
            and left(table_name, 5) = 'pawl_') + (select count(*) from information_schema.routines
            where routine_schema = '${name}_pawl' and left(routine_name, 5) = 'pawl_')"
    else
        sql "select count(*) from sqlite_master where tbl_name like 'pawl\_%' escape '\\'"
    fi
}

# away: as if nothing had been installed
away() {
    if [ "$database" = postgres ]; then
        psql -Xq -d "$PAWL_TEST_POSTGRES" -c "drop database $name with (force)" -c "create database $name"
    elif [ "$database" = mariadb ]; then
        drop_database
        create_database
    else
        rm -f "$file"*
    fi
    sql "create table payments (id text primary key); insert into payments values ('P')"
}

# ---- by the shell: the two files that the head names, in their order

away
if [ "$database" = mariadb ]; then
    for each in "$shared" "$payment"; do
        says "the names of the databases are not put in; nothing was changed" unnamed "$each"
        is "" "$(mariadb_sql root mysql "select schema_name from information_schema.schemata where schema_name = 'pawl_database'")"
        is "" "$(mariadb_sql root mysql "select user from mysql.user where user like 'pawl\_database\_%'")"
    done
    mariadb_sql root mysql "drop database if exists pawl_database; drop role if exists pawl_database_owner, pawl_database_app, pawl_database_operator, pawl_database_hooks"
fi
says "does not have version $present of Pawl's schema" shell "$payment"
says "pawl.$database.sql" shell "$payment"
is 0 "$(things)"
says "MISMATCH machine payment: this database does not have it" "$client" "$PAWL_DB" create P
for _ in 1 2; do
    shell "$shared" "$payment" >"$scratch/out" 2>&1 || fail "by the shell: $(cat "$scratch/out")"
    [ ! -s "$scratch/out" ] || fail "the shell is told: $(cat "$scratch/out")"
done
whole=$(things)
is $present "$(sql "select version from pawl_schema")"
answers 0 " 0 problems" verify
# a shell of MariaDB strips comments from functions, which are there again then
answers 0 "payment: $([ "$database" = mariadb ] && echo renewed || echo nothing new) (" apply "$payment"
grep -q "^schema" "$scratch/out" && fail "what is there already is told"
"$client" "$PAWL_DB" create P >"$scratch/out" 2>&1 || fail "a program: $(cat "$scratch/out")"

# ---- what somebody has changed of it is repaired by the one file

if [ "$database" = postgres ]; then
    sql "create role ${name}_hanger; grant trigger on pawl_machines to ${name}_hanger; drop trigger pawl_refuse_write on pawl_locks"
    answers 1 "trigger pawl_refuse_write on public.pawl_locks" verify
    shell "$shared" || fail "it is not repaired"
    is 0 "$(sql "select count(*) from pg_class, aclexplode(relacl) acl where acl.grantee = '${name}_hanger'::regrole")"
    sql "drop role ${name}_hanger"
elif [ "$database" = mariadb ]; then
    owned "drop function pawl_key"
    answers 1 "function pawl_key" verify
    shell "$shared" || fail "it is not repaired"
else
    sql "drop trigger pawl_locks_update"
    answers 1 "trigger pawl_locks_update" verify
    shell "$shared" || fail "it is not repaired"
fi
answers 0 " 0 problems" verify

# ---- a database of a newer version is refused, by all, and nothing of it is overwritten

plant "update pawl_schema set version = $newer"
before=$(sql "select * from pawl_objects order by 1, 2"; sql "select * from pawl_schema")
says "pdate pawl, pawlctl and libpawl" shell "$shared"
says "pdate pawl, pawlctl and libpawl" shell "$payment"
answers 3 "update libpawl and pawlctl: the database is newer" apply "$payment"
answers 3 "this database has version $newer of Pawl's schema" apply --dry-run "$payment"
answers 3 "this database has version $newer of Pawl's schema" status
answers 3 "this database has version $newer of Pawl's schema" fire payment P submit submission_id=S
answers 3 "this database has version $newer of Pawl's schema" locks
answers 3 "this database has version $newer of Pawl's schema" relay --stdout --once
says "MISMATCH this database has version $newer of Pawl's schema, and this libpawl knows $present" "$client" "$PAWL_DB" submit P
says "MISMATCH this database has version $newer of Pawl's schema, and this libpawl knows $present" "$client" "$PAWL_DB" apply
is "$before" "$(sql "select * from pawl_objects order by 1, 2"; sql "select * from pawl_schema")"
is "$whole" "$(things)"

# ---- one that says no version is upgraded, and until then refused

without_version() {
    if [ "$database" = postgres ]; then
        sql "drop table pawl_schema; drop function payment_model_2_$fingerprint();
            create function payment_model_$fingerprint() returns boolean language sql immutable as 'select true';
            alter function payment_model_$fingerprint() owner to pawl_owner"
        plant "update pawl_machines set abi = 1"
    else
        sql "drop table pawl_schema; drop view payment_model_2_$fingerprint; create view payment_model_$fingerprint as select 1"
        plant "update pawl_machines set abi = 1; update pawl_objects set object = replace(object, '_model_2_', '_model_'),
            definition = 'CREATE VIEW payment_model_$fingerprint as select 1' where object like 'view payment_model%'"
    fi
}
if [ "$database" != mariadb ]; then
    fingerprint=$(sql "select fingerprint from pawl_machines where machine = 'payment'")
    without_version
    says "MISMATCH this database has version 0 of Pawl's schema, and this libpawl needs $present" "$client" "$PAWL_DB" submit P
    says "does not have version $present of Pawl's schema" shell "$payment"
    answers 3 "this database has version 0 of Pawl's schema" status
    answers 0 "schema: would be upgraded from 0 to $present" apply --dry-run "$payment"
    says "this database has version 0" "$client" "$PAWL_DB" submit P
    shell "$shared" || fail "the shell does not upgrade it"
    says "MISMATCH machine payment: the database does not accept the version" "$client" "$PAWL_DB" submit P
    shell "$payment" || fail "the shell does not deploy over it"
    answers 0 " 0 problems" verify
    "$client" "$PAWL_DB" submit P >"$scratch/out" 2>&1 || fail "after the upgrade: $(cat "$scratch/out")"
    without_version
    answers 0 "schema: upgraded from 0 to $present" apply "$payment"
    answers 0 " 0 problems" verify
    without_version
    "$client" "$PAWL_DB" apply >"$scratch/out" 2>&1 || fail "a program does not upgrade it: $(cat "$scratch/out")"
    answers 0 " 0 problems" verify
    [ "$(sql "select count(*) from payment_transitions")" = 2 ] || fail "moves were lost"
    is "$whole" "$(things)"
else # a table of an earlier shape
    owned "update pawl_schema set version = $((present - 1)); alter table pawl_lock_log drop column actor"
    answers 0 "door: created" apply "$scratch/gen/door.$database.sql"
    answers 0 "closed" fire door D create
    ctl freeze door --reason=paint
    answers 0 "door: moves again" thaw door --actor=bob
    is bob "$(owned "select actor from pawl_lock_log where actor is not null")"
    answers 0 " 0 problems" verify
fi

# ---- many at once, of which each waits for the others

away
installers=()
for i in 1 2 3 4 5 6 7 8; do
    case $((i % 3)) in
    0) "$client" "$PAWL_DB" apply >"$scratch/$i.out" 2>&1 & ;;
    1) "$pawlctl" apply "$payment" >"$scratch/$i.out" 2>&1 & ;;
    2) shell "$shared" "$payment" >"$scratch/$i.out" 2>&1 & ;;
    esac
    installers+=($!)
done
for i in 1 2 3 4 5 6 7 8; do
    wait "${installers[i - 1]}" || grep -q "database is locked" "$scratch/$i.out" || fail "installer $i: $(cat "$scratch/$i.out")"
done
is "$whole" "$(things)"
answers 0 " 0 problems" verify

# ---- killed anywhere, it has left nothing, or what the next one goes on with

if [ "$database" != mariadb ]; then
    away
    if [ "$database" = sqlite ]; then
        printf '#!/bin/sh\nexec sqlite3 -bail %s "select count(*) from sqlite_master"\n' "$file" >"$scratch/look"
    else
        printf '#!/bin/sh\nexec psql -XAtq -d "%s" -c "select count(*) from pg_class" -c "select count(*) from pg_proc"\n' "$PAWL_DB" >"$scratch/look"
    fi
    chmod +x "$scratch/look"
    PAWL_TEST_STEP=7 "$here/../migrations/killed.py" "$database" "$shared" \
        "$([ "$database" = sqlite ] && echo "$file" || echo "$PAWL_DB")" "$scratch/look" || fail "a killed installation has left something"
    is "$whole" "$(things)"
fi
if [ "$database" = mariadb ]; then # what pawlctl looks at first is there in part, as it is for a moment beside others
    for table in pawl_machines pawl_migrations pawl_past_moves pawl_flows; do
        away
        sed "/^create table if not exists pawl_database.$table /,\$d" "$shared" >"$scratch/half.sql"
        shell "$scratch/half.sql" || fail "half of the installation: $(cat "$scratch/out")"
        answers 0 "payment: created" apply "$payment"
        is "$whole" "$(things)"
    done
fi
away
number=1 step=1
[ "$database" != mariadb ] || step=13
until killed_at $number apply "$payment" && [ $status -ne 137 ]; do
    if [ "$database" = mariadb ]; then
        answers 0 "payment: " apply "$payment" # created, or nothing new where all but the looks behind it was done
        is "$whole" "$(things)"
        away
    fi
    case "$(things)" in
    0 | "$whole") ;;
    *) fail "killed before statement $number, pawlctl has left $(things) things of $whole" ;;
    esac
    number=$((number + step))
done
is 0 $status
[ $number -gt 3 ] || fail "only $number statements were killed"
answers 0 " 0 problems" verify

# ---- for a login that may not, the error says what is missing; where no role can be made, no statement speaks of one

if [ "$database" = postgres ]; then
    away
    super=$PAWL_DB
    trap 'PAWL_DB=$super; cleanup; psql -Xq -d "$PAWL_TEST_POSTGRES" -c "drop role if exists ${name}_plain"' EXIT
    sql "create role ${name}_plain login" 2>/dev/null
    sql "alter table payments owner to ${name}_plain"
    PAWL_DB="$super user=${name}_plain"
    answers 3 "  deploy as a superuser, or with a login for deployments: create role deployer login createrole; grant" apply "$payment"
    is 0 "$(PAWL_DB=$super things)"
    "$pawl" "$here/../../examples/payments/payment.fsm" -o "$scratch/bare" --emit=postgres --no-roles || exit 2
    grep -niE '^ *(grant|revoke|set local role|create role)[^;]*pawl_(owner|app|operator)' "$scratch"/bare/*.sql && fail "roles are spoken of"
    PAWL_DB=$super sql "grant create on schema public to ${name}_plain"
    answers 0 "schema: created" apply "$scratch/bare/payment.postgres.sql"
    answers 0 " 0 problems" verify
    is "$whole" "$(($(things) + 4))" # there are no routines that name roles
    is "${name}_plain" "$(sql "select string_agg(distinct pg_get_userbyid(relowner)::text, ' ') from pg_class where relname like 'pawl\_%'")"
    says "is refused" psql -Xq -v ON_ERROR_STOP=1 -d "$PAWL_DB" -c "delete from pawl_machines"
    shell "$scratch/bare/pawl.postgres.sql" "$scratch/bare/payment.postgres.sql" || fail "it is not applied again without roles"
fi
# ---- keys of another type than the file gives them

# keyed TYPE: the payment with a key of that type, in $keyed
keyed() {
    mkdir -p "$scratch/keyed"
    sed "s/entity payments.id: text/entity payments.id: $1/" "$here/../../examples/payments/payment.fsm" >"$scratch/keyed/payment.fsm"
    "$pawl" "$scratch/keyed/payment.fsm" -o "$scratch/keyed" --emit="$database" || exit 2
    keyed=$scratch/keyed/payment.$database.sql
}
if [ "$database" = postgres ]; then
    PAWL_DB=$super
    # of_type TYPE FILE TEXT HELP
    of_type() {
        away
        sql "drop table payments; create table payments (id $1 primary key)"
        answers 3 "$3" apply "$2"
        grep -qF "$4" "$scratch/err" || fail "no help: $(cat "$scratch/err")"
        is "" "$(sql "select relname from pg_class where relname like 'payment\\_%'")"
    }
    keyed bigint
    cp "$keyed" "$scratch/numbered.sql"
    numbered=$scratch/numbered.sql
    of_type bigint "$payment" "public.payments.id has the type bigint, and the key of machine payment is of type text; nothing was changed" \
        "Write \`bigint\` for the key in the \`entity\` line"
    of_type "varchar(40)" "$numbered" "public.payments.id has the type character varying(40), and the key of machine payment is of type bigint" \
        "Write \`text\` for the key in the \`entity\` line"
    of_type uuid "$payment" "public.payments.id has the type uuid, and the key of machine payment is of type text" "Write \`uuid\` for the key"
    of_type uuid "$numbered" "public.payments.id has the type uuid, and the key of machine payment is of type bigint" "Write \`uuid\` for the key"
    of_type date "$payment" "public.payments.id has the type date, and the key of machine payment is of type text" \
        "Keys are of the type text, bigint, int or uuid"
    keyed uuid
    of_type bigint "$keyed" "public.payments.id has the type bigint, and the key of machine payment is of type uuid" "Write \`bigint\` for the key"
    of_type text "$keyed" "public.payments.id has the type text, and the key of machine payment is of type uuid" "Write \`text\` for the key"
    keyed int
    of_type bigint "$keyed" "public.payments.id has the type bigint, and the key of machine payment is of type int" "Write \`bigint\` for the key"
else
    # of_type TYPE KEY TEXT: a column of that type is refused as a key of that type
    of_type() {
        away
        sql "drop table payments"
        sql "create table payments (id $1 primary key)"
        keyed "$2"
        answers "$([ "$database" = mariadb ] && echo 1 || echo 3)" "$3" apply "$keyed"
    }
    if [ "$database" = mariadb ]; then
        of_type uuid bigint "payments.id has the type uuid, and the key of machine payment is of type bigint; nothing was changed: write \`uuid\` for the key"
        of_type bigint uuid "payments.id has the type bigint, and the key of machine payment is of type uuid; nothing was changed: write \`bigint\` for the key"
        of_type bigint int "payments.id has the type bigint, and the key of machine payment is of type int; nothing was changed: write \`bigint\` for the key"
        of_type "binary(16)" uuid "payments.id has the type binary(16), and the key of machine payment is of type uuid; nothing was changed: make the column uuid or char(36)"
        of_type "varbinary(16)" uuid "payments.id has the type varbinary(16), and the key of machine payment is of type uuid; nothing was changed: make the column uuid or char(36)"
        of_type "char(32)" uuid "payments.id has the type char(32), and the key of machine payment is of type uuid; nothing was changed: write \`text\` for the key in the \`entity\` line, or make the column uuid or char(36)"
        of_type "text unique, number int" uuid "payments.id has the type text, and the key of machine payment is of type uuid; nothing was changed: make the column uuid or char(36)"
        of_type "text unique, number int" text "payments.id has the type text, and the key of machine payment is of type text; nothing was changed: make the column varchar(255)"
    else
        of_type uuid bigint "machine payment: its key is of type bigint, and the column in the \`entity\` line is for texts; nothing was changed: write \`text\` or \`uuid\`"
        of_type blob uuid "machine payment: its key is of type uuid, and the column in the \`entity\` line is a blob; nothing was changed: make it text"
        of_type integer uuid "machine payment: the column of its key takes different texts for the same"
    fi
fi
# ---- half a file does nothing, and is told from a whole one, with and without the line that says where one ends

# half FILE: refuses TEXT ARG... that file, in which nothing of the machine is deployed
half() {
    answers 2 "$2" apply "$1"
    grep -q "created" "$scratch/out" && fail "half a file has created: $(cat "$scratch/out")"
    is "${3:-0}" "$(PAWL_DB=${super:-$PAWL_DB} things)"
}
[ "$database" != postgres ] || PAWL_DB=$super
away
for length in 400 3000 9000; do
    head -c $length "$payment" >"$scratch/half.sql"
    half "$scratch/half.sql" "half.sql is not whole: its last line is not there; nothing was changed"
    answers 2 "is not whole" apply --dry-run "$scratch/half.sql"
done
grep -v '^-- pawl: ' "$payment" >"$scratch/unsigned.sql" # as earlier versions of pawl have written it
answers 2 "unsigned.sql is no SQL that this version of pawl has generated" apply "$scratch/unsigned.sql"
if [ "$database" = mariadb ]; then # up to a whole routine
    last=$(grep -n '^end //$' "$payment" | sed -n 3p)
    { head -n "${last%%:*}" "$payment"; echo 'delimiter ;'; tail -n 1 "$payment"; } >"$scratch/half.sql"
    answers 2 "half.sql is not whole: after it machine payment is not deployed" apply "$scratch/half.sql"
else
    grep -v '^commit;' "$payment" >"$scratch/half.sql"
    answers 2 "half.sql is not whole: it ends without its commit; nothing was changed" apply "$scratch/half.sql"
fi
grep -q "created" "$scratch/out" && fail "half a file has created: $(cat "$scratch/out")"
answers 0 "payment: created" apply "$payment"
answers 0 " 0 problems" verify
mkdir -p "$scratch/later"
sed 's/cancel(reason: text?)/cancel(reason: text?, note: text?)/' "$here/../../examples/payments/payment.fsm" >"$scratch/later/payment.fsm"
"$pawl" diff "$here/../../examples/payments/payment.fsm" "$scratch/later/payment.fsm" --sql="$database" >"$scratch/migration.sql" 2>"$scratch/err"
head -n -1 "$scratch/migration.sql" >"$scratch/half.sql"
answers 2 "half.sql is not whole: its last line is not there" apply "$scratch/half.sql"
if [ "$database" = mariadb ]; then
    last=$(grep -n '^end //$' "$scratch/migration.sql" | sed -n 2p)
    { head -n "${last%%:*}" "$scratch/migration.sql"; echo 'delimiter ;'; tail -n 1 "$scratch/migration.sql"; } >"$scratch/half.sql"
    answers 2 "half.sql is not whole: after it machine payment is not of version" apply "$scratch/half.sql"
else
    grep -v '^commit;' "$scratch/migration.sql" >"$scratch/half.sql"
    answers 2 "this script leaves its transaction open: it is not whole, or was changed" apply "$scratch/half.sql"
fi
grep -q "migrated" "$scratch/out" && fail "half a migration has migrated: $(cat "$scratch/out")"
answers 0 "payment: migrated" apply "$scratch/migration.sql"
answers 0 " 0 problems" verify
exit $failed
