#!/bin/bash
# move.sh MAP TENANT WHERE: moves a tenant of the map to the empty database WHERE on another server, while programs run.
#
# The machines and flows of the old database are frozen with the reason "moved to WHERE", and stay so. Then the database
# is copied, checked, entered in the map, and thawed at its new place. If a step fails before the map is changed, the old
# database is thawed: empty the new one, and run the script again. Pawl's roles are copied with their members. Moves of one
# map run one after another.
#
# You need a superuser of both servers, and on the new one the logins that have rights in the database. On MariaDB both
# databases have the same name. Others can read a command line: if WHERE has a password, give it as -, and by standard input.
# Before you begin, stop what writes your own tables without a transition, and the tenant's relays: what they do after the
# copy is lost, or delivered twice.
set -euo pipefail
shopt -s inherit_errexit # a failing query ends what asks for it
[ $# = 3 ] || { sed -n '2s/^# /usage: /p' "$0" >&2; exit 2; }
stop() { echo "move.sh: $*" >&2; exit 1; }
map=$(realpath "$1") tenant=$2 new=$3
[ "$new" != - ] || new=$(head -n 1)
[ -n "$new" ] || stop "WHERE is empty"
exec 9<"$(dirname "$map")"
flock --nonblock 9 || { echo "move.sh: waiting until another move ends" >&2; flock 9; }
old=$(TENANT=$tenant awk '$1 == ENVIRON["TENANT"] { sub(/^[ \t]*[^ \t]+[ \t]+/, ""); print }' "$map")
[ -n "$old" ] || { echo "move.sh: $map has no tenant $tenant" >&2; exit 2; }
# A password stays out of arguments and reasons: both are shown to others.
decode() { local text=${1//\\/\\\\}; printf %b "${text//%/\\x}"; }
without_password() { sed -E 's|^([a-z]+://[^:/?@]*):[^/?]*@|\1@|' <<<"$1"; }
password() { decode "$(sed -nE 's|^[a-z]+://[^:/?@]*:([^/?]*)@.*|\1|p' <<<"$1")"; }
shown=$(without_password "$new")
reason="moved to $shown"

case $old in
mariadb://* | mysql://*)
    name_of() { local path=${1#*://*/}; echo "${path%%\?*}"; }
    # client WHERE PROGRAM ARG...
    client() {
        local place secret program=$2 login='' host args=()
        secret=$(password "$1")
        [ -z "$secret" ] || local -x MYSQL_PWD=$secret
        place=$(without_password "$1")
        place=${place#*://}
        shift 2
        host=${place%%/*}
        [[ $host != *@* ]] || login=${host%@*} host=${host##*@}
        [ -z "$login" ] || args+=(--user="$(decode "$login")")
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
                grants=$(query "$old" "show grants for $login" </dev/null)
                grep -E " ON (FUNCTION )?\`${name}(_pawl)?\`\\." <<<"$grants" || true
            done >"$folder/members"
    }
    ;;
*)
    # client WHERE PROGRAM ARG...
    client() {
        local place secret program=$2
        secret=$(password "$1")
        [ -z "$secret" ] || local -x PGPASSWORD=$secret
        place=$(without_password "$1")
        shift 2
        "$program" --dbname="$place" "$@"
    }
    for place in "$old" "$new"; do
        [[ ! $place =~ password[[:space:]]*= ]] || stop "write a password as in postgresql://user:password@host/database"
    done
    query() { client "$1" psql -XAtq -v ON_ERROR_STOP=1 -c "$2"; }
    own=public.
    now="clock_timestamp()"
    objects="select count(*) from pg_class where relnamespace = 'public'::regnamespace"
    copy() {
        local of_pawl="rolname ~ ('^' || (select replace(pg_get_userbyid(relowner), 'pawl_owner', 'pawl_')
            from pg_class where oid = 'public.pawl_machines'::regclass) || '[a-z]+\$')"
        query "$old" "select format('do \$\$ begin if to_regrole(%L) is null then create role %I nologin; end if; end \$\$;', rolname, rolname)
            from pg_roles where $of_pawl" | client "$new" psql -Xq -v ON_ERROR_STOP=1
        client "$old" pg_dump --format=custom |
            client "$new" pg_restore --no-owner --exit-on-error --single-transaction
        query "$old" "select format('grant %s to %I', roleid::regrole, pg_get_userbyid(member)) from pg_auth_members
            where roleid in (select oid from pg_roles where $of_pawl)" >"$folder/members"
    }
    ;;
esac

folder=$(mktemp -d)
frozen=()
# thaw_all WHERE: those of $frozen
thaw_all() {
    local machine failed=0
    for machine in ${frozen[@]+"${frozen[@]}"}; do
        PAWL_DB=$1 pawlctl thaw "$machine" && continue
        echo "move.sh: $machine is frozen: run pawlctl thaw $machine with PAWL_DB='$(without_password "$1")'" >&2
        failed=1
    done
    frozen=()
    return $failed
}
next= # the new map, until it is in its place
trap 'thaw_all "$old" >&2 || true; rm -rf "$folder" ${next:+"$next"}' EXIT

found=$(query "$new" "$objects")
[ "$found" = 0 ] || stop "the database $shown is not empty"
others=$(query "$old" "select count(*) from ${own}pawl_freezes where mode is not null and until is null")
[ "$others" = 0 ] || stop "$others machines or flows of $tenant are frozen: thaw them first, see pawlctl locks"
names=$(query "$old" "select machine from ${own}pawl_machines where is_deployed union select flow from ${own}pawl_flows")
[ -n "$names" ] || stop "$tenant has no machine that is deployed"
for machine in $names; do
    frozen+=("$machine")
    PAWL_DB=$old pawlctl freeze "$machine" --reason="$reason"
done
while leased=$(query "$old" "select count(*) from ${own}pawl_run_ready where is_leased and due_at > $now"); do
    [ "$leased" != 0 ] || break
    sleep 0.2 # a worker ends its run's step, or its lease ends
done
[ "$leased" = 0 ] || stop "the steps of running workers cannot be read"
copy
while read -r grant; do
    query "$new" "$grant" || echo "move.sh: not granted: $grant" >&2
done <"$folder/members"
PAWL_DB=$new pawlctl restored
PAWL_DB=$new pawlctl verify
next=$(mktemp "$map.XXXXXX")
cp -p "$map" "$next" # with its mode and owner
TENANT=$tenant WHERE=$new awk '$1 == ENVIRON["TENANT"] { $0 = $1 " " ENVIRON["WHERE"] } { print }' "$map" >"$next"
mv "$next" "$map"
next=
thaw_all "$new"
echo "$tenant: moved"
