-- The end of a deployment, for a login that has become pawl_owner. Its settings are of the transaction.
create or replace procedure public.pawl_leave_owner()
language plpgsql
as $pawl$
begin
  execute format('set local role %I', current_setting('pawl.applied_by'));
  if current_setting('pawl.joined_owner') = 'yes' then
    execute format('revoke pawl_owner from %I', current_user);
    if not pg_has_role(current_user, 'pawl_app', 'usage') then -- to see what it has deployed
      execute format('grant pawl_app to %I', current_user);
    end if;
  end if;
end
$pawl$;
revoke all on procedure public.pawl_leave_owner() from public;
