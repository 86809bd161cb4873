#!/bin/bash
# hooks_postgres.sh PAWL: P8 for guards and effects in SQL, with psql as the client that tries to cheat, on the
# cluster that PAWL_TEST_POSTGRES names. One login has pawl_app alone; another may also create what it likes in
# the schema of the tables that the guard and the effect touch, and write Pawl's. Neither owns these tables.
set -euo pipefail
pawl=$1
. "$(dirname "$0")/support.sh"
if [ -z "${PAWL_TEST_POSTGRES:-}" ]; then
    echo "PAWL_TEST_POSTGRES is not set: give a superuser's \"host=... user=... dbname=...\""
    exit 77
fi

database=pawl_cheat_hooks_$$
plain=${database}_plain granted=${database}_granted
folder=$(mktemp -d /tmp/pawl-cheat.XXXXXX)
super() {
    psql -XAtq -v ON_ERROR_STOP=1 -d "$PAWL_TEST_POSTGRES dbname=$database" "$@"
}
cleanup() {
    psql -Xq -d "$PAWL_TEST_POSTGRES" -c "drop database if exists $database with (force)" \
        -c "drop role if exists $plain" -c "drop role if exists $granted" >/dev/null 2>&1
    rm -rf "$folder"
}
trap cleanup EXIT
client() {
    psql -XAtq -d "$PAWL_TEST_POSTGRES dbname=$database user=${database}_$1" <<<"$2"
}
dump() {
    super -c "select * from withdrawal_current order by 1; select * from withdrawal_transitions order by 1, 2;
        select * from accounts order by 1; select * from bookings order by 1"
}

"$pawl" "$(dirname "$0")/withdrawal.fsm" -o "$folder" --emit=postgres
psql -Xq -d "$PAWL_TEST_POSTGRES" -c "create database $database" -c "create role $plain login" \
    -c "create role $granted login"
super -c "create table accounts (owner text, balance bigint);
    create table bookings (withdrawal_id text, amount bigint, note text);
    insert into accounts values ('poor', 1), ('rich', 1000)"
# what a machine's file calls of what machines share is not another's, put there in its place
super -c "grant create on schema public to $granted"
required=$(sed -n 's/^-- pawl: .*"schema":\([0-9]*\).*/\1/p' "$folder/withdrawal.postgres.sql")
client granted "create table public.pawl_schema (version integer); insert into public.pawl_schema values ($required);
    create procedure public.pawl_begin_machine(text, text, text, text[], text) language plpgsql
        as 'begin raise exception ''it runs as %'', current_user; end'"
expect "table public.pawl_schema is not pawl_owner's, but it has a name of Pawl's; nothing was changed" \
    super -f "$folder/withdrawal.postgres.sql"
expect "pawl_schema belongs to $granted" super -f "$folder/pawl.postgres.sql"
super -c "drop owned by $granted cascade"
super -f "$folder/pawl.postgres.sql" >/dev/null
expect "effect book of machine withdrawal cannot run yet: permission denied for table bookings" \
    super -f "$folder/withdrawal.postgres.sql"
super -c "grant select on accounts to pawl_owner; grant insert on bookings to pawl_owner;
    grant pawl_app to $plain, $granted; grant create on schema public to $granted;
    grant select, insert, update, delete, truncate, references
        on withdrawal_current, withdrawal_transitions to $granted"
expect "OK||asked|10" client plain "select * from withdrawal_create('target', 'poor', 1000)"
expect "OK||asked|10" client plain "select * from withdrawal_create('legal', 'rich', 1000)"
# nor is what is Pawl's own dropped, where it came back without its owner
super -c "alter table withdrawal_current owner to $granted; revoke all on withdrawal_current from pawl_owner"
expect "If it is Pawl's own, alter table public.withdrawal_current owner to pawl_owner. If it is not Pawl's, drop or rename it" super -f "$folder/withdrawal.postgres.sql"
super -c "alter table withdrawal_current owner to pawl_owner; alter table pawl_schema owner to $granted"
expect "without owners, run pawlctl restored. If it is not Pawl's, drop or rename it" super -f "$folder/withdrawal.postgres.sql"
super -c "alter table pawl_schema owner to pawl_owner"
super -f "$folder/pawl.postgres.sql" -f "$folder/withdrawal.postgres.sql" >/dev/null
super -c "grant select, insert, update, delete, truncate, references on withdrawal_current to $granted"
remember
[ -z "$(super -f "$folder/withdrawal.postgres.sql" 2>&1 | tr -d '[:space:]')" ] || fail "with its grants it is not applied silently"
[ "$(dump)" = "$before" ] || fail "applying the SQL again changed something"

