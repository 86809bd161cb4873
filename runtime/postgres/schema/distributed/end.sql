-- Citus connects between nodes as the current role, which is pawl_owner in event functions; pg_hba.conf must allow this from
-- the nodes only. Citus sends some names without a schema, so this search_path excludes other logins' objects. Roles
-- belong to the whole cluster: of two concurrent changes, the second waits and then fails.
do $pawl_role$
begin
  for attempt in 1..10 loop
    exit when (select rolcanlogin from pg_roles where rolname = 'pawl_owner') and exists (
      select from pg_db_role_setting where setrole = 'pawl_owner'::regrole and setdatabase = 0
        and 'search_path=pg_catalog, pg_temp' = any (setconfig));
    begin
      alter role pawl_owner login;
      alter role pawl_owner set search_path = pg_catalog, pg_temp;
    exception when internal_error then
      if attempt = 10 then
        raise;
      end if;
    end;
  end loop;
end
$pawl_role$;
$pawl_node$;
begin
  set local search_path = pg_catalog, pg_temp;
  if to_regprocedure('pg_catalog.run_command_on_workers(text, boolean)') is null then
    raise exception 'this database has no Citus; nothing was changed'
      using errcode = 'PW006', hint = 'create extension citus on every node, or leave --distribute=citus out.';
  end if;
  if current_setting('citus.enable_unsafe_triggers', true) is distinct from 'on' then
    raise exception 'citus.enable_unsafe_triggers is off, so that shards would be open to each login that may write; nothing was changed'
      using errcode = 'PW006', hint = 'Set it to on in postgresql.conf of the coordinator, and reload it.';
  end if;
  for answer in select * from run_command_on_workers(format('do %L', format('begin execute %L; end', script))) loop
    if not answer.success then
      raise exception 'node %:%, as %: %', answer.nodename, answer.nodeport, current_user, answer.result
        using errcode = 'PW006', hint = case when answer.result like 'failed to connect%'
          then format('Start it, or let %I of this database in there by its pg_hba.conf (its log says which)', current_user)
          else 'Mend that on this node (what belongs to others is dropped there)' end
          || ', and apply this again. Nodes that came before it have what they need.';
    end if;
  end loop;
  execute script;
end
$pawl_nodes$;
