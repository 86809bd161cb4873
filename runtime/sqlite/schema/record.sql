-- Records the new objects.
insert into main.pawl_objects (machine, object, definition)
select '', found.object, found.definition from (
select type || ' ' || name as object, sql as definition from main.sqlite_master
 where sql is not null and tbl_name like 'pawl\_%' escape '\') found
 where not exists (select 1 from main.pawl_objects o where o.machine = '' and o.object = found.object);