for who in plain granted; do
    expect "REFUSED|asked||10" client $who "select * from withdrawal_pay('target')"

    # the functions themselves: the effect alone would book
    attempt $who "select withdrawal_effect_book('target', 1, 'x')"
    expect "permission denied for function" client $who "select withdrawal_effect_book('target', 1, 'x')"
    expect "permission denied for function" client $who "select withdrawal_guard_has_funds(1, 'rich')"
    attempt $who "create or replace function public.withdrawal_guard_has_funds(bigint, text) returns boolean language sql as 'select true'; select withdrawal_pay('target')"
    attempt $who "create function public.withdrawal_guard_has_funds(bigint, unknown) returns boolean language sql as 'select true'; select withdrawal_pay('target')"
    attempt $who "alter function public.withdrawal_guard_has_funds(bigint, text) set search_path = pg_temp; select withdrawal_pay('target')"
    attempt $who "alter function public.withdrawal_guard_has_funds(bigint, text) rename to gone; select withdrawal_pay('target')"
    attempt $who "drop function public.withdrawal_guard_has_funds(bigint, text) cascade; select withdrawal_pay('target')"
    attempt $who "grant execute on function public.withdrawal_effect_book(text, bigint, text) to public; select withdrawal_effect_book('target', 1, 'x')"

    # tables that stand in for those of the guard and the effect
    for shadow in "create temp table accounts as select 'poor' as owner, 1000000::bigint as balance" \
        "create temp view accounts as select 'poor' as owner, 1000000::bigint as balance" \
        "create temp table bookings (withdrawal_id text, amount bigint, note text)"; do
        attempt $who "$shadow; set search_path = pg_temp, public; select public.withdrawal_pay('target')"
        expect "REFUSED" client $who "$shadow; set search_path = pg_temp, public; select public.withdrawal_pay('target')"
    done

    # what the guard and the effect call, under a name of theirs that fits their types better
    for schema in pg_temp public; do
        evil="language plpgsql as 'begin update public.withdrawal_current set state = ''paid''; return true; end'"
        attempt $who "create function $schema.richer(numeric, bigint) returns bool $evil;
            create operator $schema.>= (function = $schema.richer, leftarg = numeric, rightarg = bigint);
            set search_path = $schema, pg_catalog; select public.withdrawal_pay('target')"
        attempt $who "create function $schema.same(text, text) returns bool $evil;
            create operator $schema.= (function = $schema.same, leftarg = text, rightarg = text);
            set search_path = $schema, pg_catalog; select public.withdrawal_pay('target')"
        attempt $who "create function $schema.sum_of(state numeric, next bigint) returns numeric language sql as 'select 1000000::numeric';
            create aggregate $schema.sum(bigint) (sfunc = $schema.sum_of, stype = numeric, initcond = '0');
            set search_path = $schema, pg_catalog; select public.withdrawal_pay('target')"
        expect "REFUSED" client $who "set search_path = $schema, pg_catalog; select public.withdrawal_pay('target')"
    done

    # values are bound
    attempt $who "select withdrawal_pay('target', 'x''); update withdrawal_current set state = ''paid''; --')"
    attempt $who "select withdrawal_pay('target'' or true --')"
    attempt $who "begin; select withdrawal_pay('legal'); rollback"
    attempt $who "begin isolation level repeatable read; select withdrawal_pay('legal'); rollback"
done

