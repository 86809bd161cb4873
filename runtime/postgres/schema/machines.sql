-- Deploying machines -----------------------------------------------------------------------------------
-- The file of each machine calls these while it is deployed, as pawl_owner and with the deployment's search_path.

-- Returns whether Citus keeps the rows of a table elsewhere: distributed, or copied to each node.
create or replace function public.pawl_is_on_nodes(relation text) returns boolean language plpgsql as $pawl$
begin
  if to_regclass('pg_catalog.pg_dist_partition') is null then
    return false;
  end if;
  return exists (select from pg_dist_partition known where known.logicalrelid = to_regclass($1));
end
$pawl$;

-- SQL for one node needs the entities there: on other nodes no foreign key keeps an entity that has a current row.
create or replace procedure public.pawl_refuse_entities_on_nodes(machine text, relation text) language plpgsql as $pawl$
begin
  if public.pawl_is_on_nodes($2) then
    raise exception 'Citus has spread table % over nodes, and machine % is written for one node; nothing was changed', $2, $1
      using errcode = 'PW006',
        hint = format('Write it with --distribute=citus; or have all on the coordinator: select undistribute_table(%L).', $2);
  end if;
end
$pawl$;

-- Ends the deployment if the machine is deployed in another version, or another login owns an object with one of its names.
create or replace procedure public.pawl_begin_machine(machine text, fingerprint text, space text, names text[],
  adopted text) language plpgsql as $pawl$
#variable_conflict use_column
begin
  if exists (select from public.pawl_machines known
             where known.machine = $1 and known.fingerprint <> $2 and known.is_deployed) then
    raise exception 'machine % is deployed in another version; nothing was changed', $1
      using errcode = 'PW001',
            hint = case when public.pawl_is_on_nodes(format('%I.%I', $3, $1 || '_current'))
              then 'There are no migrations of machines that are spread over nodes: give the new version another name, or another database.'
              else 'Apply the migration that pawl diff --sql writes, or the SQL of the deployed version.' end;
  end if;
  call public.pawl_refuse_strangers($3, $4, $5);
end
$pawl$;

-- Each libpawl call and each event function uses MACHINE_model_ABI_FINGERPRINT(), which the planner replaces by `true`. After
-- it is dropped, programs of that version, connected or not, and functions that have started can do nothing more, with
-- any snapshot. Programs of an older libpawl identify their version in another way and fail, too. The functions of the
-- other accepted versions get the name that the current libpawl calls.
create or replace procedure public.pawl_accept_programs(machine text, fingerprint text, abi integer, space text)
language plpgsql as $pawl$
#variable_conflict use_column
declare
  prefix constant text := $1 || '_model_' || $3 || '_';
  other record;
begin
  for other in
    select $2 as fingerprint
    union all
    select known.fingerprint from public.pawl_machines known
      where known.machine = $1 and known.fingerprint <> $2 and known.is_accepted
        and to_regprocedure(format('%I.%I()', $4, prefix || known.fingerprint)) is null
  loop
    execute format('create or replace function %I.%I() returns boolean language sql immutable as ''select true''',
      $4, prefix || other.fingerprint);
    execute format('comment on function %I.%I() is ''Exists as long as programs of this version are accepted.''',
      $4, prefix || other.fingerprint);
  end loop;
  for other in
    select code.oid::regprocedure as name
      from public.pawl_machines known join pg_proc code
        on code.proname ~ ('^' || $1 || '_model_([0-9]+_)?' || known.fingerprint || '$')
          and code.proname <> prefix || known.fingerprint
        join pg_namespace n on n.oid = code.pronamespace and n.nspname = $4
      where known.machine = $1 and code.pronargs = 0 and pg_has_role(code.proowner, 'usage')
  loop
    execute format('drop function %s', other.name);
  end loop;
end
$pawl$;

