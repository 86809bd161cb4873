-- Roles ------------------------------------------------------------------------------------------------
-- pawl_owner owns everything here, and nobody logs in as it. Applications get pawl_app. pawl_operator may read everything,
-- freeze machines and break locks. pawl_reader may read. Roles belong to the whole cluster: another database may create them concurrently.
do $pawl$
declare
  lacking text[] := '{}';
  wanted name;
begin
  if not exists (select from pg_roles login where login.rolname = current_user and (login.rolsuper or login.rolcreaterole))
     and not coalesce(pg_has_role(to_regrole('pawl_owner'), 'usage'), false) then
    -- does not name this login, which may be an application's
    lacking := array['deploy as a superuser, or with a login for deployments: create role deployer login createrole; '
      'grant usage, create on schema public to deployer with grant option'];
  elsif not has_schema_privilege('public'::text, 'create with grant option')
     and not coalesce(has_schema_privilege(to_regrole('pawl_owner'), 'public'::text, 'create'), false) then
    lacking := lacking || format('grant usage, create on schema public to %I with grant option', current_user);
  end if;
  if lacking <> '{}' then
    raise exception 'the login % may not create the shared schema; nothing was changed', current_user
      using errcode = 'insufficient_privilege', hint = array_to_string(lacking, '; ');
  end if;
  foreach wanted in array '{pawl_owner,pawl_app,pawl_operator,pawl_reader}'::name[] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin', wanted);
      exception
        when duplicate_object or unique_violation then null;
        when insufficient_privilege then -- of a later version than the others, which are there
          raise exception 'the login % may not create the role %; nothing was changed', current_user, wanted
            using errcode = 'insufficient_privilege', hint = format('create role %I', wanted);
      end;
    end if;
  end loop;
end
$pawl$;

grant usage, create on schema public to pawl_owner;
grant usage on schema public to pawl_app, pawl_operator, pawl_reader;
