begin;
do $pawl$
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    raise exception 'this database has Citus, in which each node has its own shared schema; nothing was changed'
      using errcode = 'PW006', hint = 'With psql, apply the pawl.postgres.sql that pawl writes with --distribute=citus.';
  end if;
end
$pawl$;
