#!/bin/bash
# postgres_lines.sh GENERATED_DIR: takes each protecting piece out of the generated SQL, one at a time, applies
# what is left to a database of its own and makes all attempts of postgres_attempts.sh there, in one session for
# each login: something must come of it. The whole file must let nothing come of it.
#
# A piece is a statement, or a phrase in one, that is there for P8 alone; `pieces` finds them in the file, so
# that a new table or function brings its own.
set -euo pipefail
generated=$1
. "$(dirname "$0")/postgres_attempts.sh"
if [ -z "${PAWL_TEST_POSTGRES:-}" ]; then
    echo "PAWL_TEST_POSTGRES is not set: give a superuser's \"host=... user=... dbname=...\""
    exit 77
fi
prefix=pawl_lines_$$
folder=$(mktemp -d /tmp/pawl-lines.XXXXXX)
roles="plain granted owner stranger hanger deployer"
superuser() {
    psql -XAtq -v ON_ERROR_STOP=1 -d "$PAWL_TEST_POSTGRES dbname=$1" "${@:2}"
}
cleanup() {
    local database role
    for database in $(superuser postgres -c "select datname from pg_database where datname like '${prefix}_%'"); do
        superuser postgres -c "drop database $database with (force)" >/dev/null 2>&1 || true
    done
    for role in $roles; do
        superuser postgres -c "drop owned by ${prefix}_$role" -c "drop role ${prefix}_$role" >/dev/null 2>&1 || true
    done
    rm -rf "$folder"
}
trap cleanup EXIT

# ---- pieces -----------------------------------------------------------------------------------------

