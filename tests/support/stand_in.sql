-- Stands in for Citus in a database of one node: what SQL that --distribute=citus has written calls, under the names and with
-- the parameters that Citus 13 has. So the SQL is applied and run as it is; that entities are spread, and that functions run
-- where they are, only tests/citus/run shows. There is no worker but those that a test writes into stand_in_workers: what they are
-- told is done in this database, with the search_path of who connects there, or they do not answer. It is applied by a
-- superuser.
set allow_system_table_mods = on;

-- partkey is the name of the column here
create table pg_catalog.pg_dist_partition (logicalrelid regclass primary key, partmethod "char" not null, partkey text,
  repmodel "char" not null default 's', colocationid integer not null default 1);
grant select, insert on pg_catalog.pg_dist_partition to public;
create table pg_catalog.pg_dist_schema (colocationid integer);
grant select on pg_catalog.pg_dist_schema to public;
create function pg_catalog.column_to_column_name(table_name regclass, column_var text) returns text language sql as 'select $2';

create table pg_catalog.stand_in_workers (nodename text not null, answers boolean not null, says text);
grant select on pg_catalog.stand_in_workers to public;

create function pg_catalog.run_command_on_workers(command text, parallel boolean default true)
returns table (nodename text, nodeport integer, success boolean, result text)
language plpgsql set search_path = "$user", public as $$
declare
  says text;
begin
  for run_command_on_workers.nodename, success, says in select worker.nodename, worker.answers, worker.says from pg_catalog.stand_in_workers worker loop
    nodeport := 5432;
    result := case when not success then coalesce(says, format('failed to connect to %s:%s', nodename, nodeport)) end;
    begin
      if success and command like 'select%' then
        execute command into result;
      elsif success then
        execute command;
      end if;
    exception when others then
      success := false;
      result := sqlerrm;
    end;
    return next;
  end loop;
end $$;

-- Of Citus it also has that it refuses what is no table, or is distributed already, and columns that are not there.
create function pg_catalog.create_distributed_table(table_name regclass, distribution_column text,
  distribution_type text default 'hash', colocate_with text default 'default', shard_count integer default null)
returns void language plpgsql as $$
begin
  if not exists (select from pg_attribute col where col.attrelid = $1 and col.attname = $2 and col.attnum > 0) then
    raise exception 'column "%" of relation "%" does not exist', $2, $1;
  end if;
  if $4 not in ('default', 'none') and not exists (
      select from pg_dist_partition known where known.logicalrelid = $4::regclass) then
    raise exception 'relation % is not distributed', $4;
  end if;
  if exists (select from pg_index own where own.indrelid = $1 and own.indisunique and not (
      select col.attnum from pg_attribute col where col.attrelid = $1 and col.attname = $2) = any (own.indkey)) then
    raise exception 'cannot create constraint on "%"', $1;
  end if;
  insert into pg_dist_partition values ($1, 'h', $2);
end $$;

create function pg_catalog.create_distributed_function(function_name regprocedure, distribution_arg_name text default null,
  colocate_with text default 'default', force_delegation boolean default null)
returns void language plpgsql as $$
begin
  if $2 is distinct from '$1' or not exists (
      select from pg_dist_partition known where known.logicalrelid = $3::regclass) then
    raise exception 'cannot distribute the function "%"', $1;
  end if;
end $$;

-- Makes a shard of each distributed table, TABLE_102008, with what Citus gives to shards: columns, owner, rights, and triggers
-- but for those on TRUNCATE (32, pg_trigger.h). It has the rows, too, which on workers are nowhere else.
create procedure pg_catalog.make_shards() language plpgsql as $$
declare
  own record;
begin
  for own in select relation.oid, relation.relacl, relation.relowner::regrole as owner,
      relation.oid::regclass as name, format('public.%I', relation.relname || '_102008') as shard
      from pg_dist_partition known join pg_class relation on relation.oid = known.logicalrelid loop
    execute format('create table %s (like %s including all)', own.shard, own.name);
    execute format('insert into %s select * from %s', own.shard, own.name);
    execute format('alter table %s owner to %s', own.shard, own.owner);
    update pg_class set relacl = own.relacl where oid = own.shard::regclass;
    execute coalesce((select string_agg(format('%s; alter table %s enable always trigger %s',
        regexp_replace(pg_get_triggerdef(known.oid), format('TRIGGER %s (.*) ON [^ ]+ ', known.tgname),
          format('TRIGGER %s_102008 \1 ON %s ', known.tgname, own.shard)), own.shard, known.tgname || '_102008'), '; ')
      from pg_trigger known
      where known.tgrelid = own.oid and not known.tgisinternal and known.tgtype & 32 = 0), '');
  end loop;
end $$;

reset allow_system_table_mods;
