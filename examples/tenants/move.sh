#!/bin/bash
# move.sh MAP TENANT WHERE: moves a tenant of the map to the empty database WHERE on another server, while programs run.
#
# The machines and flows of the old database are frozen with the reason "moved to WHERE", and stay so. Then the database
# is copied, checked, entered in the map, and thawed at its new place. If a step fails before the map is changed, the old
# database is thawed: empty the new one, and run the script again. Pawl's roles are copied with their members.
#
# You need a superuser of both servers, and on the new one the logins that have rights in the database. On MariaDB both
# databases have the same name, and passwords come from ~/.my.cnf. Before you begin, stop what writes your own tables
# without a transition, and the tenant's relays: what they do after the copy is lost, or delivered twice.
set -euo pipefail
[ $# = 3 ] || { sed -n '2s/^# /usage: /p' "$0" >&2; exit 2; }
map=$1 tenant=$2 new=$3
old=$(TENANT=$tenant awk '$1 == ENVIRON["TENANT"] { sub(/^[ \t]*[^ \t]+[ \t]+/, ""); print }' "$map")
[ -n "$old" ] || { echo "move.sh: $map has no tenant $tenant" >&2; exit 2; }
reason="moved to $new"
stop() { echo "move.sh: $*" >&2; exit 1; }

case $old in
mariadb://* | mysql://*)
    name_of() { local path=${1#*://*/}; echo "${path%%\?*}"; }
    # client WHERE PROGRAM ARG...
    client() {
        local place=${1#*://} program=$2 login= host args=()
        shift 2
        host=${place%%/*}
        [[ $host != *@* ]] || login=${host%@*} host=${host##*@}
        [ -z "$login" ] || args+=(--user="${login%%:*}")
        [[ $login != *:* ]] || local -x MYSQL_PWD=${login#*:}
        [ -z "${host%:*}" ] || args+=(--host="${host%:*}")
        [[ $host != *:* ]] || args+=(--port="${host##*:}")
        [[ ! $place =~ [?\&]socket=([^\&]+) ]] || args+=(--socket="${BASH_REMATCH[1]}")
        "$program" ${args[@]+"${args[@]}"} "$@"
    }
    query() { client "$1" mariadb --skip-column-names --batch --raw --execute "$2"; }
    name=$(name_of "$old")
    [ "$(name_of "$new")" = "$name" ] || stop "on MariaDB the new database must be named $name, too"
    own=${name}_pawl.
    now="(unix_timestamp(now(6)) * 1000000)"
    objects="select count(*) from information_schema.tables where table_schema in ('$name', '${name}_pawl')"
    roles="owner app operator reader hooks"
    rights() { # of Pawl's roles; of objects only if these are there
        local role
        for role in $roles; do
            query "$old" "show grants for \`${name}_pawl_$role\`" | sed -n '/ ON /s/$/;/p'
        done | client "$new" mariadb --force 2>"$1"
    }
    copy() {
        local role
        for role in $roles; do
            query "$new" "create role if not exists \`${name}_pawl_$role\`"
        done
        rights /dev/null || true
        client "$old" mariadb-dump --single-transaction --routines --triggers --hex-blob --databases "$name" "${name}_pawl" |
            client "$new" mariadb --comments
        rights /dev/stderr
        query "$old" "select concat(quote(user), '@', quote(host)), role from mysql.roles_mapping
            where role in ('${name}_pawl_app', '${name}_pawl_operator', '${name}_pawl_reader') and host <> '' and admin_option <> 'Y'" |
            while read -r login role; do # with its rights on your own tables
                echo "grant \`$role\` to $login; set default role \`$role\` for $login"
                query "$old" "show grants for $login" </dev/null | grep -E " ON (FUNCTION )?\`${name}(_pawl)?\`\\." || true
            done >"$folder/members"
    }
    ;;
*)
    query() { psql -XAtq -v ON_ERROR_STOP=1 -d "$1" -c "$2"; }
    own=public.
    now="clock_timestamp()"
    objects="select count(*) from pg_class where relnamespace = 'public'::regnamespace"
    copy() {
        local of_pawl="rolname ~ ('^' || (select replace(pg_get_userbyid(relowner), 'pawl_owner', 'pawl_')
            from pg_class where oid = 'public.pawl_machines'::regclass) || '[a-z]+\$')"
        query "$old" "select format('do \$\$ begin if to_regrole(%L) is null then create role %I nologin; end if; end \$\$;', rolname, rolname)
            from pg_roles where $of_pawl" | psql -Xq -v ON_ERROR_STOP=1 -d "$new"
        pg_dump --format=custom --dbname="$old" |
            pg_restore --no-owner --exit-on-error --single-transaction --dbname="$new"
        query "$old" "select format('grant %s to %I', roleid::regrole, pg_get_userbyid(member)) from pg_auth_members
            where roleid in (select oid from pg_roles where $of_pawl)" >"$folder/members"
    }
    ;;
esac

folder=$(mktemp -d)
frozen=()
give_up() {
    local machine
    for machine in ${frozen[@]+"${frozen[@]}"}; do
        pawlctl thaw "$machine" --db="$old" >&2
    done
    rm -rf "$folder"
}
trap give_up EXIT

[ "$(query "$new" "$objects")" = 0 ] || stop "the database $new is not empty"
others=$(query "$old" "select count(*) from ${own}pawl_freezes where mode is not null and until is null")
[ "$others" = 0 ] || stop "$others machines or flows of $tenant are frozen: thaw them first, see pawlctl locks"
for machine in $(query "$old" "select machine from ${own}pawl_machines where is_deployed union select flow from ${own}pawl_flows"); do
    frozen+=("$machine")
    pawlctl freeze "$machine" --reason="$reason" --db="$old"
done
until [ "$(query "$old" "select count(*) from ${own}pawl_run_ready where is_leased and due_at > $now")" = 0 ]; do
    sleep 0.2 # a worker ends its run's step, or its lease ends
done
copy
while read -r grant; do
    query "$new" "$grant" || echo "move.sh: not granted: $grant" >&2
done <"$folder/members"
pawlctl restored --db="$new"
pawlctl verify --db="$new"
TENANT=$tenant WHERE=$new awk '$1 == ENVIRON["TENANT"] { $0 = $1 " " ENVIRON["WHERE"] } { print }' "$map" >"$map.new"
mv "$map.new" "$map"
moved=("${frozen[@]}")
frozen=()
for machine in "${moved[@]}"; do
    pawlctl thaw "$machine" --db="$new"
done
echo "$tenant: moved"