-- Records the deployed version of a machine.
create or replace procedure public.pawl_register(machine text, fingerprint text, abi integer, model json)
language sql as $pawl$
  insert into public.pawl_machines as known (machine, fingerprint, abi, deployed_at, model)
    values ($1, $2, $3, clock_timestamp(), $4)
    on conflict (machine, fingerprint)
      do update set model = excluded.model, abi = excluded.abi, is_accepted = true, is_deployed = true,
        deployed_at = case when known.is_deployed then known.deployed_at else excluded.deployed_at end
$pawl$;

-- The key of the entities must have the type from the file, or foreign keys could not reference it. `declared`: text, bigint, or null
-- for any; `fits`: for each of these, the types of columns. Pawl compares keys as exact texts. If their column treats different texts as equal (char(n) ignores spaces at the end),
-- two keys would share an entity, and each would have a current row.
create or replace procedure public.pawl_refuse_key(machine text, relation text, key_column text, declared text, fits text)
language plpgsql as $pawl$
declare
  its record;
begin
  with recursive kept (type, base, written, collation_of) as (
    select t.oid, t.typbasetype, format_type(a.atttypid, a.atttypmod), a.attcollation
      from pg_attribute a join pg_type t on t.oid = a.atttypid
     where a.attrelid = to_regclass($2) and a.attname = (parse_ident($3))[1] and a.attnum > 0 and not a.attisdropped
    union all
    select t.oid, t.typbasetype, kept.written, kept.collation_of from kept join pg_type t on t.oid = kept.base
  )
  select kept.written, coalesce(' collate ' || quote_ident(c.collname), '') as collated, t.typcategory = 'S' as is_text,
      array(select split_part(fit, ':', 1) from unnest(string_to_array($5, ';')) fit
        where case when t.typcategory = 'S' then 'text' else format_type(t.oid, null) end = any (string_to_array(split_part(fit, ':', 2), ','))) as declarable,
      format_type(t.oid, null) = any (string_to_array(split_part(split_part($5, 'text:', 2), ';', 1), ',')) and c.collisdeterministic as is_exact
    into its from kept join pg_type t on t.oid = kept.type left join pg_collation c on c.oid = kept.collation_of where kept.base = 0;
  if $4 <> all (its.declarable) then
    raise exception '%.% has the type %, and the key of machine % is of type %; nothing was changed', $2, $3, its.written, $1, $4
      using errcode = 'PW003', hint = coalesce('Write `' || its.declarable[1] || '` for the key in the `entity` line, and run pawl again.',
        'Keys are of the type text, bigint, int or uuid: alter the column, or name another one that is unique.');
  elsif its.is_text and not its.is_exact then
    raise exception 'machine %: %.% is %, which takes different texts for the same; nothing was changed',
        $1, $2, $3, its.written || its.collated
      using errcode = 'PW003', hint = 'Make it text, or varchar, with a deterministic collation.';
  end if;
end
$pawl$;

-- `kind` is a type for the column of `mirror`.
create or replace procedure public.pawl_require_mirror(machine text, relation text, state_column text, kind text)
language plpgsql as $pawl$
begin
  if to_regclass($2) is not null and not exists (select from pg_attribute a
      where a.attrelid = to_regclass($2) and a.attname = (parse_ident($3))[1] and a.attnum > 0 and not a.attisdropped) then
    raise exception 'machine %: % has no column %, in which `mirror` keeps the state; nothing was changed', $1, $2, $3
      using errcode = 'PW003', hint = format('Add it: alter table %s add column %s %s;', $2, $3, $4);
  end if;
end
$pawl$;

-- A column that transitions write must accept each state unchanged. This assigns each state like an update does: with a
-- cast that PostgreSQL applies by itself, the column's length, its domain, and the checks that name no other column.
create or replace procedure public.pawl_refuse_narrow_column(machine text, relation text, state_column text, states text[], told text[], fitting text)
language plpgsql as $pawl$
declare
  its record;
  reason text;
