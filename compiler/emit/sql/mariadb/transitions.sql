-- `storage transitions`: Statesman's table, in the application's database, which others may write, too.
--
-- An entity's state is that of its row with the highest sort_key. A transition locks the entity's own row. Columns of a
-- history that the table lacks are kept in its metadata, or in a table of Pawl's. A routine cannot build statements, so
-- SQL that depends on the columns is written at deployment, marked <so>.

{define rows_are_made_by_pawl}
'Every transition, in the order of sort_key; Pawl has made this table for {name}.'

{define check_rows_table}
{! Before anything else, because data definition cannot be undone.}
{#if has_other_storage}
delimiter //
begin not atomic
  declare wrong {>text_type};
  declare made_by {>text_type};
  select found.table_comment into made_by from information_schema.tables found
    where found.table_schema = '{rows_database}' and found.table_name = '{name}_transitions';
  if made_by is not null and made_by <> {>rows_are_made_by_pawl}
     and not exists (select 1 from pawl_database.pawl_machines known where known.machine = {machine}) then
    if coalesce(@pawl_adopt, '') <> 'yes' then
      signal sqlstate '45000' set message_text = 'the table {name}_transitions is there already; nothing was changed: take it over with pawlctl apply --adopt, which lists the missing parts';
    end if;
    select group_concat(lacking.what order by lacking.number separator '; ') into wrong from (
      {>lacking_in_table}
    ) lacking;
    if wrong is null then
      select group_concat(found.what, ' (', found.entities, ')' order by found.number separator '; ') into wrong from (
        {>wrong_rows}
      ) found;
    end if;
    if wrong is not null then
      set wrong = concat('the table {name}_transitions cannot be adopted by machine {name} as it is; nothing was changed: ', left(wrong, 400));
      signal sqlstate '45000' set message_text = wrong;
    end if;
  end if;
end //
delimiter ;
{/if}

{define known_columns}
{! The columns of the existing table that Pawl writes, and their types. A column that must not be null is required. Metadata may be
missing, and so may all columns that it could keep.}
select 1 as number, '{name}_id' as name, '{key_columns}' as types, true as is_needed
union all select 2, 'to_state', 'char,varchar,text', true
union all select 3, 'sort_key', 'int,bigint', true
union all select 4, 'most_recent', 'tinyint', true
union all select 5, 'created_at', 'datetime', true
union all select 6, 'updated_at', 'datetime', true
union all select 7, 'metadata', 'text,mediumtext,longtext,json', false
union all select 8, 'event', 'char,varchar,text,longtext', false
union all select 9, 'from_state', 'char,varchar,text,longtext', false
union all select 10, 'actor', 'char,varchar,text,longtext', false
union all select 11, 'request_id', 'char,varchar,binary,varbinary', false{#each columns}
union all select 12, {column_literal}, '{>types_of_column}', false{/each}

{define types_of_column}
{#if is_bytes}
blob,longblob,mediumblob,varbinary
{#else if is_bool}
tinyint
{#else if is_number}
{#if is_int}int,{/if}bigint
{#else}
{#if is_text or is_json}mediumtext,longtext{#else}char,varchar{/if}
{/if}

{define lacking_in_table}
select wanted.number, case when there.column_name is null then concat('it has no column ', wanted.name)
    when not find_in_set(there.data_type, wanted.types) then concat('its column ', wanted.name, ' is of type ', there.data_type, ', not one of ', wanted.types)
    when there.is_nullable = 'YES' then concat('its column ', wanted.name, ' may be null')
    when wanted.name = 'most_recent' then 'its column most_recent is not null, so that an entity has room for two rows'
    else concat('its column ', wanted.name, ' is no datetime(6)') end as what
  from ({>known_columns}) wanted
    left join information_schema.columns there on there.table_schema = '{rows_database}'
      and there.table_name = '{name}_transitions' and there.column_name = wanted.name
  where (there.column_name is null and wanted.is_needed)
    or not find_in_set(there.data_type, wanted.types)
    or (there.is_nullable = 'YES' and wanted.is_needed and wanted.name <> 'most_recent')
    or (there.is_nullable = 'NO' and wanted.name = 'most_recent')
    or there.datetime_precision < 6
union all
select 13, concat('its column ', there.column_name, ' is not null and has no default, so that no row can be added')
  from information_schema.columns there
  where there.table_schema = '{rows_database}' and there.table_name = '{name}_transitions'
    and there.is_nullable = 'NO' and there.column_default is null and there.extra not like '%auto_increment%'
    and there.extra not like '%generated%'
    and there.column_name not in (select own.name from ({>known_columns}) own)
union all
select 14, concat('it has no unique index on ({name}_id, ', wanted.name, ')')
  from (select 'sort_key' as name union all select 'most_recent') wanted
  where not exists (select 1 from information_schema.statistics part
    where part.table_schema = '{rows_database}' and part.table_name = '{name}_transitions' and part.non_unique = 0
    group by part.index_name
    having group_concat(part.column_name order by part.column_name)
      = concat(least('{name}_id', wanted.name), ',', greatest('{name}_id', wanted.name)))
union all
select 15, concat('its engine is ', made.engine, ', not InnoDB')
  from information_schema.tables made
  where made.table_schema = '{rows_database}' and made.table_name = '{name}_transitions' and made.engine <> 'InnoDB'

{define some_keys}
{! Of the counted entities: the first ones.}
concat(count(distinct wrong.{name}_id), ': ', substring_index(group_concat(distinct wrong.{name}_id order by wrong.{name}_id separator ', '), ', ', 5)) as entities

{define wrong_rows}
{! Errors in the rows, with the keys of some entities.}
select 1 as number, 'entities that have been in a state that the machine does not have' as what, {>some_keys}
  from {rows} wrong where convert(wrong.to_state using utf8mb4) collate utf8mb4_nopad_bin not in ({#each states}{state}{#between}, {/each})
  having count(*) > 0
union all
select 2, 'entities whose most recent row is not that of the highest sort_key, or is not alone', {>some_keys}
  from {rows} wrong
  where coalesce(wrong.most_recent, false) = exists (select 1 from {rows} later
    where later.{name}_id = wrong.{name}_id and later.sort_key > wrong.sort_key)
  having count(*) > 0
union all
select 3, 'entities with gaps in their sort_key, which is 10, 20, 30, ...', {>some_keys}
  from (select made.{name}_id, made.sort_key,
      row_number() over (partition by made.{name}_id order by made.sort_key) as number from {rows} made) wrong
  where wrong.sort_key <> wrong.number * {step}
  having count(*) > 0
union all
select 4, 'entities with transitions that the machine does not have', {>some_keys}
  from (select made.{name}_id, convert(made.to_state using utf8mb4) collate utf8mb4_nopad_bin as to_state,
      coalesce(lag(convert(made.to_state using utf8mb4) collate utf8mb4_nopad_bin)
        over (partition by made.{name}_id order by made.sort_key), {implicit_state}) as from_state from {rows} made) wrong
  where not exists (with move (event, from_state, to_state) as (values
{move_rows}
    ) select 1 from move where move.from_state = wrong.from_state and move.to_state = wrong.to_state)
  having count(*) > 0{#if has_uuid_key}
union all
select 5, 'entities whose {name}_id is not a uuid in small letters: update it to lower({name}_id)', {>some_keys}
  from {rows} wrong where not convert(wrong.{name}_id using utf8mb4) collate utf8mb4_nopad_bin regexp '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\z'
  having count(*) > 0{/if}

{define transitions_tables}
{>add_strict_columns}
{>create_rows}
{>create_beside}

{>moves_view}

{>written_by_columns}

{>state_view}

{define is_made_by_pawl}
{! The table of the transitions that Pawl created, not an adopted one.}
exists (select 1 from information_schema.tables found where found.table_schema = '{rows_database}'
      and found.table_name = '{name}_transitions' and found.table_comment = {>rows_are_made_by_pawl})

{define create_rows}
{! Creates the table of the transitions, unless a Rails migration has, with columns of its own. The key gets the parent's type by
selecting it.}
create table if not exists {rows} (
  id bigint not null auto_increment primary key,
  to_state {>name_type} not null,
  sort_key integer not null,
  most_recent boolean comment 'Null for all but one.',
  metadata longtext not null,
  created_at datetime(6) not null comment 'In UTC.',
  updated_at datetime(6) not null,
  event {>name_type},
  from_state {>name_type},
  actor {>name_type},
  request_id varbinary(255){#each columns},
  {column} {column_type}{/each},
  unique index {name}_transitions_sort ({name}_id, sort_key),
  unique index {name}_transitions_recent ({name}_id, most_recent),
  unique index {name}_transitions_request ({name}_id, request_id),
  index {name}_transitions_state (to_state){#if has_created_key},
  index {name}_transitions_key (sort_key, {key_column}{#if has_text_lock_key}(255){/if}){/if}
) engine = InnoDB comment {>rows_are_made_by_pawl}
as select 0 as id, parent.{parent_column} as {name}_id, '' as to_state, 0 as sort_key, null as most_recent,
    '{}' as metadata, now(6) as created_at, now(6) as updated_at, null as event, null as from_state, null as actor,
    null as request_id{#each columns}, null as {column}{/each}
  from {parent} parent {>as_table} where false;
delimiter //
begin not atomic
  if {>is_made_by_pawl} then
    if exists (select 1 from information_schema.columns found where found.table_schema = '{rows_database}'
        and found.table_name = '{name}_transitions' and found.column_name = 'metadata' and found.column_default is null) then
      alter table {rows} modify metadata longtext not null default '{}' check (json_valid(metadata));
    end if;
    alter table {rows} add constraint {name}_transitions_parent
      foreign key if not exists ({name}_id) references {parent} ({parent_column});
{#if roles}
    grant select, insert, update on {rows} to pawl_database_app;
    grant select on {rows} to pawl_database_operator, pawl_database_reader;
{/if}
  end if;
end //
delimiter ;
{#if roles}
grant select, insert, update, trigger on {rows} to pawl_database_owner;
{/if}

{define beside_table} {schema}.{name}_transitions_metadata
{define mover_table} {#if is_strict}{>strict_schema}{#else}{schema}{/if}.{name}_transitions_mover

{define create_beside}
{! A row here is part of the transition of the same time: others may remove their rows and add new ones.}
create table if not exists {>beside_table} (
  sort_key integer not null,
  created_at bigint not null,
  metadata longtext not null,
  primary key ({name}_id, sort_key)
) engine = InnoDB comment 'What transitions carry if their table has no metadata.'
as select parent.{parent_column} as {name}_id, 0 as sort_key, 0 as created_at, '' as metadata
  from {parent} parent {>as_table} where false;
create table if not exists {>mover_table} (
  connection bigint not null,
  primary key ({name}_id)
) engine = InnoDB comment 'Which connection writes a transition at this moment by a function of Pawl''s: no transaction leaves a row here.'
as select parent.{parent_column} as {name}_id, 0 as connection from {parent} parent {>as_table} where false;

{define time_of_row}
{! Rails keeps times in UTC. A time that others wrote may be unreadable.}
coalesce(timestampdiff(microsecond, timestamp'1970-01-01 00:00:00', made.created_at), 0)

{define wanted_columns}
{! Columns of a history that not every such table has: the argument of the row's writer, its form in the metadata, and how it is
read from there.}
select 1 as number, 'event' as name, '$3' as value, '$3' as kept, true as is_of_pawl, 'json_value(<metadata>, ''$.pawl.event'')' as read_kept, 't' as kind
union all select 2, 'from_state', '$4', '$4', true, 'json_value(<metadata>, ''$.pawl.from_state'')', 't'
union all select 3, 'actor', '$7', '$7', true, 'json_value(<metadata>, ''$.pawl.actor'')', 't'
union all select 4, 'request_id', '$8', 'convert($8 using utf8mb4)', true, 'cast(json_value(<metadata>, ''$.pawl.request_id'') as binary)', 'b'{#each columns}
union all select 4 + {column_number}, {column_literal}, '{writer_argument}', '{>kept_value}', false, {#literal}{>read_kept}{/literal}, '{#if is_bytes or is_bool or is_number}{#else}t{/if}'{/each}

{define kept_value} {#if is_bytes}hex({writer_argument}){#else}cast({writer_argument} as char){/if}
{define kept_text} json_value(<metadata>, '$.{column}')

{define read_kept}
{! The part of others' metadata that has the column's type.}
{#if is_text}
{>kept_text}
{#else if is_json}
if(json_valid({>kept_text}), {>kept_text}, null)
{#else if is_bytes}
if({>kept_text} regexp '^([0-9A-F]{2})*\z', unhex({>kept_text}), null)
{#else if is_bool}
case {>kept_text} when '1' then true when 'true' then true when '0' then false when 'false' then false end
{#else if is_number}
if({>kept_text} regexp '^-?[0-9]{1,19}\z', if(cast({>kept_text} as decimal(20)) between {#if is_int}-2147483648 and 2147483647{#else}-9223372036854775808 and 9223372036854775807{/if}, cast({>kept_text} as signed), null), null)
{#else if is_numeric}
if({>kept_text} regexp '^-?(0|[1-9][0-9]*)([.][0-9]+)?\z', {>kept_text}, null)
{#else}
if({>kept_text} regexp '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\z', {>kept_text}, null)
{/if}

{define written_by_columns}
delimiter //
begin not atomic
  declare state, metadata, joined, shown, names, given, kept, kept_of_pawl, written {>text_type};
  declare has_metadata boolean;
  -- a column with another collation is compared exactly, and without its index
  select if(found.collation_name = 'utf8mb4_nopad_bin', 'made.to_state', 'convert(made.to_state using utf8mb4) collate utf8mb4_nopad_bin')
    into state from information_schema.columns found
    where found.table_schema = '{rows_database}' and found.table_name = '{name}_transitions' and found.column_name = 'to_state';
  set has_metadata = exists (select 1 from information_schema.columns found
    where found.table_schema = '{rows_database}' and found.table_name = '{name}_transitions' and found.column_name = 'metadata');
  set metadata = if(has_metadata, 'coalesce(beside.metadata, if(json_valid(made.metadata), convert(made.metadata using utf8mb4) collate utf8mb4_nopad_bin, null))', 'beside.metadata');
  select coalesce(group_concat(if(there.column_name is null, null, concat(', `', wanted.name, '`')) order by wanted.number separator ''), ''),
      coalesce(group_concat(if(there.column_name is null, null, concat(', ', wanted.value)) order by wanted.number separator ''), ''),
      group_concat(if(there.column_name is null and not wanted.is_of_pawl, concat('''', wanted.name, ''', ', wanted.kept), null) order by wanted.number separator ', '),
      group_concat(if(there.column_name is null and wanted.is_of_pawl, concat('''', wanted.name, ''', ', wanted.kept), null) order by wanted.number separator ', '),
      group_concat(', ', case
          when there.column_name is null and wanted.kind = 't' then concat('convert(', replace(wanted.read_kept, '<metadata>', metadata), ' using utf8mb4) collate utf8mb4_nopad_bin')
          when there.column_name is null then replace(wanted.read_kept, '<metadata>', metadata)
          when wanted.kind = 't' and coalesce(there.collation_name, '') <> 'utf8mb4_nopad_bin' then concat('convert(made.`', wanted.name, '` using utf8mb4) collate utf8mb4_nopad_bin')
          when wanted.kind = 'b' and there.data_type <> 'varbinary' then concat('cast(made.`', wanted.name, '` as binary)')
          else concat('made.`', wanted.name, '`') end, ' as `', if(wanted.name = 'from_state', 'said_from_state', wanted.name), '`' order by wanted.number separator '')
    into names, given, kept, kept_of_pawl, shown
    from ({>wanted_columns}) wanted
      left join information_schema.columns there on there.table_schema = '{rows_database}'
        and there.table_name = '{name}_transitions' and there.column_name = wanted.name;
  set joined = if(kept is null and kept_of_pawl is null, '', {#literal}{>join_beside}{/literal});
  set written = if(kept is null and kept_of_pawl is null, '''{}''', concat('json_merge_patch(''{}'', json_object(',
    coalesce(kept, ''), if(kept is null or kept_of_pawl is null, '', ', '),
    if(kept_of_pawl is null, '', concat('''pawl'', json_object(', kept_of_pawl, ')')), '))'));
  execute immediate replace(replace(replace({#literal}{>history_view}{/literal}, '<shown>', shown), '<joined>', joined), '<state>', state);
  execute immediate replace({#literal}{>current_view}{/literal}, '<state>', state);
  execute immediate replace(replace(replace(replace({#literal}{>row_writer}{/literal},
    '<names>', concat(names, if(has_metadata, ', metadata', ''))), '<given>', concat(given, if(has_metadata, ', kept', ''))),
    '<beside>', if(has_metadata or (kept is null and kept_of_pawl is null), '', {#literal}{>write_beside}{/literal})),
    '<kept>', written);
{#if is_enforced}
  {>enforcement}
{/if}
end //
delimiter ;

{define join_beside}
left join {>beside_table} beside on beside.{name}_id = made.{name}_id and beside.sort_key = made.sort_key
    and beside.created_at = {>time_of_row}

{define history_view}
create or replace {>definer} sql security definer view {transitions} as
select said.{name}_id, said.sort_key, coalesce(said.event, (select case count(distinct move.event) when 1 then min(move.event) end
      from {moves} move where move.from_state = said.from_state and move.to_state = said.to_state), '') as event,
    said.from_state, said.to_state, said.created_at, coalesce(said.actor, '') as actor, said.request_id{#each columns},
    said.{column}{/each}
  from (
    select drawn.*, coalesce(drawn.said_from_state, (select <state> from {rows} made
        where made.{name}_id = drawn.{name}_id and made.sort_key < drawn.sort_key order by made.sort_key desc limit 1),
        {implicit_state}) as from_state
      from (
        select made.{name}_id, made.sort_key, <state> as to_state, {>time_of_row} as created_at<shown>
          from {rows} made <joined> where {>rows_are_a_table}) drawn) said

{define current_view}
create or replace {>definer} sql security definer view {current} as
select made.{name}_id, <state> as state, made.sort_key, {>time_of_row} as since
  from {rows} made
  where not exists (select 1 from {rows} later where later.{name}_id = made.{name}_id and later.sort_key > made.sort_key)
    and {>rows_are_a_table}{#if has_implicit_state}
union all
select parent.{parent_column}, {implicit_state} collate utf8mb4_nopad_bin, 0, 0
  from {parent} parent where not exists (select 1 from {rows} made where made.{name}_id = parent.{parent_column})
    and not exists (select 1 from {parent} parent use index () where false){/if}

{define rows_are_a_table}
{! As as_table. A view would keep such a hint and use no index, so the hint is in a place that reads nothing.}
not exists (select 1 from {rows} made use index () where false)

{define row_writer_name}
{! With the number of its arguments, as functions of events: a function of an earlier version calls its own.}
{schema}.{name}_transitions_write${writer_argument_count}

{define row_writer}
{! Writes the row of a transition: the row before it is no longer the most recent. An update that finds nothing would lock a gap.}
create or replace {>definer} function {>row_writer_name}($1 {key_type}, $2 integer, $3 {>name_type},
  $4 {>name_type}, $5 {>name_type}, $6 bigint, $7 {>name_type}, $8 varbinary(255){#each columns},
  {writer_argument} {column_type}{/each}) returns boolean
begin
  declare stamp datetime(6) default timestamp'1970-01-01 00:00:00' + interval $6 microsecond;
  declare kept {>text_type} default <kept>;
  declare is_taken boolean default false;
  declare exit handler for 1062 begin
    select true into is_taken from {rows} made {>as_table} where made.{name}_id = $1 and made.sort_key = $2 lock in share mode;
    if is_taken then
      signal sqlstate '40001' set message_text = 'could not serialize access: another program moved the {name}';
    end if;
    resignal;
  end;
  if $2 > {step} then
    update {rows} made {>as_table} set made.most_recent = null, made.updated_at = stamp
      where made.{name}_id = $1 and made.most_recent = true;
  end if;
  insert into {rows} ({name}_id, sort_key, to_state, most_recent, created_at, updated_at<names>)
    values ($1, $2, $5, true, stamp, stamp<given>);
<beside>
  return true;
end

{define write_beside}
  insert into {>beside_table} ({name}_id, sort_key, created_at, metadata) values ($1, $2, $6, kept)
    on duplicate key update created_at = value(created_at), metadata = value(metadata);

{define enforcement}
{! Others may add rows that the diagram allows, as Statesman does, and nothing else.}
begin
  declare changed, is_pawls {>text_type};
  declare has_event, has_from_state, has_request_id, numbers_rows boolean;
  select group_concat('not (', if(found.collation_name is null, '', 'binary '), 'new.`', found.column_name, '` <=> ',
        if(found.collation_name is null, '', 'binary '), 'old.`', found.column_name, '`)' separator ' or '),
      coalesce(max(found.column_name = 'event'), false), coalesce(max(found.column_name = 'from_state'), false),
      coalesce(max(found.column_name = 'request_id'), false),
      coalesce(max(found.column_name = 'id' and found.extra like '%auto_increment%'), false)
    into changed, has_event, has_from_state, has_request_id, numbers_rows
    from information_schema.columns found
    where found.table_schema = '{rows_database}' and found.table_name = '{name}_transitions'
      and found.column_name not in ('most_recent', 'updated_at');
  execute immediate replace(replace(replace(replace(replace(replace({#literal}{>protect_next_row}{/literal}, '<state>', state),
    '<event>', if(has_event, 'new.event', 'null')), '<from_state>', if(has_from_state, 'new.from_state', 'null')),
    '<request_id>', if(has_request_id, 'new.request_id', 'null')), '<metadata>', if(has_metadata, 'new.metadata', 'null')),
    '<id>', if(numbers_rows, 'new.id', '0'));
  execute immediate replace({#literal}{>guard_rows_that_are_there}{/literal}, '<changed>', changed);
  execute immediate {#literal}{>protect_against_removal}{/literal};
end;

{define protect_next_row}
create or replace {>definer} trigger {rows_schema}.{name}_transitions_next before insert on {rows} for each row
begin
  declare last_state, wrong {>text_type};
  declare last_sort_key integer;
  if not exists (select 1 from {>mover_table} where {name}_id = new.{name}_id and connection = connection_id()) then
    select <state>, made.sort_key into last_state, last_sort_key
      from {rows} made {>as_table} where made.{name}_id = new.{name}_id order by made.sort_key desc limit 1;
    set last_state = coalesce(last_state, {implicit_state}), last_sort_key = coalesce(last_sort_key, 0);
    set wrong = case
      when exists (select 1 from {rows} made {>as_table} where made.{name}_id = new.{name}_id and made.sort_key = new.sort_key) then null -- the index raises the error, which Statesman understands
      when not exists (select 1 from {parent} parent {>as_table} where parent.{parent_column} = new.{name}_id) then
        'FOREIGN KEY constraint failed: there is no such {name}'
      when not exists (select 1 from {moves} move where move.from_state = last_state
          and move.to_state = convert(new.to_state using utf8mb4) collate utf8mb4_nopad_bin
          and coalesce(convert(<event> using utf8mb4) collate utf8mb4_nopad_bin, move.event) = move.event)
        or coalesce(convert(<from_state> using utf8mb4) collate utf8mb4_nopad_bin, last_state) <> last_state then
        concat('{name} ', left(new.{name}_id, 100), ' may not move from ', if(last_state = '', 'nothing', last_state), ' to ', left(new.to_state, 100))
      when new.sort_key <> last_sort_key + {step} or new.most_recent <> true or <request_id> is not null then
        concat('the next transition of {name} ', left(new.{name}_id, 100), ' is the most recent one, has the sort_key ', last_sort_key + {step}, ' and no request_id')
      when json_contains_path(<metadata>, 'one', '$.pawl') then
        concat('only Pawl writes the value pawl in the metadata of {name} ', left(new.{name}_id, 100))
      when timestampdiff(microsecond, timestamp'1970-01-01 00:00:00', new.created_at) is null then
        concat('the transition of {name} ', left(new.{name}_id, 100), ' has no time that can be read')
      when <id> <> 0 then
        concat('the transition of {name} ', left(new.{name}_id, 100), ' has an id that its sequence will give to another')
      end;
    if wrong is not null then
      signal sqlstate '45000' set message_text = wrong;
    end if;
  end if;
end

{define guard_rows_that_are_there}
{! Statesman adds a row and then makes it the most recent. The article clears the mark of the last row before it adds the next one.
So others may clear it on any row, and set it on the last row only.}
create or replace {>definer} trigger {rows_schema}.{name}_transitions_kept before update on {rows} for each row
begin
  if not exists (select 1 from {>mover_table} where {name}_id = old.{name}_id and connection = connection_id()) then
    if <changed> then
      signal sqlstate '45000' set message_text = '{name}_transitions is history: its rows are not changed';
    end if;
    if not (new.most_recent <=> old.most_recent) and coalesce(new.most_recent, false) <> false
       and (new.most_recent <> true
         or exists (select 1 from {rows} later {>as_table} where later.{name}_id = old.{name}_id and later.sort_key > old.sort_key)) then
      signal sqlstate '45000' set message_text = '{name}_transitions is history: most_recent is true of the row with the highest sort_key alone';
    end if;
  end if;
end

{define protect_against_removal}
create or replace {>definer} trigger {rows_schema}.{name}_transitions_stay before delete on {rows} for each row
begin
  if not exists (select 1 from {>mover_table} where {name}_id = old.{name}_id and connection = connection_id()) then
    signal sqlstate '45000' set message_text = '{name}_transitions is history: its rows stay';
  end if;
end

{define take_row}
{! For many: the entity's own row is locked already. It finds entities that were created after their keys were read.}
{#if keeps_creation}
select made.sort_key into outcome.sort_key from {rows} made {>as_table}
  where made.{name}_id = $1 and made.sort_key = {step} for update;
{#else}
begin end;
{/if}

{define read_rows}
{! After the locks of the entity's own row and of freezes. Other programs need not lock that row, so the transition is locked, too, and
compared with the snapshot, which may be old in REPEATABLE READ. It is locked by its key alone: there a range would include the gap
after it, into which others could not write.}
select made.to_state, made.sort_key, {>time_of_row}, made.most_recent
  into outcome.from_state, outcome.sort_key, outcome.created_at, is_recent
  from {rows} made {>as_table} where made.{name}_id = $1 order by made.sort_key desc limit 1;
if outcome.sort_key is not null then
  select made.most_recent into seen from {rows} made {>as_table}
    where made.{name}_id = $1 and made.sort_key = outcome.sort_key for update;
  if not (seen <=> is_recent) then
    signal sqlstate '40001' set message_text = 'could not serialize access: another program moved the {name}';
  end if;
end if;
{#if has_implicit_state}
if outcome.sort_key is null then -- it has not moved yet
  set outcome.from_state = {implicit_state}, outcome.sort_key = 0, outcome.created_at = 0;
end if;
{#else if not is_creation}
if outcome.sort_key is null{#if keeps_creation} or creation.sort_key is null{/if} then
  {>refuse_not_found}
end if;
{/if}

{define write_row}
set seen = {>row_writer_name}($1, outcome.sort_key, {event}, outcome.from_state, outcome.to_state,
  outcome.created_at, {>who_moves}, {request_id}{#each columns},
  {given_or_null}{/each});
delete from {>mover_table} where {name}_id = $1;
