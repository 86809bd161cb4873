-- Unless it is a superuser, a login must be a member of pawl_owner to create pawl_owner's objects.
do $pawl$
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
end
$pawl$;
set local role pawl_owner;