begin
  select format_type(a.atttypid, a.atttypmod) as type, quote_ident(a.attname) as name, a.attgenerated <> '' as is_generated,
      base.typcategory as category, base.typcategory in ('S', 'E', 'N') or exists (select from pg_cast known where known.castsource = 'text'::regtype
        and known.casttarget = a.atttypid and known.castcontext in ('a', 'i')) as takes_text,
      (select string_agg(format('coalesce(%s, true)', pg_get_expr(k.conbin, k.conrelid)), ' and ') from pg_constraint k
        where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum]) as checks
    into its
    from pg_attribute a join pg_type base on base.oid = a.atttypid
    where a.attrelid = to_regclass($2) and a.attname = (parse_ident($3))[1] and a.attnum > 0 and not a.attisdropped;
  reason := case when its.type is null then 'there is no such column' when its.is_generated then 'it is generated'
    when not its.takes_text or its.category = 'N' and exists (select from unnest($4) code where code !~ '^(0|-?[1-9][0-9]*)$')
      then format('it is of the type %s', its.type) end;
  for place in 1..cardinality($4) loop
    exit when reason is not null;
    begin
      execute format('do $probe$ declare probe %1$s := %2$L; begin if not (select %3$s from (select probe as %4$s) own) then '
        'raise check_violation using message = ''a check of the table refuses it''; end if; if probe::text <> %2$L then '
        'raise data_exception using message = format(''it would keep `%%s` as `%%s`'', %2$L, probe); end if; end $probe$', its.type, $4[place], coalesce(its.checks, 'true'), its.name);
    exception when data_exception or integrity_constraint_violation then
      reason := format('it is of the type %s, and for the state %s: %s', its.type, $5[place], sqlerrm);
    end;
  end loop;
  if reason is not null then
    raise exception 'machine %: %.% cannot hold the state: %; nothing was changed', $1, $2, $3, reason
      using errcode = 'PW003', hint = format('Make it %s, and let its checks accept every state.', $6);
  end if;
end
$pawl$;

-- Adds a machine's type lock. The locks on `head` show which transitions have started.
create or replace procedure public.pawl_add_type_lock(machine text, head text) language sql as $pawl$
  insert into public.pawl_freezes (machine, head) values ($1, $2) on conflict do nothing;
  analyze public.pawl_freezes -- for plans that read its few rows without an index, which is faster
$pawl$;

-- Creates the function that returns whether the machine is frozen. Locks the type lock first, like a freeze.
create or replace procedure public.pawl_add_is_free(machine text, space text) language plpgsql as $pawl$
#variable_conflict use_column
declare
  code constant text := format('%I.%I(boolean)', $2, $1 || '_is_free');
begin
  perform from public.pawl_freezes type_lock where type_lock.machine = $1 for no key update;
  execute format('create or replace function %s returns boolean language sql immutable as ''select $1 is null''', code);
  execute format('alter function %s owner to %I', code,
    (select pg_get_userbyid(own.relowner) from pg_class own where own.oid = 'public.pawl_freezes'::regclass));
  execute format('revoke all on function %s from public', code);
  execute format('comment on function %s is ''Strict while the machine is frozen.''', code);
  update public.pawl_freezes type_lock set mode = type_lock.mode
    where type_lock.machine = $1 and type_lock.mode is not null;
end
$pawl$;

-- The comments on each machine's tables and views. `history` is the table or view with its transitions.
create or replace procedure public.pawl_describe(space text, machine text, history text) language plpgsql as $pawl$
declare
  part record;
begin
  for part in
    select own.oid::regclass as relation, case own.relkind when 'v' then 'view' else 'table' end as kind,
        quote_ident(said.attribute) as attribute, said.text
      from (values
          ($2 || '_current', 'sort_key', 'Of the last transition.'),
          ($2 || '_current', 'since', 'When the last transition was made.'),
          ($3, null, 'Every transition, in the order of sort_key. Rows are only added.'),
          ($3, 'from_state', 'Empty for a creation.'),
          ($3, 'actor', 'Who did it: the login, if the caller named nobody.'),
          ($3, 'request_id', 'What the caller named this request, so that it happens once however often it is sent.'),
          ($2 || '_state', null, 'Where each is, to join in queries of one''s own.'),
          ($2 || '_moves', null, 'How it may move; from_state is empty for a creation.')
        ) said (relation, attribute, text)
        join pg_class own on own.relname = said.relation
        join pg_namespace n on n.oid = own.relnamespace and n.nspname = $1
  loop
    if part.attribute is null then
      execute format('comment on %s %s is %L', part.kind, part.relation, part.text);
    else
      execute format('comment on column %s.%s is %L', part.relation, part.attribute, part.text);
    end if;
  end loop;
