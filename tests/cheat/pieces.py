#!/usr/bin/env python3
"""pieces.py postgres|sqlite|mariadb PAWL: takes each piece that protects enforced transitions, held locks and deferred events out
of the SQL that PAWL writes for pieces.fsm, one at a time, and requires that something comes of the attempts below.
With the whole file nothing may come of them, and what is legal must be done.

A piece is an answer that refuses (`raise`), a trigger's event, or a phrase that is listed here: a phrase which the
file does not have any more ends the test, so that the list stays true.
"""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile

database, pawl = sys.argv[1:]
here = os.path.dirname(os.path.abspath(__file__))
server = os.environ.get({"postgres": "PAWL_TEST_POSTGRES", "mariadb": "PAWL_TEST_MARIADB"}.get(database, ""), "")
if database == "postgres" and not server:
    print('PAWL_TEST_POSTGRES is not set: give a superuser\'s "host=... user=... dbname=..."')
    sys.exit(77)
if database == "mariadb" and not server:
    print('PAWL_TEST_MARIADB is not set: give "mariadb://root@localhost/mysql?socket=..."')
    sys.exit(77)
folder = tempfile.mkdtemp(prefix="pawl-pieces.")
prefix = f"pawl_pieces_{os.getpid()}"

ROW = "insert into parcel_transitions (parcel_id, to_state, sort_key, most_recent, created_at, updated_at"
# The most recent row steps back first. SQLite and MariaDB let it do so for good, and have no end of a transaction that asks
# for another.
STEP_BACK = "update parcel_transitions set most_recent = false where parcel_id = 'free'; "


def row(key="'free'", state="'sent'", sort_key="20", recent="true", at="current_timestamp", **more):
    names = "".join(f", {name}" for name in more)
    values = "".join(f", {value}" for value in more.values())
    return f"{ROW}{names}) values ({key}, {state}, {sort_key}, {recent}, {at}, current_timestamp{values})"


def next_row(**more):
    """Of `free`, so that nothing but the row itself is wrong."""
    if database == "mariadb":  # which lets a row be added before it is the most recent
        more.setdefault("recent", "null")
    return (STEP_BACK if database == "postgres" else "") + row(**more)


