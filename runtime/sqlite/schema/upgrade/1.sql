-- Upgrades databases without a version to version 1: the object that accepts programs of a version has another name now,
-- under which the machine's file registers it.
delete from main.pawl_objects where instr(object, 'view ' || machine || '_model_') = 1
  and not exists (select 1 from main.pawl_schema);