# what the effect calls, likewise: it would run as the owner of the tables
expect "OK|asked|paid|20" client granted "begin;
    create function public.times(bigint, numeric) returns numeric language plpgsql as 'begin raise exception ''times runs''; end';
    create operator public.* (function = public.times, leftarg = bigint, rightarg = numeric);
    select * from public.withdrawal_pay('legal', 'x'); rollback"
expect "permission denied for view" client plain "insert into withdrawal_effect_book values ('target', 1, 'x')"
attempt granted "insert into withdrawal_effect_book values ('target', 1, 'x')"
attempt granted "create or replace rule effect as on insert to withdrawal_effect_book do instead nothing; select withdrawal_pay('target')"
attempt granted "create rule more as on insert to withdrawal_effect_book do also delete from accounts"
attempt granted "drop view withdrawal_effect_book cascade"
[ "$(super -c "select count(*) from pg_rewrite where ev_class = 'withdrawal_effect_book'::regclass and rulename = 'effect'")" = 1 ] ||
    fail "the effect is no rule"

# what others have laid beside what the guard and the effect name is not bound when the SQL is applied again
expect "in withdrawal_guard_has_funds belongs to $granted, whose code would run within moves; nothing was changed" \
    super -f "$folder/withdrawal.postgres.sql"
super -c "drop owned by $granted cascade; grant create on schema public to $granted"
super -f "$folder/withdrawal.postgres.sql" >/dev/null
client granted "create function public.richer(numeric, bigint) returns bool language sql as 'select true';
    create operator public.>= (function = public.richer, leftarg = numeric, rightarg = bigint)"
expect "operator public.>=(numeric,bigint) in withdrawal_guard_has_funds belongs to $granted" \
    super -f "$folder/withdrawal.postgres.sql"
super -c "drop owned by $granted cascade; grant create on schema public to $granted"

# nor are triggers hung on what the effect writes
super -c "grant trigger on bookings to $granted"
expect "the right to hang triggers on public.bookings belongs to $granted" super -f "$folder/withdrawal.postgres.sql"
client granted "create function public.hung() returns trigger language plpgsql as 'begin return new; end';
    create trigger hung before insert on bookings for each row execute function public.hung()"
super -c "revoke trigger on bookings from $granted"
expect "trigger hung on public.bookings belongs to $granted" super -f "$folder/withdrawal.postgres.sql"
super -c "drop trigger hung on bookings; drop function public.hung"
super -f "$folder/withdrawal.postgres.sql" >/dev/null

# nor is what hangs on these tables, or lies behind them
client granted "create sequence ran; grant all on sequence ran to public;
    create function heard(text) returns text language plpgsql immutable as 'begin perform nextval(''public.ran''); return \$1; end';
    create function heard(bigint, numeric) returns numeric language plpgsql immutable as
        'begin perform nextval(''public.ran''); return 1; end';
    create domain heard_text as text check (heard(value) is not null);
    create type heard_pair as (one heard_text, other int);
    create function hung() returns trigger language plpgsql as 'begin return new; end'"
super -c "create function quiet() returns trigger language plpgsql as 'begin return new; end'"
in_a_transaction() { # DDL: as it would be beside that
    { echo "begin; $1;"; sed 's/^begin;$//; s/^commit;$/rollback;/' "$folder/withdrawal.postgres.sql"; } | super -f -
}
heard="function public.heard(text) in public"
while IFS='|' read -r found ddl; do
    expect "$found" in_a_transaction "$ddl"
