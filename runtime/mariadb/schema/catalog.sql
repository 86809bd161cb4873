-- The catalog's definitions of Pawl's objects ---------------------------------------------------------
-- These run with the privileges of Pawl's owner, so that each caller gets the same result: other logins see neither the
-- bodies of routines nor tables without privileges.

-- Returns whether an object belongs to of_machine, or to the shared schema if that is ''. It belongs to the machine or flow
-- with the longest name that begins the object's name, followed by _, or by $ for a call of a guard or effect; a flow has only
-- the functions that start it and send it signals. An archive is a table that pawlctl creates later.
create or replace definer = pawl_database_owner function pawl_database.pawl_is_of(
  name varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, of_machine varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin
) returns boolean reads sql data
return (of_machine = '' or left(name, char_length(of_machine) + 1) in (concat(of_machine, '_'), concat(of_machine, '$')))
  and name <> concat(of_machine, '_archive')
  and (substr(name, char_length(of_machine) + 1) regexp '^_(start[$]|signal_)'
    or not exists (select 1 from pawl_database.pawl_flows known where known.flow = of_machine))
  and not exists (select 1 from pawl_database.pawl_machines known where char_length(known.machine) > char_length(of_machine)
    and left(name, char_length(known.machine) + 1) in (concat(known.machine, '_'), concat(known.machine, '$')))
  and not exists (select 1 from pawl_database.pawl_flows known where char_length(known.flow) > char_length(of_machine)
    and left(name, char_length(known.flow)) = known.flow
    and substr(name, char_length(known.flow) + 1) regexp '^_(start[$]|signal_)') //