# By whoever may write the rows of the history.
FORGED = [
    next_row(state="'packed'"),
    next_row(state="'nowhere'"),
    next_row(state="'sent'", event="'lose'"),
    next_row(from_state="'lost'"),
    next_row(sort_key="30"),
    next_row(recent="false"),
    row(key="'new'", state="'sent'", sort_key="10"),
    "update parcel_transitions set to_state = 'packed' where sort_key = 20",
    "update parcel_transitions set sort_key = sort_key + 1 where parcel_id = 'kept'",
    "update parcel_transitions set metadata = '{\"a\": 1}' where parcel_id = 'kept'",
    "update parcel_transitions set created_at = '2001-01-01 00:00:00' where parcel_id = 'kept'",
    "update parcel_transitions set parcel_id = 'new' where parcel_id = 'kept'",
    "update parcel_transitions set id = id + 100 where parcel_id = 'kept'",
    "delete from parcel_transitions where parcel_id = 'kept'",
]
POSTGRES_FORGED = FORGED + [
    "update parcel_transitions set most_recent = false where parcel_id = 'kept';"
    " update parcel_transitions set most_recent = true where parcel_id = 'kept' and sort_key = 10",
    "update parcel_transitions set most_recent = false where parcel_id = 'kept'",
    "set constraints all deferred; update parcel_transitions set most_recent = false where parcel_id = 'kept'",
    row(key="'kept'", state="'sent'", sort_key="40", recent="false"),
    "truncate parcel_transitions",
    "truncate parcel_transitions cascade",
    next_row(metadata="'{\"pawl\": {\"request_id\": \"r\"}}'"),
    next_row(metadata="'{\"pawl\": null}'"),
    next_row(at="'infinity'"),
    next_row(at="'294270-01-01'"),
    next_row(id="(select max(id) from parcel_transitions) + 1000"),
    "update parcel_transitions set metadata = '{\"a\": 1.00}' where parcel_id = 'same' and sort_key = 20",
    "set session_replication_role = replica; " + next_row(state="'packed'"),
    "set session_replication_role = replica; delete from parcel_transitions where parcel_id = 'kept'",
    "set session_replication_role = replica; update parcel_transitions set most_recent = false where parcel_id = 'kept'",
]
SQLITE_FORGED = FORGED + [
    row(recent="false"),
    row(recent="null"),
    next_row(request_id="'r1'"),
    "update parcel_transitions set most_recent = true where parcel_id = 'free'",
    "update parcel_transitions set event = 'lose' where parcel_id = 'kept'",
    "update parcel_transitions set from_state = 'lost' where parcel_id = 'kept'",
    "update parcel_transitions set actor = 'else' where parcel_id = 'kept'",
    "update parcel_transitions set request_id = 'r9' where parcel_id = 'kept' and sort_key = 10",
    "update parcel_transitions set courier = 'else' where parcel_id = 'kept'",
    "update parcel_transitions set fee = 9 where parcel_id = 'kept'",
    # what REPLACE takes away, no trigger hears of, unless triggers of triggers are on
    row(key="'kept'", state="'sent'", sort_key="40").replace("insert", "insert or replace"),
    row(key="'kept'", state="'sent'", sort_key="30").replace("insert", "insert or replace"),
    next_row(id="(select min(id) from parcel_transitions where parcel_id = 'kept')").replace("insert", "insert or replace"),
    next_row(request_id="'r1'").replace("insert", "insert or replace"),
    "update or replace parcel_transitions set most_recent = false where parcel_id = 'kept'",
    next_row(at="'garbage'"),
    next_row(at="'now'"),
    next_row(at="'2026-13-01 10:00:00'"),
    next_row(at="cast('2026-01-01 10:00:00' as blob)"),
    row(key="'nobody'", state="'packed'", sort_key="10"),
    row(key="'nul' || char(0) || 'x'", state="'packed'", sort_key="10"),
    row(key="cast('blob' as blob)", state="'packed'", sort_key="10"),
    row(key="''", state="'packed'", sort_key="10"),
    next_row(actor="'me' || char(0)"),
    next_row(actor="x'11'"),
    next_row(request_id="'me' || char(0)"),
    next_row(request_id="x'11'"),
    next_row(at="'2026-01-01 10:00:00.-99999'"),
    next_row(at="'2026-01-01 10:00:00' || char(0)"),
    next_row(courier="'me' || char(0)"),
    next_row(courier="x'11'"),
    next_row(fee="'much'"),
    next_row(fee="1.5"),
    next_row(fee="x'31'"),
    # none would be left for anybody else
    next_row(id="9223372036854775807"),
]

MARIADB_FORGED = FORGED + [
    next_row(request_id="'r1'"),
    next_row(metadata="'{\"pawl\": {\"request_id\": \"r\"}}'"),
    next_row(id="(select * from (select max(id) + 1000 from parcel_transitions) ids)"),
    "set sql_mode = ''; " + next_row(at="'0000-00-00 00:00:00'"),
    "set foreign_key_checks = 0; " + row(key="'nobody'", state="'packed'", sort_key="10"),
    "update parcel_transitions set most_recent = true where parcel_id = 'loose' and sort_key = 10",
    "update parcel_transitions set event = 'lose' where parcel_id = 'kept'",
    "update parcel_transitions set from_state = 'lost' where parcel_id = 'kept'",
    "update parcel_transitions set actor = 'else' where parcel_id = 'kept'",
    "update parcel_transitions set request_id = 'r9' where parcel_id = 'kept' and sort_key = 10",
    "update parcel_transitions set courier = 'else' where parcel_id = 'kept'",
    row(key="'kept'", state="'sent'", sort_key="40").replace("insert", "replace"),
    row(key="'kept'", state="'sent'", sort_key="30") + " on duplicate key update to_state = 'lost'",
    "delete made from parcel_transitions made join parcels on parcels.id = made.parcel_id",
    "truncate parcel_transitions",
    "alter table parcel_transitions drop column event",
    "drop trigger parcel_transitions_stay; delete from parcel_transitions where parcel_id = 'kept'",
]

