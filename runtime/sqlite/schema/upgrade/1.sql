-- To version 1 from databases that have no version: what says that programs of a version may run bears another name
-- now, under which the file of the machine enters it.
delete from main.pawl_objects where instr(object, 'view ' || machine || '_model_') = 1
  and not exists (select 1 from main.pawl_schema);
