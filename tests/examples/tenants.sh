#!/bin/bash
# tenants.sh DATABASE PAWLCTL PAWL TENANTS: tenants with a database each on two servers. A deployment over all that fails in
# one continues when it is run again. Then examples/tenants/move.sh moves a tenant to the other server while the program
# TENANTS writes: nothing that was acknowledged is lost, and the old copy refuses, and names the new place. A move that
# fails leaves everything as it was, whichever query fails. A password is in no command line and in no reason.
set -euo pipefail
database=$1
pawlctl=$(realpath "$2")
pawl=$(realpath "$3")
tenants=$(realpath "$4")
root=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=../../examples/support/postgres.sh
. "$root/examples/support/postgres.sh"
# shellcheck source=../../examples/support/mariadb.sh
. "$root/examples/support/mariadb.sh"
"${database}_find" || exit 77
folder=$(mktemp -d /tmp/pawl.XXXXXX)
chmod 755 "$folder"
mkdir "$folder/1" "$folder/2" "$folder/bin"
export PATH=$folder/bin:$PATH
# watch PROGRAM: its arguments are kept in $folder/arguments; those that contain $FAIL fail
watch() {
    cat >"$folder/bin/$(basename "$1")" <<END
#!/bin/bash
echo "\$0 \$*" >>"$folder/arguments"
[ -z "\${FAIL:-}" ] || [[ "\$*" != *"\$FAIL"* ]] || exit 2
exec "$1" "\$@"
END
    chmod 755 "$folder/bin/$(basename "$1")"
}
watch "$pawlctl"
servers=() program=
clean_up() {
    [ -z "$program" ] || kill -KILL "$program" 2>/dev/null || true
    [ ${#servers[@]} -eq 0 ] || kill -KILL "${servers[@]}" 2>/dev/null || true
    { wait; } 2>/dev/null # which would tell that they were killed
    rm -rf "$folder"
}
trap clean_up EXIT
fail() {
    echo "FAILED: $*" >&2
    exit 1
}
# answers STATUS TEXT COMMAND...: exits so, and prints TEXT
answers() {
    local expected=$1 text=$2 said status=0
    shift 2
    said=$("$@" 2>&1) || status=$?
    [ "$status" = "$expected" ] && [[ $said = *"$text"* ]] || fail "$* exits with $status and prints: $said"
}
is() {
    [ "$1" = "$2" ] || fail "line ${BASH_LINENO[0]}: expected $1, got $2"
}

if [ "$database" = postgres ]; then
    PATH=$PATH:$POSTGRES_BIN
    for name in psql pg_dump pg_restore; do
        watch "$POSTGRES_BIN/$name"
    done
    for number in 1 2; do
        postgres_start "$folder/$number" fsync=off
        servers+=("$POSTGRES_PID")
    done
    where() { echo "host=$folder/$1 user=postgres dbname=$2"; }
    query() { psql -XAtq -v ON_ERROR_STOP=1 -d "$(where "$1" "$2")" -c "$3"; }
    create() { query "$1" postgres "create database $2"; }
    own=
else
    for name in mariadb mariadb-dump; do
        watch "$(command -v $name)"
    done
    for number in 1 2; do
        mariadb_start "$folder/$number" --innodb-flush-log-at-trx-commit=0
        servers+=("$MARIADB_PID")
    done
    where() { echo "mariadb://root@localhost/$2?socket=$folder/$1/s"; }
    query() { mariadb --no-defaults -uroot -S "$folder/$1/s" -BN -D "$2" -e "$3"; }
    create() { query "$1" mysql "create database $2 character set utf8mb4 collate utf8mb4_nopad_bin"; }
    own=acme_pawl.
fi
"$pawl" "$root/examples/payments/payment.fsm" -o "$folder/gen" --emit="$database" || exit 2
sql=$folder/gen/payment.$database.sql
map=$folder/tenants
cat >"$map" <<END
# where the tenants are
acme $(where 1 acme)
beta $(where 1 beta)

gamma $(where 2 gamma)
END
make() {
    create "$1" "$2"
    query "$1" "$2" "create table payments (id varchar(64) primary key)"
}

# ---- all databases

make 1 acme
make 2 gamma
answers 3 "1 of 3 failed: beta" pawlctl apply --all="$map" "$sql"
answers 0 " 0 problems" pawlctl verify --db="$(where 2 gamma)"
make 1 beta
pawlctl apply --all="$map" "$sql" >"$folder/said" || fail "the second run: $(cat "$folder/said")"
is "acme: payment: nothing new beta: payment: created gamma: payment: nothing new" \
    "$(sed -n 's/ (.*//; /^schema/d; p' "$folder/said" | tr '\n' ' ' | sed 's/ $//')"
answers 0 "gamma:" pawlctl status --all="$map"
answers 0 " 0 problems" pawlctl verify --all="$map"
answers 2 "leave out --db" pawlctl verify --all="$map" --db="$(where 1 acme)"
answers 2 "leave out --json" pawlctl verify --all="$map" --json
answers 2 "No such file" pawlctl verify --all="$folder/none"
answers 2 "line 2: expected NAME DATABASE" pawlctl verify --all=<(printf '#\nacme\n')
answers 2 "line 2: acme is there twice" pawlctl verify --all=<(printf 'acme x\nacme y\n')
answers 2 "names no database" pawlctl verify --all=/dev/null

# ---- a move under load

if [ "$database" = postgres ]; then
    query 1 postgres "create role service login; grant pawl_app to service"
    query 1 acme "grant select, insert on payments to service"
    as_service="host=$folder/2 user=service dbname=acme"
    query 2 postgres "create role mover superuser login password 'p\\%@w'"
    postgres_run sed -i '1i local all mover scram-sha-256' "$POSTGRES_DATA/pg_hba.conf"
    query 2 postgres "select pg_reload_conf()" >/dev/null
    new="postgresql://mover:p%5C%25%40w@/acme?host=$folder/2"
    create 2 acme
else
    query 1 mysql "create user service; grant acme_pawl_app to service; set default role acme_pawl_app for service;
        grant select, insert on acme.payments to service"
    as_service="mariadb://service@localhost/acme?socket=$folder/2/s"
    query 2 mysql "create user mover@localhost identified by 'p\\\\%@w'; grant all on *.* to mover@localhost with grant option"
    new="mariadb://mover:p%5C%25%40w@localhost/acme?socket=$folder/2/s"
fi
shown=${new/:p%5C%25%40w/}
move() { "$root/examples/tenants/move.sh" "$map" acme - <<<"$new"; }
touch "$folder/paid"
"$tenants" pay "$map" acme beta gamma >"$folder/paid" 2>"$folder/err" &
program=$!
# goes_on: until each tenant has paid twenty more
goes_on() {
    local deadline=$((SECONDS + 60)) tenant before
    cp "$folder/paid" "$folder/before"
    for tenant in acme beta gamma; do
        before=$(grep -c "^$tenant " "$folder/before" || true)
        until [ "$(grep -c "^$tenant " "$folder/paid")" -ge $((before + 20)) ]; do
            kill -0 "$program" 2>/dev/null && [ $SECONDS -lt $deadline ] || fail "$tenant does not pay: $(cat "$folder/err")"
            sleep 0.1
        done
    done
}
goes_on
if [ "$database" = postgres ]; then # the login is not there yet
    answers 1 'role "service" does not exist' move
    is 0 "$(query 2 acme "select count(*) from pg_class where relnamespace = 'public'::regnamespace")"
    query 2 postgres "create role service login"
else
    make 2 acme
    answers 1 "is not empty" move
    query 2 mysql "drop database acme; create user service"
fi
goes_on
pawlctl freeze payment --reason=stocktaking --db="$(where 1 acme)" >/dev/null
answers 1 "thaw them first" move
pawlctl thaw payment --db="$(where 1 acme)" >/dev/null
answers 2 "has no tenant omega" "$root/examples/tenants/move.sh" "$map" omega "$(where 2 omega)"
for failing in "2 union select flow" "1 pawl_run_ready" "2 freeze payment"; do
    FAIL=${failing#* } answers "${failing%% *}" "" move
    is 0 "$(query 1 acme "select count(*) from ${own}pawl_freezes where mode is not null and until is null")"
    is "acme $(where 1 acme)" "$(grep ^acme "$map")"
done
goes_on
chmod 600 "$map"
rm "$folder/arguments"
answers 0 "acme: moved" move
is "acme $new" "$(grep ^acme "$map")"
is 5 "$(wc -l <"$map")"
is 600 "$(stat -c %a "$map")"
is 0 "$(grep -cF p%5C "$folder/arguments")"
is "$map" "$(echo "$map"*)"
goes_on
kill "$program"
wait "$program" || fail "the program: $(cat "$folder/err")"
program=
for tenant in acme beta gamma; do
    number=1
    [ $tenant = beta ] || number=2
    sed -n "s/^$tenant //p" "$folder/paid" | sort >"$folder/acknowledged"
    query $number $tenant "select payment_id from ${own:+${tenant}_pawl.}payment_current where state = 'submitted'" | sort >"$folder/found"
    cmp "$folder/acknowledged" "$folder/found" || fail "$tenant has other payments than were acknowledged"
done
answers 0 " 0 problems" pawlctl verify --all="$map"
answers 1 "moved to $shown" pawlctl fire payment PM1-0 cancel --db="$(where 1 acme)"
answers 0 "-> cancelled" pawlctl fire payment PM1-0 cancel --db="$as_service"
answers 0 "payment: nothing new" pawlctl apply --all="$map" "$sql"

# ---- two moves at a time, one of which cannot thaw

if [ "$database" = postgres ]; then
    create 2 beta
    create 1 gamma
fi
exec 8<"$folder"
flock 8 # as another move does
"$root/examples/tenants/move.sh" "$map" beta "$(where 2 beta)" >"$folder/said" 2>&1 8<&- &
program=$!
until grep -q "waiting until another move ends" "$folder/said"; do
    kill -0 "$program" 2>/dev/null || fail "it does not wait: $(cat "$folder/said")"
    sleep 0.1
done
exec 8<&-
FAIL="thaw payment" answers 1 "payment is frozen: run pawlctl thaw payment with PAWL_DB='$(where 1 gamma)'" \
    "$root/examples/tenants/move.sh" "$map" gamma "$(where 1 gamma)"
wait "$program" || fail "the other move: $(cat "$folder/said")"
program=
PAWL_DB=$(where 1 gamma) pawlctl thaw payment >/dev/null
is "beta $(where 2 beta) gamma $(where 1 gamma)" "$(sed -n '/^[bg]/p' "$map" | paste -sd' ')"
answers 0 " 0 problems" pawlctl verify --all="$map"
