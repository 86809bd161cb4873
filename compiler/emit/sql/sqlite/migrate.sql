-- A migration on SQLite. ALTER TABLE renames, adds and drops columns. Any other change of a table concerns only the
-- reference to the entity's row, and copies the table, as "Making Other Kinds Of Table Schema Changes" in SQLite's
-- manual describes: with foreign_keys off and legacy_alter_table on, so that no foreign reference follows the old
-- table's name. Triggers and views depend on columns, so all are dropped before a table changes, and created again at
-- the end. emit/migrate/steps.c has the steps and their order.
--
-- A refusal is an error whose message is made from rows. Before 3.47 RAISE takes only a literal, so json_extract raises
-- the message, as an invalid path. Its parts are read from a row, or else SQLite would evaluate it in any case.

{define migration}
pragma foreign_keys = off; -- for this connection and only until the end
pragma legacy_alter_table = on;
begin immediate;

{>require_schema}

-- Whether it can be done --------------------------------------------------------------------------
{#each migrations}
{checks}
{/each}
{drop_shared_triggers}
{#each migrations}

{heading}
{changes}
{renewal}
{entry}
{/each}

{create_shared_triggers}
{#each added_machines}
{machine_sql}
{/each}
{>check_references}
{end_transaction}
pragma legacy_alter_table = off;
pragma foreign_keys = on;

{define check_references}

select json_extract('{}', 'PW004: a row of ' || broken."table" || ' refers to no row of ' || broken.parent
    || '; nothing was changed')
  from main.pragma_foreign_key_check broken
  where broken."table" like '%\_current' escape '\'{#each migrations}{#if moves_rows}
    or broken."table" = '{name}_transitions'{/if}{/each};

{define now} cast((julianday('now') - 2440587.5) * 86400000000 as integer)

{define check_version}
select json_extract('{}', 'PW000: the migration of ' || done.machine || ' has been applied already')
  from main.pawl_machines done
  where done.machine = {machine} and done.fingerprint = {fingerprint} and done.is_deployed;
select json_extract('{}', 'PW001: machine {old_name} is not deployed in version ' || wanted.version
    || ', from which this leads; nothing was changed')
  from (select {old_fingerprint} as version) wanted where not exists (select 1 from main.pawl_machines
    where machine = {old_machine} and fingerprint = wanted.version and is_deployed);

{define check_drift}
select json_extract('{}', 'PW003: machine {old_name} is not as it was deployed: ' || found.objects
    || '; nothing was changed')
  from (select group_concat(object, ', ') as objects from (
    select object, definition from (
{#each before}
{>objects}
{/each}
      ) found where not (found.definition like 'create index %' and found.definition not like '%(%(%'
        and not exists (select 1 from main.pawl_objects was where was.machine = {old_machine}
          and was.object = found.object)) -- an index that an administrator added
    except select object, definition from main.pawl_objects where machine = {old_machine}
    union
    select was.object, was.definition from main.pawl_objects was where was.machine = {old_machine}
      and not exists (select 1 from main.sqlite_master now
        where now.type || ' ' || now.name = was.object and now.sql = was.definition)
  )) found where found.objects is not null;

{define check_owner} {! Tables have no owner here.}

{define examples}
found.examples
    || case when found.total > 5 then ' and others' else '' end || '; nothing was changed'

{define count_refused}
{! The next text names the blocking rows and their table.}
(select max(total) as total, group_concat(id, ', ') as examples from (
    select {old_name}_id as id, count(*) over () as total

{define refuse_states}
{#if has_mirror}
select json_extract('{}', 'PW004: ' || found.problem)
  from (select max(case {>problem_of_mirror} when 5 then '{>no_mirror}' else '{>unfit_mirror}' end) as problem
  {>is_no_mirror}) found where found.problem is not null;
{/if}
{#if loses_states}
select json_extract('{}', 'PW004: machine {old_name}: rows are in states that the new version does not have: ' || found.examples
    || '; nothing was changed (move them to another state, or name their new state: retired STATE -> OTHER;)')
  from (select group_concat(total || ' in ' || name || ' (' || ids || case when total > 5 then ' and others' else '' end || ')', ', ')
      as examples from (
    select lost.name, max(head.total) as total, group_concat(head.id, ', ') as ids from (
{>lost_names}
      ) lost join (
        select state, {old_name}_id as id, count(*) over (partition by state) as total,
            row_number() over (partition by state order by {old_name}_id) as nth
          from {old_current} where state in {>lost_texts}) head on head.state = lost.state
      where head.nth <= 5 group by lost.name order by lost.name)) found where found.examples is not null;
{/if}

{define mirror_states} {>mirror_at_once}

{define refuse_values}
{#each narrowed_columns}
select json_extract('{}', 'PW004: machine {old_name}: ' || found.total
    || ' row(s) whose {column_name} does not fit the new type: ' || {>examples})
  from {>count_refused} from {old_transitions}
      where {>does_not_fit} order by {old_name}_id limit 5)) found where found.total > 0;
{/each}

{define does_not_fit}
{! "00" and "1e3" are not numbers in Pawl's form.}
{#if was_number}
{column} not between -2147483648 and 2147483647
{#else}
{column} is not null and (cast(cast({column} as integer) as text) <> {column}{#if becomes_int}
        or cast({column} as integer) not between -2147483648 and 2147483647{/if})
{/if}

{define refuse_kept_columns}
{! A column of an earlier version is used again, unless its values do not fit.}
{#each added_columns}
select json_extract('{}', 'PW004: machine {old_name}: its history has a column ' || kept.name
    || ' of another type; nothing was changed')
  from ({>plan_kept_column}) kept;
{/each}

{define freeze_now} {>now}

{define refuse_rewrite}
select json_extract('{}', 'PW004: machine {old_name}: another stored text would be written to a history of more than 100000'
    || ' rows; nothing was changed (' || large.help || ')')
  from (select '{>rewrite_help}' as help where {>is_too_large_to_rewrite}) large;

{define plan_kept_column}
select kept.name from pragma_table_info('{old_name}_transitions', 'main') kept
  where kept.name = {column_literal} and lower(kept.type) <> '{column_type}'

{define refuse_to_move}
{! Values that tables of the other form cannot hold. Histories of Pawl have the event of each transition; the event of other
programs' rows may be unknown.}
select json_extract('{}', 'PW004: machine {old_name}: ' || found.total
    || ' row(s) moved by an event that is not known: ' || {>examples})
  from {>count_refused} from {old_transitions}
      where event = '' order by {old_name}_id limit 5)) found where found.total > 0;
select json_extract('{}', 'PW004: machine {old_name}: its history has a column of no parameter, which would be lost: '
    || lost.name || '; nothing was changed')
  from ({>plan_lost_column}) lost;

{define plan_lost_column}
{#if moves_rows}
select kept.name from pragma_table_info('{old_name}_transitions', 'main') kept
  where kept.name not in ('id', '{old_name}_id', 'sort_key', 'to_state', 'most_recent', 'metadata',
    'created_at', 'updated_at', 'event', 'from_state', 'actor', 'request_id'{#each old_columns}, {column_literal}{/each})
{/if}

{define plan_mirror}
{#if has_mirror}
select '{mirror_column}' {>is_no_mirror}
{/if}

{define plan_parent} {parent} parent

{define plan_locks} {! For pawlctl plan: mode|who waits|object.}write|other writers wait, readers continue|the database file
{define plan_referring}
{#if has_entity}
{old_current}
{/if}

{define put_aside}
{! As on PostgreSQL.}
{>copy_aside}
create index main.pawl_put_aside_key on pawl_put_aside_{name} ({name}_id, sort_key);

{define drop_objects}
{#each before}
{#if is_machine_renamed}
{drop_triggers_views_and_indexes}
{#else}
{drop_triggers_and_views}
{/if}
{/each}
{#if moves_rows}
drop table {old_rows};
{#if old_has_head}
drop table {old_current};
{/if}
{/if}
drop view if exists main.{version}; -- it was accepted by the old one
{#if old_has_queue and not has_queue}
drop table {old_pending};
{/if}

{define drop_guards}
{! So that rows can be written.}
drop trigger if exists main.{name}_current_insert;
drop trigger if exists main.{name}_current_update;
drop trigger if exists main.{name}_current_delete;
drop trigger if exists main.{name}_transitions_insert;
drop trigger if exists main.{name}_transitions_update;
drop trigger if exists main.{name}_transitions_delete;
drop trigger if exists main.{name}_pending_insert;
drop trigger if exists main.{name}_pending_update;
drop trigger if exists main.{name}_pending_delete;
{#if has_other_storage}
drop trigger if exists main.{name}_transitions_next;
drop trigger if exists main.{name}_transitions_kept;
drop trigger if exists main.{name}_transitions_stay;
drop trigger if exists main.{name}_transitions_readable;
drop trigger if exists main.{name}_transitions_superseded;
{/if}

{define rename_machine}
alter table main.{old_name}_current rename to {name}_current;
alter table main.{name}_current rename column {old_name}_id to {name}_id;
alter table main.{old_name}_transitions rename to {name}_transitions;
alter table main.{name}_transitions rename column {old_name}_id to {name}_id;
{#if old_has_queue and has_queue}
alter table main.{old_name}_pending rename to {name}_pending;
alter table main.{name}_pending rename column {old_name}_id to {name}_id;
{/if}
{>rename_rows}
update main.pawl_freezes set machine = {machine} where machine = {old_machine};
{>rename_outbox}
update main.pawl_locks set type = {machine} where type = {old_machine};
delete from main.pawl_objects where machine = {old_machine};

{define change_entity}
alter table {current} rename to pawl_before_current;
{>machine_objects_but_version}
{>drop_guards}
insert into {current} ({name}_id, state, sort_key, since)
  select {name}_id, state, sort_key, since from main.pawl_before_current;
drop table main.pawl_before_current;

{define change_columns}
{! A new column next to the old one gets the new type.}
{#each kept_columns}
{#if is_renamed or is_retyped}
alter table {rows} rename column {column} to {passing_column};
{/if}
{/each}
{#each columns}
{#if is_added}
{script_unless}select 1 from pragma_table_info('{old_name}_transitions', 'main') where name = {column_literal}
alter table {rows} add column {column} {column_type};
{#else if is_retyped}
alter table {rows} add column {column} {column_type};
update {rows} set {column} = cast({passing_column} as {column_type});
alter table {rows} drop column {passing_column};
{#else if is_renamed}
alter table {rows} rename column {passing_column} to {column};
{/if}
{/each}

{define change_state_index}
{! A new index is created with the other objects of the new version.}
drop index if exists main.{name}_current_state_since;

{define create_unguarded}
{>machine_objects}
{>drop_guards}

{define take_back}

{>copy_back}
drop table {>put_aside_table};

{define kept_time}
{! Microseconds, as `storage transitions` stores them.}
strftime('%Y-%m-%d %H:%M:%S', created_at / 1000000, 'unixepoch') || printf('.%06d', created_at % 1000000)

{define not_most_recent} null
{define now_or_since} max({>now}, since)

{define as_factor} {! A number needs nothing before a duration is multiplied by it.}
{define forget_put_off} {! Each restart changes due_at.}
{define armed_from}
{! julianday() has milliseconds.}
{#if is_put_off_unrecorded}{>now}{#else}min(1000 + {>now}, made.created_at){/if}

{define migrated_by} 'migration'

{define retire_rows}
{! As transitions do: the most recent row is superseded by the next one.}
update {rows} set updated_at = strftime('%Y-%m-%d %H:%M:%S', {>now} / 1000000, 'unixepoch')
    || printf('.%06d', {>now} % 1000000),
  most_recent = {>superseded}
  where most_recent and {name}_id in (select head.{name}_id from {current} head where head.state = {state});
insert into {rows} ({name}_id, sort_key, event, from_state, to_state, actor, most_recent, metadata,
    created_at, updated_at)
  select made.{name}_id, made.sort_key + {step}, {retirement}, made.state, {state_now}, 'migration', true, '{}',
    strftime('%Y-%m-%d %H:%M:%S', made.at / 1000000, 'unixepoch') || printf('.%06d', made.at % 1000000),
    strftime('%Y-%m-%d %H:%M:%S', made.at / 1000000, 'unixepoch') || printf('.%06d', made.at % 1000000)
  from (select head.*, max({>now}, head.since) as at from {current} head
    where head.state = {state}) made;

{define create_anew} {>machine_objects}

{define accept_old}
{! It names no view that a later migration drops: SQLite would rename no table and no column then, in the whole file.}
create view main.{old_version} as select 1
 where case when exists (select 1 from main.pawl_machines known where known.machine = {machine} and known.fingerprint = {old_fingerprint} and known.is_accepted)
    then 1 else json_extract('{}', 'no such table: main.{old_version}') end;

{define if_not_there} on conflict do nothing

{define begin_rewrite}

{define end_rewrite}

{define end_old}

update main.pawl_machines set is_deployed = 0{#if not accepts_old}, is_accepted = 0{/if}
  where machine = {old_machine};

{define enter_version}
delete from main.pawl_objects where machine = {machine};
insert into main.pawl_objects (machine, object, definition)
  select {machine}, found.object, found.definition from (
{>objects}
  ) found;
{>keep_order}
insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)
values ({machine}, {fingerprint}, {abi}, coalesce((select deployed_at from main.pawl_machines
    where machine = {machine} and fingerprint = {fingerprint}), {>now} + 1000), -- it counts milliseconds
  {model});

{define keep_order}
{! `deployed_at` orders the versions. After a rollback, versions that came after this one stay newer.}
update main.pawl_machines as known set deployed_at = {>now} + 1000 + later.nth
  from (select other.fingerprint, row_number() over (order by other.deployed_at) - 1 as nth
    from main.pawl_machines own join main.pawl_machines other on other.machine = own.machine and other.deployed_at >= own.deployed_at
    where own.machine = {machine} and own.fingerprint = {fingerprint}) later
  where known.machine = {machine} and known.fingerprint = later.fingerprint;

{define rename_grants} {! Nobody has rights of their own on SQLite. This and the next.}

{define follow_events}

{define plan_long_key} {! An index has room for each key.}