# Phrases, each with what is put in its place; of functions, only in the one that is named.
POSTGRES_PHRASES = [
    ("parcel_transitions_check", "changed operator(pg_catalog.*<>) old", "to_jsonb(changed) <> to_jsonb(old)"),
    ("parcel_transitions_check", "changed operator(pg_catalog.*<>) old", "false"),
    ("parcel_transitions_check", "or new.most_recent and old.most_recent is not true", ""),
    ("parcel_transitions_check", "and coalesce(added ->> 'event', move.event) = move.event", ""),
    ("parcel_transitions_check", "or coalesce(added ->> 'from_state', last.to_state) <> last.to_state", ""),
    ("parcel_transitions_check", "move.from_state = last.to_state and", ""),
    ("parcel_transitions_check", "and move.to_state = new.to_state::text collate \"C\"", ""),
    ("parcel_transitions_check", "new.sort_key <> last.sort_key + 10 or", ""),
    ("parcel_transitions_check", "or new.most_recent is not true", ""),
    ("pawl_lock_holder", "or held.login <> $4", ""),
    ("pawl_lock_holder", "held.owner <> $3 or", ""),
    ("pawl_renew", "and held.owner = $3", ""),
    ("pawl_renew", "and held.token = $4", ""),
    ("pawl_renew", "and coalesce(held.login, session_user) = session_user", ""),
    ("pawl_release", "and held.owner = $3", ""),
    ("pawl_release", "and held.token = $4", ""),
    ("pawl_release", "and coalesce(held.login, session_user) = session_user", ""),
    ("pawl_blocked", "and held.token = $7", ""),
    ("pawl_blocked", "and pending.login = whose", ""),
    ("pawl_defer", "and earlier.status is not null", ""),
    ("pawl_defer", "earlier.event = excluded.event and", ""),
    ("pawl_take_deferred", "and pending.status is null", ""),
    ("pawl_take_deferred", "and pending.machine = $1", ""),
]
SQLITE_PHRASES = [
    (None, "and (new.event is null or new.event = move.event)", ""),
    (None, "and (new.from_state is null or new.from_state = move.from_state)", ""),
    (None, "or new.most_recent is not true\n", "\n"),
    (None, "there.most_recent or there.request_id", "there.request_id"),
    (None, "(there.most_recent or there.request_id = new.request_id)", "there.most_recent"),
    (None, "or exists (select 1 from parcel_transitions there where there.rowid = new.rowid)", ""),
    (None, "new.rowid is not old.rowid or", ""),
    (None, "or new.parcel_id is not old.parcel_id", ""),
    (None, "or new.sort_key is not old.sort_key", ""),
    (None, "or new.to_state is not old.to_state", ""),
    (None, "or new.metadata is not old.metadata", ""),
    (None, "or new.created_at is not old.created_at", ""),
    (None, "or new.event is not old.event", ""),
    (None, "or new.from_state is not old.from_state", ""),
    (None, "or new.actor is not old.actor", ""),
    (None, "or new.request_id is not old.request_id", ""),
    (None, "or (new.most_recent is true and old.most_recent is not true)", ""),
    (None, "or new.courier is not old.courier", ""),
    (None, "or new.fee is not old.fee", ""),
    (None, "typeof(new.parcel_id) <> 'text' or", ""),
    (None, "or instr(new.parcel_id, char(0))", ""),
    (None, "or length(cast(new.parcel_id as blob)) not between 1 and 1024", ""),
    (None, "or strftime('%s', substr(new.created_at, 1, 19)) is null", ""),
    (None, "or new.created_at not glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9][ T][0-9][0-9]:[0-9][0-9]:[0-9][0-9]*'", ""),
    (None, "or substr(new.created_at, 21, 1) glob '[^0-9]'", ""),
    (None, "or instr(new.created_at, char(0))", ""),
    (None, "or typeof(new.courier) = 'blob'", ""),
    (None, "or instr(coalesce(new.courier, ''), char(0))", ""),
    (None, "or typeof(new.fee) = 'blob'", ""),
    (None, "or cast(cast(new.fee as integer) as text) is not cast(new.fee as text)", ""),
    (None, "\n      or new.rowid > 1 + case when exists (select 1 from parcel_transitions)\n        then (select there.rowid from parcel_transitions there order by there.rowid desc limit 1) else 0 end", ""),
    (None, "|| coalesce(new.request_id, '')", ""),
    (None, "coalesce(new.actor, '') ||", ""),
    (None, "or typeof(new.actor) not in ('text', 'null')", ""),
    (None, "or typeof(new.request_id) not in ('text', 'null')", ""),
]
MARIADB_PHRASES = [
    (None, "when not exists (select 1 from pawl_application.parcels parent", "when false and not exists (select 1 from pawl_application.parcels parent"),
    (None, "where move.from_state = last_state", "where true"),
    (None, "and move.to_state = convert(new.to_state using utf8mb4) collate utf8mb4_nopad_bin", ""),
    (None, "and coalesce(convert(<event> using utf8mb4) collate utf8mb4_nopad_bin, move.event) = move.event", ""),
    (None, "or coalesce(convert(<from_state> using utf8mb4) collate utf8mb4_nopad_bin, last_state) <> last_state", ""),
    (None, "new.sort_key <> last_sort_key + 10 or", ""),
    (None, "new.most_recent <> true or", ""),
    (None, "or <request_id> is not null", ""),
    (None, "json_contains_path(<metadata>, ''one'', ''$.pawl'')", "false"),
    (None, "timestampdiff(microsecond, timestamp''1970-01-01 00:00:00'', new.created_at) is null", "false"),
    (None, "<id> <> 0", "false"),
    (None, "and coalesce(new.most_recent, false) <> false", "and false"),
    (None, "signal sqlstate ''45000'' set message_text = ''parcel_transitions is history: its rows stay''", "set @stays = false"),
] + [(None, "not in ('most_recent', 'updated_at'", "not in ('most_recent', 'updated_at', '" + column + "'")
     for column in ("id", "parcel_id", "to_state", "metadata", "request_id")] + [
    ("pawl_lock_holder", "or held.login <> by_login", ""),
    ("pawl_lock_holder", "held.owner <> by_owner or", ""),
    ("pawl_renew", "and held.owner = $3", ""),
    ("pawl_renew", "and held.token = $4", ""),
    ("pawl_renew", "and coalesce(held.login, own_login) = own_login", ""),
    ("pawl_release", "and held.owner = $3", ""),
    ("pawl_release", "and held.token = $4", ""),
    ("pawl_release", "and coalesce(held.login, own_login) = own_login", ""),
    ("pawl_obstacle", "and held.token = by_token", ""),
    ("pawl_defer", "and status is not null", ""),
    ("errand_fire_deferred", "and pending.status is null", ""),
    ("parcel_fire_deferred", "and pending.machine = 'parcel'", ""),
]
PHRASES = {"postgres": POSTGRES_PHRASES, "sqlite": SQLITE_PHRASES, "mariadb": MARIADB_PHRASES}


