-- Roles ------------------------------------------------------------------------------------------------
--
-- pawl_owner owns everything here and nobody logs in as it; pawl_app is what applications get. pawl_operator may see
-- all, freeze machines and break locks. Roles belong to the whole cluster: another database may be creating them at
-- this moment.
do $pawl$
begin
  if not exists (select from pg_roles where rolname = 'pawl_owner') then
    begin
      create role pawl_owner nologin;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
  if not exists (select from pg_roles where rolname = 'pawl_app') then
    begin
      create role pawl_app nologin;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
  if not exists (select from pg_roles where rolname = 'pawl_operator') then
    begin
      create role pawl_operator nologin;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
end
$pawl$;

grant usage, create on schema public to pawl_owner;
grant usage on schema public to pawl_app, pawl_operator;