done <<END
$heard.bookings belongs to $granted|alter table bookings add other text default heard('x')
$heard.bookings belongs to $granted|alter table bookings add check (heard(note) is not null)
$heard.bookings belongs to $granted|alter table bookings add other text generated always as (heard(note)) stored
$heard.bookings belongs to $granted|create index on bookings (heard(note))
$heard.bookings belongs to $granted|create index on bookings (note) where heard(note) is not null
$heard.bookings belongs to $granted|create rule more as on insert to bookings do also select heard('x')
$heard.bookings belongs to $granted|create policy more on bookings with check (heard(note) is not null)
$heard.bookings belongs to $granted|create trigger more before insert on bookings for each row when (heard(new.note) is not null) execute function quiet()
in public.bookings belongs to $granted|alter table bookings add other heard_text
in public.bookings belongs to $granted|alter table bookings add other heard_text[]
in public.bookings belongs to $granted|alter table bookings add other heard_pair
$heard.bookings_2 belongs to $granted|create table bookings_2 (check (heard(note) is not null)) inherits (bookings)
trigger more on public.bookings_2 belongs to $granted|create table bookings_2 () inherits (bookings); create trigger more before insert on bookings_2 for each row execute function hung()
the right to hang triggers on public.bookings_2 belongs to $granted|create table bookings_2 () inherits (bookings); grant trigger on bookings_2 to $granted
$heard.accounts belongs to $granted|alter table accounts rename to accounts_2; create view accounts as select * from accounts_2 where heard(owner) is not null
trigger more on public.accounts_2 belongs to $granted|alter table accounts rename to accounts_2; create view accounts as select * from accounts_2; create trigger more before insert on accounts_2 for each row execute function hung()
END
# what a deployment computes while it looks whether hooks can run, it would compute as whoever deploys
super -c "alter sequence ran restart"
expect "operator public.*(bigint,numeric) in withdrawal_effect_book belongs to $granted" in_a_transaction \
    "create operator public.* (function = heard, leftarg = bigint, rightarg = numeric);
    alter operator public.* (bigint, numeric) owner to $granted"
expect f super -c "select is_called from ran"
super -c "drop owned by $granted cascade; drop function quiet; grant create on schema public to $granted;
    grant select, insert, update, delete, truncate, references on withdrawal_current, withdrawal_transitions to $granted"

# nor does a policy run where a parent is only locked
"$pawl" "$(dirname "$0")/../conformance/purchase.fsm" -o "$folder" --emit=postgres
super -c "create table purchases (id text primary key); create table parcels (id text primary key);
    alter table purchases owner to $granted"
super -f "$folder/purchase.postgres.sql" >/dev/null
client granted "create policy forge on purchases using (true); alter table purchases enable row level security"
expect "policy forge on public.purchases belongs to $granted, whose code would run within moves" \
    super -f "$folder/purchase.postgres.sql"
client granted "drop policy forge on purchases; alter table purchases disable row level security"
super -f "$folder/purchase.postgres.sql" >/dev/null

# nor does what explains a guard run a caller's code as the owner, though he has been granted all there is
super -c "grant execute on all functions in schema public to $plain, $granted"
for who in plain granted; do
    for call in "public.pawl_explain('select pg_temp.folded()', '', '', 'public')" \
        "public.pawl_explain('select 1', '', '; select pg_temp.folded()', 'public')"; do
        attempt $who "create function pg_temp.forged() returns int language plpgsql as 'begin
            update public.withdrawal_current set state = ''paid'', sort_key = 20 where withdrawal_id = ''target''; return 1; end';
            create function pg_temp.folded() returns int language plpgsql immutable as 'begin return pg_temp.forged(); end';
            select $call"
        expect "only a member of pawl_owner may explain as pawl_owner" client $who "select $call"
    done
done
super -c "revoke execute on all functions in schema public from $plain, $granted"

# what is legal goes on
expect "OK|asked|paid|20" client plain "select * from withdrawal_pay('legal', 'x''); select 1; --')"
expect "legal|-1000|x'); select 1; --" super -c "select * from bookings"
super -c "update accounts set balance = 1000 where owner = 'poor'"
expect "OK|asked|paid|20" client granted "select * from withdrawal_pay('target')"
expect "OK" client plain "select * from withdrawal_create('last', 'rich', 1)"
super -c "revoke insert on bookings from pawl_owner"
expect "withdrawal_effect_book" client plain "select * from withdrawal_pay('last')"
expect "asked|10" super -c "select state, sort_key from withdrawal_current where withdrawal_id = 'last'"
finish