def body(sql, function):
    """Where the function's text begins and ends, or the triggers of the history where none is named."""
    if function and database == "mariadb":
        start = sql.index(f" function pawl_database.{function}(")
        return start, sql.index("\nend //", start)
    if database == "mariadb":
        start = sql.index("declare changed, is_pawls")
        return start, sql.index("\ndelimiter ;", start)
    if function:
        start = sql.index(f"create or replace function public.{function}(")
        return start, sql.index("\n$pawl$;", start)
    start = sql.index("create trigger if not exists main.parcel_transitions_next")
    return start, sql.index("end;", sql.index("main.parcel_transitions_superseded", start))


def pieces(sql):
    """(name, SQL without the piece)"""
    for function, phrase, instead in PHRASES[database]:
        start, end = body(sql, function)
        at = sql.find(phrase, start, end)
        if at < 0:
            sys.exit(f"FAILED: {function or 'the triggers'} has no such phrase any more: {phrase}")
        yield f"{function or 'triggers'}: {phrase.strip()} -> {instead}", sql[:at] + instead + sql[at + len(phrase):]
    if database == "postgres":
        start, end = body(sql, "parcel_transitions_check")
        for found in re.finditer(r"raise exception .*?;\n", sql[start:end], re.S):
            at = start + found.start()
            # without `return` what comes behind it fails for want of a row
            instead = "return null;\n" if "rows stay" in found.group() else "null;\n"
            yield found.group().split("\n")[0], sql[:at] + instead + sql[start + found.end():]
        for phrase in ("insert or update on public.parcel_transitions", "delete or truncate on public.parcel_transitions"):
            at = sql.index(phrase)
            one, other = phrase.split(" on ")[0].split(" or ")
            for left in one, other:
                yield f"{phrase}: only {left}", sql.replace(phrase, phrase.replace(f"{one} or {other}", left))
        for trigger in "row", "removal", "end":
            always = f"alter table public.parcel_transitions enable always trigger pawl_check_{trigger};"
            yield always, sql.replace(always, "null;") if always in sql else sys.exit(f"FAILED: not there: {always}")
        at = sql.index("create constraint trigger pawl_check_end")
        whole = sql[at:sql.index(";", at) + 1]
        always = "alter table public.parcel_transitions enable always trigger pawl_check_end;"
        yield "constraint trigger", sql.replace(whole, "null;").replace(always, "null;")
    elif database == "sqlite":
        start, end = body(sql, None)
        for found in re.finditer(r"select raise\(abort, .*?;\n", sql[start:end], re.S):
            if "UNIQUE constraint failed" in found.group():
                continue  # the index says so, and this in SQLite's own words
            at = start + found.start()
            yield found.group().split("\n")[0], sql[:at] + "select 1;\n" + sql[start + found.end():]


