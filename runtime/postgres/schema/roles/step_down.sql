-- Ends the deployment of a login that became pawl_owner. Its settings last for the transaction.
create or replace procedure public.pawl_leave_owner()
language plpgsql
as $pawl$
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
revoke all on procedure public.pawl_leave_owner() from public;
