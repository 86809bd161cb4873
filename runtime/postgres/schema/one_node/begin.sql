begin;
do $pawl$
begin
  if to_regprocedure('public.pawl_on_workers(text)') is not null then
    raise exception 'this database has Pawl''s schema of Citus, of which each node has its own; nothing was changed'
      using errcode = 'PW006', hint = 'Apply the pawl.postgres.sql that --distribute=citus has written.';
  end if;
end
$pawl$;