def changed(before, after):
    """The first row that was not there before, or is not any more."""
    rows, others = before.splitlines(), after.splitlines()
    return next((line for line in others if line not in rows),
                "not there any more: " + next((line for line in rows if line not in others), "a second such row"))


def run(command, text):
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=120, check=False)
    return done.stdout + done.stderr


# ---- PostgreSQL -------------------------------------------------------------------------------------


def psql(name, text, login=None, strict=False):
    where = f"{server} dbname={name}" + (f" user={prefix}_{login}" if login else "")
    return run(["psql", "-XAtq", "-d", where] + (["-v", "ON_ERROR_STOP=1"] if strict else []), text)


ROWS = """select * from parcel_transitions order by 1; select * from parcel_history; select * from errand_current;
select * from errand_transitions; select * from pawl_locks; select * from pawl_deferred; select * from pawl_freezes;
select * from pawl_lock_log;"""

PREPARED = f"""
insert into parcels values ('kept'), ('free'), ('new'), ('same'); insert into errands values ('locked'), ('asleep'), ('done');
grant pawl_app to {prefix}_writer, {prefix}_taker;
grant select, insert, update, delete, truncate, references on parcel_transitions to {prefix}_writer;
grant all on all sequences in schema public to {prefix}_writer;
grant create on schema public to {prefix}_writer;
select parcel_create('kept'); select parcel_hand_over('kept', 'me', 1, request_id => 'r1'); select parcel_return('kept');
select parcel_create('free'); select parcel_create('same');
begin;
update parcel_transitions set most_recent = false where parcel_id = 'same';
insert into parcel_transitions (parcel_id, to_state, sort_key, most_recent, created_at, updated_at, metadata)
  values ('same', 'sent', 20, true, now(), now(), '{{"a": 1.0}}');
commit;
select errand_create(id, 'x') from errands;
"""

TAKEN = """select pawl_acquire('errand', 'locked', 'T');"""
DEFERRED = """select pawl_defer('errand', 'asleep', 'R1', 'drop', '5:first', null, null, null);
select pawl_defer('errand', 'done', 'R2', 'finish', '', null, null, null);"""

# (login, attempts), while the machine is asleep, while it wakes, and when it is awake
ASLEEP = [("writer", ["select pawl_defer('errand', 'asleep', 'R1', 'finish', '', null, null, null)",
                      "select pawl_defer('errand', 'asleep', 'R1', 'finish', '5:first', null, null, null)"])]
WAKING = [("writer", ["select errand_finish('asleep')", "select errand_finish('asleep', request_id => 'R1')",
                      "select parcel_fire_deferred(1)", "select errand_fire_deferred(null)",
                      "update pawl_deferred set is_firing = true", "delete from pawl_deferred"])]
ANOTHER = "select %s('errand', 'locked', '%s', %s)"
AWAKE = [
    ("writer", POSTGRES_FORGED + [
        "select errand_fire_deferred(2)",
        "select pawl_acquire('errand', 'locked', 'T', 1000)", "select pawl_acquire('', 'locked', 'T', 1000)",
        ANOTHER % ("pawl_renew", "T", "1, 60000"), ANOTHER % ("pawl_release", "T", "1"),
        "select errand_finish('locked', lock_owner => 'T', lock_token => 1)", "select errand_finish('locked')",
        "delete from pawl_locks", "update pawl_locks set login = session_user"]),
    ("taker", [
        "select pawl_acquire('errand', 'locked', 'U', 1000)",
        ANOTHER % ("pawl_renew", "U", "1, 60000"), ANOTHER % ("pawl_renew", "T", "2, 60000"),
        ANOTHER % ("pawl_release", "U", "1"), ANOTHER % ("pawl_release", "T", "2"),
        "select errand_finish('locked', lock_owner => 'T', lock_token => 2)",
        "select errand_finish('locked', lock_owner => 'U', lock_token => 1)"]),
]
LEGAL = [("writer", "begin; " + STEP_BACK + row() + " returning 'moved'; commit; select status from parcel_return('free');"),
         ("taker", "select status from errand_finish('locked', lock_owner => 'T', lock_token => 1);"
                   " select status from pawl_release('errand', 'locked', 'T', 1)")]