end
$pawl$;

-- Lets only `callers` call the routines with these names that the owner of these tables owns. Other owners' stay unchanged.
-- routines: null for those of the shared schema that can change something.
create or replace procedure public.pawl_restrict_calls(space text, routines text[], callers text[])
language plpgsql as $pawl$
declare
  routine regprocedure;
  caller text;
begin
  for routine in
    select own.oid from pg_proc own join pg_namespace n on n.oid = own.pronamespace
      where n.nspname = $1 and own.proowner = (
          select registry.relowner from pg_class registry where registry.oid = 'public.pawl_machines'::regclass)
        and case when $2 is null then starts_with(own.proname, 'pawl_') and own.provolatile = 'v'
                 else own.proname = any ($2) end
  loop
    if exists (select from pg_proc own join pg_type given on given.oid = own.proargtypes[0]
        where own.oid = routine and own.proname like '%\_many' and given.typcategory = 'A' and (not 'skips_locked' = any (own.proargnames)
          or exists (select from pg_proc longer where longer.pronamespace = own.pronamespace and longer.proname = own.proname
            and longer.proargtypes::text = own.proargtypes::text || ' 1009 1007 1016'))) then -- text[], integer[], bigint[]
      execute format('drop function %s', routine); -- from an earlier build, where it would remain as an overload
      continue;
    end if;
    execute format('revoke all on routine %s from public', routine);
    foreach caller in array $3 loop
      execute format('grant execute on routine %s to %I', routine, caller);
    end loop;
  end loop;
end
$pawl$;

-- Other owners' code must not run in transitions as the owner of these tables.
create or replace procedure public.pawl_refuse_foreign_code() language plpgsql as $pawl$
declare
  stranger record;
begin
  for stranger in
    select own.tgrelid::regclass as relation,
        case acl.grantee when 0 then 'public' else acl.grantee::regrole::text end as grantee
      from pg_trigger own join pg_class relation on relation.oid = own.tgrelid,
        aclexplode(relation.relacl) acl
      where own.tgfoid = 'public.pawl_refuse_write()'::regprocedure and acl.privilege_type = 'TRIGGER'
        and acl.grantee <> relation.relowner
  loop
    execute format('revoke trigger on %s from %s cascade', stranger.relation, stranger.grantee);
  end loop;
  for stranger in
    select format('trigger %I on %s', hung.tgname, hung.tgrelid::regclass) as name,
        code.proowner::regrole as author
      from pg_trigger own join pg_class relation on relation.oid = own.tgrelid
        join pg_trigger hung on hung.tgrelid = own.tgrelid and not hung.tgisinternal
        join pg_proc code on code.oid = hung.tgfoid
        join pg_roles author on author.oid = code.proowner
      where own.tgfoid = 'public.pawl_refuse_write()'::regprocedure
        and code.proowner <> relation.relowner and not author.rolsuper
    union all
    select 'type ' || answer.oid::regtype, answer.typowner::regrole
      from pg_type answer join pg_class relation on relation.oid = 'public.pawl_machines'::regclass
      where answer.oid in ('public.pawl_outcome'::regtype, 'public.pawl_lock_answer'::regtype)
        and answer.typowner <> relation.relowner
  loop
    raise exception '% belongs to %, whose code would run within moves; nothing was changed',
        stranger.name, stranger.author
      using errcode = 'PW002', hint = 'Drop it, or give it to a superuser.';
  end loop;
