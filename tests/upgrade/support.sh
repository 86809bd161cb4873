# shellcheck shell=bash
# Sourced by the scripts here, which set $database, $prefix, with which the names of the logins begin, and $scratch:
# an empty database, with what tests/support/database.sh says of it, and
#
#   make_logins    on PostgreSQL: the roles that a dump speaks of; the deployer may do with the schema what he likes
#   drop_logins    takes the logins among them away
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
        for role in pawl_owner pawl_app pawl_operator; do
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
else
    deployer=$PAWL_DB
    program=$PAWL_DB
    operator=$PAWL_DB
    make_logins() { :; }
    drop_logins() { :; }
fi
