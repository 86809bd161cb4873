# shellcheck shell=bash
# Sourced by the scripts here, which set $database, $prefix, with which the names of the logins begin, and $scratch:
# an empty database, with what tests/support/database.sh says of it, and
#
#   make_logins    on PostgreSQL and MariaDB: the roles that a dump speaks of; the deployer may do with the schema what he likes
#   drop_logins    takes the logins among them away
#   dump           writes the database; on MariaDB as one that is called `upgraded`
#   $deployer      where a login that deploys, and is no superuser, finds the database
#   $program       likewise one that has pawl_app
#   $operator      likewise one that has pawl_operator
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=../support/database.sh
. "$here/../support/database.sh"

# read and set by whoever sources this
# shellcheck disable=SC2034,SC2154
if [ "$database" = postgres ]; then
    deployer="$PAWL_DB user=${prefix}_deployer"
    program="$PAWL_DB user=${prefix}_program"
    operator="$PAWL_DB user=${prefix}_operator"
    make_logins() {
        local role
        for role in pawl_owner pawl_app pawl_operator pawl_reader; do
            sql "do 'begin create role $role; exception when duplicate_object or unique_violation then null; end'"
        done
        sql "create role ${prefix}_deployer login createrole; create role ${prefix}_program login;
            create role ${prefix}_operator login; grant pawl_app to ${prefix}_program, ${prefix}_deployer;
            grant pawl_operator to ${prefix}_operator;
            grant all on schema public to ${prefix}_deployer with grant option"
    }
    drop_logins() {
        psql -Xq -d "$PAWL_TEST_POSTGRES" \
            -c "drop role if exists ${prefix}_deployer, ${prefix}_program, ${prefix}_operator"
    }
    dump() { pg_dump --inserts -d "$PAWL_DB" | "$here/shorten.py"; }
elif [ "$database" = mariadb ]; then
    deployer=$PAWL_DB
    program=${PAWL_DB/root@/${prefix}_program@}
    operator=${PAWL_DB/root@/${prefix}_operator@}
    # Roles and logins are the server's; what is granted to roles is in the dump.
    make_logins() {
        mariadb_sql root mysql "create role if not exists ${name}_pawl_owner, ${name}_pawl_app, ${name}_pawl_operator, ${name}_pawl_reader, ${name}_pawl_hooks;
            create user ${prefix}_program@localhost, ${prefix}_operator@localhost;
            grant select, insert, update, delete on $name.* to ${name}_pawl_owner, ${name}_pawl_hooks, ${prefix}_program@localhost;
            grant select on $name.* to ${prefix}_operator@localhost;
            grant ${name}_pawl_app to ${prefix}_program@localhost;
            grant ${name}_pawl_operator to ${prefix}_operator@localhost;
            set default role ${name}_pawl_app for ${prefix}_program@localhost;
            set default role ${name}_pawl_operator for ${prefix}_operator@localhost"
    }
    drop_logins() { mariadb_sql root mysql "drop user if exists ${prefix}_program@localhost, ${prefix}_operator@localhost"; }
    dump() { # without the views by which these tests look into Pawl's database
        mariadb_sql root "$name" "$(mariadb_sql root mysql "select concat('drop view $name.', own.table_name, ';')
            from information_schema.views own where own.table_schema = '$name'")"
        {
            mariadb-dump --no-defaults -uroot -S "$mariadb_socket" --routines --triggers --hex-blob --skip-comments \
                --databases "$name" "${name}_pawl"
            role_grants
        } | sed "s/\b$name/upgraded/g; s/\b${prefix}_/pawl_upgrade_/g"
    }
else
    deployer=$PAWL_DB
    program=$PAWL_DB
    operator=$PAWL_DB
    make_logins() { :; }
    drop_logins() { :; }
    dump() { sqlite3 "$file" .dump; }
fi
