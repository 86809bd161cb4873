-- what guards and effects touch, pawl_owner must be allowed to, which applying warns of
do $$
begin
  create role pawl_owner nologin;
exception when duplicate_object then null;
end
$$;
grant usage on schema bank to pawl_owner;
grant select, update on bank.accounts to pawl_owner;
grant insert on bank.notes to pawl_owner;
grant usage on sequence bank.notes_line_seq to pawl_owner;
grant select, insert on stock_levels to pawl_owner;
