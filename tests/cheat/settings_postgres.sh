#!/bin/bash
# settings_postgres.sh PAWL: a login with pawl_app alone sets its session so that guards and effects in SQL would mean something
# else, on the cluster that PAWL_TEST_POSTGRES names.
set -euo pipefail
pawl=$1
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
if [ -z "${PAWL_TEST_POSTGRES:-}" ]; then
    echo "PAWL_TEST_POSTGRES is not set: give a superuser's \"host=... user=... dbname=...\""
    exit 77
fi

database=pawl_cheat_settings_$$
plain=${database}_plain
folder=$(mktemp -d /tmp/pawl-cheat.XXXXXX)
super() {
    psql -XAtq -v ON_ERROR_STOP=1 -d "$PAWL_TEST_POSTGRES dbname=$database" "$@"
}
cleanup() {
    psql -Xq -d "$PAWL_TEST_POSTGRES" -c "drop database if exists $database with (force)" \
        -c "drop role if exists $plain" >/dev/null 2>&1
    rm -rf "$folder"
}
trap cleanup EXIT
client() {
    psql -XAtq -d "$PAWL_TEST_POSTGRES dbname=$database user=${database}_$1" <<<"$2"
}
dump() {
    super -c "select * from settings_current order by 1; select * from settings_transitions order by 1, 2"
}

"$pawl" "$(dirname "$0")/settings.fsm" -o "$folder" --emit=postgres --databases=postgres 2>/dev/null
psql -Xq -d "$PAWL_TEST_POSTGRES" -c "create database $database" -c "create role $plain login"
super <<'END'
create table readings (due date, day text, span text, share float8, raw bytea, list text, words text);
insert into readings values (current_date + 3, '01/02/2026', '-1 02:00:00', 0.1::float8 + 0.2::float8, 'abc', '{NULL}', 'running');
create table notes (day text);
create function has_line_feed() returns boolean language plpgsql as $$ begin return length('a\nb') = 3; end $$;
create function equals_null(value text) returns boolean language plpgsql as $$ begin return value = null; end $$;
END
super -f "$folder/pawl.postgres.sql" >/dev/null
super -c "grant select on readings to pawl_owner; grant insert on notes to pawl_owner"
# neither does the environment of the deploying login change what a literal means
PGTZ=XXX-2 super -f "$folder/settings.postgres.sql"
super -c "grant pawl_app to $plain"
expect "OK||open|10" client plain "select * from settings_create('target')"
remember
expect "|deployed_elsewhere|" client plain "select * from settings_deployed_elsewhere('target')"

while IFS='|' read -r setting hostile refusal; do
    guard=${setting#plpgsql.}
    for begin in "" "begin; "; do
        attempt plain "set $setting = $hostile; ${begin}select * from settings_$guard('target'); commit"
        expect "$refusal" client plain "set $setting = $hostile; ${begin}select * from settings_$guard('target')"
        attempt plain "set $setting = $hostile; ${begin}select * from settings_${guard}_many('{target}'); commit"
    done
    shown=$(client plain "set $setting = $hostile; show $setting")
    [ "$(client plain "set $setting = $hostile; select from settings_$guard('target') \\g /dev/null
        show $setting")" = "$shown" ] || fail "$setting of the session is another one after a transition"
done <<'END'
timezone|'XXX-167:59'|REFUSED
datestyle|'SQL, DMY'|REFUSED
intervalstyle|sql_standard|REFUSED
extra_float_digits|-1|REFUSED
bytea_output|escape|REFUSED
xmlbinary|hex|REFUSED
array_nulls|off|REFUSED
default_text_search_config|'pg_catalog.english'|REFUSED
quote_all_identifiers|on|REFUSED
standard_conforming_strings|off|REFUSED
transform_null_equals|on|REFUSED
END
in_another_zone() {
    PGTZ=XXX-167:59 client plain "select * from settings_timezone('target')"
}
expect "REFUSED" in_another_zone
expect "OK" client plain "set datestyle = 'SQL, DMY'; select * from settings_note('target')"
expect "2026-01-02" super -c "select * from notes"

# What any login may set is fixed by the functions of events, or has no part in the value of an expression.
super >"$folder/unknown" <<'END'
load 'plpgsql';
select name from pg_settings
where context = 'user'
  and not exists (select from pg_proc made, unnest(made.proconfig) fixed
    where made.oid = 'settings_note(text, text, text, integer)'::regprocedure
      and split_part(lower(fixed), '=', 1) = lower(name))
  -- how statements are planned, and what they may use
  and name !~ '^(enable|cpu|geqo|jit|parallel|seq|random|cursor|from|join|min_parallel|max_parallel|recursive_worktable)_'
  and name !~ '^(geqo|jit|work_mem|hash_mem_multiplier|maintenance_work_mem|logical_decoding_work_mem|temp_buffers|force_parallel_mode)$'
  and name !~ '^(debug_parallel_query|constraint_exclusion|plan_cache_mode|effective_cache_size|vacuum_.*|.*_io_concurrency)$'
  and name !~ '^(io_combine_limit|default_statistics_target|gin_pending_list_limit|commit_.*|wal_.*|backend_flush_after)$'
  and name !~ '^(synchronize_seqscans|stats_fetch_consistency|synchronous_commit|local_preload_libraries|exit_on_error)$'
  -- what is printed and logged, and what passwords and new objects are like
  and name !~ '^(debug_|trace_|log_|client_|application_name|escape_string_warning|plpgsql\.|password_encryption)'
  and name !~ '^(default_table_access_method|default_tablespace|default_toast_compression|temp_tablespaces)$'
  and name !~ '^(check_function_bodies|createrole_self_grant)$'
  -- what ends a transition with an error, and is no answer
  and name !~ '_timeout$|^tcp_|^(default_)?transaction_|^(row_security|backslash_quote|restrict_nonsystem_relation_kind|event_triggers)$'
  -- see "What is not covered"
  and name <> 'timezone_abbreviations';
END
[ ! -s "$folder/unknown" ] || fail "settings that are not known here: $(tr '\n' ' ' <"$folder/unknown")"
finish
