-- Run by a superuser in an empty database, which then stands as the template of others: whoever creates a function or
-- procedure there finds, from then on, an overload of it for each call whose arguments are not of exactly its types. They
-- belong to :stranger, who may create in the schema and nothing else; whatever calls one fails.
create function plant_overloads() returns event_trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  made record;
  signature text;
begin
  for made in
    select code.oid, code.oid::regproc as name, case code.prokind when 'p' then 'procedure' else 'function' end as kind, code.pronargs, code.pronargdefaults, code.proargtypes::oid[] as types
      from pg_event_trigger_ddl_commands() command join pg_proc code on code.oid = command.objid
      where command.command_tag in ('CREATE FUNCTION', 'CREATE PROCEDURE') and not command.in_extension
        and command.classid = 'pg_proc'::regclass and code.proowner::regrole::text = 'pawl_owner'
  loop
    for signature in
      with place as (
        select number, type, case
            when type = 'text'::regtype then array['name', 'varchar', 'bpchar', 'anyelement', '"char"']
            when type in ('smallint'::regtype, 'integer'::regtype, 'bigint'::regtype, 'numeric'::regtype)
              then array['text', 'smallint', 'integer', 'bigint', 'numeric', 'double precision', 'anyelement']
            when type in ('date'::regtype, 'timestamp'::regtype, 'timestamptz'::regtype)
              then array['text', 'date', 'timestamp', 'timestamptz', 'anyelement']
            when type::text like '%[]' then array['text', 'text[]', 'varchar[]', 'name[]', 'integer[]', 'bigint[]',
              'numeric[]', 'boolean[]', 'timestamptz[]', 'anyarray', 'anyelement']
            else array['text', 'record', 'json', 'jsonb', 'anyelement'] end as others
          from unnest(made.types::regtype[]) with ordinality given (type, number)
      ),
      shape as (
        -- one argument of another type
        select array_agg(case when each.number = changed.number then other else each.type::text end order by each.number)
            as types
          from place changed cross join unnest(changed.others) other cross join place each
          group by changed.number, other
        union
        -- all that a null without a type fits, and all that a literal does
        select array_agg(case when type::text like '%[]' then type::text else 'text' end order by number) from place
        union
        select array_agg(case when type::text like '%[]' then 'text[]' else 'text' end order by number) from place
        union
        select array_agg(case when type = 'bigint'::regtype then 'integer' else type::text end order by number) from place
        union
        select array_agg(case when type = 'integer'::regtype then 'bigint' else type::text end order by number) from place
        union
        -- a call that leaves arguments out
        select (select array_agg(type::text order by number) from place where number <= shorter)
          from generate_series(made.pronargs - made.pronargdefaults, made.pronargs - 1) shorter
        union
        select array_agg(case when number < made.pronargs then type::text else 'variadic text[]' end order by number)
          from place
        union
        select array_agg(case when number < made.pronargs then type::text else 'variadic anyarray' end order by number)
          from place
        union
        select array['text'] where made.pronargs = 0
      )
      select distinct array_to_string(types, ', ') from shape where types is not null
    loop
      begin
        execute format($sql$create %s %s(%s) %s language plpgsql
            as 'begin raise exception $text$a planted overload runs: %s$text$; end'$sql$,
          made.kind, made.name, signature, case made.kind when 'function' then 'returns text' end, replace(made.oid::regprocedure || ' as ' || signature, '''', ''));
        execute format('alter %s %s(%s) owner to %I', made.kind, made.name, replace(signature, 'variadic ', ''),
          current_setting('planted.stranger'));
      exception when duplicate_function then null;
      end;
    end loop;
  end loop;
end
$$;
alter function plant_overloads() set planted.stranger = :'stranger';
create event trigger plant_overloads on ddl_command_end when tag in ('CREATE FUNCTION', 'CREATE PROCEDURE')
  execute function plant_overloads();

-- Likewise operators, for pairs of types that pg_catalog has none for: libpawl's statements, too, are read with the
-- search_path of the application. The tests' own SQL, which is no business of Pawl's, works with none of these.
do $$
declare
  pair record;
begin
  for pair in
    select sign, one::regtype, other::regtype
      from unnest(array['=', '<>']) sign,
        (values ('oid', 'regclass'), ('regclass', 'oid'), ('name', 'varchar'), ('text', 'varchar'), ('varchar', 'text'),
          ('integer', 'numeric'), ('bigint', 'numeric')) types (one, other)
    union all
    select sign, one::regtype, other::regtype
      from unnest(array['*', '/', '%', '+', '-']) sign,
        unnest(array['smallint', 'integer', 'bigint', 'float8', 'varchar', 'interval', 'timestamptz', 'json',
          'boolean']) one,
        unnest(array['smallint', 'integer', 'bigint', 'float8', 'varchar', 'interval', 'timestamptz', 'json',
          'boolean']) other
      where not exists (select from pg_operator known where known.oprname = sign
        and known.oprleft = one::regtype and known.oprright = other::regtype)
        and ((one, other) = ('bigint', 'interval') or sign = '%')
  loop
    execute format($sql$create or replace function public.planted(%s, %s) returns text language plpgsql
        as 'begin raise exception $text$a planted operator runs: %s %s$text$; end'$sql$, pair.one, pair.other, pair.one, pair.other);
    execute format('create operator public.%s (function = public.planted, leftarg = %s, rightarg = %s)',
      pair.sign, pair.one, pair.other);
  end loop;
end
$$;
