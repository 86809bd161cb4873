-- 3: PAWL_SCHEMA_VERSION
insert into main.pawl_schema (is_here, version, installed_at)
  values (1, 3, cast(strftime('%s', 'now') as integer) * 1000000)
  on conflict (is_here) do update set version = excluded.version, installed_at = excluded.installed_at
  where version <> excluded.version;

-- The triggers' definitions are recorded again.
delete from main.pawl_objects where machine = '' and object like 'trigger %';

create trigger main.pawl_schema_insert before insert on pawl_schema
begin select raise(abort, 'pawl_schema is written by the file that installs what machines share'); end;
create trigger main.pawl_schema_update before update on pawl_schema
begin select raise(abort, 'pawl_schema is written by the file that installs what machines share'); end;
create trigger main.pawl_schema_delete before delete on pawl_schema
begin select raise(abort, 'pawl_schema is written by the file that installs what machines share'); end;

-- A machine is registered by the file that has just created its tables, and again by the file of a compiler whose programs
-- identify their version in another way (2: PAWL_ABI).
create trigger main.pawl_machines_insert before insert on pawl_machines
begin
  select raise(rollback, 'this machine is deployed already; another version cannot be laid over it: apply the file that belongs to the deployed version, or use another database')
   where exists (select 1 from pawl_machines where machine = new.machine)
     and not exists (select 1 from pawl_machines known
                      where known.machine = new.machine and known.fingerprint = new.fingerprint
                        and known.abi < new.abi and new.abi <= 2 and known.deployed_at = new.deployed_at
                        and known.is_deployed and new.is_deployed and new.is_accepted);
  select raise(abort, 'pawl_machines is written by the files that pawl generates: apply the file of the machine instead')
   where not exists (select 1 from sqlite_master
                      where type = 'table' and name = new.machine || '_transitions');
end;
-- Only the model of a machine is ever updated, by libpawl when the machine's file is applied again.
create trigger main.pawl_machines_update before update on pawl_machines
when new.machine is not old.machine or new.fingerprint is not old.fingerprint
  or new.is_accepted is not old.is_accepted or new.is_deployed is not old.is_deployed
  or new.abi is not old.abi or new.deployed_at is not old.deployed_at
  or only_libpawl_may_write('pawl_machines', new.machine, new.fingerprint, new.abi,
    new.deployed_at, new.model) is not 1
begin select raise(abort, 'pawl_machines is written by libpawl only: apply the generated SQL again'); end;
create trigger main.pawl_machines_delete before delete on pawl_machines
begin select raise(abort, 'pawl_machines is never changed: its rows say what was done'); end;

-- An object is registered once, as in sqlite_master, and before its machine (2: PAWL_ABI).
create trigger main.pawl_objects_insert before insert on pawl_objects
when new.definition is not (select sql from sqlite_master where type || ' ' || name = new.object)
  or exists (select 1 from pawl_objects where machine = new.machine and object = new.object)
  or exists (select 1 from pawl_machines where machine = new.machine)
    and not exists (select 1 from pawl_machines where machine = new.machine and is_deployed and abi < 2)
  or new.machine = '' and new.object not like '% pawl\_%' escape '\'
  or new.machine <> '' and not exists (select 1 from sqlite_master
                                        where name = new.machine || '_transitions')
  or new.object = 'table pawl_test_clock' and (exists (select 1 from pawl_machines) or exists (select 1 from pawl_flows))
begin
  select raise(abort, 'this database was deployed without a test clock; nothing was changed: a test clock is set up before the first machine or flow, so use an empty database')
   where new.object = 'table pawl_test_clock';
  select raise(abort, 'pawl_objects is written by the files that pawl generates');
end;
create trigger main.pawl_objects_update before update on pawl_objects
begin select raise(abort, 'pawl_objects is never changed: its rows say what was done'); end;
create trigger main.pawl_objects_delete before delete on pawl_objects
begin select raise(abort, 'pawl_objects is never changed: its rows say what was done'); end;

create trigger main.pawl_past_moves_insert before insert on pawl_past_moves
begin select raise(abort, 'pawl_past_moves is written by the files that pawl generates'); end;
create trigger main.pawl_past_moves_update before update on pawl_past_moves
begin select raise(abort, 'pawl_past_moves is never changed: its rows say what was done'); end;
create trigger main.pawl_past_moves_delete before delete on pawl_past_moves
begin select raise(abort, 'pawl_past_moves is never changed: its rows say what was done'); end;

create trigger main.pawl_repairs_insert before insert on pawl_repairs
when only_libpawl_may_write('pawl_repairs', new.machine, new.entity, new.repaired_at,
  new.repaired_by, new.reason, new.before_state, new.before_sort_key, new.before_since,
  new.after_state, new.after_sort_key, new.after_since) is not 1
begin select raise(abort, 'pawl_repairs is written by pawlctl only'); end;
create trigger main.pawl_repairs_update before update on pawl_repairs
begin select raise(abort, 'pawl_repairs is never changed: its rows say what was done'); end;
create trigger main.pawl_repairs_delete before delete on pawl_repairs
begin select raise(abort, 'pawl_repairs is never changed: its rows say what was done'); end;
