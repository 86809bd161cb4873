#!/bin/bash
# roles.sh DATABASE PAWLCTL PAWL: a database of PostgreSQL with roles of its own (apply --roles=PREFIX). Deployments, migrations,
# verify, messages and a restore use them; the roles of other databases have no rights here.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
if [ "$database" = sqlite ]; then
    answers 2 "there are no roles that a prefix would separate" apply "$payment" --roles=shop
    exit $failed
fi
owner=${name}_pawl_owner app=${name}_pawl_app operator=${name}_pawl_operator reader=${name}_pawl_reader dba=${name}_dba
trap 'cleanup; for role in $dba $owner $app $operator $reader; do
        psql -Xq -d "$PAWL_TEST_POSTGRES" -c "drop role if exists $role"
    done >/dev/null 2>&1' EXIT
super=$PAWL_DB
reads() { # by whoever has pawl_reader
    PAWL_DB=$plain
    for command in "status" "ls payment" "history P1" "why payment P1" "queue status" "stuck" "locks" "outbox status" "flow ls" "metrics"; do
        # shellcheck disable=SC2086 # a word for each argument
        answers 0 "" $command
    done
    answers 3 "${before_role}pawl_app" fire payment P1 cancel
    answers 3 "${before_role}pawl_operator" freeze payment --reason=x
    PAWL_DB=$super
}
# grants: single events, for a login without roles; they follow events to other names
mkdir "$scratch/later"
sed 's/  state submitted/    on note -> stay;\n&/; s/^    on note/  from pending_submission on note/
    s/event confirm "Bank confirms"/event settle "Bank confirms" renamed from confirm/; s/on confirm/on settle/' "$here/../../examples/payments/payment.fsm" >"$scratch/later/payment.fsm"
grants() {
    local login=${name}_plain at= own=public. user=role users=pg_roles named=rolname
    [ "$database" = postgres ] || at=@localhost own=${name}_pawl. user=user users=mysql.user named=user
    answers 1 "machine payment has no event nonsense; nothing was changed" grant "$login$at" payment nonsense
    for role in pawl_app pawl_owner shop_pawl_reader "${name}_pawl_operator$at"; do
        answers 1 "$role is a role of Pawl; nothing was changed" grant "$role" payment submit
        answers 1 "$role is a role of Pawl; nothing was changed" grant "$role" payment --revoke
    done
    answers 0 "$login$at: may read, and fire submit, confirm of payment" grant "$login$at" payment submit confirm
    answers 0 " 0 problems" verify
    PAWL_DB=$plain
    answers 0 "-> submitted" fire payment P1 submit submission_id=S
    answers 3 denied fire payment P1 cancel
    answers 0 "P1" history P1
    PAWL_DB=$super
    answers 0 "nothing new" apply "$payment"
    "$pawl" "$scratch/later/payment.fsm" -o "$scratch/later" --emit="$database" || exit 2
    "$pawl" diff "$here/../../examples/payments/payment.fsm" "$scratch/later/payment.fsm" --sql="$database" >"$scratch/later.sql" || exit 2
    # a grant of an earlier version's event is none of the one that is called so now
    plant "insert into ${own}pawl_grants values ('$login$at', 'payment', 'settle'), ('${name}_gone$at', 'payment', 'settle')"
    answers 0 "migrated" apply "$scratch/later.sql"
    is 1 "$(sql "select count(*) from ${own}pawl_grants where event = 'settle'")"
    answers 0 " 0 problems" verify
    PAWL_DB=$plain
    answers 3 denied fire payment P1 cancel
    answers 0 "-> paid" fire payment P1 settle
    PAWL_DB=$super
    answers 0 "$login$at: may no longer fire by a grant of its own: settle of payment" grant "$login$at" payment settle --revoke
    sql "insert into payments values ('P2')"
    answers 0 created fire payment P2 create amount=1 currency=EUR
    PAWL_DB=$plain
    answers 0 "-> submitted" fire payment P2 submit submission_id=S
    answers 3 denied fire payment P2 settle
    PAWL_DB=$super
    answers 0 "$login$at: may read, and fire all events of payment" grant "$login$at" payment
    PAWL_DB=$plain
    answers 0 "-> paid" fire payment P2 settle
    PAWL_DB=$super
    answers 1 "has one grant of all events of payment; nothing was changed" grant "$login$at" payment settle --revoke
    answers 1 "run pawlctl grant $login$at payment --revoke, then" grant "$login$at" payment settle --revoke
    is 1 "$(owned "select count(*) from pawl_grants where event = ''")"
    answers 0 "all events" grant "$login$at" payment --revoke
    answers 0 " 0 problems" verify
    owned "grant execute on function $1 to $login$at"
    answers 1 "and so may fire events that no \`pawlctl grant\` has given it" verify
    owned "revoke execute on function $1 from $login$at"
    answers 0 " 0 problems" verify
    # a login's name is a text, wherever it goes
    local strange="${name}_o'neil\$pawl\$; create table broken(); --$at"
    local quoted='"'${strange%@localhost}'"'${at:+@localhost}
    [ "$database" = postgres ] && sql "create role $quoted" || sql "create user $quoted"
    answers 0 "may read, and fire settle of payment" grant "$strange" payment settle
    is "$strange" "$(owned "select distinct login from pawl_granted")"
    answers 0 "may no longer fire" grant "$strange" payment settle --revoke
    is 0 "$(sql "select count(*) from information_schema.tables where table_name = 'broken'")"
    answers 0 " 0 problems" verify
    [ "$database" = postgres ] && sql "drop role $quoted" || sql "drop user $quoted"
    # a login that is dropped, and created again
    local gone="${name}_o'x" account
    account="\"$gone\""
    [ "$database" = postgres ] || account="'${gone/\'/\'\'}'@'%'"
    answers 1 "there is no login $gone" grant "$gone" payment settle
    owned "create $user $account"
    answers 0 "may read, and fire settle of payment" grant "$gone" payment settle
    answers 0 "nothing new" apply "$scratch/later/payment.$database.sql"
    answers 0 "may no longer fire" grant "$gone" payment settle --revoke
    answers 0 "may read, and fire all events" grant "$gone" payment
    answers 0 " 0 problems" verify
    [ "$database" = mariadb ] || owned "drop owned by $account"
    owned "drop $user $account"
    answers 0 "nothing new" apply "$scratch/later/payment.$database.sql"
    is 0 "$(owned "select count(*) from $users where $named = '${gone/\'/\'\'}'")"
    answers 1 "has a grant on payment, and so may fire events if a login of that name is created again" verify
    answers 0 "may no longer fire" grant "$gone" payment --revoke
    answers 0 " 0 problems" verify
}
if [ "$database" = mariadb ]; then
    super=$PAWL_DB
    answers 2 "there are no roles that a prefix would separate" apply "$payment" --roles=shop
    answers 0 created apply "$payment"
    sql "insert into payments values ('P1')"
    answers 0 created fire payment P1 create amount=1 currency=EUR
    grants '`payment_cancel$5`'
    be_granted pawl_reader
    reads
    exit $failed
