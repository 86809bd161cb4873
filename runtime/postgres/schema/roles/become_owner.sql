-- A login that is no superuser must be a member of pawl_owner to create its objects. Each machine's file calls the same code.
do $pawl$
declare
  code constant text := $code$
begin
  perform set_config('pawl.applied_by', current_user, true), set_config('pawl.joined_owner', 'no', true);
  if not (select rolsuper from pg_roles where rolname = current_user)
     and not pg_has_role(current_user, 'pawl_owner', 'usage') then
    begin
      execute format('grant pawl_owner to %I', current_user);
    exception when insufficient_privilege then -- since PostgreSQL 16, createrole alone is not enough
      raise exception 'the login % may not become pawl_owner in the meantime; nothing was changed', current_user
        using errcode = 'insufficient_privilege', hint = 'deploy as a superuser, or with a login for deployments: '
          'create role deployer login createrole; grant usage, create on schema public to deployer with grant option'
          || case when current_setting('server_version_num')::integer < 160000 then ''
            else '; grant pawl_owner to deployer with admin option' end;
    end;
    perform set_config('pawl.joined_owner', 'yes', true);
  end if;
  set local role pawl_owner;
end
$code$;
begin
  execute format('do %L', code);
  execute format('create or replace procedure public.pawl_become_owner() language plpgsql as %L', code);
exception when insufficient_privilege then
  if to_regprocedure('public.pawl_become_owner()') is null then
    raise;
  end if;
  raise exception 'procedure pawl_become_owner belongs to another login, but it has a name of Pawl''s; nothing was changed'
    using errcode = 'PW002', hint = 'If this database was restored without owners, run pawlctl restored. '
      'If it is not Pawl''s, drop or rename it. Then apply this again.';
end
$pawl$;

-- Ends the deployment of a login that became pawl_owner. Its settings last for the transaction.
create or replace procedure public.pawl_leave_owner() language plpgsql as $pawl$
begin
  execute format('set local role %I', current_setting('pawl.applied_by'));
  if current_setting('pawl.joined_owner') = 'yes' then
    execute format('revoke pawl_owner from %I', current_user);
    if not pg_has_role(current_user, 'pawl_app', 'usage') then -- to read the deployed objects
      execute format('grant pawl_app to %I', current_user);
    end if;
  end if;
end
$pawl$;

-- This revokes privileges that were granted to Pawl's roles outside a deployment, such as by `grant execute on all functions`.
-- The deployment then grants the necessary ones again. routines: null for the functions of the shared schema.
create or replace procedure public.pawl_take_back_calls(space text, routines text[]) language plpgsql as $pawl$
declare
  given record;
begin
  for given in
    select distinct own.oid::regprocedure as routine, grantee.rolname
      from pg_proc own join pg_namespace n on n.oid = own.pronamespace, aclexplode(own.proacl) held
      join pg_roles grantee on grantee.oid = held.grantee
      where n.nspname = $1 and own.proowner = current_user::regrole
        and case when $2 is null then starts_with(own.proname, 'pawl_') else own.proname = any ($2) end
        and grantee.rolname in ('pawl_app', 'pawl_operator', 'pawl_reader')
  loop
    execute format('revoke all on routine %s from %I cascade', given.routine, given.rolname);
  end loop;
end
$pawl$;

-- Ends the deployment of a machine if the login cannot grant pawl_owner these rights on columns of its entity's table, and, if
-- `space` is not null, the use of that schema. One error lists the missing rights.
create or replace procedure public.pawl_require_rights(machine text, relation text, rights text[], columns text[], space text)
language plpgsql as $pawl$
declare
  lacking text;
begin
  select format('grant %s on %s to %I with grant option', string_agg(format('%s (%s)', needed.right_on, needed.of_column), ', '),
      $2, current_user) into lacking
    from unnest($3, $4) needed (right_on, of_column)
    where not has_column_privilege($2, (parse_ident(needed.of_column))[1], needed.right_on || ' with grant option')
      and not has_column_privilege('pawl_owner', $2, (parse_ident(needed.of_column))[1], needed.right_on)
    having count(*) > 0;
  if not has_schema_privilege($5, 'create with grant option') and not has_schema_privilege('pawl_owner', $5, 'create') then
    lacking := concat_ws('; ', format('grant usage, create on schema %I to %I with grant option', $5, current_user), lacking);
  end if;
  if lacking is not null then
    raise exception 'the login % may not grant the rights that machine % needs; nothing was changed', current_user, $1
      using errcode = 'insufficient_privilege', hint = lacking;
  end if;
end
$pawl$;
