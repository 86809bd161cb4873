-- The objects of a machine on MariaDB: its tables, its views, the function by which programs name their version.

{define machine}

{heading}
{machine_comment}
{>begin_machine}

{>machine_tables}
{>machine_functions}
{>grants}
{>ask_who_writes}
{>record_objects}
{>register}

{define check_parent}
{! Before the parent is read with the rights of the deploying login.}
{#if has_entity}
call pawl_database.pawl_require_parent('{name}', {parent_place}, '{key_type_name}', '{rows_database}', '{key_columns}');
{#if has_mirror}
delimiter //
begin not atomic
  declare kind {>text_type};
{>check_mirror}
  if kind is not null then
    signal sqlstate '45000' set message_text = kind;
  end if;
end //
delimiter ;
{/if}
{/if}

{define check_mirror}
{! As for the key: if no column is visible, the statement that needs one reports the reason.}
  set kind = null;
  select case
      when min(known.data_type) is null then ''
      when min(known.data_type) = 'enum' then case when {#each states}locate(concat('''', replace({state}, '''', ''''''), ''''), convert(min(known.column_type) using utf8mb4)) = 0{#between} or {/each}
        then concat('its type ', min(known.column_type), ' lacks a state of machine {name}') end
{#if has_number_states}
      when min(known.data_type) in ('tinyint', 'smallint', 'mediumint', 'int', 'bigint') then case
        when greatest({#each states}abs({state}){#between}, {/each}, 0) > case min(known.data_type) when 'tinyint' then 127 when 'smallint' then 32767
            when 'mediumint' then 8388607 when 'int' then 2147483647 else 9223372036854775807 end
          then concat('its type ', min(known.data_type), ' is too small for a state of machine {name}') end
{/if}
      when min(known.data_type) not in ('char', 'varchar', 'tinytext', 'text', 'mediumtext', 'longtext', 'varbinary') then concat('it is of the type ', min(known.data_type))
      when min(known.character_maximum_length) < greatest({#each states}char_length({state}){#between}, {/each}, 1)
        then concat('it has room for ', min(known.character_maximum_length), ' characters, and a state of machine {name} for ', greatest({#each states}char_length({state}){#between}, {/each}, 1))
      end into kind
    from information_schema.columns known where (known.table_schema, known.table_name, known.column_name) = ({mirror_place});
  set kind = case when not exists (select 1 from information_schema.columns known where (known.table_schema, known.table_name) = ({parent_table_place})) then null
    when kind = '' then 'machine {name}: {parent} has no column {mirror_column}, in which `mirror` keeps the state; nothing was changed: alter table {parent} add column {mirror_column} {mirror_type}'
    else concat('machine {name}: {parent}.{mirror_column} cannot hold the state: ', kind, '; nothing was changed: make it {>columns_for_states}') end;

{define machine_tables}
{! Creating a view checks it with its definer's rights.}
{#if roles}
{#if has_entity}
delimiter //
begin not atomic
  declare exit handler for 1044, 1142, 1143 begin
    call pawl_database.pawl_require_grants('{name}', {parent_table_place}, {#if has_mirror or has_other_storage}2{#else}1{/if}, 'pawl_application', {#if has_sql_hooks}true{#else}false{/if});
    resignal;
  end;
  grant select{#if has_mirror or has_other_storage}, update{/if} on {parent} to pawl_database_owner;
end //
delimiter ;
{/if}
{/if}
{#if has_head}
{>head_tables}
{#else}
{>transitions_tables}
{/if}
{>queue_tables}

{define machine_functions}
{>find_key_type}
{>find_gate}
{>hook_functions}

delimiter //
{>spelling_function}
{#each events}
{>event_function}
{/each}
{>queue_functions}
{>deferred_functions}
{>why_function}

-- The same events in faster forms -------------------------------------------------------------------
--
-- libpawl calls these.
--
-- ..._own: for a call that is a transaction of its own, without request_id and sort_key. It returns BUSY in all cases that need the
-- function above.
--
-- ..._many: for many entities at once. The parameter items is an array of JSON: for each entity an array of the arguments
-- of the function for one: its key, the parameters of the event, request_id and sort_key; bytes in hexadecimal digits. The answer is an
-- array of their answers, in their order. <items> are these arrays as rows, <compared> is a key as its column compares it.
--
-- ..._all: for a pool that batches transitions of many callers. items: as above, with the actor after each; the first item ends
-- with whether an entity occurs more than once, and whether any item has a request_id. Items of one entity are neighbours, in their
-- order, with different request ids; each is decided on the result of the one before. An entity that another session has locked,
-- or that needs the function for one, is skipped (BUSY). ..._many takes this form, too.
{#each events}
{>own_function}
{/each}
{#each events}
{#if has_many}
{>many_function}
{>gathered_function}
{/if}
{/each}
{>version}
delimiter ;

{define find_key_type}
{#if has_entity}
set @pawl_key_type = pawl_database.pawl_key_type({parent_place});
set @pawl_key_compared = pawl_database.pawl_key_compared({parent_place});
{#else}
set @pawl_key_compared = '{#if has_text_key}cast(given.id as binary){#else}given.id{/if}';
{/if}

{define spelling_function}
{! The other tables name an entity by its parent's spelling, as transitions do: see heads.sql.}
{#if has_entity and has_text_key}

-- The key as its parent has it, if the database takes other texts for the same; null without a parent.
create or replace {>definer} function {schema}.{name}_spelling($1 {>text_type}) returns {>text_type} reads sql data
comment 'id'
begin
  declare spelling {>text_type};
  declare id {key_type};
  declare exit handler for 1406 return null; -- longer than any
  set id = $1;
  select {>parent_spelling} into spelling from {parent} parent {>as_table} where parent.{parent_column} = id;
  if spelling is null then -- the snapshot of the transaction may be older
    select {>parent_spelling} into spelling from {parent} parent {>as_table} where parent.{parent_column} = id lock in share mode;
  end if;
  return spelling;
end //
{#if roles}
grant execute on function {schema}.{name}_spelling to pawl_database_app //
{/if}
{/if}

{define begin_machine}
set @pawl_done = pawl_database.pawl_begin_machine({machine}, {fingerprint}, {#if is_strict}true{#else}false{/if});

{define version}

-- Exists as long as programs of this version are accepted.
create or replace {>definer} function pawl_database.{version}() returns boolean no sql
return true //

{define is_accepted}
{! True, or an error once programs of this version are not accepted: the function is gone then. It is declared not deterministic,
because MariaDB (10.11.19) evaluates a deterministic function of constants while it plans the statement. It crashes if KILL QUERY or
max_statement_time ends the statement in that moment.}
pawl_database.{version}()

{define strangers}
{! Only Pawl's owner may create triggers on its tables.}
null

{define shell_setting}

{define key_column_of}
{! With a parent, its column determines the type: see head_tables.}
{#if not has_entity}
  {name}_id {#if has_text_key}varbinary(1024){#else}bigint{/if} not null,
{/if}

{define head_tables}
{! With a parent the key's column is created by selecting the parent's: a foreign key needs the same type and collation, and both
must consider the same keys equal. Without a parent it holds the bytes of the text: a key may have 1,024 of them, and an index has
room for 767 characters. The columns have the order of the select list.
No such table may have an expression: no check, no generated column, no default of a long text. If the session is killed
during its creation, MariaDB 10.11.19 keeps the table's definition without its data, and every later statement about the
table fails (error 1932). Statements of `alter table`, which add the expressions, do not have this fault.}
create table if not exists {current} (
{>key_column_of}
  state {>name_type} not null,
  sort_key integer not null comment 'Of the last transition.',
  since bigint not null comment 'When the last transition was made, in microseconds since 1970.',
  primary key ({name}_id){#if has_state_index},
  index {name}_current_state_since (state, since){/if}
) engine = InnoDB comment {machine_description}{#if has_entity}
as select parent.{parent_column} as {name}_id, '' as state, 0 as sort_key, 0 as since
  from {parent} parent {>as_table} where false{/if};
{#if has_entity}
alter table {current} add constraint {name}_current_parent
  foreign key if not exists ({name}_id) references {parent} ({parent_column});
{/if}

create table if not exists {transitions} (
{>key_column_of}
  sort_key integer not null,
  event {>name_type} not null,
  from_state {>name_type} not null comment 'Empty for a creation.',
  to_state {>name_type} not null,
  created_at bigint not null,
  actor {>name_type} not null comment 'Who did it: the login, where the caller named nobody.',
  request_id varbinary(255) comment 'What the caller named this request, so that it happens once however often it is sent.',
{#each columns}
  {column} {column_type},
{/each}
  primary key ({name}_id, sort_key),
  unique index {name}_transitions_request ({name}_id, request_id){#if has_created_key},
  index {name}_transitions_key (sort_key, {key_column}{#if has_text_lock_key}(255){/if}){/if}
) engine = InnoDB comment 'Every transition, in the order of sort_key. Rows are only added.'{#if has_entity}
as select parent.{parent_column} as {name}_id, 0 as sort_key, '' as event, '' as from_state, '' as to_state,
    0 as created_at, '' as actor, null as request_id{#each columns}, null as {column}{/each}
  from {parent} parent {>as_table} where false{/if};

{>add_strict_columns}
{>moves_view}

{>state_view}

{define moves_view}
-- how it may move, for people and tools to read; from_state is empty for a creation
create or replace {>definer} sql security definer view {moves} as
with move (event, from_state, to_state) as (values
{move_rows}
) select move.event, move.from_state, move.to_state from move;

{define state_view}
{! Its owner can write current rows through it.}
-- the state of each entity, to join in your queries
create or replace {>definer} sql security {#if is_strict}invoker{#else}definer{/if} view {schema}.{name}_state as
  select {#if has_entity or not has_text_key}head.{name}_id{#else}convert(head.{name}_id using utf8mb4) collate utf8mb4_nopad_bin as {name}_id{/if},
    head.state, head.sort_key, head.since from {current} head;

{define grants}
{#if roles}
grant select on {current} to pawl_database_app, pawl_database_operator, pawl_database_reader;
grant select on {transitions} to pawl_database_app, pawl_database_operator, pawl_database_reader;
grant select on {moves} to pawl_database_app, pawl_database_operator, pawl_database_reader;
grant select on {schema}.{name}_state to pawl_database_app, pawl_database_operator, pawl_database_reader;
grant execute on function pawl_database.{version} to pawl_database_app, pawl_database_operator, pawl_database_reader;
{/if}

{define register}

insert into pawl_database.pawl_machines (machine, fingerprint, abi, deployed_at, model{>pass_name})
  values ({machine}, {fingerprint}, {abi}, {>now}, {model}{>pass_value})
  on duplicate key update model = value(model), abi = value(abi), is_accepted = true,
    deployed_at = if(is_deployed, deployed_at, value(deployed_at)), is_deployed = true{#if is_strict}, pawl_pass = {>word}{/if};
{#if roles}
call pawl_database.pawl_grant_calls({machine});
{/if}

{define objects}
{! The catalog's entries of all objects of the machine, or of the shared schema.}
select pawl_database.pawl_catalog({#if is_machine}{machine}{#else}''{/if}, 'pawl_application') as pawl_rows

{define record_objects}

set @pawl_done = pawl_database.pawl_record({machine}, 'pawl_application');