def attempts_change(name, phase, attempts):
    before = psql(name, ROWS)
    for login, tried in attempts:
        session = ""
        for number, attempt in enumerate(tried):
            path = f"{folder}/{phase}.{login}.{number}.sql"
            if not os.path.exists(path):
                with open(path, "w", encoding="utf8") as file:
                    file.write(f"begin; {attempt}; commit;\n")
            session += f"\\i {path}\nrollback;\ndiscard all;\n"
        psql(name, session, login)
        after = psql(name, ROWS)
        if after != before:
            return f"{phase}, by {login}: " + changed(before, after)
    return None


def postgres_comes_of_it(number, sql):
    name = f"{prefix}_{number}"
    psql("postgres", f"create database {name} template {prefix}_base", strict=True)
    try:
        said = psql(name, sql, strict=True)
        if said.strip():
            return "it cannot be applied: " + said.strip().split("\n")[0]
        said = psql(name, PREPARED, strict=True)
        if "ERROR" in said:
            return "what is legal: " + said
        psql(name, TAKEN, "taker")
        psql(name, "select pawl_freeze('errand', 'sleep', null, 'r')")
        psql(name, DEFERRED, "taker")
        outcome = attempts_change(name, "asleep", ASLEEP)
        psql(name, "select pawl_thaw('errand')")
        outcome = outcome or attempts_change(name, "waking", WAKING)
        fired = psql(name, "select status from errand_fire_deferred(1); select status from errand_fire_deferred(2)", "taker")
        if not outcome and fired.split() != ["OK", "OK"]:
            outcome = f"what was deferred is answered: {fired}"
        outcome = outcome or attempts_change(name, "awake", AWAKE)
        legal = " ".join(psql(name, text, login) for login, text in LEGAL).split()
        return outcome or (f"what is legal is answered: {legal}" if legal != ["moved", "OK", "OK", "OK"] else None)
    finally:
        psql("postgres", f"drop database {name} with (force)")


def postgres_prepare():
    psql("postgres", f"create role {prefix}_writer login; create role {prefix}_taker login; create database {prefix}_base;")
    if int(psql("postgres", "select current_setting('server_version_num')")) >= 150000:
        psql("postgres", f"grant set on parameter session_replication_role to {prefix}_writer")
    psql(f"{prefix}_base", "create table parcels (id text primary key); create table errands (id text primary key);")


def postgres_clean():
    psql("postgres", f"drop database if exists {prefix}_base;\ndrop owned by {prefix}_writer;\ndrop role {prefix}_writer;\n"
                     f"drop role {prefix}_taker;")


# ---- SQLite -----------------------------------------------------------------------------------------

SQLITE_PREPARED = """insert into parcels values ('kept'), ('free'), ('new'), ('nul' || char(0) || 'x'), (cast('blob' as blob)), ('');
""" + "".join(
    values + ";" for values in (
        row("'kept'", "'packed'", "10"),
        "update parcel_transitions set most_recent = null where parcel_id = 'kept'",
        row("'kept'", "'sent'", "20", courier="'me'", fee="1"),
        "update parcel_transitions set most_recent = null where parcel_id = 'kept'",
        row("'kept'", "'packed'", "30"),
        row("'free'", "'packed'", "10", request_id="'r1'"),
        "update parcel_transitions set most_recent = null where parcel_id = 'free'"))


def sqlite(path, text, *options):
    return run(["sqlite3", *options, path], text)


def sqlite_comes_of_it(number, sql):
    path = f"{folder}/{number}.db"
    try:
        said = sqlite(path, "create table parcels (id text primary key) without rowid;"
                            "create table errands (id text primary key) without rowid;\n" + sql + SQLITE_PREPARED, "-bail")
        if said.strip():
            return "it cannot be applied, or used: " + said.strip().split("\n")[0]
        before = sqlite(path, "select * from parcel_transitions order by id; select * from parcel_history;")
        for settings in "", "pragma recursive_triggers = on;", "pragma foreign_keys = on;":
            sqlite(path, settings + "".join(f"{attempt};\n" for attempt in SQLITE_FORGED))
            after = sqlite(path, "select * from parcel_transitions order by id; select * from parcel_history;")
            if after != before:
                return f"with '{settings}': " + changed(before, after)
        legal = sqlite(path, row() + "; select to_state from parcel_transitions where parcel_id = 'free'"
                                              " and most_recent;")
        return f"what is legal is answered: {legal}" if legal.strip() != "sent" else None
    finally:
        if os.path.exists(path):
            os.remove(path)


