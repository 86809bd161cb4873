-- Only Pawl's own functions write into Pawl's tables. Without roles, the setting that they run with stands in the
-- role's place. Anybody can make it: it keeps from accidents. It has no search_path of its own, which would cost each
-- move: so every name here is written in full.
create or replace function public.pawl_refuse_write() returns trigger
language plpgsql
as $pawl$
begin
  if pg_catalog.current_setting('search_path') operator(pg_catalog.=) 'pg_catalog, pg_temp'::pg_catalog.text then
    return new; -- which is null, for each statement; to say so by an expression would cost each move
  end if;
  raise exception '% on %.% is refused: only Pawl''s own functions write there',
      pg_catalog.lower(tg_op), tg_table_schema, tg_table_name
    using errcode = 'insufficient_privilege',
          hint = 'Call the function of the event, which is named after the machine and the event.';
end
$pawl$;