end
$pawl$;

-- Returns other owners' code that would run as the owner of Pawl's tables. Guards, effects, the mirror and the history of
-- `storage transitions` run as that owner on other owners' tables. `hooks` are the functions and rules of guards and
-- effects, `written` the tables that transitions write. Calls are bound at deployment. This follows each guard, effect and
-- table to everything that runs with it: views, partitions, defaults, checks, indexes, rules, policies, trigger
-- conditions, domains. A trigger's function is named by its trigger. A table that a foreign key references is read as its
-- owner. Trusted are superusers, `deployer` (the login that reviewed it), the schema's owner, and the owner of each table that
-- a guard, effect or mirror uses. `locked`, the parent of `storage transitions`, is only locked: its owner is not
-- trusted, since its policies would run.
create or replace function public.pawl_foreign_code(space text, hooks text[], written text[], locked text, deployer text)
returns table (object text, author text) language sql stable set search_path = pg_catalog, pg_temp as $pawl$
  with recursive space as (
    select oid from pg_namespace where nspname = $1
  ), hook as (
    select made.oid, made.proname as name, 'pg_proc'::regclass as class, made.oid as code
      from pg_proc made where made.pronamespace = (select oid from space) and made.proname = any ($2)
    union all
    select made.oid, made.relname, 'pg_rewrite'::regclass, rule.oid
      from pg_class made join pg_rewrite rule on rule.ev_class = made.oid
      where made.relnamespace = (select oid from space) and made.relname = any ($2)
  ), reached (name, class, object) as (
    select hook.name::text collate "C", hook.class, hook.code from hook
    union select written.name collate "C", 'pg_class'::regclass, to_regclass(written.name) from unnest($3) written (name)
    union
    select coalesce((select relation.oid::regclass::text from pg_class relation
        where next.class = 'pg_class'::regclass and relation.oid = next.object
          and relation.relkind in ('r', 'p', 'v', 'm', 'f')
          and relation.oid not in (select oid from hook)), reached.name) collate "C", next.class, next.object
      from reached cross join lateral (
        select uses.refclassid as class, uses.refobjid as object from pg_depend uses
          where uses.classid = reached.class and uses.objid = reached.object and uses.deptype = 'n'
            and (uses.refclassid in ('pg_proc'::regclass, 'pg_operator'::regclass)
              or uses.refclassid = 'pg_type'::regclass and reached.class <> 'pg_class'::regclass
              or reached.class in ('pg_proc'::regclass, 'pg_rewrite'::regclass, 'pg_policy'::regclass))
            and not exists (select from pg_trigger hung where uses.classid = 'pg_trigger'::regclass
              and hung.oid = uses.objid and hung.tgfoid = uses.refobjid)
        union all
        select hung.classid, hung.objid from pg_depend hung
          where hung.refclassid = reached.class and hung.refobjid = reached.object
            and hung.deptype in ('a', 'i') and (hung.refclassid = 'pg_class'::regclass
                and hung.classid <> 'pg_type'::regclass
              or hung.refclassid = 'pg_type'::regclass and hung.classid = 'pg_constraint'::regclass)
        union all
        select 'pg_class'::regclass, child.inhrelid from pg_inherits child
          where reached.class = 'pg_class'::regclass and child.inhparent = reached.object
        union all
        select 'pg_type'::regclass, part.oid from pg_type part
          where (part.typtype in ('c', 'd') or part.typelem <> 0) and part.oid in (
            select a.atttypid from pg_attribute a where a.attnum > 0 and a.attrelid =
              case reached.class when 'pg_class'::regclass then reached.object
                when 'pg_type'::regclass then (select typrelid from pg_type where oid = reached.object) end
            union all select unnest(array[whole.typelem, whole.typbasetype]) from pg_type whole
              where reached.class = 'pg_type'::regclass and whole.oid = reached.object)
      ) next
  ), need as (
    select distinct name, class, object from reached
      where class = 'pg_proc'::regclass and object not in (select oid from hook)
        or class = 'pg_operator'::regclass
        or class = 'pg_type'::regclass and object in (select oid from pg_type
          where typtype <> 'c' and typelem = 0)
  ), touched as (
    select relation.oid, relation.relowner, relation.relacl from pg_class relation
      where relation.relkind in ('r', 'p', 'v', 'm', 'f')
        and relation.oid in (select object from reached where class = 'pg_class'::regclass)
  ), trusted as (
    select role.oid from pg_roles role
      where role.rolsuper
        or role.oid in (select relowner from touched)
        or role.rolname = $5
        or role.oid in (select nspowner from pg_namespace where oid = (select oid from space))
        or role.oid in (select relowner from pg_class registry
          where registry.relname = 'pawl_machines' and registry.relnamespace = 'public'::regnamespace)
        or role.oid in (select datdba from pg_database where datname = current_database())
  )
  select format('%s in %s', case need.class when 'pg_proc'::regclass then 'function '
        || need.object::regprocedure when 'pg_operator'::regclass then 'operator '
        || need.object::regoperator else 'type ' || need.object::regtype end, need.name) as object,
      owner.rolname as author
    from need
      left join pg_proc code on need.class = 'pg_proc'::regclass and code.oid = need.object
      left join pg_operator sign on need.class = 'pg_operator'::regclass and sign.oid = need.object
      left join pg_type type on need.class = 'pg_type'::regclass and type.oid = need.object
      join pg_roles owner on owner.oid = coalesce(code.proowner, sign.oprowner, type.typowner)
    where owner.oid not in (select oid from trusted)
  union all
  select format('trigger %I on %s', hung.tgname, touched.oid::regclass), owner.rolname
    from touched join pg_trigger hung on hung.tgrelid = touched.oid and not hung.tgisinternal
      join pg_proc code on code.oid = hung.tgfoid join pg_roles owner on owner.oid = code.proowner
    where owner.oid not in (select oid from trusted)
  union all
  select format('the right to hang triggers on %s', touched.oid::regclass),
      coalesce(grantee.rolname, 'public')
    from touched cross join aclexplode(touched.relacl) acl
      left join pg_roles grantee on grantee.oid = acl.grantee
    where acl.privilege_type = 'TRIGGER' and acl.grantee not in (select oid from trusted)
  union all
  select format('policy %I on %s', hung.polname, parent.oid::regclass), owner.rolname
    from pg_class parent join pg_policy hung on hung.polrelid = parent.oid
      join pg_roles owner on owner.oid = parent.relowner
    where parent.oid = to_regclass($4) and parent.relrowsecurity
      and owner.oid not in (select oid from trusted)
