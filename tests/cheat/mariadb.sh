#!/bin/bash
# mariadb.sh GENERATED_DIR PAYMENT_CLIENT [strict]: P8 with the mariadb client as the one that tries to cheat, on the server that
# PAWL_TEST_MARIADB names. What is tried, and by whom, is in mariadb_attempts.sh; after each attempt all of Pawl's rows,
# routines and rights are compared with before. Then what is legal goes on. With `strict` the SQL is that of pawl --strict, whoever
# tries has all rights to write in Pawl's database, and heads, histories and the registry are compared.
set -euo pipefail
generated=$1 payment_client=$2 way=${3:-}
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
if [ -z "${PAWL_TEST_MARIADB:-}" ]; then
    echo "PAWL_TEST_MARIADB is not set: give \"mariadb://root@localhost/mysql?socket=...\""
    exit 77
fi
name=pawl_cheat_$$
pawl=${name}_pawl
socket=${PAWL_TEST_MARIADB#*socket=}
# shellcheck source=mariadb_attempts.sh
. "$(dirname "$0")/mariadb_attempts.sh"

ask_as() { # LOGIN DATABASE SQL, on standard input: what -e is given ends at the first error, also with --force
    mariadb --no-defaults -u "$1" -S "$socket" -D "$2" -N -B --force --delimiter=// <<<"$3"
}
ask_super() {
    mariadb --no-defaults -u root -S "$socket" -N -B -e "$1"
}
client() {
    ask_as "${name}_$1" "$name" "$2"
}
folder=$(mktemp -d /tmp/pawl-cheat.XXXXXX)
cleanup() {
    rm -rf "$folder"
    {
        ask_super "drop database if exists $pawl; drop database if exists ${pawl}_strict; drop database if exists $name"
        for who in plain owner operator stranger granted; do ask_super "drop user ${name}_$who@localhost"; done
        for role in app operator hooks owner; do ask_super "drop role ${pawl}_$role"; done
    } >/dev/null 2>&1 || true
}
trap cleanup EXIT

ask_super "create database $name character set utf8mb4 collate utf8mb4_nopad_bin;
    create table $name.payments (id varchar(500) primary key);
    insert into $name.payments values ('target'), ('second'), ('third')"
for who in plain owner operator stranger granted; do
    ask_super "create user ${name}_$who@localhost; grant execute on $name.* to ${name}_$who@localhost"
done
apply() { sed "s/pawl_application/$name/g; s/pawl_database/$pawl/g" "$@" | mariadb --no-defaults -u root -S "$socket" -D "$name"; }
apply "$generated/pawl.mariadb.sql" "$generated/payment.mariadb.sql"
be_granted() { # LOGIN ROLE
    ask_super "grant $2 to ${name}_$1@localhost; set default role $2 for ${name}_$1@localhost"
}
ask_super "grant select, insert, update, delete on $name.* to ${name}_plain@localhost;
    grant all on $name.* to ${name}_owner@localhost with grant option"
be_granted plain "${pawl}_app"
be_granted owner "${pawl}_app"
be_granted operator "${pawl}_operator"
be_granted granted "${pawl}_app"
pawl() {
    pawl_as plain "$@"
}
pawl_as() { # LOGIN ARGUMENT...
    "$payment_client" "mariadb://${name}_$1@localhost/$name?socket=$socket" "${@:2}"
}
routine() { ask_super "select routine_name from information_schema.routines where routine_schema = '$pawl' and routine_name like '$1\$%'"; }
confirm=$(routine payment_confirm) create=$(routine payment_create) submit=$(routine payment_submit) cancel=$(routine payment_cancel)

# what login may not call, and a call of it
closed_routines() {
    ask_super "select made.routine_name,
          concat('$pawl.\`', made.routine_name, '\`(', coalesce((select group_concat('null') from information_schema.parameters takes
            where takes.specific_schema = made.routine_schema and takes.specific_name = made.routine_name
              and takes.ordinal_position > 0), ''), ')')
        from information_schema.routines made
        where made.routine_schema = '$pawl' and not exists (select 1 from mysql.procs_priv granted
          where granted.db = '$pawl' and granted.routine_name = made.routine_name
            and granted.user = '${pawl}_$([ "$1" = operator ] && echo operator || echo app)')"
}

# What of Pawl's breaks a rule: all runs as Pawl's owner, but for what looks whether guards can run and what the login lacks, and nobody else may write.
# MariaDB 10.11.19 crashes when KILL QUERY comes while it plans a SELECT from a table and evaluates a deterministic function there, of nothing but constants.
broken=$(ask_super "select concat('definer of ', routine_name, ' is ', definer, ', ', security_type) from information_schema.routines
    where routine_schema = '$pawl' and (definer <> if(routine_name = 'pawl_check_hook', '${pawl}_hooks', '${pawl}_owner') or security_type <> if(routine_name in ('pawl_require_grants', 'pawl_require_parent', 'pawl_grant_calls'), 'INVOKER', 'DEFINER'))
  union all select concat('procedure ', routine_name) from information_schema.routines
    where routine_schema = '$pawl' and routine_type = 'PROCEDURE' and routine_name not in ('pawl_check_hook', 'pawl_require_grants', 'pawl_require_parent', 'pawl_grant_calls')
  union all select concat(made.routine_name, ' is a constant') from information_schema.routines made
    where made.routine_schema = '$pawl' and made.is_deterministic = 'YES'
      and not exists (select 1 from information_schema.parameters given
        where given.specific_schema = '$pawl' and given.specific_name = made.specific_name and given.ordinal_position > 0)
  union all select concat('definer of ', table_name, ' is ', definer, ', ', security_type) from information_schema.views
    where table_schema = '$pawl' and (trim(trailing '@' from definer) <> '${pawl}_owner'
      or security_type <> if(concat('$way ', table_name) = 'strict payment_state', 'INVOKER', 'DEFINER'))
  union all select concat(grantee, ' has ', privilege_type, ' on ', table_name) from information_schema.table_privileges
    where table_schema = '$pawl' and privilege_type <> 'SELECT'
  union all select concat(grantee, ' has ', privilege_type) from information_schema.schema_privileges
    where table_schema = '$pawl' and grantee not like '%\_owner%'")
[ -z "$broken" ] || fail "$broken"

expect OK pawl create target
expect OK pawl create second
expect OK pawl submit second
ask_super "use $pawl; insert into pawl_repairs values ('payment', 'second', 0, 'me', 'real', null, null, null, 'submitted', 20, 0);
    insert into pawl_past_moves values ('payment', 'expire', 'submitted', 'cancelled')"
lock_token=$(ask_super "select json_value($pawl.pawl_acquire('', 'key', 'somebody', null, 0), '$.token')")
[ "$lock_token" -gt 0 ] || fail "no lock to steal"

# How often locks of a key were asked for is no matter: it is what nodes tell each other.
dump() {
    mariadb-dump --no-defaults -u root -S "$socket" --compact --skip-extended-insert --order-by-primary --routines --triggers \
        --events "$pawl" | sed -E "s/^(INSERT INTO .pawl_lock_keys. VALUES .*),[0-9]+\);/\1);/"
    ask_super "select * from mysql.global_priv where user like '${name}%' or user = 'root' order by 1, 2;
        select * from mysql.procs_priv where db = '$pawl' order by 1, 2, 3, 4"
}
tables=$(ask_super "select group_concat(table_schema, '.', table_name order by table_name) from information_schema.tables
    where table_schema = '$pawl' and table_type = 'BASE TABLE' and table_name <> 'pawl_lock_keys'")
digest() { # rows, and what is made and granted there; views are looked at once, behind all
    ask_super "checksum table $tables; select lock_key, last_token from $pawl.pawl_lock_keys;
        select count(*), max(made.modified), sum(crc32(concat(made.name, made.body, made.security_type, made.definer))) from mysql.proc made where made.db = '$pawl';
        select count(*), sum(crc32(own.name) + own.n_cols) from information_schema.innodb_sys_tables own where own.name like '$pawl/%';
        select count(*), sum(proc_priv) from mysql.procs_priv where db = '$pawl';
        select count(*) from mysql.roles_mapping where role like '${name}%' or user like '${name}%'; select count(*) from mysql.tables_priv where db = '$pawl';
        select count(*) from mysql.db where db = '$pawl'"
}
if [ "$way" = strict ]; then
    ask_super "grant select, insert, update, delete, execute, show view, lock tables on $pawl.* to ${name}_granted@localhost;
        grant all on $name.* to ${name}_granted@localhost with grant option; grant file, process on *.* to ${name}_granted@localhost"
    whole=$(declare -f dump digest)
    dump() { ask_super "select * from $pawl.payment_current order by 1; select * from $pawl.payment_transitions order by 1, 2; select * from $pawl.pawl_machines"; }
    digest() { ask_super "checksum table $pawl.payment_current, $pawl.payment_transitions, $pawl.pawl_machines"; }
    remember
    granted_attempts
else
    remember
    all_attempts
fi
[ "$(dump)" = "$before" ] || fail "something has changed: $(diff <(echo "$before") <(dump) | cut -c1-300)"
eval "${whole:-}"

# what is legal goes on, from SQL and from libpawl, and what is laid over another version is refused
expect ILLEGAL pawl confirm target
expect ILLEGAL client plain "select $pawl.\`$confirm\`('target', null, null, null)"
expect NOT_FOUND client plain "set foreign_key_checks = 0 // select $pawl.\`$create\`('orphan', 1, 'EUR', null, null)"
expect "payments first, with that key as id" client plain "select $pawl.\`$create\`('orphan', 1, 'EUR', null, null)"
expect OK pawl submit target
expect '"to": "paid"' client owner "select $pawl.\`$confirm\`('target', 'me', null, null)"
expect me ask_super "select actor from $pawl.payment_transitions where payment_id = 'target' and sort_key = 30"
expect denied client stranger "select $pawl.\`$confirm\`('target', null, null, null)"
expect denied client stranger "select * from $pawl.payment_current"
expect denied client operator "select $pawl.\`$confirm\`('target', null, null, null)"

# a right that is missing is no other version; a function that is missing is none
expect "or if that was done: grant ${pawl}_app to '${name}_stranger'@'localhost'; set default role ${pawl}_app for" pawl_as stranger submit third
expect "DB payment third: submit: MariaDB 1370" pawl_as operator submit third
expect "needs the role ${pawl}_app: grant ${pawl}_app to '${name}_operator'@'localhost'; set default" pawl_as operator submit third
ask_super "grant ${pawl}_app to ${name}_stranger@localhost"
expect "DB this login sees nothing of Pawl's without its role ${pawl}_app" pawl_as stranger submit third
expect "does not use it: set default role ${pawl}_app for '${name}_stranger'@'localhost'" pawl_as stranger submit third
ask_super "revoke ${pawl}_app from ${name}_stranger@localhost"
ask_super "select distinct concat('execute on function $pawl.', routine_name) from information_schema.routines
    where routine_schema = '$pawl' and routine_name regexp '^payment_2_[0-9a-f]+_2'" >"$folder/submits"
while read -r right; do ask_super "revoke $right from ${pawl}_app"; done <"$folder/submits"
expect "MISMATCH machine payment: the database does not accept the version of it" pawl submit third
while read -r right; do ask_super "grant $right to ${pawl}_app"; done <"$folder/submits"
expect OK client plain "set timestamp = 1 // select $pawl.\`$create\`('third', 1, 'EUR', null, null)"
expect 1 ask_super "select since > 1700000000000000 from $pawl.payment_current where payment_id = 'third'"
remember
rows() { dump | grep '^INSERT' | grep -v pawl_schema || true; }
were=$(rows)
apply "$generated/pawl.mariadb.sql" "$generated/payment.mariadb.sql"
[ "$(rows)" = "$were" ] || fail "applying the SQL again changed something: $(diff <(echo "$were") <(rows) | cut -c1-300)"
fingerprint=$(ask_super "select fingerprint from $pawl.pawl_machines where machine = 'payment'")
other=$(sed "s/$fingerprint/0123456789abcdef/g" "$generated/payment.mariadb.sql")
expect version apply <(echo "$other")
[ "$(rows)" = "$were" ] || fail "another version of the SQL was laid over this one"
finish