# ---- MariaDB ----------------------------------------------------------------------------------------

MARIADB_ROWS = """select * from parcel_transitions order by 1; select * from PAWL.parcel_transitions order by 1, 2;
select * from PAWL.errand_current order by 1; select * from PAWL.errand_transitions order by 1, 2; select * from PAWL.pawl_locks;
select * from PAWL.pawl_deferred; select machine, mode, until, reason, since from PAWL.pawl_freezes; select * from PAWL.pawl_lock_log;
select trigger_name from information_schema.triggers where event_object_schema = database() order by 1;"""

MARIADB_PREPARED = """insert into parcels values ('kept'), ('free'), ('new'), ('loose');
insert into errands values ('locked'), ('asleep'), ('done');
do PAWL.parcel_create$3('kept', null, null), PAWL.parcel_hand_over$6('kept', 'me', 1, null, 'r1', null),
  PAWL.parcel_return$4('kept', null, null, null), PAWL.parcel_create$3('free', null, null), PAWL.parcel_create$3('loose', null, null),
  PAWL.parcel_hand_over$6('loose', 'me', 1, null, null, null), PAWL.errand_create$6('locked', 'x', null, null, null, null),
  PAWL.errand_create$6('asleep', 'x', null, null, null, null), PAWL.errand_create$6('done', 'x', null, null, null, null);
update parcel_transitions set most_recent = null where parcel_id = 'loose';
"""
MARIADB_TAKEN = "do PAWL.pawl_acquire('errand', 'locked', 'T', null, 0);"
MARIADB_DEFERRED = """do PAWL.pawl_defer('errand', 'asleep', 'R1', 'drop', '5:first', null, null, null);
do PAWL.pawl_defer('errand', 'done', 'R2', 'finish', '', null, null, null);"""
FINISH = "select PAWL.errand_finish$6('%s', null, %s, null, %s, %s)"
HELD = "select PAWL.%s('errand', 'locked', '%s', %s)"
MARIADB_PHASES = {
    "asleep": [("writer", ["select PAWL.pawl_defer('errand', 'asleep', 'R1', 'finish', '', null, null, null)",
                           "select PAWL.pawl_defer('errand', 'asleep', 'R1', 'finish', '5:first', null, null, null)"])],
    "waking": [("writer", [FINISH % ("asleep", "null", "null", "null"), FINISH % ("asleep", "'R1'", "null", "null"),
                           "select PAWL.parcel_fire_deferred(1, null)", "select PAWL.errand_fire_deferred(null, null)",
                           "update PAWL.pawl_deferred set is_firing = true", "delete from PAWL.pawl_deferred"])],
    "awake": [
        ("writer", MARIADB_FORGED + [
            "select PAWL.errand_fire_deferred(2, null)", "select PAWL.pawl_acquire('errand', 'locked', 'T', 1000, 0)",
            "select PAWL.pawl_acquire('', 'locked', 'T', 1000, 0)", HELD % ("pawl_renew", "T", "1, 60000"),
            HELD % ("pawl_release", "T", "1"), FINISH % ("locked", "null", "'T'", "1"),
            FINISH % ("locked", "null", "null", "null"), "delete from PAWL.pawl_locks"]),
        ("taker", [
            "select PAWL.pawl_acquire('errand', 'locked', 'U', 1000, 0)", HELD % ("pawl_renew", "U", "1, 60000"),
            HELD % ("pawl_renew", "T", "2, 60000"), HELD % ("pawl_release", "U", "1"), HELD % ("pawl_release", "T", "2"),
            FINISH % ("locked", "null", "'T'", "2"), FINISH % ("locked", "null", "'U'", "1")])],
}
# One after the other, since a function shows what a statement has seen.
MARIADB_LEGAL = [
    ("writer", "update parcel_transitions set most_recent = null where parcel_id = 'free' and most_recent; " + row()
     + "; select json_value(PAWL.parcel_return$4('free', null, null, null), '$.status')"),
    ("taker", "select json_value(PAWL.errand_finish$6('locked', null, null, null, 'T', 1), '$.status');"
              " select json_value(PAWL.pawl_release('errand', 'locked', 'T', 1), '$.status')"),
]


def mariadb(name, text, login=None):
    socket = server.split("socket=")[1]
    return run(["mariadb", "--no-defaults", "--force", "-N", "-B", "-S", socket, "-u", f"{name}_{login}" if login else "root",
                *(["-D", name] if name else [])], text.replace("PAWL.", f"{name}_pawl."))


