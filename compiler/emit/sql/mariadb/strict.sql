-- `--strict`: current rows, histories and the registry check their writer, so that a granted right on Pawl's database
-- is not enough to change them.
--
-- A trigger cannot know the writer, because it runs with its definer's rights. So Pawl's functions write a word with
-- each row, which the trigger compares and removes: neither a readable row nor a statement's text has it. A function
-- returns the word, only to Pawl's owner, from a database of its own, to which rights on Pawl's database do not extend.
-- Each deployment makes a new word.

{define strict_schema} pawl_database_strict
{define word} {>strict_schema}.pawl_word()

{define make_strict_schema}
{! First of all: if a right is missing, nothing is done. Functions of events name the word, so it exists before them.}

-- The word by which functions are known (--strict).
delimiter //
begin not atomic
  declare exit handler for 1044, 1142, 1227, 1370 -- denied: a database, a table, an operation, a routine
    signal sqlstate '45000' set message_text = 'this login lacks rights on the database {>strict_schema}, which has the word of pawl --strict; nothing was changed: grant all on {>strict_schema}.* to it with grant option';
  create database if not exists {>strict_schema} character set utf8mb4 collate utf8mb4_nopad_bin;
  grant select, insert, update, delete, execute on {>strict_schema}.* to pawl_database_owner;
  {>renew_word};
end //
delimiter ;

{define refuse_without_word}
{! A registration by SQL without the word would fail after all other work.}
{#if is_strict}
{#else}
  if exists (select 1 from information_schema.columns own
      where own.table_schema = 'pawl_database' and own.table_name = 'pawl_machines' and own.column_name = 'pawl_pass') then
    signal sqlstate '45000' set message_text = 'the machines of this database were written with pawl --strict; nothing was changed: write this one so, too';
  end if;
{/if}

{define add_strict_columns}
{#if is_strict}
alter table pawl_database.pawl_machines add column if not exists {>pass_column}, add column if not exists {>writer_column};
{#if has_head}
alter table {current} add column if not exists {>pass_column};
alter table {current} add column if not exists {>writer_column};
alter table {transitions} add column if not exists {>pass_column};
alter table {transitions} add column if not exists {>writer_column};
{/if}
{/if}

{define renew_word}
execute immediate concat('create or replace {>definer} function {>word} returns bigint deterministic no sql sql security definer return ',
  conv(left(sha2(concat(/*M!101001 hex(random_bytes(32)), */ uuid(), rand(), rand(), utc_timestamp(6)), 256), 15), 16, 10))

{define pass_column}
pawl_pass bigint invisible comment 'What functions say when they write: taken out again by a trigger.'

{define writer_column}
{! In a function it is the role of the caller.}
pawl_writer varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin as (current_role()) virtual invisible
  comment 'The role of whoever writes; of whoever reads a row.'

{define ask_who_writes}
{! After the functions, which must write the word already. Rows of functions without triggers show the word, so it is renewed here.
A current row with sort_key 0 is invisible, and may be deleted. A history row that is taken back is announced first.}
{#if is_strict}

delimiter //
{>ask_who_registers}
{#if has_head}
create or replace {>definer} trigger {schema}.{name}_head_insert before insert on {current} for each row
{>ask_for_word} //
create or replace {>definer} trigger {schema}.{name}_head_update before update on {current} for each row
{>ask_for_word} //
create or replace {>definer} trigger {schema}.{name}_head_delete before delete on {current} for each row
if old.sort_key <> 0 and not (old.pawl_writer <=> 'pawl_database_owner') then
  {>refuse_to_write}
end if //
create or replace {>definer} trigger {schema}.{name}_history_insert before insert on {transitions} for each row
{>ask_for_word} //
create or replace {>definer} trigger {schema}.{name}_history_update before update on {transitions} for each row
if new.pawl_pass <=> {>word} then
  set new.pawl_pass = 0;
elseif not (new.pawl_writer <=> 'pawl_database_owner') then
  {>refuse_to_write}
end if //
create or replace {>definer} trigger {schema}.{name}_history_delete before delete on {transitions} for each row
if old.pawl_pass is null and not (old.pawl_writer <=> 'pawl_database_owner') then
  {>refuse_to_write}
end if //
{/if}
{>renew_word} //
delimiter ;
{/if}

{define ask_who_registers}
{! A registered version may be applied over the deployed one. The recorded objects of the shared schema do not include these columns
and triggers.}
create or replace {>definer} trigger pawl_database.pawl_machines_insert before insert on pawl_database.pawl_machines for each row
{>ask_for_word_of_registry} //
create or replace {>definer} trigger pawl_database.pawl_machines_update before update on pawl_database.pawl_machines for each row
{>ask_for_word_of_registry} //
create or replace {>definer} trigger pawl_database.pawl_machines_delete before delete on pawl_database.pawl_machines for each row
if not (old.pawl_writer <=> 'pawl_database_owner') then
  {>refuse_to_register}
end if //
insert into pawl_database.pawl_objects (machine, object, definition)
  select '', made.object, made.definition
    from json_table(pawl_database.pawl_catalog('', 'pawl_application'), '$[*]'
      columns (object varchar(255) path '$.object', definition longtext path '$.definition')) made
    where made.object in ('table pawl_machines', 'trigger pawl_machines_insert', 'trigger pawl_machines_update', 'trigger pawl_machines_delete')
  on duplicate key update definition = value(definition) //

{define ask_for_word_of_registry}
if new.pawl_pass <=> {>word} then
  set new.pawl_pass = null;
elseif not (new.pawl_writer <=> 'pawl_database_owner') then
  {>refuse_to_register}
end if

{define refuse_to_register}
signal sqlstate '45000' set message_text = 'rows of pawl_machines are written only by SQL of pawl --strict, and by a login after set role pawl_database_owner';

{define ask_for_word}
if new.pawl_pass <=> {>word} then
  set new.pawl_pass = null;
elseif not (new.pawl_writer <=> 'pawl_database_owner') then
  {>refuse_to_write}
end if

{define refuse_to_write}
signal sqlstate '45000' set message_text = 'rows of machine {name} are written only by functions of pawl --strict, and by a login after set role pawl_database_owner';

{define pass_name} {#if is_strict}, pawl_pass{/if}
{define pass_value} {#if is_strict}, {>word}{/if}

{define become_owner}
{! A migration writes rows.}
{#if is_strict}
set @pawl_role = coalesce(concat('`', current_role(), '`'), 'none');
delimiter //
begin not atomic
  declare exit handler for 1959 -- ER_INVALID_ROLE
    signal sqlstate '45000' set message_text = 'this login is no member of the role pawl_database_owner, which writes rows (--strict); nothing was changed: grant it to the login, or migrate with the login that has made the role';
  set role pawl_database_owner;
end //
delimiter ;
{/if}

{define step_down}
{#if is_strict}
execute immediate concat('set role ', @pawl_role);
set @pawl_role = null;
{/if}
