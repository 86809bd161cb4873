-- A machine on SQLite: the tables of `storage head`, their protection against other writers, and the machine's
-- registration. Each statement is harmless if the machine is deployed.

{define machine}

{heading}
{machine_comment}
{>machine_objects}
{>refuse_inexact_key}
{>record_objects}

{! Once for each number of the interface with programs: see runtime/sqlite/schema/registry.sql.}
insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)
select {machine}, {fingerprint}, {abi},
  coalesce((select deployed_at from main.pawl_machines where machine = {machine} and fingerprint = {fingerprint}),
    cast(strftime('%s', 'now') as integer) * 1000000),
  {model}
 where not exists (select 1 from main.pawl_machines
                    where machine = {machine} and fingerprint = {fingerprint} and (abi >= {abi} or not is_deployed));

{define machine_objects}
{>create_storage}
{>version}
{>guard_storage}
{>queue_tables}
{>key_index}

{define machine_objects_but_version}
{>create_storage}
{>guard_storage}
{>queue_tables}
{>key_index}

{define create_storage}
{#if has_head}
{>head_tables}
{#else}
{>transitions_tables}
{/if}

{define guard_storage}
{#if has_head}
{>guard_head}
{>guard_history}
{/if}

{define version}

-- exists as long as programs of this version are accepted; those of an older libpawl use another name
drop view if exists main.{older_version};
create view if not exists main.{version} as select 1;

{define is_accepted} exists (select 1 from main.{version})

{define strangers}
{! A trigger that somebody adds cannot write: only_libpawl_may_write() is true of the row that libpawl writes alone.}
null

{define shell_setting}
{! Makes a shell stop at the first error.}
.bail on

{define head_tables}
{! The parent's table is in the same database; a reference cannot name a schema.}

-- the state of each {name}
create table if not exists {current} (
  {name}_id {key_type} not null primary key{#if has_entity} references {parent_table} ({parent_column}){/if},
  state text not null,
  sort_key integer not null, -- of its last transition
  since integer not null
) without rowid;
{#if has_state_index}
create index if not exists main.{name}_current_state_since on {name}_current (state, since);
{/if}

-- how it got there; rows are only ever added
create table if not exists {transitions} (
  {name}_id {key_type} not null,
  sort_key integer not null,
  event text not null,
  from_state text not null, -- '' for a creation
  to_state text not null,
  created_at integer not null,
  actor text not null check (length(cast(actor as blob)) <= {actor_max}),
  request_id text,
{#each columns}
  {column} {column_type},
{/each}
  primary key ({name}_id, sort_key)
) without rowid;
create unique index if not exists main.{name}_transitions_request
  on {name}_transitions ({name}_id, request_id) where request_id is not null;

{>moves_view}

{>state_view}

{define moves_view}
-- how it may move, for people and tools to read
create view if not exists {moves} (event, from_state, to_state) as values
{move_rows};

{define state_view}
-- the state of each entity, to join in your queries
create view if not exists main.{name}_state as
  select {name}_id, state, sort_key, since from {name}_current;

{define guard_head}

create trigger if not exists main.{name}_current_insert before insert on {name}_current
when {>is_head_of_others}
begin select raise(abort, '{name}_current is written by libpawl only: fire an event of {name} instead'); end;
create trigger if not exists main.{name}_current_update before update on {name}_current
when new.{name}_id is not old.{name}_id
  or {>is_head_of_others}
begin select raise(abort, '{name}_current is written by libpawl only: fire an event of {name} instead'); end;
create trigger if not exists main.{name}_current_delete before delete on {name}_current
when only_libpawl_may_write('{name}_current', old.{name}_id) is not 1
begin select raise(abort, '{name}_current keeps its rows: a {name} that has been created stays'); end;

{define is_head_of_others}
only_libpawl_may_write('{name}_current', new.{name}_id, new.state, new.sort_key, new.since) is not 1

{define guard_history}
{! The columns have names, because a program of an earlier version has only some of them.}
create trigger if not exists main.{name}_transitions_insert before insert on {name}_transitions
when only_libpawl_may_write('{name}_transitions{#if has_columns}({#each columns}{column}{#between}, {/each}){/if}',
  new.{name}_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,
  new.request_id{#each columns},
  new.{column}{/each}) is not 1
begin select raise(abort, '{name}_transitions is written by libpawl only: fire an event of {name} instead'); end;
create trigger if not exists main.{name}_transitions_update before update on {name}_transitions
{>unless_erased}
begin select raise(abort, '{name}_transitions is history: its rows are neither changed nor deleted'); end;
create trigger if not exists main.{name}_transitions_delete before delete on {name}_transitions
when only_libpawl_may_write('{name}_transitions', old.{name}_id, old.sort_key) is not 1
begin select raise(abort, '{name}_transitions is history: its rows are neither changed nor deleted'); end;

{define unless_erased}
{! If a column is personal, libpawl may set it to null, and nothing else.}
{#if has_personal_columns}
when only_libpawl_may_write('{name}_transitions', old.{name}_id, old.sort_key) is not 1
  or new.{name}_id is not old.{name}_id or new.sort_key is not old.sort_key
  or new.event is not old.event or new.from_state is not old.from_state
  or new.to_state is not old.to_state or new.created_at is not old.created_at
  or new.actor is not old.actor or new.request_id is not old.request_id
{#each columns}
  or new.{column} is not {#if is_personal}null{#else}old.{column}{/if}
{/each}
{/if}

{define key_index}
{#if has_created_key and has_head}

-- the entities with a lock key
create index if not exists main.{name}_transitions_key on {name}_transitions ({key_column}, {name}_id)
  where sort_key = {step};
{/if}

{define refuse_inexact_key}
{! Pawl's keys are exact. If the referenced column considered different keys equal, two of them would share an entity, each with a
current row. A foreign key needs a unique index, which compares texts as the column does; the type determines equal numbers.
Transitions check a table that does not exist yet. Only a trigger can raise; a temporary trigger is no object of the database.}
{#if has_entity}

create temp trigger if not exists {name}_exact_key instead of insert on main.{version}
begin
  select raise(rollback, 'machine {name}: nothing can refer to the column of its key; nothing was changed: make it the primary key or unique, by itself, in a table')
    where new."1" = 1;
{#if has_text_key}
  select raise(rollback, 'machine {name}: the column of its key takes different texts for the same, by its type or collation; nothing was changed: make it text with the collation BINARY')
    where new."1" = 2;
{#else}
  select raise(rollback, 'machine {name}: the column of its key takes different numbers for the same, by its type; nothing was changed: make it integer')
    where new."1" = 2;
{/if}
{#if has_uuid_key or not has_text_key}
  select raise(rollback, 'machine {name}: its key is of type {key_type_name}, and the column in the `entity` line is {#if has_uuid_key}a blob; nothing was changed: make it text, with each uuid in small letters{#else}for texts; nothing was changed: write `text` or `uuid` for the key in the `entity` line{/if}')
    where new."1" = 4;
{/if}
{#if has_mirror}
  select raise(rollback, '{>no_mirror}')
    where new."1" = 5;
  select raise(rollback, '{>unfit_mirror}')
    where new."1" = 3;
{/if}
end;
insert into main.{version}
select 1
 where exists (select 1 from pragma_table_xinfo({parent_literal}, 'main'))
   and not exists (select 1 from pragma_index_list({parent_literal}, 'main') i, pragma_index_xinfo(i.name, 'main') c
          where i."unique" and not i.partial and c.key and c.name = {parent_column_literal} collate nocase
            and (select count(*) from pragma_index_xinfo(i.name, 'main') other where other.key) = 1)
   and (select group_concat(k.name) from pragma_table_xinfo({parent_literal}, 'main') k where k.pk)
     is not {parent_column_literal} collate nocase
union all
select 2
 where exists (select 1 from pragma_table_xinfo({parent_literal}, 'main') c
          where c.name = {parent_column_literal} collate nocase and {>is_inexact_type}
            and not (c.type = 'any' collate nocase and {>is_strict_parent}))
{#if has_text_key}
   or (exists (select 1
          from pragma_index_list({parent_literal}, 'main') i, pragma_index_xinfo(i.name, 'main') c
          where i."unique" and c.key and c.name = {parent_column_literal} collate nocase and c.coll <> 'BINARY' collate nocase)
   and not exists (select 1
          from pragma_index_list({parent_literal}, 'main') i, pragma_index_xinfo(i.name, 'main') c
          where i."unique" and c.key and c.name = {parent_column_literal} collate nocase and c.coll = 'BINARY' collate nocase))
{/if}
{#if has_other_storage}
   or exists (select 1 from pragma_table_xinfo('{name}_transitions', 'main') c
          where c.name = '{name}_id' collate nocase and {>is_inexact_type})
{#if has_text_key}
   or exists (select 1
          from pragma_index_list('{name}_transitions', 'main') i, pragma_index_xinfo(i.name, 'main') c
          where i."unique" and c.key and c.name = '{name}_id' collate nocase and c.coll <> 'BINARY' collate nocase)
{/if}
{/if}
{#if has_uuid_key or not has_text_key}
union all
select 4
 where exists (select 1 from pragma_table_xinfo({parent_literal}, 'main') c
          where c.name = {parent_column_literal} collate nocase and {#if has_uuid_key}c.type like '%blob%'{#else}c.type not like '%int%'
            and (c.type like '%char%' or c.type like '%clob%' or c.type like '%text%' or c.type like '%blob%' or c.type = 'uuid' collate nocase){/if})
{/if}
{#if has_mirror}
union all
select {>problem_of_mirror} {>is_no_mirror}
{/if}
;
{/if}

{define no_mirror}
machine {name}: {parent} has no column {mirror_column}, in which `mirror` keeps the state; nothing was changed: alter table {parent} add column {mirror_column} {mirror_type}

{define unfit_mirror}
machine {name}: {parent}.{mirror_column} cannot hold the state: it is generated, or its type {#if has_number_states}cannot hold integers{#else}turns texts into numbers{/if}; nothing was changed: make it {mirror_type}

{define problem_of_mirror}
case when exists (select 1 from pragma_table_xinfo({parent_literal}, 'main') c where c.name = {mirror_column_literal} collate nocase)
   then 3 else 5 end

{define is_no_mirror}
where exists (select 1 from pragma_table_xinfo({parent_literal}, 'main'))
   and not exists (select 1 from pragma_table_xinfo({parent_literal}, 'main') c
          where c.name = {mirror_column_literal} collate nocase and c.hidden = 0
            and ({#if has_number_states}c.type like '%int%' or {/if}not {>is_no_text} or c.type = 'any' collate nocase and {>is_strict_parent}))

{define is_strict_parent}
exists (select 1 from main.sqlite_master made
                   where made.name = {parent_literal} collate nocase and made.sql like '%strict%')

{define is_no_text}
(c.type like '%int%'
            or c.type not like '%char%' and c.type not like '%clob%' and c.type not like '%text%'
              and c.type not like '%blob%' and c.type <> '')

{define is_inexact_type}
{! By SQLite's "Determination Of Column Affinity": a text becomes a number unless the affinity is TEXT or BLOB; REAL loses digits of
a number.}
{#if has_text_key}
{>is_no_text}{#if has_uuid_key} and c.type <> 'uuid' collate nocase{/if}
{#else}
c.type not like '%int%' and c.type not like '%char%' and c.type not like '%clob%' and c.type not like '%text%'
            and (c.type like '%real%' or c.type like '%floa%' or c.type like '%doub%')
{/if}

{define objects}
{! The entries of all objects of the machine in sqlite_master: add each new table here. Without a machine: of the shared schema.}
select type || ' ' || name as object, sql as definition from main.sqlite_master
 where sql is not null and tbl_name {>our_tables}

{define our_tables}
{#if is_machine}
in ('{name}_current', '{name}_transitions', '{name}_moves', '{name}_state',
{#if has_other_storage}
   '{name}_history',
{/if}
   {#if has_queue or has_other_storage}'{name}_pending', '{name}_pending_rules', {/if}'{version}')
{#else}
like 'pawl\_%' escape '\'
{/if}

{define record_objects}

insert into main.pawl_objects (machine, object, definition)
select {machine}, found.object, found.definition from (
  {>objects}) found
 where not exists (select 1 from main.pawl_machines m where m.machine = {machine}
                    and (m.abi >= {abi} or m.fingerprint <> {fingerprint} and m.is_deployed))
   and not exists (select 1 from main.pawl_objects o
                    where o.machine = {machine} and o.object = found.object);