$pawl$;

-- Other owners' code must not run in guards and effects, nor on tables that transitions write or lock.
create or replace procedure public.pawl_refuse_foreign_hooks(space text, hooks text[], written text[], locked text)
language plpgsql as $pawl$
declare
  stranger record;
begin
  for stranger in
    select code.object, code.author
      from public.pawl_foreign_code($1, $2, $3, $4, current_setting('pawl.applied_by')) code
      order by code.object desc -- so that the same object is named each time
  loop
    raise exception '% belongs to %, whose code would run within moves; nothing was changed',
        stranger.object, stranger.author
      using errcode = 'PW002', hint = 'Drop or revoke it, give it to the owner of the tables, or write '
        'another name into the guard or effect, such as operator(pg_catalog.>=).';
  end loop;
end
$pawl$;

-- Returns the tables and views that guards and effects use, by their present names. PostgreSQL binds a function to a table,
-- not to its name: after `alter table ... rename` the function still reads the renamed table.
create or replace function public.pawl_bound_tables(space text, hooks text[]) returns text
language sql stable set search_path = pg_catalog, pg_temp as $pawl$
  select string_agg(distinct format('%I.%I', n.nspname, c.relname), ', ' order by format('%I.%I', n.nspname, c.relname))
    from (
      select 'pg_proc'::regclass::oid as class, made.oid as object from pg_proc made
        where made.pronamespace = to_regnamespace(quote_ident($1)) and made.proname = any ($2)
      union all
      select 'pg_rewrite'::regclass::oid, rule.oid from pg_class made join pg_rewrite rule on rule.ev_class = made.oid
        where made.relnamespace = to_regnamespace(quote_ident($1)) and made.relname = any ($2)
    ) hook
      join pg_depend uses on uses.classid = hook.class and uses.objid = hook.object and uses.refclassid = 'pg_class'::regclass
      join pg_class c on c.oid = uses.refobjid and not (c.relnamespace = to_regnamespace(quote_ident($1)) and c.relname = any ($2))
      join pg_namespace n on n.oid = c.relnamespace
