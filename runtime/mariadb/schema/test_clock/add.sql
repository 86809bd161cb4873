-- The test clock --------------------------------------------------------------------------------------
-- Only a database that was set up with it has this part, which is never added to a database with machines or flows.
begin not atomic
  if not exists (select 1 from pawl_database.pawl_objects known where known.object = 'procedure pawl_test_clock_add')
     and (exists (select 1 from pawl_database.pawl_machines) or exists (select 1 from pawl_database.pawl_flows)) then
    signal sqlstate '45000' set message_text = 'this database was deployed without a test clock; nothing was changed: a test clock is set up before the first machine or flow, so use an empty database';
  end if;
end //

-- Moves all times in Pawl's tables back, as if this duration had passed. A column of the types of this server does not show
-- that it is a time: in a history the machine's model does, elsewhere its name.
create or replace definer = pawl_database_owner procedure pawl_database.pawl_test_clock_add($1 bigint)
comment 'microseconds'
begin
  declare begins boolean default not @@in_transaction;
  declare exit handler for sqlexception begin
    if begins then
      rollback;
    end if;
    resignal;
  end;
  if $1 is null or $1 < 0 or $1 > 3155760000000000 then
    signal sqlstate '22023' set message_text = 'a duration is not less than nothing, and at most 100 years';
  elseif exists (select 1 from information_schema.columns own
      where own.table_schema = 'pawl_database' and own.table_name = 'pawl_machines' and own.column_name = 'pawl_pass') then
    signal sqlstate '45000' set message_text = 'the test clock does not move the times of machines that were written with pawl --strict: test them without it';
  end if;
  if begins then
    start transaction;
  end if;
  for moved in (
    with history as (
      select distinct known.machine, concat(known.machine, suffix.text) as name
        from pawl_database.pawl_machines known join (select '_transitions' as text union all select '_archive') suffix
    )
    select concat('update `', part.table_schema, '`.`', part.table_name, '` set ',
        group_concat('`', part.column_name, '` = `', part.column_name, '` - ',
          if(part.data_type = 'bigint', $1, concat('interval ', $1, ' microsecond')) order by part.ordinal_position separator ', ')) as statement,
        -- how Pawl's functions write to an enforced table of `storage transitions`
        (select concat(' pawl_database.`', mover.table_name, '`') from information_schema.tables mover
          where part.table_schema <> 'pawl_database' and mover.table_schema = 'pawl_database'
            and mover.table_name = concat(part.table_name, '_mover')) as mover,
        max(history.machine) as machine, concat('`', part.table_schema, '`.`', part.table_name, '`') as name
      from information_schema.columns part
        join information_schema.tables own on (own.table_schema, own.table_name) = (part.table_schema, part.table_name)
          and own.table_type = 'BASE TABLE'
        left join history on history.name = part.table_name
      where (part.table_schema = 'pawl_database' or part.table_schema = 'pawl_application' and history.name is not null
          and not exists (select 1 from information_schema.tables other where other.table_schema = 'pawl_database'
            and other.table_name = part.table_name and other.table_type = 'BASE TABLE'))
        and part.data_type in ('bigint', 'datetime', 'timestamp') and coalesce(part.generation_expression, '') = ''
        and if(history.name is null,
          part.column_name in ('at', 'since', 'before_since', 'after_since', 'until', 'leased_until') or part.column_name like '%|_at' escape '|',
          part.column_name in ('created_at', 'updated_at', 'archived_at')
            or exists (select 1 from pawl_database.pawl_machines known,
                json_table(known.model, '$.columns[*]' columns (name varchar(64) path '$.name', type varchar(16) path '$.type')) given
              where known.machine = history.machine and given.type = 'timestamp' and given.name = part.column_name))
      group by part.table_schema, part.table_name)
  do
    if moved.mover is not null then
      execute immediate concat('insert into', moved.mover, ' (`', moved.machine, '_id`, connection) select distinct `', moved.machine,
        '_id`, connection_id() from ', moved.name);
    end if;
    execute immediate moved.statement;
    if moved.mover is not null then
      execute immediate concat('delete from', moved.mover, ' where connection = connection_id()');
    end if;
  end for;
  if begins then
    commit;
  end if;
end //
begin not atomic
  declare continue handler for 1133, 1959 begin end; -- a database without roles
  grant execute on procedure pawl_database.pawl_test_clock_add to pawl_database_app, pawl_database_operator;
end //
