begin immediate;

-- The shared schema -----------------------------------------------------------------------------------
-- Times are microseconds since 1970-01-01 00:00 UTC; booleans are 0 and 1.
-- only_libpawl_may_write() exists only on connections of libpawl, and returns 1 only for the row that libpawl is writing at
-- that moment. Any client can read, and only libpawl can write.

-- The version of the shared schema. One row.
create table if not exists main.pawl_schema (
  is_here      integer not null primary key check (is_here = 1), -- allows only one row
  version      integer not null,
  installed_at integer not null
) without rowid;

-- An installation never replaces a newer version. 3: PAWL_SCHEMA_VERSION. Only a trigger can raise; a temporary trigger is
-- not part of the database.
create temp view pawl_newer (version) as select version from main.pawl_schema where version > 3;
create temp trigger pawl_refuse_newer instead of insert on pawl_newer
begin
  select raise(rollback, 'this database has a newer version of Pawl''s schema than this file; nothing was changed: update pawl, pawlctl and libpawl');
end;
insert into temp.pawl_newer select version from temp.pawl_newer;
drop view temp.pawl_newer;