$pawl$;

-- The functions that the logins of pawl_grants may call, among those of applications. A login that is gone is skipped.
create or replace view public.pawl_granted as
  select held.login, held.machine, code.oid as routine
    from public.pawl_grants held join pg_roles known on known.rolname = held.login
      join public.pawl_objects own on own.machine = held.machine and starts_with(own.object, 'function ') and own.definition ~ '_app execute'
      join pg_proc code on code.oid = to_regprocedure(substr(own.object, 10))
    where held.event = '' or code.proname in (held.machine || '_' || held.event, held.machine || '_' || held.event || '_many');

-- Grants them. machine: null for all.
create or replace procedure public.pawl_grant_calls(machine text) language plpgsql as $pawl$
declare
  granted record;
begin
  for granted in
    select held.routine::regprocedure as routine, held.login
      from public.pawl_granted held where $1 is null or held.machine = $1
  loop
    execute format('grant execute on function %s to %I', granted.routine, granted.login);
  end loop;
end
$pawl$;

-- Returns the catalog's definitions of a machine's objects by name (without names: of the shared schema), and other owners'
-- code that would run with them. Deployment stores this in pawl_objects; pawlctl verify compares it later. The
-- function fixes the settings that change how PostgreSQL prints names and constants, as the two sessions may differ.
create or replace function public.pawl_catalog(space text, relations text[], routines text[], hooks text[],
  written text[], locked text)
