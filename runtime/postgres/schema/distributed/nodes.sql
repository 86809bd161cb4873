-- Distributed entities ----------------------------------------------------------------------------------

-- Runs a command on each worker, in its own transaction, and only on that node. The connection uses the login's search_path,
-- and so does the command. Pass each argument with the exact type of its parameter, so that no overload of another
-- login matches better.
create or replace procedure public.pawl_on_workers(command text)
language plpgsql set search_path = pg_catalog, pg_temp as $pawl$
declare
  answer record;
begin
  for answer in select * from run_command_on_workers(format('do %L',
      format('begin set local search_path = pg_catalog, pg_temp; set local citus.enable_ddl_propagation = off; execute %L; end', $1))) loop
    if not answer.success then
      raise exception 'node %:%, as %: %', answer.nodename, answer.nodeport, current_user, answer.result
        using errcode = 'PW006',
          hint = case when answer.result like 'failed to connect%'
            then format('Start it, or let %I of this database in there by its pg_hba.conf; its log says which. ', current_user)
            else '' end || 'What was done on other nodes stays; do the same again then.';
    end if;
  end loop;
end
$pawl$;

-- A machine's rows are kept on the node of their entity, so the entities must be distributed by their key.
create or replace procedure public.pawl_require_entities_on_nodes(relation text, key_column text)
language plpgsql as $pawl$
declare
  own record;
  found_as text;
  remedy text;
begin
  select known.partmethod as method, column_to_column_name(known.logicalrelid, known.partkey) as key_column,
      known.repmodel = 't' as is_reference, known.colocationid = 0 as is_local,
      exists (select from pg_dist_schema tenant where tenant.colocationid = known.colocationid) as has_schema
    into own from pg_dist_partition known where known.logicalrelid = $1::regclass;
  found_as := case
    when own.method is null then 'not distributed'
    when own.method = 'h' and own.key_column = (parse_ident($2))[1] then null
    when own.method = 'h' then format('distributed by its column %I', own.key_column)
    when own.method = 'r' then 'distributed by ranges'
    when own.method = 'a' then 'distributed by append'
    when own.is_reference then 'a reference table'
    when own.has_schema then 'in a schema that Citus keeps on one node'
    when own.is_local then 'one of the coordinator in the metadata of Citus'
    else 'distributed as a single shard' end;
  if found_as is null then
    return;
  end if;
  remedy := case
    when own.method = 'h' then format('select alter_distributed_table(%L, distribution_column := %L)', $1, $2)
    when own.has_schema then 'Have it in a schema that is not distributed, select create_distributed_table there'
    else case when own.method is null then '' else format('select undistribute_table(%L); ', $1) end
      || format('select create_distributed_table(%L, %L)', $1, $2) end;
  raise exception 'table % is %, so that no node has its rows and their transitions; nothing was changed', $1, found_as
    using errcode = 'PW006', hint = remedy || '; and apply this again.';
end
$pawl$;

-- Returns the rows of the caller's query as JSON. Queries of a node run with this search_path.
create or replace function public.pawl_node_rows(query text) returns json
language plpgsql set search_path = pg_catalog, pg_temp as $pawl$
declare
  answer json;
begin
  execute format('select coalesce(json_agg(row_to_json(found)), ''[]'') from (%s) found', $1) into answer;
  return answer;
end
$pawl$;

-- Distributes a table by its key and keeps each row on its entity's node in `beside`. If that is null, Citus chooses.
create or replace procedure public.pawl_distribute(relation text, key_column text, beside text, beside_column text)
language plpgsql as $pawl$
#variable_conflict use_column
declare
  own record;
  other record;
begin
  perform set_config('pawl.spreads', 'yes', true);
  if exists (select from pg_dist_partition known where known.logicalrelid = $1::regclass and known.partmethod = 'h') then
    return;
  end if;
  if exists (select from pg_trigger own where own.tgrelid = $1::regclass and own.tgname = 'pawl_refuse_write') then
    raise exception 'table % was made for one node, and its rows are not moved to others; nothing was changed', $1
      using errcode = 'PW006', hint = 'Deploy this in another database, or write it without --distribute=citus.';
  end if;
  if $3 is not null then
    select col.atttypid, col.attcollation, format_type(col.atttypid, col.atttypmod) as written into own
      from pg_attribute col where col.attrelid = $1::regclass and col.attname = (parse_ident($2))[1];
    select col.atttypid, col.attcollation, format_type(col.atttypid, col.atttypmod) as written into other
      from pg_attribute col where col.attrelid = $3::regclass and col.attname = (parse_ident($4))[1];
    if own.atttypid <> other.atttypid or own.attcollation <> other.attcollation then
      raise exception 'column % of % is %, and must be % of the default collation to be colocated with its transitions; nothing was changed',
          $4, $3, other.written, own.written
        using errcode = 'PW006', hint = 'Change its type, and apply this again.';
    end if;
  end if;
  perform create_distributed_table($1::regclass, $2, colocate_with := coalesce($3, 'default'));
end
$pawl$;

-- Makes Citus run a function on the node of the entity in its first parameter, also within a transaction.
create or replace procedure public.pawl_distribute_function(signature text, beside text) language plpgsql as $pawl$
begin
  perform create_distributed_function($1::regprocedure, '$1', colocate_with := $2, force_delegation := true);
end
$pawl$;

-- Citus does not create TRUNCATE triggers on other nodes. So each node creates its own, on its copies of the tables and on
-- its shards. A moved or split shard keeps its trigger under another name. 32: on TRUNCATE (pg_trigger.h).
create or replace procedure public.pawl_protect_node() language plpgsql set search_path = pg_catalog, pg_temp as $pawl$
declare
  relation regclass;
begin
  for relation in
    select own.tgrelid from pg_trigger own
      where own.tgfoid = 'public.pawl_refuse_write()'::regprocedure and own.tgname like 'pawl\_refuse\_write%'
        and not exists (select from pg_trigger other
          where other.tgrelid = own.tgrelid and other.tgfoid = own.tgfoid and other.tgtype & 32 <> 0
            and other.tgqual is null and other.tgenabled = 'A')
  loop
    execute format('create or replace trigger pawl_refuse_truncate before truncate on %s for each statement
      execute function public.pawl_refuse_write()', relation);
    execute format('alter table %s enable always trigger pawl_refuse_truncate', relation);
  end loop;
end
$pawl$;
