-- The order of moves that are made together ------------------------------------------------------------

-- Whether it matters in which order the moves of many entities ask their guards and have their effects.

-- Effects are named by their views, whose rules say what they insert, and guards by their functions; `own` are relations
-- that moves themselves change. It does not matter where effects insert into tables, that and what moves themselves change
-- runs no code of others and depends on no other row of theirs; and guards run none, call what answers the same within a statement, and read
-- neither those tables nor the moves' own.
create or replace function public.pawl_read_order(effects regclass[], guards regprocedure[], own name[]) returns boolean
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  return not exists (
    with inserts as (
      select rule.oid, rule.ev_class, rule.ev_action::text as action from pg_rewrite rule
        where rule.ev_class = any (effects) and rule.rulename = 'effect'
    ), written as materialized (
      select distinct uses.refclassid, uses.refobjid from inserts
          join pg_depend uses on uses.classid = 'pg_rewrite'::regclass and uses.objid = inserts.oid and uses.refobjid <> inserts.ev_class
        where uses.refclassid not in ('pg_namespace'::regclass, 'pg_collation'::regclass)
    ), code as ( -- of others; a type of theirs that is none of labels alone may be a domain, or hold one, with a check
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
    union all -- a superuser's, on tables that every move writes
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
revoke all on function public.pawl_read_order(regclass[], regprocedure[], name[]) from public;

-- Said to be immutable, so that a statement asks it when it is planned, and not when it runs. Whatever could change the
-- answer changes a table that the statement names, or a guard that has become part of it, and so the statement is planned
-- anew, behind its locks: PostgreSQL's "plan cache" sees to that. What is read is read anew, too, and not as
-- it was when the statement began that waited: that is why one function calls another, which is volatile.
create or replace function public.pawl_in_any_order(effects regclass[], guards regprocedure[], own name[]) returns boolean
language plpgsql immutable set search_path = pg_catalog, pg_temp
as $$
begin
  return public.pawl_read_order(effects, guards, own);
end
$$;

-- The table into which an effect inserts; likewise asked by the planner alone. An expression in which its answer stands
-- names the table, and is planned anew with all else that does.
create or replace function public.pawl_table_of_effect(effect regclass) returns regclass
language sql immutable set search_path = pg_catalog, pg_temp
begin atomic
  select uses.refobjid::regclass from pg_rewrite rule
      join pg_depend uses on uses.classid = 'pg_rewrite'::regclass and uses.objid = rule.oid
        and uses.refclassid = 'pg_class'::regclass and uses.refobjid <> rule.ev_class
    where rule.ev_class = effect and rule.rulename = 'effect'
    limit 1;
end;