-- Returns an array of object and definition; a definition is empty if the owner may not see it. For the shared schema these
-- are all objects of no machine, from any creator. Guards and effects are in the application's database, and so is the
-- table of `storage transitions`, of which this returns the triggers. information_schema parses each routine that it
-- returns: those of all databases, unless the database is named in utf8mb3. A cursor would do so twice, once for the
-- columns. Long lists are read only for names that begin with the machine's name.
create or replace definer = pawl_database_owner function pawl_database.pawl_catalog(
  of_machine varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, application varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin reads sql data
begin
  declare found longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  set statement group_concat_max_len = 1073741824, sql_quote_show_create = true for -- as in the text of checks
  select json_arrayagg(json_object('object', made.object, 'definition', made.definition) order by made.object) into found from (
    select concat('table ', own.table_name) as object, concat_ws(' ', own.engine, has.columns) as definition
      from information_schema.tables own
        left join (select part.table_name, group_concat(concat_ws(' ', part.column_name, part.column_type, part.collation_name,
            if(part.is_nullable = 'NO', 'not null', null), concat('default ', part.column_default), part.extra,
            part.generation_expression) order by part.ordinal_position separator ', ') as columns
          from information_schema.columns part
          where part.table_schema = 'pawl_database' and left(part.table_name, char_length(of_machine)) = of_machine
          group by part.table_name) has
          on has.table_name = own.table_name
      where own.table_schema = 'pawl_database' and own.table_type <> 'VIEW'
        and pawl_database.pawl_is_of(own.table_name, of_machine)
    union all
    select concat('index ', own.table_name, '.', own.index_name),
        concat(if(min(own.non_unique), 'create index on ', 'create unique index on '), own.table_name, ' (',
          group_concat(own.column_name, coalesce(concat(' ', own.sub_part), '') order by own.seq_in_index separator ', '), ')')
      from information_schema.statistics own
      where own.table_schema = 'pawl_database' and pawl_database.pawl_is_of(own.table_name, of_machine)
      group by own.table_name, own.index_name
    union all
    select concat('constraint ', own.table_name, '.', own.constraint_name),
        concat('foreign key (', group_concat(own.column_name order by own.ordinal_position), ') references ',
          min(own.referenced_table_schema), '.', min(own.referenced_table_name), ' (',
          group_concat(own.referenced_column_name order by own.ordinal_position), ')')
      from information_schema.key_column_usage own
      where own.table_schema = 'pawl_database' and own.referenced_table_name is not null
        and pawl_database.pawl_is_of(own.table_name, of_machine)
      group by own.table_name, own.constraint_name
    union all
    select concat('constraint ', own.table_name, '.', own.constraint_name), concat('check (', own.check_clause, ')')
      from information_schema.check_constraints own
      where own.constraint_schema = 'pawl_database' and pawl_database.pawl_is_of(own.table_name, of_machine)
    union all
    select concat('view ', own.table_name), concat_ws(' ', own.definer, own.security_type, own.view_definition)
      from information_schema.views own
      where own.table_schema = 'pawl_database' and pawl_database.pawl_is_of(own.table_name, of_machine)
    union all
    select concat('trigger ', own.trigger_name), concat_ws(' ', own.definer, own.action_timing, own.event_manipulation,
        own.event_object_table, own.action_statement)
      from information_schema.triggers own
      where own.event_object_schema = 'pawl_database' and pawl_database.pawl_is_of(own.event_object_table, of_machine)
    union all
    select concat('trigger ', own.trigger_name), concat_ws(' ', own.definer, own.action_timing, own.event_manipulation,
        own.event_object_table, own.action_statement)
      from information_schema.triggers own
      where own.event_object_schema = convert(application using utf8mb3)
        and own.event_object_table = convert(concat(of_machine, '_transitions') using utf8mb3)
        and not exists (select 1 from information_schema.tables kept
          where kept.table_schema = 'pawl_database' and kept.table_name = own.event_object_table
            and kept.table_type <> 'VIEW')
    union all
    select concat(lower(own.routine_type), ' ', own.routine_name), concat_ws(' ', own.definer, own.security_type,
        own.sql_data_access, own.sql_mode, own.collation_connection, concat('(', coalesce(takes.parameters, ''), ')'),
        own.dtd_identifier, own.routine_definition)
      from (select * from information_schema.routines lies where lies.routine_schema = 'pawl_database'
            and left(lies.routine_name, char_length(of_machine)) = of_machine and pawl_database.pawl_is_of(lies.routine_name, of_machine)
          union all
          select * from information_schema.routines lies
            where lies.routine_schema = convert(application using utf8mb3) and of_machine <> ''
              and (lies.definer = (select self.definer
                  from information_schema.routines self
                  where self.routine_schema = 'pawl_database' and self.routine_name = 'pawl_catalog')
                or exists (select 1 from pawl_database.pawl_objects was -- also if another login has replaced it
                  where was.machine = of_machine and was.object = concat('function ', lies.routine_name)))
              and left(lies.routine_name, char_length(of_machine) + 7) in (concat(of_machine, '_guard_'), concat(of_machine, '_effect'))
              -- guards of a machine voucher_guard are named voucher_guard_guard_
              and not exists (select 1 from pawl_database.pawl_machines known
                where char_length(known.machine) > char_length(of_machine)
                  and left(lies.routine_name, char_length(known.machine) + 7)
                    in (concat(known.machine, '_guard_'), concat(known.machine, '_effect')))
        ) own
        left join (select part.specific_schema, part.specific_name,
            group_concat(part.parameter_name, ' ', part.dtd_identifier order by part.ordinal_position separator ', ') as parameters
          from (select * from information_schema.parameters lies where lies.specific_schema = 'pawl_database'
                and left(lies.specific_name, char_length(of_machine)) = of_machine
              union all
              select * from information_schema.parameters lies
                where lies.specific_schema = convert(application using utf8mb3) and of_machine <> '') part
          where part.ordinal_position > 0
          group by part.specific_schema, part.specific_name) takes
          on takes.specific_schema = own.routine_schema and takes.specific_name = own.routine_name
  ) made;
  return coalesce(found, '[]');
end //

-- The functions that the logins of pawl_grants may call, among those of applications. Programs call an event by the version's name
-- and the event's number.
create or replace definer = pawl_database_owner sql security definer view pawl_database.pawl_granted as
  select distinct held.login, held.machine, own.routine_name
    from pawl_database.pawl_grants held
      join pawl_database.pawl_machines known on known.machine = held.machine
      join json_table(known.model, '$.events[*]' columns (number for ordinality, name varchar(64) path '$.name')) event
      join information_schema.routines own on own.routine_schema = 'pawl_database'
    where held.event in ('', event.name) and own.routine_name regexp concat('^', known.machine, '_(', event.name, '(_many)?[$][0-9]+|[0-9]+_',
          known.fingerprint, '_', event.number, '(_all|_own)?|spelling)\z')
      or held.event = '' and own.routine_name regexp concat('^', known.machine, '_(pending_.*|(fire|fail)_deferred)\z') //

-- Grants them, with the rights of the deploying login. A login that is gone is skipped.
create or replace definer = pawl_database_owner procedure pawl_database.pawl_grant_calls(
  of_machine varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin
) sql security invoker
begin
  declare continue handler for 1133, 1396 begin end;
  if exists (select 1 from pawl_database.pawl_grants held where held.machine = of_machine) then
    for granted in (select held.routine_name as routine, held.login from pawl_database.pawl_granted held where held.machine = of_machine) do
      execute immediate concat('grant execute on function pawl_database.`', granted.routine, '` to ''', regexp_replace(replace(granted.login, '''', ''''''), '@(?=[^@]*$)', '''@'''), '''');
    end for;
  end if;
end //

-- Records the objects of a machine, or of the shared schema if of_machine is ''.
create or replace definer = pawl_database_owner function pawl_database.pawl_record(
  of_machine varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, application varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin
) returns boolean
begin
  declare present longtext character set utf8mb4 collate utf8mb4_nopad_bin default pawl_database.pawl_catalog(of_machine, application);
  delete from pawl_database.pawl_objects where machine = of_machine;
  insert into pawl_database.pawl_objects (machine, object, definition)
    select of_machine, made.object, made.definition
      from json_table(present, '$[*]' columns (object varchar(255) path '$.object', definition longtext path '$.definition')) made
      where of_machine <> '' or substring_index(made.object, ' ', -1) like 'pawl|_%' escape '|';
  -- A deployment by a login that cannot grant mysql.proc did not see its own guards and effects; a later deployment shows them.
  insert into pawl_database.pawl_objects (machine, object, definition)
    select known.machine, made.object, made.definition
      from pawl_database.pawl_machines known,
        json_table(pawl_database.pawl_catalog(known.machine, application), '$[*]' columns (object varchar(255) path '$.object', definition longtext path '$.definition')) made
      where of_machine = '' and known.is_deployed and made.object regexp '^function [^$]*_(guard|effect)_'
        and not exists (select 1 from pawl_database.pawl_objects was
          where was.machine = known.machine and was.object regexp '^function [^$]*_(guard|effect)_');
  return true;
end //

-- Ends the deployment of a machine whose entity's column cannot be its key. Runs with the privileges of the deploying login.
-- Does not look at what the login cannot see: the statement that needs it fails.
create or replace definer = pawl_database_owner procedure pawl_database.pawl_require_parent(
  in $1 longtext character set utf8mb4 collate utf8mb4_nopad_bin, in $2 longtext character set utf8mb4 collate utf8mb4_nopad_bin, in $3 longtext character set utf8mb4 collate utf8mb4_nopad_bin, in $4 longtext character set utf8mb4 collate utf8mb4_nopad_bin, in $5 longtext character set utf8mb4 collate utf8mb4_nopad_bin, in $6 longtext character set utf8mb4 collate utf8mb4_nopad_bin, in $7 longtext character set utf8mb4 collate utf8mb4_nopad_bin
) sql security invoker
comment 'machine, database, table and column of its entities, type of the key, database of its rows, types of columns for the key'
begin
  declare size bigint;
  declare kind, referred, key_type, shown, problem longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  select known.table_type into kind from information_schema.tables known where (known.table_schema, known.table_name) = ($2, $3);
  select min(concat(known.referenced_table_schema, '.', known.referenced_table_name)) into referred
    from information_schema.key_column_usage known
    where known.table_schema = $6 and known.table_name in (concat($1, '_current'), concat($1, '_transitions'))
      and known.constraint_name in (concat($1, '_current_parent'), concat($1, '_transitions_parent'))
      and (known.referenced_table_schema, known.referenced_table_name) <> ($2, $3);
  select known.data_type, coalesce(known.character_maximum_length, 0), if(known.data_type like '%char' or known.data_type like '%binary',
      known.column_type, known.data_type) into key_type, size, shown from information_schema.columns known
    where (known.table_schema, known.table_name, known.column_name) = ($2, $3, $4);
  if kind not in ('BASE TABLE', 'SYSTEM VERSIONED') then
    set problem = concat('machine ', $1, ' moves the rows of a table, and ', $2, '.', $3, ' is a ', lower(kind),
      '; nothing was changed: name the table itself, or, where somebody has put this in its place, give the table its name again');
  elseif referred is not null then
    set problem = concat('the rows of machine ', $1, ' refer to ', referred, ', and not to ', $2, '.', $3,
      '; nothing was changed: give that table its name again, or apply this to the database of that table');
  elseif case when $5 in ('1', 'text') then key_type in ('float', 'double', 'decimal', 'bit', 'year', 'date', 'time', 'datetime', 'timestamp',
        'tinytext', 'text', 'mediumtext', 'longtext')
      else not find_in_set(key_type, $7) or $5 = 'uuid' and key_type <> 'uuid' and (key_type not in ('char', 'varchar') or size < 36) end then
    set problem = concat($2, '.', $3, '.', $4, ' has the type ', shown, ', and the key of machine ', $1, ' is of type ', $5,
      '; nothing was changed: ', case when key_type = 'bigint' then 'write `bigint` for the key in the `entity` line'
        when key_type in ('tinyint', 'smallint', 'mediumint', 'int') then 'write `int` or `bigint` for the key in the `entity` line'
        when key_type = 'uuid' then 'write `uuid` for the key in the `entity` line'
        when key_type in ('tinytext', 'text', 'mediumtext', 'longtext') then concat('make the column ',
          if($5 = 'uuid', 'uuid or char(36)', 'varchar(255)'), ', since no index of the whole of it is possible')
        when key_type in ('char', 'varchar') then concat('write `text` for the key in the `entity` line',
          if($5 = 'uuid', ', or make the column uuid or char(36)', ''))
        when $5 = 'uuid' then 'make the column uuid or char(36)'
        when key_type = 'varbinary' then 'write `text` for the key in the `entity` line'
        else 'keys are of the type text, bigint, int or uuid' end);
  elseif exists (select 1 from information_schema.statistics known
      where (known.table_schema, known.table_name, known.column_name) = ($2, $3, $4))
    and not exists (select 1 from information_schema.statistics known
      where (known.table_schema, known.table_name, known.column_name) = ($2, $3, $4) and known.non_unique = 0
        and not exists (select 1 from information_schema.statistics other
          where (other.table_schema, other.table_name) = ($2, $3)
            and other.index_name = known.index_name and other.seq_in_index > 1)) then
    set problem = concat($2, '.', $3, '.', $4, ' may have the same value in several rows, and is the key of machine ', $1,
      '; nothing was changed: name a column that is a primary key or unique, or make it so');
  end if;
  if problem is not null then
    signal sqlstate '45000' set message_text = problem;
  end if;
end //

-- Ends the deployment of a machine if it is deployed in another version; creates its gates. is_strict: written with --strict.
create or replace definer = pawl_database_owner function pawl_database.pawl_begin_machine(
  $1 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $2 longtext character set utf8mb4 collate utf8mb4_nopad_bin, is_strict boolean
) returns boolean
comment 'machine, fingerprint'
begin
  declare problem longtext character set utf8mb4 collate utf8mb4_nopad_bin;
  if not is_strict and exists (select 1 from information_schema.columns own
      where own.table_schema = 'pawl_database' and own.table_name = 'pawl_machines' and own.column_name = 'pawl_pass') then
    signal sqlstate '45000' set message_text = 'the machines of this database were written with pawl --strict; nothing was changed: write this one so, too';
  elseif exists (select 1 from pawl_database.pawl_migrations begun where $1 in (begun.machine, begun.old_machine)) then
    set problem = concat('machine ', $1, ' is being migrated; nothing was changed: apply that migration again, which ends it');
  elseif exists (select 1 from pawl_database.pawl_machines known
      where known.machine = $1 and known.fingerprint <> $2 and known.is_deployed) then
    set problem = concat('machine ', $1, ' is deployed in another version; nothing was changed: apply the SQL of the deployed version');
  end if;
  if problem is not null then
    signal sqlstate '45000' set message_text = problem;
  end if;
  return pawl_database.pawl_make_gate($1);
end //

-- Returns the type of a parameter for a key. In four bytes, like the texts that hold keys: the server's own tables know three. A
-- key that is longer than its column is no error, but there is none of that name.
create or replace definer = pawl_database_owner function pawl_database.pawl_key_type(
  $1 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $2 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $3 longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin reads sql data
comment 'database, table and column of the entities'
return (select convert(concat(case parent.data_type when 'char' then 'char(255)'
      when 'varchar' then 'varchar(1025)' when 'varbinary' then 'varbinary(1025)' else parent.column_type end,
    coalesce(concat(' character set ', parent.character_set_name, ' collate ', parent.collation_name), '')) using utf8mb4)
  from information_schema.columns parent where (parent.table_schema, parent.table_name, parent.column_name) = ($1, $2, $3)) //

-- Returns the expression that compares keys like their column.
create or replace definer = pawl_database_owner function pawl_database.pawl_key_compared(
  $1 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $2 longtext character set utf8mb4 collate utf8mb4_nopad_bin, $3 longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin reads sql data
comment 'database, table and column of the entities'
return (select convert(case
    when parent.character_set_name is not null then concat(if(parent.data_type = 'char', 'rtrim', ''),
      '(convert(given.id using ', parent.character_set_name, ') collate ', parent.collation_name, ')')
    when parent.data_type in ('uuid', 'inet4', 'inet6') then concat('coalesce(cast(cast(given.id as ', parent.data_type, ') as char), given.id)')
    else 'given.id' end using utf8mb4)
  from information_schema.columns parent where (parent.table_schema, parent.table_name, parent.column_name) = ($1, $2, $3)) //
