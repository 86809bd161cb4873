do $$
begin
  if not exists (select from pg_roles where rolname = 'pawl_owner') then
    create role pawl_owner nologin;
  end if;
end
$$;
grant usage on schema shop to pawl_owner;
grant insert on shop.bookings to pawl_owner;