# "FIRST LAST PHRASE": lines of the file from which PHRASE is taken, or that are taken altogether.
pieces() {
    awk '
        /^ +execute format\(.alter table .* enable always/ || /^ *set local role pawl_owner/ { print NR, NR }
        /^call public.pawl_restrict_calls\(.public.::text, null/ { print NR, NR }
        /^ +execute format\(.create or replace trigger pawl_refuse_write before / {
            print NR, NR, "insert or "
            print NR, NR, "update or "
            print NR, NR, "or delete "
            print NR, NR, "or truncate"
        }
        /^call public.pawl_refuse_writes_to\(array\[/ { protected = 1 }
        protected { # each table, with the comma that stands behind it or, of the last one, before it
            line = $0
            while (match(line, /\047public\.[a-z_]+\047(, ?)?/)) {
                phrase = substr(line, RSTART, RLENGTH)
                line = substr(line, RSTART + RLENGTH)
                print NR, NR, (phrase !~ /,/ && index($0, ", " phrase) ? ", " : "") phrase
            }
        }
        /::regclass\[\]\)/ { protected = 0 }
        / plpgsql security definer / { print NR, NR, "security definer " } # in SQL they only read
        / security definer / { print NR, NR, "set search_path = pg_catalog, pg_temp" }
        /references .*\(/ && /constraint/ { print NR, NR, substr($0, index($0, "constraint"), length($0) - index($0, "constraint")) }
        /operator\(pg_catalog.=\) .pawl_owner/ { print NR, NR, "operator(pg_catalog.=)" }
        /^call public.pawl_refuse_foreign_code/ { last = NR " " NR }
        /execute format\(.revoke trigger/ { trigger = NR }
        /execute format\(.revoke pawl_owner/ { print NR, NR }
        # what machines share looks for code of others, too: tests/pawlctl/schema.sh applies that alone
        END { print last; print trigger, trigger }
    ' "$1"
}

# without FILE <PIECES: the file without these pieces; an operator or a statement in a block becomes its harmless shape.
without() {
    awk '
        FNR == NR {
            for (line = $1; line <= $2; line++) taken[line] = 1
            alone[$1] = $1 == $2
            phrase[$1] = $0
            sub(/^[0-9]+ [0-9]+ ?/, "", phrase[$1])
            next
        }
        !taken[FNR] { print; next }
        phrase[FNR] != "" {
            at = index($0, phrase[FNR])
            print substr($0, 1, at - 1) (phrase[FNR] ~ /^operator/ ? "=" : "") substr($0, at + length(phrase[FNR]))
            next
        }
        alone[FNR] && /^ +execute/ { print "null;" }
    ' - "$1"
}

# ---- one variant ------------------------------------------------------------------------------------

# Each lies in a file of its own, so that psql takes nothing that comes behind it for data of a `copy`.
number=0
attempt() {
    number=$((number + 1))
    printf '%s\n' "$2" >"$folder/$1.$number.sql"
    attempt_file "$folder/$1.$number.sql" >>"$folder/$1.sql"
}

attempt_file() {
    printf '\\i %s\nrollback;\ndiscard all;\n' "$1"
}

# about NAME ROLE: those attempts of the role that name it
about() {
    local file
    grep -lF -- "$1" "$folder/$2".*.sql | while read -r file; do
        attempt_file "$file"
    done
}

# What somebody who is allowed to does, and what is answered.
legal="select status from payment_submit('target', 'S');
select status from payment_submit_many(array['fresh'], array['S']);
select status from payment_confirm('target');
select status from payment_confirm_many(array['fresh']);
select status from payment_cancel('second');
select status from payment_create('third', 1, 'EUR');
select status from payment_create_many(array['fourth'], array[1], array['EUR']);
select status from payment_cancel_many(array['third', 'fourth']);"
answers="OK OK OK OK OK OK OK OK OK"

# deploy DATABASE FILE
deploy() {
    psql -XAtq -v ON_ERROR_STOP=1 -d "$PAWL_TEST_POSTGRES dbname=$1 user=${prefix}_deployer" -f "$2" \
        >"$folder/$1.log" 2>&1
}

# come_of_it DATABASE FILE [NAME]: says what came of the attempts, or nothing; those that name what lacks a piece
# come first.
come_of_it() {
    local database=$1 role before answered broken part
    if ! deploy "$database" "$2"; then
        echo "it cannot be applied: $(grep -m1 ERROR "$folder/$database.log")"
        return
    fi
    if psql -XAtq -d "$PAWL_TEST_POSTGRES dbname=$database user=${prefix}_deployer" \
        -c "select pg_has_role(current_user, 'pawl_owner', 'usage')" | grep -q t; then
        echo "whoever applied it stays a member of pawl_owner"
        return
    fi
    grant_all "${prefix}_plain" "${prefix}_granted" "${prefix}_owner" | superuser "$database" -f -
    broken=$(superuser "$database" -c "$rules")
    if [ -n "$broken" ]; then
        echo "${broken%%$'\n'*}"
        return
    fi
    superuser "$database" -c "select payment_create('target', 1, 'EUR'); select payment_create('fresh', 1, 'EUR');
        select payment_create('second', 1, 'EUR'); select payment_submit('second', 'S'); $lock_rows" -c "$plant" >/dev/null
    before=$(superuser "$database" -c "$all_rows")
    for role in ${3:+granted:$3} granted plain owner stranger; do # whoever may most notices most
        case $role in
        *:*) about "${role#*:}" "${role%:*}" ;;
        *) cat "$folder/$role.sql" ;;
        esac | psql -XAtq -d "$PAWL_TEST_POSTGRES dbname=$database user=${prefix}_${role%:*}" >/dev/null 2>&1 || true
        role=${role%:*}
        if [ "$(superuser "$database" -c "$all_rows")" != "$before" ]; then
            echo "$role has changed something"
            return
        fi
    done
    answered=$(psql -XAtq -d "$PAWL_TEST_POSTGRES dbname=$database user=${prefix}_plain" -c "$legal" 2>&1 | tr '\n' ' ')
    if [ "$answered" != "$answers " ]; then
        echo "what is legal is answered: ${answered:0:100}"
        return
    fi
    # each of the files looks for itself what others may hang on the tables
    sed "/^$boundary/,\$d" "$2" >"$folder/$database.shared.sql"
    sed "1,/^$boundary/d" "$2" >"$folder/$database.own.sql"
    superuser "$database" -c "grant all on schema public to ${prefix}_hanger"
    for part in shared own; do
        superuser "$database" -c "grant trigger on payment_current to ${prefix}_hanger"
        psql -XAtq -d "$PAWL_TEST_POSTGRES dbname=$database user=${prefix}_hanger" -c "create or replace function hung()
            returns trigger language plpgsql as 'begin return null; end'; create trigger hung before insert on
            payment_current execute function hung()" >/dev/null
        if deploy "$database" "$folder/$database.$part.sql"; then
            echo "the $part file is applied beside the trigger of another"
            return
        fi
        superuser "$database" -c "drop trigger hung on payment_current"
        deploy "$database" "$folder/$database.$part.sql" || true
        if superuser "$database" -c "select has_table_privilege('${prefix}_hanger', 'payment_current', 'trigger')" |
            grep -q t; then
            echo "the $part file leaves the right to hang triggers granted"
            return
        fi
    done
}

# try NUMBER FIRST LAST PHRASE: prints one line, which begins with NOT where nothing came of it.
try() {
    local database=${prefix}_$1 piece outcome name
    piece="line $2: ${4:-$(sed -n "${2}p" "$sql" | cut -c 1-70)}"
    without "$sql" <<<"$2 $3${4:+ $4}" >"$folder/$1.sql"
    superuser postgres -c "create database $database template ${prefix}_base owner ${prefix}_deployer"
    name=$({ echo "${4:-}"; sed -n "$2,$3p" "$sql"; } | grep -oE "(function |table |on |')public\.[a-z_]+" | head -n 1) || true
    outcome=$(come_of_it "$database" "$folder/$1.sql" "${name##*.}")
    superuser postgres -c "drop database $database with (force)"
    printf '%s %s: %s\n' "$([ -n "$outcome" ] && echo noticed || echo NOT NOTICED)" "$piece" "$outcome"
}

# function_of LINE: the one that the line belongs to.
function_of() {
    sed -n "1,$1p" "$sql" | grep -oE '^create or replace (function|procedure) public\.[a-z_]+' | tail -n 1 | sed 's/.*public\.//'
}

# The rules look at each function by itself, so that pieces of many functions may be missing at once, where each has one:
# named PIECES NAME RULE prints those pieces whose function is named by the rule when all of them are missing, and NAME is a
# database's.
named() {
    local database=${prefix}_$2 broken= first last phrase function
    without "$sql" <"$1" >"$folder/$2.sql"
    superuser postgres -c "create database $database template ${prefix}_base owner ${prefix}_deployer"
    ! deploy "$database" "$folder/$2.sql" || broken=$(superuser "$database" -c "$rules" | grep -F -- "$3" || true)
    superuser postgres -c "drop database $database with (force)"
    while read -r first last phrase; do
        function=$(function_of "$first")
        # each time once: of several functions of one name each must be named
        if grep -qE "(^| )$function\(" <<<"$broken"; then
            broken=$(awk -v name="$function(" '!done && index(" " $0, " " name) { done = 1; next } { print }' <<<"$broken")
            printf '%s %s%s\n' "$first" "$last" "${phrase:+ $phrase}"
        fi
    done <"$1"
}

# ---- all of them ------------------------------------------------------------------------------------

sql=$folder/whole.sql
boundary='-- here the file of the machine begins'
{
    cat "$generated/pawl.postgres.sql"
    echo "$boundary"
    cat "$generated/payment.postgres.sql"
} >"$sql"
for role in $roles; do
    superuser postgres -c "create role ${prefix}_$role login"
    : >"$folder/$role.sql"
done
superuser postgres -c "alter role ${prefix}_deployer createrole"
superuser postgres -f - <<END
\if $(superuser postgres -c "select current_setting('server_version_num')::int >= 160000")
do 'begin create role pawl_owner nologin; exception when duplicate_object then null; end';
do 'begin create role pawl_app nologin; exception when duplicate_object then null; end';
do 'begin create role pawl_operator nologin; exception when duplicate_object then null; end';
do 'begin create role pawl_reader nologin; exception when duplicate_object then null; end';
grant pawl_owner, pawl_app, pawl_operator, pawl_reader to ${prefix}_deployer with admin true, inherit false, set false;
\endif
END
superuser postgres -c "create database ${prefix}_base owner ${prefix}_deployer"
superuser "${prefix}_base" -c "create table payments (id text primary key); alter table payments owner to ${prefix}_owner;
    grant references on payments to ${prefix}_deployer with grant option;
    grant all on schema public to ${prefix}_deployer with grant option;
    insert into payments values ('target'), ('fresh'), ('second'), ('third'), ('fourth')"
all_attempts

superuser postgres -c "create database ${prefix}_whole template ${prefix}_base owner ${prefix}_deployer"
outcome=$(come_of_it "${prefix}_whole" "$sql")
if [ -n "$outcome" ]; then
    echo "FAILED: with all of it: $outcome"
    exit 1
fi
pieces "$sql" >"$folder/pieces"
grep "set search_path = " "$folder/pieces" >"$folder/paths"
named "$folder/paths" paths "looks names up where its caller says" >"$folder/named"
together=$(wc -l <"$folder/named")
number=0
alone=()
while read -r first last phrase; do
    number=$((number + 1))
    if sed -n "${first}p" "$sql" | grep -q "revoke pawl_owner"; then
        alone+=("$number $first $last")
        continue
    fi
    while [ "$(jobs -rp | wc -l)" -ge 4 ]; do
        wait -n
    done
    try $number "$first" "$last" "$phrase" >>"$folder/verdicts" &
done < <(grep -vxFf "$folder/named" "$folder/pieces")
wait
# Roles belong to the whole cluster: whoever stays a member of pawl_owner is one in all databases, and all that is tried
# there at the same time would be noticed for that.
for piece in "${alone[@]}"; do
    # shellcheck disable=SC2086 # its words
    try $piece >>"$folder/verdicts"
    psql -Xq -d "$PAWL_TEST_POSTGRES dbname=postgres user=${prefix}_deployer" -c "revoke pawl_owner from ${prefix}_deployer"
done
sed -n 's/^NOT NOTICED/FAILED: nobody notices that this is missing:/p' "$folder/verdicts"
[ -z "${VERBOSE:-}" ] || cat "$folder/verdicts"
echo "$((number + together)) pieces, $together of them together, $(grep -c '^NOT' "$folder/verdicts" || true) of them missed by nobody"
[ "$together" -gt 25 ] && [ "$number" -gt 40 ] && ! grep -q '^NOT' "$folder/verdicts"
