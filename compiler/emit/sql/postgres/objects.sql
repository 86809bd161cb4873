-- What of PostgreSQL's catalog is a machine's: what its file creates is written down here once, by kind, so that
-- pawlctl can tell whether all is as it was deployed, and nothing is laid over what others have.
-- tests/golden/objects.py holds the lists against what is created.

{define relation_names}
{#if has_head}{name}_current,{name}_transitions{#each partitions},{name}_transitions_p{index}{/each},{name}_moves,{name}_state{#else}{name}_transitions,{name}_transitions_metadata,{name}_moves,{name}_history,{name}_current,{name}_state{/if}{#if has_queue},{name}_pending,{name}_pending_rules{/if}{#each sql_hooks}{#if may_be_rule},{name}_{hook_kind}_{hook_name}{/if}{/each}

{define index_names}
{! Of an adopted table they are another's.}
{#if has_head},{name}_current_state_since,{name}_transitions_request{#if has_key and has_created_key},{name}_transitions_key{/if}{/if}{#if has_queue},{name}_pending_due,{name}_pending_session{/if}

{define routine_names}
{version}{#if has_other_storage},{name}_transitions_write{#if is_enforced},{name}_transitions_check{/if}{/if}{#if has_key},{name}_with_key{/if}{#each sql_hooks},{name}_{hook_kind}_{hook_name}{/each}{#each events},{name}_{event_name}{#each many},{name}_{event_name}_many{/each}{/each}{#if has_queue},{name}_pending_claim,{name}_pending_complete,{name}_pending_not_yet,{name}_pending_fail,{name}_pending_extend,{name}_pending_retry{/if},{name}_fire_deferred{#if has_callbacks},{name}_fail_deferred{/if}

{define refuse_names}
{! What is created only where it is missing would be somebody else's, and a domain's check, say, his code within moves.
Without roles, a superuser may apply what another owns.}
do $pawl$
declare
  stranger record;
begin
  for stranger in
    select case c.relkind when 'r' then 'table' when 'v' then 'view' when 'i' then 'index'
          when 'S' then 'sequence' when 'c' then 'type' else 'relation' end
        || ' ' || c.oid::regclass as name, c.relowner::regrole as author
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = {#literal}{schema_name}{/literal}
        and c.relname = any ('{{{>relation_names}{>index_names}}'){#if has_other_storage}
        and c.oid is distinct from to_regclass('{rows}'){/if}
        and c.relowner <> current_user::regrole
  loop
    continue when (select rolsuper from pg_roles where rolname = current_user);
    raise exception '% belongs to %, but it has a name of Pawl''s; nothing was changed',
        stranger.name, stranger.author
      using errcode = 'PW002', hint = 'Drop or rename it, and apply this again.';
  end loop;
end
$pawl$;

{define objects}
{! In the search_path of the deployment, pg_catalog and pg_temp, so that all other names come with a schema.}
with relation as (
  select c.*, quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where {>our_relations}
), routine as (
  select p.* from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where {>our_routines}
)
{>catalog}{#if is_machine}{>foreign_objects}{/if}

{define our_relations}
{#if is_machine}n.nspname = {#literal}{schema_name}{/literal} and c.relname = any ('{{{>relation_names}}'){#else}n.nspname = 'public' and starts_with(c.relname, 'pawl_') and c.relkind not in ('i', 'I'){/if}

{define our_routines}
{#if is_machine}n.nspname = {#literal}{schema_name}{/literal} and p.proname = any ('{{{>routine_names}}'){#else}n.nspname = 'public' and starts_with(p.proname, 'pawl_'){/if}

{define grants_on_relation}
{! To others than the owner.}
(select string_agg(coalesce(r.rolname, 'public') || ' ' || lower(a.privilege_type)
      || case when a.is_grantable then ' with grant option' else '' end, ', '
      order by r.rolname nulls first, a.privilege_type)
  from aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) a
  left join pg_roles r on r.oid = a.grantee where a.grantee <> c.relowner)

{define grants_on_routine}
(select string_agg(coalesce(r.rolname, 'public') || ' ' || lower(a.privilege_type)
      || case when a.is_grantable then ' with grant option' else '' end, ', '
      order by r.rolname nulls first, a.privilege_type)
  from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
  left join pg_roles r on r.oid = a.grantee where a.grantee <> p.proowner)

{define catalog}
select case c.relkind when 'r' then 'table' when 'v' then 'view' when 'c' then 'type' else 'relation' end
    || ' ' || c.name as object,
  concat_ws(chr(10),
    'owner ' || pg_get_userbyid(c.relowner),
    'grants ' || {>grants_on_relation},
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
      'grants ' || {>grants_on_routine},
      pg_get_functiondef(p.oid))
  from routine p

{define record_objects}
{! Functions of others that have a name of ours are no part of what is deployed, however long they stand there.}

delete from public.pawl_objects where machine = {machine};
insert into public.pawl_objects (machine, object, definition)
select {machine}, found.object, found.definition from (
{>objects}
) found where found.object not like 'function %'
  or starts_with(found.definition, 'owner ' || (select pg_get_userbyid(registry.relowner)
      from pg_class registry where registry.oid = 'public.pawl_machines'::regclass) || chr(10));
