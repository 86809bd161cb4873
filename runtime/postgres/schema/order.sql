-- The order within a batch -----------------------------------------------------------------------------

-- A batch may check its guards and run its effects in any order, if the order cannot change the result.

-- Returns whether this is certain. `effects`: their views, whose rules contain the inserts; `guards`: their functions;
-- `own`: relations that transitions change themselves. Effects must insert into tables. These tables and `own` must run
-- no code of other owners and depend on none of their other rows. Guards must run no such code, call only functions that
-- are stable within a statement, and read neither these tables nor `own`.
create or replace function public.pawl_read_order(effects regclass[], guards regprocedure[], own name[]) returns boolean
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
begin
  return not exists (
    with inserts as (
      select rule.oid, rule.ev_class, rule.ev_action::text as action from pg_rewrite rule
        where rule.ev_class = any (effects) and rule.rulename = 'effect'
    ), written as materialized (
      select distinct uses.refclassid, uses.refobjid from inserts
          join pg_depend uses on uses.classid = 'pg_rewrite'::regclass and uses.objid = inserts.oid and uses.refobjid <> inserts.ev_class
        where uses.refclassid not in ('pg_namespace'::regclass, 'pg_collation'::regclass)
    ), code as ( -- of other owners; a type of theirs that is no enum may be a domain, or contain one, with a check
      select uses.classid, uses.objid from pg_depend uses where uses.refclassid in ('pg_proc'::regclass, 'pg_operator'::regclass)
        or uses.refclassid = 'pg_type'::regclass and uses.refobjid not in (select labels.oid from pg_type labels where labels.typtype = 'e')
    ), volatile as ( -- or reads tables that only its arguments name
      select ':funcid ' || called.oid || ' ' as call, called.proname as name from pg_proc called
        where (called.provolatile = 'v' or called.proname like '%\_to\_xml%') and called.pronamespace = 'pg_catalog'::regnamespace
    ), expressions as (
      select given.adrelid as relation, given.adbin::text as action from pg_attrdef given
      union all
      select holds.conrelid, holds.conbin::text from pg_constraint holds where holds.contype = 'c'
    )
    select from written left join pg_class relation on written.refclassid = 'pg_class'::regclass and relation.oid = written.refobjid
      where (relation.relkind = 'r' and not relation.relrowsecurity and not relation.relhasrules
          and not relation.relhassubclass and not relation.relispartition) is not true
        or relation.relname = any (own) or relation.relname like 'pawl\_%'
        or exists (select from pg_inherits parent where parent.inhrelid = relation.oid)
        or exists (select from pg_trigger made where made.tgrelid = relation.oid and not made.tgisinternal)
        or exists (select from pg_constraint key where key.conrelid = relation.oid and key.contype = 'f'
          and key.confrelid in (select other.refobjid from written other))
        or exists (select from pg_attribute given join pg_type domain on domain.oid = given.atttypid and domain.typtype = 'd'
          where given.attrelid = relation.oid)
        or exists (select from expressions join volatile on position(volatile.call in expressions.action) > 0
          where expressions.relation = relation.oid
            and volatile.name not in ('clock_timestamp', 'gen_random_uuid', 'nextval', 'random'))
        or exists (select from pg_attrdef given join code on code.classid = 'pg_attrdef'::regclass and code.objid = given.oid
          where given.adrelid = relation.oid)
        or exists (select from pg_constraint holds join code on code.classid = 'pg_constraint'::regclass and code.objid = holds.oid
          where holds.conrelid = relation.oid)
        or exists (select from pg_index index join code on code.classid = 'pg_class'::regclass and code.objid = index.indexrelid
          where index.indrelid = relation.oid)
    union all -- a superuser's, on tables that every transition writes
    select from pg_class made join pg_trigger hung on hung.tgrelid = made.oid and not hung.tgisinternal join pg_proc code on code.oid = hung.tgfoid
      where (made.relname = any (own) or made.relname = 'pawl_outbox') and code.proname not like 'pawl\_%'
    union all
    select from inserts join volatile on position(volatile.call in inserts.action) > 0
      where volatile.name not in ('clock_timestamp', 'gen_random_uuid', 'random')
    union all
    select from pg_proc guard where guard.oid = any (guards)
      and (guard.proconfig is not null or guard.prosqlbody is null
        or exists (select from volatile where position(volatile.call in guard.prosqlbody::text) > 0)
        or exists (select from pg_depend uses join pg_class relation on relation.oid = uses.refobjid
          where uses.classid = 'pg_proc'::regclass and uses.objid = guard.oid and uses.refclassid = 'pg_class'::regclass
            and ((relation.relkind = 'r' and not relation.relhassubclass or relation.relkind = 'p') is not true or relation.relrowsecurity
              or relation.oid in (select written.refobjid from written)
              or relation.relname = any (own) or relation.relname like 'pawl\_%'))))
    and (select count(*) from pg_rewrite rule where rule.ev_class = any (effects) and rule.rulename = 'effect')
      = cardinality(effects);
end
$$;

-- Declared immutable, so that it runs when a statement is planned and not when the statement is executed. Any change that
-- could alter the result changes a table in the statement or an inlined guard. So PostgreSQL's "plan cache" plans the
-- statement again, after it has its locks. This calls a volatile function, which reads current rows and not the snapshot
-- of a statement that had to wait.
create or replace function public.pawl_in_any_order(effects regclass[], guards regprocedure[], own name[]) returns boolean
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  return public.pawl_read_order(effects, guards, own);
end
$$;

-- Returns the table into which an effect inserts; only the planner calls this, too. An expression with the result names
-- the table, so it is planned again with the statement.
create or replace function public.pawl_table_of_effect(effect regclass) returns regclass
language sql immutable set search_path = pg_catalog, pg_temp
begin atomic
  select uses.refobjid::regclass from pg_rewrite rule
      join pg_depend uses on uses.classid = 'pg_rewrite'::regclass and uses.objid = rule.oid
        and uses.refclassid = 'pg_class'::regclass and uses.refobjid <> rule.ev_class
    where rule.ev_class = effect and rule.rulename = 'effect'
    limit 1;
end;

-- The planner calls it twice for a query of libpawl's (postgres/exchange.c): in the outer condition, which it computes first, and
-- in a subquery, which it plans after the query. In between it neither reads nor sorts whole tables, not even empty ones, because
-- a session keeps the plan.
create or replace function public.pawl_by_index(begins boolean) returns boolean
language sql immutable
return case when begins
  then set_config('pawl.seqscan', current_setting('enable_seqscan'), true) || set_config('enable_seqscan', 'off', true)
    || set_config('pawl.sort', current_setting('enable_sort'), true) || set_config('enable_sort', 'off', true)
  else set_config('enable_seqscan', current_setting('pawl.seqscan'), true)
    || set_config('enable_sort', current_setting('pawl.sort'), true)
  end is not null;