fi
# the roles of other databases are there, and are not these
sql "do 'begin create role pawl_app; exception when others then null; end'"
sql "grant pawl_app to ${name}_plain"

cat >"$scratch/lamp.fsm" <<'END'
pawl 1;
machine lamp {
  entity lamps.id: text;
  mirror lamps.state;
  event light(watts: int);
  guard mains sql "select exists (select 1 from plugs where :watts > 0)";
  initial state off {
    on light -> on when mains;
  }
  final state on;
}
END
mkdir "$scratch/newer"
sed 's/on light/on flicker -> stay; on light/' "$scratch/lamp.fsm" >"$scratch/newer/lamp.fsm"
"$pawl" "$scratch/lamp.fsm" -o "$scratch/gen" --emit=postgres || exit 2
"$pawl" "$scratch/newer/lamp.fsm" -o "$scratch/newer" --emit=postgres || exit 2
"$pawl" diff "$scratch/lamp.fsm" "$scratch/newer/lamp.fsm" --sql=postgres >"$scratch/migration.postgres.sql" || exit 2
sql "create table lamps (id text primary key, state text); create table plugs (id text); insert into payments values ('P1')"
sql "insert into lamps values ('L1')"

# ---- deployments

answers 2 '`Shop` is no prefix of roles' apply "$payment" --roles=Shop
answers 2 'begins with neither pg_ nor a digit' apply "$payment" --roles=pg
answers 0 "payment: would be created" apply "$payment" --roles="$name" --dry-run
is 0 "$(sql "select count(*) from pg_roles where rolname like '${name}_pawl%'")"
sql "create role $dba login createrole; grant usage, create on schema public to $dba with grant option;
    grant references (id), select (id) on payments to $dba with grant option"
