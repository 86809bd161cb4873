-- Only Pawl's own functions write Pawl's tables: they run as pawl_owner. This function sets no search_path, which would
-- slow down each transition; so every name here is qualified.
create or replace function public.pawl_refuse_write() returns trigger language plpgsql as $pawl$
begin
  if current_user operator(pg_catalog.=) 'pawl_owner'::pg_catalog.name then
    return new; -- null for a statement trigger; an expression would slow down each transition
  end if;
  raise exception '% on %.% is refused: only Pawl''s own functions write there',
      pg_catalog.lower(tg_op), tg_table_schema, tg_table_name
    using errcode = 'insufficient_privilege',
          hint = 'Call the function of the event, which is named after the machine and the event.';
end
$pawl$;