returns table (object text, definition text)
language sql stable set search_path = pg_catalog, pg_temp set quote_all_identifiers = off
  set timezone = 'UTC' set datestyle = 'ISO, MDY' set intervalstyle = 'postgres' set bytea_output = 'hex'
  set extra_float_digits = 1 set lc_monetary = 'C' set standard_conforming_strings = on as $pawl$
  with relation as (
    select c.*, quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and case when $2 is not null then c.relname = any ($2)
                                   else starts_with(c.relname, 'pawl_') and c.relkind not in ('i', 'I') end
  ), routine as (
    select p.*, case p.prokind when 'p' then 'procedure ' else 'function ' end as kind
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = $1 and case when $3 is not null then p.proname = any ($3)
                                   else starts_with(p.proname, 'pawl_') end
  )
  select case c.relkind when 'r' then 'table' when 'v' then 'view' when 'c' then 'type' else 'relation' end
      || ' ' || c.name,
    concat_ws(chr(10),
      'owner ' || pg_get_userbyid(c.relowner),
      'grants ' || (select string_agg(coalesce(r.rolname, 'public') || ' ' || lower(a.privilege_type)
             || case when a.is_grantable then ' with grant option' else '' end, ', '
             order by r.rolname nulls first, a.privilege_type)
        from aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) a
        left join pg_roles r on r.oid = a.grantee where a.grantee <> c.relowner),
      'options ' || array_to_string(c.reloptions, ', '),
      case when c.relpersistence <> 'p' then 'not permanent' end,
      case when c.relrowsecurity then 'row security' end,
      case when c.relreplident = 'n' then 'replica identity nothing' end,
      (select string_agg('column ' || quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
                || coalesce(' collate ' || quote_ident(l.collname), '')
                || case when a.attnotnull then ' not null' else '' end
                || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
                || coalesce(' ' || a.attacl::text, ''), chr(10) order by a.attnum)
         from pg_attribute a
         left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
         left join pg_collation l on l.oid = a.attcollation
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
      (select string_agg('constraint ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid)
                || case when exists (select from pg_trigger t where t.tgconstraint = k.oid
                                                                and t.tgenabled <> 'O')
                        then ' disabled' else '' end, chr(10) order by k.conname)
         from pg_constraint k where k.conrelid = c.oid and k.contype <> 'n'),
      (select string_agg('inherited by ' || i.inhrelid::regclass, chr(10) order by i.inhrelid::regclass::text)
         from pg_inherits i where i.inhparent = c.oid),
      case when c.relkind = 'v' then pg_get_viewdef(c.oid) end)
    from relation c
  union all
  select 'index ' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)
      || case when i.indisvalid then '' else ' invalid' end
    from relation c join pg_index i on i.indrelid = c.oid
  union all
  select 'trigger ' || quote_ident(t.tgname) || ' on ' || c.name, pg_get_triggerdef(t.oid)
      || case t.tgenabled when 'O' then '' when 'D' then ' disabled' else ' enabled ' || t.tgenabled::text end
    from relation c join pg_trigger t on t.tgrelid = c.oid where not t.tgisinternal
  union all
  select 'rule ' || quote_ident(w.rulename) || ' on ' || c.name, pg_get_ruledef(w.oid)
    from relation c join pg_rewrite w on w.ev_class = c.oid where w.rulename <> '_RETURN'
  union all
  select 'policy ' || quote_ident(o.polname) || ' on ' || c.name,
      concat_ws(' ', o.polcmd::text, pg_get_expr(o.polqual, c.oid), pg_get_expr(o.polwithcheck, c.oid))
    from relation c join pg_policy o on o.polrelid = c.oid
  union all
  select p.kind || p.oid::regprocedure,
      concat_ws(chr(10), 'owner ' || pg_get_userbyid(p.proowner),
        'grants ' || (select string_agg(coalesce(r.rolname, 'public') || ' ' || lower(a.privilege_type)
             || case when a.is_grantable then ' with grant option' else '' end, ', '
             order by r.rolname nulls first, a.privilege_type)
        from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
        left join pg_roles r on r.oid = a.grantee
        where a.grantee <> p.proowner and not exists (select from public.pawl_grants held where held.login = r.rolname)),
        case when frozen.machine is null then pg_get_functiondef(p.oid)
             else replace(pg_get_functiondef(p.oid), ' STRICT', '') end,
        case when p.proisstrict <> (frozen.mode is not null) then 'not what pawl_freezes says' end)
    from routine p left join public.pawl_freezes frozen
      on $2 is not null and p.proname = frozen.machine || '_is_free' and p.proargtypes = '16'::oidvector
  union all
  select 'tables of guards and effects', public.pawl_bound_tables($1, $4) where public.pawl_bound_tables($1, $4) is not null
  union all
  select 'code of others: ' || code.object, 'belongs to ' || code.author
    from public.pawl_foreign_code($1, $4, $5, $6, null) code
$pawl$;

-- Records the deployed objects, and grants the calls of pawl_grants. Functions of other owners with one of Pawl's names are not recorded, however old they are.
create or replace procedure public.pawl_record(machine text, space text, relations text[], routines text[], hooks text[],
  written text[], locked text) language sql as $pawl$
  delete from public.pawl_objects known where known.machine = $1;
  insert into public.pawl_objects (machine, object, definition)
    select $1, found.object, found.definition from public.pawl_catalog($2, $3, $4, $5, $6, $7) found
      where found.object !~ '^(function|procedure) '
        or starts_with(found.definition, 'owner ' || (select pg_get_userbyid(registry.relowner)
             from pg_class registry where registry.oid = 'public.pawl_machines'::regclass) || chr(10));
  call public.pawl_grant_calls($1)
$pawl$;
