begin;
do $pawl$
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    raise exception 'this database has Citus, where each node has its own of what all machines share; nothing was changed'
      using errcode = 'PW006', hint = 'With psql, apply the pawl.postgres.sql that pawl writes with --distribute=citus.';
  end if;
end
$pawl$;
