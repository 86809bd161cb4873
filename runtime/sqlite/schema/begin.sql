begin immediate;

-- What all machines and flows share -------------------------------------------------------------------
--
-- Times are microseconds since 1970-01-01 00:00 UTC; booleans are 0 and 1.
-- only_libpawl_may_write() exists on connections of libpawl alone, and is 1 for the very row that libpawl is writing
-- at that moment: everybody may read, nobody else may write.

-- The version of all that machines and flows share: what stands in this file. One row.
create table if not exists main.pawl_schema (
  is_here      integer not null primary key check (is_here = 1), -- so that there is no second row
  version      integer not null,
  installed_at integer not null
) without rowid;

-- Nothing is installed over a newer version. 3: PAWL_SCHEMA_VERSION. Only a trigger can raise; a temporary one is no
-- object of the database's.
create temp view pawl_newer (version) as select version from main.pawl_schema where version > 3;
create temp trigger pawl_refuse_newer instead of insert on pawl_newer
begin
  select raise(rollback, 'this database has a newer version of Pawl''s schema than this file; nothing was changed: update pawl, pawlctl and libpawl');
end;
insert into temp.pawl_newer select version from temp.pawl_newer;
drop view temp.pawl_newer;