PAWL_DB="$super user=$dba"
answers 0 "payment: created" apply "$payment" --roles="$name"
answers 0 "payment: nothing new" apply "$payment"
answers 2 "the roles of this database are $owner and others; they stay" apply "$payment" --roles=another
answers 0 "payment: nothing new" apply "$payment" --roles="$name"
PAWL_DB=$super
is "$owner" "$(sql "select distinct tableowner from pg_tables where tablename like '%pawl\_%' or tablename like 'payment\_%'")"
is 0 "$(sql "select count(*) from pg_class, aclexplode(relacl) given where given.grantee = 'pawl_app'::regrole")"
is 0 "$(sql "select count(*) from pg_proc, aclexplode(proacl) given where given.grantee = 'pawl_app'::regrole")"
answers 1 "grant select on plugs to $owner;" apply "$scratch/gen/lamp.postgres.sql"
sql "grant select on plugs to $owner"
answers 0 "lamp: nothing new" apply "$scratch/gen/lamp.postgres.sql"
answers 0 "off" fire lamp L1 create
sed -E "s/\bpawl_(owner|app|operator|reader)\b/${name}_&/g" "$scratch/gen/pawl.postgres.sql" "$scratch/gen/lamp.postgres.sql" >"$scratch/by_hand.sql"
psql -Xq -v ON_ERROR_STOP=1 -d "$super" -f "$scratch/by_hand.sql" >/dev/null || fail "psql cannot apply it"
psql -Xq -d "$super" -f "$scratch/gen/lamp.postgres.sql" >/dev/null 2>"$scratch/err"
grep -q "is not pawl_owner's" "$scratch/err" || fail "psql prints: $(cat "$scratch/err")"
answers 0 "lamp: migrated" apply "$scratch/migration.postgres.sql"
answers 0 "lamp: nothing new" apply "$scratch/newer/lamp.postgres.sql"
sed 's/machine lamp/machine torch/; s/\bon;/pawl_app;/; s/-> on /-> pawl_app /; /mirror/d' "$scratch/lamp.fsm" >"$scratch/torch.fsm"
"$pawl" "$scratch/torch.fsm" -o "$scratch/gen" --emit=postgres || exit 2
answers 3 "\`pawl_app\` is a name in this SQL, and a role of Pawl, which is $app in this database" apply "$scratch/gen/torch.postgres.sql"
is "" "$(sql "select to_regclass('torch_current')")"
answers 0 "(flicker, " fire lamp L1 flicker
answers 0 " 0 problems" verify

# ---- logins

PAWL_DB=$plain
answers 3 "the login needs the role $app: grant $app to ${name}_plain" fire payment P1 create amount=1 currency=EUR
PAWL_DB=$super
sql "grant $app to ${name}_plain"
PAWL_DB=$plain
answers 0 created fire payment P1 create amount=1 currency=EUR
answers 3 "the login needs the role $operator" freeze payment --reason=x
PAWL_DB=$super
sql "grant $owner to ${name}_plain"
PAWL_DB=$plain
answers 0 "is a member of $owner" verify
PAWL_DB=$super
sql "revoke $owner from ${name}_plain; grant execute on function pawl_thaw(text) to ${name}_plain"
answers 1 "${name}_plain has execute on public.pawl_thaw(text)" verify
sql "revoke execute on function pawl_thaw(text) from ${name}_plain"
sql "revoke $app from ${name}_plain"
grants 'payment_cancel(text, text, text, text, integer)'
before_role=${name}_
reads
sql "insert into payments values ('P3')"
answers 0 created fire payment P3 create amount=1 currency=EUR
answers 0 "-> cancelled" fire payment P3 cancel
answers 0 "archived to public.payment_archive" archive payment --older-than=0s
is t "$(sql "select has_table_privilege('$app', 'payment_archive', 'select') and not has_table_privilege('pawl_app', 'payment_archive', 'select')")"

# ---- a restore by a login that gives all objects another owner

pg_dump --format=custom --dbname="$super" >"$scratch/dump"
psql -Xq -d "$PAWL_TEST_POSTGRES" -c "drop database $name with (force)" -c "create database $name"
pg_restore --no-owner --no-privileges --dbname="$super" "$scratch/dump"
answers 1 '`owner '"$owner"'` is now `owner postgres`' verify
sql "grant select on plugs to $owner"
answers 0 "the database is as it was deployed" restored
answers 0 " 0 problems" verify
answers 0 "lamp: nothing new" apply "$scratch/newer/lamp.postgres.sql"
is 0 "$(sql "select count(*) from pg_class, aclexplode(relacl) given where given.grantee = 'pawl_app'::regrole")"

# ---- without roles

psql -Xq -d "$PAWL_TEST_POSTGRES" -c "drop database $name with (force)" -c "create database $name"
sql "create table payments (id text primary key)"
"$pawl" "$here/../../examples/payments/payment.fsm" -o "$scratch/bare" --emit=postgres --no-roles || exit 2
answers 0 created apply "$scratch/bare/payment.postgres.sql"
answers 1 "machine payment was deployed without roles (--no-roles); nothing was changed" grant "${name}_plain" payment submit
answers 1 'there is no login nobody; nothing was changed' grant nobody payment submit
exit $failed