def mariadb_attempts_change(name, phase):
    before = mariadb(name, MARIADB_ROWS)
    for login, tried in MARIADB_PHASES[phase]:
        mariadb(name, "".join(f"begin; {attempt}; commit; rollback; set foreign_key_checks = 1, sql_mode = default;\n"
                              for attempt in tried), login)
        after = mariadb(name, MARIADB_ROWS)
        if after != before:
            return f"{phase}, by {login}: " + changed(before, after)
    return None


def mariadb_comes_of_it(number, sql):
    name = f"{prefix}_{number}"
    mariadb("", f"""create database {name} character set utf8mb4 collate utf8mb4_nopad_bin;
        create table {name}.parcels (id varchar(500) primary key); create table {name}.errands (id varchar(500) primary key);""")
    try:
        said = mariadb(name, sql.replace("pawl_application", name).replace("pawl_database", f"{name}_pawl"))
        for login in "writer", "taker":
            said += mariadb("", f"create user {name}_{login}@localhost; grant {name}_pawl_app to {name}_{login}@localhost;"
                                f"set default role {name}_pawl_app for {name}_{login}@localhost;"
                                f"grant select, insert, update, delete on {name}.* to {name}_{login}@localhost;"
                                f"grant execute on {name}.* to {name}_{login}@localhost;")
        said += mariadb(name, MARIADB_PREPARED)
        if said.strip():
            return "it cannot be applied, or used: " + said.strip().split("\n")[0]
        mariadb(name, MARIADB_TAKEN, "taker")
        mariadb(name, "do PAWL.pawl_freeze('errand', 'sleep', null, 'r')")
        mariadb(name, MARIADB_DEFERRED, "taker")
        outcome = mariadb_attempts_change(name, "asleep")
        mariadb(name, "do PAWL.pawl_thaw('errand')")
        outcome = outcome or mariadb_attempts_change(name, "waking")
        fired = mariadb(name, "".join(f"select json_value(PAWL.errand_fire_deferred({which}, null), '$.status');" for which in (1, 2)),
                        "taker")
        if not outcome and fired.split() != ["OK", "OK"]:
            outcome = f"what was deferred is answered: {fired}"
        outcome = outcome or mariadb_attempts_change(name, "awake")
        legal = " ".join(mariadb(name, text, login) for login, text in MARIADB_LEGAL).split()
        return outcome or (f"what is legal is answered: {legal}" if legal != ["OK", "OK", "OK"] else None)
    finally:
        mariadb("", f"drop database if exists {name}_pawl; drop database if exists {name};"
                + "".join(f"drop role if exists {name}_pawl_{role};" for role in ("app", "operator", "owner"))
                + "".join(f"drop user if exists {name}_{login}@localhost;" for login in ("writer", "taker")))


# ---- all of them ------------------------------------------------------------------------------------


def main():
    shutil.copy(f"{here}/pieces.fsm", folder)
    subprocess.run([pawl, f"{folder}/pieces.fsm", "-o", folder, f"--emit={database}"], check=True)
    sql = "\n"
    for part in "pawl", "pieces": # what machines share holds the pieces of locks and deferral, and comes first
        with open(f"{folder}/{part}.{database}.sql", encoding="utf8") as file:
            sql += file.read()
    comes_of_it, prepare, clean = {
        "postgres": (postgres_comes_of_it, postgres_prepare, postgres_clean),
        "sqlite": (sqlite_comes_of_it, lambda: None, lambda: None),
        "mariadb": (mariadb_comes_of_it, lambda: None, lambda: None)}[database]
    prepare()
    try:
        whole = comes_of_it("whole", sql)
        if whole:
            print(f"FAILED: with all of it: {whole}")
            return 1
        without = list(pieces(sql))
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            verdicts = list(pool.map(lambda piece: comes_of_it(piece[0], piece[1][1]), enumerate(without)))
        missed = 0
        for (name, _), outcome in zip(without, verdicts):
            if not outcome:
                missed += 1
                print(f"FAILED: nobody notices that this is missing: {name}")
            elif os.environ.get("VERBOSE"):
                print(f"{name}: {outcome}")
        print(f"{len(without)} pieces, {missed} of them missed by nobody")
        return 1 if missed or len(without) < 30 else 0
    finally:
        clean()
        shutil.rmtree(folder)


sys.exit(main())
