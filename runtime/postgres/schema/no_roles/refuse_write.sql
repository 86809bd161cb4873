-- Only Pawl's own functions write Pawl's tables. Without roles, a setting of these functions takes the role's place. Anyone
-- can set it, so it protects against accidents only. This function sets no search_path, which would slow down each
-- transition; so every name here is qualified.
create or replace function public.pawl_refuse_write() returns trigger language plpgsql as $pawl$
begin
  if pg_catalog.current_setting('search_path') operator(pg_catalog.=) 'pg_catalog, pg_temp'::pg_catalog.text then
    return new; -- null for a statement trigger; an expression would slow down each transition
  end if;
  raise exception '% on %.% is refused: only Pawl''s own functions write there',
      pg_catalog.lower(tg_op), tg_table_schema, tg_table_name
    using errcode = 'insufficient_privilege',
          hint = 'Call the function of the event, which is named after the machine and the event.';
end
$pawl$;
