-- What was installed -----------------------------------------------------------------------------------

-- Functions of others that have a name of Pawl's are no part of it, however long they stand there. The search_path is
-- that of the installation, so that all names but those of pg_catalog come with a schema.
delete from public.pawl_objects where machine = '';

insert into public.pawl_objects (machine, object, definition)
select '', found.object, found.definition from (
with relation as (
  select c.*, quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = 'public' and starts_with(c.relname, 'pawl_') and c.relkind not in ('i', 'I')
), routine as (
  select p.* from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where n.nspname = 'public' and starts_with(p.proname, 'pawl_')
)
select case c.relkind when 'r' then 'table' when 'v' then 'view' when 'c' then 'type' else 'relation' end
    || ' ' || c.name as object,
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
    case when c.relkind = 'v' then pg_get_viewdef(c.oid) end) as definition
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
select 'function ' || p.oid::regprocedure,
    concat_ws(chr(10), 'owner ' || pg_get_userbyid(p.proowner),
      'grants ' || (select string_agg(coalesce(r.rolname, 'public') || ' ' || lower(a.privilege_type)
           || case when a.is_grantable then ' with grant option' else '' end, ', '
           order by r.rolname nulls first, a.privilege_type)
      from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
      left join pg_roles r on r.oid = a.grantee where a.grantee <> p.proowner),
      pg_get_functiondef(p.oid))
  from routine p
) found where found.object not like 'function %'
  or starts_with(found.definition, 'owner ' || (select pg_get_userbyid(registry.relowner)
      from pg_class registry where registry.oid = 'public.pawl_machines'::regclass) || chr(10));

-- 1: PAWL_SCHEMA_VERSION
insert into public.pawl_schema (version) values (1)
  on conflict (is_here) do update set version = excluded.version, installed_at = excluded.installed_at
  where pawl_schema.version <> excluded.version;
