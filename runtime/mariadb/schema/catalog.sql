-- The catalog's definitions of Pawl's objects ---------------------------------------------------------
--
-- These run with the privileges of Pawl's owner, so that each caller gets the same result: other logins see neither the
-- bodies of routines nor tables without privileges.

delimiter //

-- Returns whether an object belongs to of_machine, or to the shared schema if that is ''. It belongs to the machine
-- with the longest name that begins the object's name, followed by _, or by $ for a call of a guard or effect. An archive is a
-- table that pawlctl creates later.
create or replace definer = pawl_database_owner function pawl_database.pawl_is_of(
  name varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin, of_machine varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin
) returns boolean
not deterministic reads sql data sql security definer
return (of_machine = '' or left(name, char_length(of_machine) + 1) in (concat(of_machine, '_'), concat(of_machine, '$')))
  and name <> concat(of_machine, '_archive')
  and not exists (select 1 from pawl_database.pawl_machines known
    where char_length(known.machine) > char_length(of_machine)
      and left(name, char_length(known.machine) + 1) in (concat(known.machine, '_'), concat(known.machine, '$'))) //

-- Returns an array of object and definition; a definition is empty if the owner may not see it. For the shared schema these
-- are all objects of no machine, from any creator. Guards and effects are in the application's database, and so is the
-- table of `storage transitions`, of which this returns the triggers. information_schema parses each routine that it
-- returns: those of all databases, unless the database is named in utf8mb3. A cursor would do so twice, once for the
-- columns. Long lists are read only for names that begin with the machine's name.
create or replace definer = pawl_database_owner function pawl_database.pawl_catalog(
  of_machine varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, application varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin
not deterministic reads sql data sql security definer
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

-- Records the objects of a machine, or of the shared schema if of_machine is ''.
create or replace definer = pawl_database_owner function pawl_database.pawl_record(
  of_machine varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin, application varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin
) returns boolean
not deterministic modifies sql data sql security definer
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

delimiter ;
