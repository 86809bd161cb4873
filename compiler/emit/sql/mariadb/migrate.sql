-- A migration on MariaDB. Each statement of data definition commits by itself, so a migration has steps that may run
-- twice. After an interruption, apply it again: pawl_migrations has the finished steps. emit/migrate/steps.c has the
-- steps and their order.
--
-- The checks are one transaction, which changes nothing if it refuses. If programs of the old version cannot continue,
-- it locks the gates of the machines: running transactions end, new callers wait, and its commit closes the gates. From
-- then on nothing moves: callers get PW007 (try again), or MISMATCH. If they can continue, the gate stays open: columns
-- are added, and functions are replaced one by one by functions that do the same for the old version.
--
-- Data definition waits for transactions that use a table or a function, and later callers wait for it. So it waits for
-- a second, and libpawl retries after a pause, in which callers continue (runtime/core/migrate.c). Closed gates would
-- stop callers all the time, so the migration waits for long transactions before it closes gates.

{define migration}
{>require_machines}
{>deploy_begin}
{>become_owner}
set @pawl_lock_wait = @@lock_wait_timeout, @pawl_row_wait = @@innodb_lock_wait_timeout;
set lock_wait_timeout = 1, innodb_lock_wait_timeout = 1;

-- Whether it can be done --------------------------------------------------------------------------
delimiter //
begin not atomic
  declare asked, done integer default 0;
  declare total bigint;
  declare examples, present, said {>text_type};
  declare is_alone boolean default false;
  declare last_try bigint default {>now} + 10000000;
  declare began_at datetime default sysdate();
  declare exit handler for sqlexception begin
    rollback;
    resignal;
  end;
{#each migrations}
{#if not accepts_old}
{>wait_for_transactions}
{/if}
{/each}
  while not is_alone do
    begin
      declare exit handler for 1205, 1213 begin -- a timeout, a deadlock
        rollback;
        if {>now} >= last_try then
          begin
            declare continue handler for 1227 begin end;
{>name_the_oldest}
          end;
          set said = concat('the objects that this changes were in use for 10 s; nothing was changed', coalesce(said, ''));
          signal sqlstate '55P03' set message_text = said;
        end if;
        do sleep(0.5 + rand() * 0.5); -- callers that have waited for this continue
      end;
      start transaction;
      set is_alone = true;
{#each migrations}
{#if not accepts_old}
      select max(gate.is_closed) into total from pawl_database.pawl_gates gate where gate.machine = {old_machine} for update;
      begin
        declare continue handler for 1227 begin end; -- as pawl_prepared() looks
        set is_alone = is_alone and not exists (select 1 from information_schema.innodb_trx active
          where active.trx_mysql_thread_id = 0 and active.trx_rows_modified > 0);
      end;
{/if}
{/each}
      if not is_alone then
        rollback;
        if {>now} >= last_try then
          signal sqlstate '55P03' set message_text = 'a transaction was prepared and has not ended, which may have moved rows that this changes; nothing was changed: `xa recover` shows its name';
        end if;
        do sleep(0.2);
      end if;
    end;
  end while;
{#each migrations}
  -- {name}
  checks: begin
{checks}
{>begin_steps}
  end;
{/each}
  if done = asked and asked > 0 then -- a file that only adds machines asks for none
    signal sqlstate 'PW000' set message_text = 'this migration has been applied already';
  end if;
  if @pawl_is_tried then
    rollback;
  else
    commit;
  end if;
end //
delimiter ;

{script_locked}
{#each migrations}

{heading}
{changes}
{renewal}
{/each}
{#each added_machines}
{machine_sql}
{/each}

start transaction;
{#each migrations}
{entry}
{/each}
commit;
set lock_wait_timeout = coalesce(cast(@pawl_lock_wait as unsigned), @@lock_wait_timeout),
  innodb_lock_wait_timeout = coalesce(cast(@pawl_row_wait as unsigned), @@innodb_lock_wait_timeout), @pawl_lock_wait = null, @pawl_row_wait = null;
{>step_down}
{end_transaction}

{define require_machines}
delimiter //
begin not atomic
  if not exists (select 1 from information_schema.tables known
      where known.table_schema = 'pawl_database' and known.table_name = 'pawl_machines') then
    signal sqlstate 'PW001' set message_text = 'no machine is deployed in this database; nothing was changed';
  end if;
{>refuse_without_word}
end //
delimiter ;

{define wait_for_transactions}
{! Data definition would wait for each reader of a table, with the gates closed. A lock on the tables would wait, too, and deadlock
with callers that read first and then write.}
  begin
    declare exit handler for 1227 begin end; -- without the right to see others
    looking: loop
      set said = null;
{>name_the_oldest}
      if said is null or @pawl_is_tried then
        leave looking;
      end if;
      if {>now} >= last_try then
        set said = concat('the objects that this changes were in use for 10 s; nothing was changed', said);
        signal sqlstate '55P03' set message_text = said;
      end if;
      do sleep(0.1);
    end loop;
  end;

{define name_the_oldest}
{! The tables that a transaction has used are unknown. Sessions of other databases are ignored.}
      select concat(': the oldest transaction is of connection ', session.id, ' (', session.user, '): let it end, or kill ', session.id)
        into said
        from information_schema.innodb_trx active
          join information_schema.processlist session on session.id = active.trx_mysql_thread_id
        where session.id <> connection_id() and session.db in ('pawl_database', 'pawl_application')
          and active.trx_started <= began_at
        order by active.trx_started, active.trx_id limit 1;

{define begin_steps}
{! The record of a migration while it runs.}
    insert into pawl_database.pawl_migrations (machine, fingerprint, old_machine, old_fingerprint, began_at)
      values ({machine}, {fingerprint}, {old_machine}, {old_fingerprint}, {>now});
{#if not accepts_old}
    update pawl_database.pawl_gates set is_closed = true where machine = {old_machine};
{/if}

{define check_version}
    set asked = asked + 1, said = null;
    if exists (select 1 from pawl_database.pawl_migrations begun
        where begun.machine = {machine} and begun.fingerprint = {fingerprint}) then
      leave checks; -- it continues
    end if;
    select concat('machine {old_name} is being migrated to version ', begun.fingerprint,
        '; nothing was changed: apply that migration again, which ends it') into said
      from pawl_database.pawl_migrations begun
      where begun.machine in ({machine}, {old_machine}) or begun.old_machine in ({machine}, {old_machine}) limit 1;
    if said is null and exists (select 1 from pawl_database.pawl_machines known
        where known.machine = {machine} and known.fingerprint = {fingerprint} and known.is_deployed) then
      set done = done + 1; -- it has been applied
      leave checks;
    end if;
    if said is null and not exists (select 1 from pawl_database.pawl_machines known
        where known.machine = {old_machine} and known.fingerprint = {old_fingerprint} and known.is_deployed) then
      set said = concat('machine {old_name} is not deployed in version ', {old_fingerprint},
        ', from which this leads; nothing was changed');
    end if;
    if said is not null then
      signal sqlstate 'PW001' set message_text = said;
    end if;

{define check_drift}
    set present = pawl_database.pawl_catalog({old_machine}, 'pawl_application');
    select group_concat(coalesce(was.object, found.object) order by 1 separator ', ') into examples
      from (select object from pawl_database.pawl_objects where machine = {old_machine}
          union select object from {>present_objects} own) known
        left join pawl_database.pawl_objects was on was.machine = {old_machine} and was.object = known.object
        left join {>present_objects} found on found.object = known.object
      where not (found.definition <=> was.definition)
        and not (known.object like 'function %' and ( -- whose body is hidden, or was
          locate(concat(was.definition, ' '), found.definition) = 1 or locate(concat(found.definition, ' '), was.definition) = 1) is true)
        and not (was.object is null and found.definition like 'create index %'); -- somebody's own
    if examples is not null then
      set said = concat('machine {old_name} is not as it was deployed: ', left(examples, 300), '; nothing was changed');
      signal sqlstate 'PW003' set message_text = said;
    end if;

{define present_objects}
json_table(present, '$[*]' columns (object varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin path '$.object',
          definition {>text_type} path '$.definition'))

{define check_owner}
{! Other programs may rely on a table that they have created.}
{#each before}
    if not {>is_made_by_pawl} then
      signal sqlstate 'PW004' set message_text = 'machine {old_name}: the table {old_name}_transitions belongs to others, and would have to be changed; nothing was changed: {>whose_table}';
    end if;
{/each}

{define whose_table}
{#if moves_rows}
make a machine of another name, and fill it with pawlctl backfill
{#else if is_let_go}
leave it enforced
{#else}
let states and events be stored, and parameters be called, as before
{/if}

{define refuse}
{! If something is in the way: a text made of null is null.}
if said is not null then
  signal sqlstate 'PW004' set message_text = said;
end if;

{define count_refused}
{! The next text names the blocking rows and their table.}
    select max(found.total), group_concat(found.id separator ', ') into total, examples from (
      select cast({old_name}_id as char) as id, count(*) over () as total

{define refuse_states}
{#if loses_states}
    select group_concat(concat(found.total, ' in ', found.name, ' (', left(found.ids, 300), if(found.total > 5, ' and others', ''), ')')
        order by found.name separator ', ') into examples from (
      select lost.name, max(head.total) as total, group_concat(head.id order by head.nth separator ', ') as ids from (
{>lost_names}
        ) lost join (
          select state, cast({old_name}_id as char) as id, count(*) over (partition by state) as total,
              row_number() over (partition by state order by {old_name}_id) as nth
            from {old_current} where state in {>lost_texts}) head on head.state = lost.state
        where head.nth <= 5 group by lost.name) found;
    set said = concat('machine {old_name}: rows are in states that the new version does not have: ', left(examples, 350),
      '; nothing was changed: move them to another state, or name their new state: retired STATE -> OTHER');
    {>refuse}
{/if}
{#if is_other_entity and has_entity}
{>refuse_orphans}
{/if}
{#if is_other_entity and has_text_key}
{>refuse_long_keys}
{/if}
{#if has_mirror}
    begin
      declare kind {>text_type};
    {>check_mirror}
      set said = kind;
    end;
    {>refuse}
{/if}

{define refuse_orphans}
{! The foreign key would refuse these rows later, when nothing can be undone.}
{>count_refused}
      from {old_current} where not exists (select 1 from {parent} parent {>as_table} where parent.{parent_column} = {old_name}_id)
      order by {old_name}_id limit 5) found;
    set said = concat('machine {old_name}: ', total, ' row(s) refer to no row of {parent}: ', left(examples, 300),
      if(total > 5, ' and others', ''), '; nothing was changed');
    {>refuse}

{define refuse_long_keys}
    select group_concat(found.name separator ', ') into examples from ({>plan_long_key}) found;
    set said = concat('machine {old_name}: longer than {>longest_key} characters, for which an index has room: ', left(examples, 300),
      '; nothing was changed: archive these entities, or make the column of the key shorter');
    {>refuse}

{define plan_long_key}
{! An index has room for 3,072 bytes. On the way to their new type, keys are utf8mb4 (change_entity).}
{#if is_other_entity and has_text_key}
select cast({old_name}_id as char) as name from {old_current} where char_length(convert({old_name}_id using utf8mb4)) > {>longest_key}{#if has_entity}
union all select concat(own.column_name, ' ', own.column_type) from information_schema.columns own
  where (own.table_schema, own.table_name, own.column_name) = ({parent_place}) and own.character_octet_length > 4 * {>longest_key}{/if}
{/if}

{define longest_key} {#if has_queue}578{#else}700{/if}

{define mirror_states} {>mirror_at_once}

{define refuse_values}
{#each narrowed_columns}
{>count_refused}
      from {old_transitions} where {>does_not_fit} order by {old_name}_id limit 5) found;
    set said = concat('machine {old_name}: ', total,
      ' row(s) whose {column_name} does not fit the new type: ', left(examples, 300), if(total > 5, ' and others', ''),
      '; nothing was changed: give the parameter of the new type a name of its own, and the old column stays as it is');
    {>refuse}
{/each}

{define does_not_fit}
{#if was_number}
{column} not between -2147483648 and 2147483647
{#else}
case when {column} regexp '^(0|-?[1-9][0-9]{0,18})\z'
    then cast({column} as decimal(20)) not between {#if becomes_int}-2147483648 and 2147483647{#else}-9223372036854775808 and 9223372036854775807{/if}
    else {column} is not null end
{/if}

{define refuse_kept_columns}
{! A column of an earlier version is used again, unless its values do not fit.}
{#each added_columns}
    select concat('machine {old_name}: its history has a column ', kept.column_name, ' of another type; nothing was changed',
        ': it is of an earlier version, give the parameter a name of its own') into said from ({>plan_kept_column}) kept;
    {>refuse}
{/each}

{define freeze_now} {>now}

{define refuse_rewrite}
    if {>is_too_large_to_rewrite} then
      set said = 'machine {old_name}: another stored text would be written to a history of more than 100000 rows; nothing was changed: {>rewrite_help}';
      {>refuse}
    end if;

{define plan_kept_column}
select kept.column_name from information_schema.columns kept
  where kept.table_schema = {>old_rows_database} and kept.table_name = '{old_name}_transitions'
    and kept.column_name = {column_literal} and kept.data_type <> {column_kind}

{define old_rows_database} {#each before}'{rows_database}'{/each}

{define refuse_to_move}
{! Values that tables of the other form cannot hold, and a table that exists already. The event of other programs' rows may be
unknown.}
{>count_refused}
      from {old_transitions} where event = '' order by {old_name}_id limit 5) found;
    set said = concat('machine {old_name}: ', total, ' row(s) moved by an event that is not known: ', left(examples, 300),
      if(total > 5, ' and others', ''), '; nothing was changed: leave the storage, or make a machine of another name, and',
      ' fill it with pawlctl backfill');
    {>refuse}
    select group_concat(lost.column_name separator ', ') into examples from ({>plan_lost_column}) lost;
    set said = concat('machine {old_name}: its history has columns of no parameter, which would be lost: ', left(examples, 300),
      '; nothing was changed: copy their values to another table, and drop them');
    {>refuse}
{#if old_has_head}
    if exists ({>plan_table_there}) then
      signal sqlstate 'PW004' set message_text = 'machine {old_name}: there is a table {name}_transitions already; nothing was changed: drop it, or call it otherwise';
    end if;
{/if}

{define plan_lost_column}
{#if moves_rows}
select kept.column_name from information_schema.columns kept
  where kept.table_schema = {>old_rows_database} and kept.table_name = '{old_name}_transitions'
    and kept.column_name not in ('id', '{old_name}_id', 'sort_key', 'to_state', 'most_recent', 'metadata', 'created_at',
      'updated_at', 'event', 'from_state', 'actor', 'request_id'{#if is_strict}, 'pawl_pass', 'pawl_writer'{/if}{#each old_columns}, {column_literal}{/each})
{/if}

{define plan_table_there}
{#if moves_rows and old_has_head}
select found.table_name from information_schema.tables found
  where found.table_schema = '{rows_database}' and found.table_name = '{name}_transitions'
{/if}

{define plan_owned_by_others}
{#each before}
select '{old_name}_transitions' from dual where not {>is_made_by_pawl}
{/each}

{define plan_parent} {parent} parent {>as_table}

{define plan_mirror}
{#if has_mirror}
select {#literal}{mirror_column}{/literal} from dual where not exists (select 1 from information_schema.columns known
  where (known.table_schema, known.table_name, known.column_name) = ({mirror_place}))
{/if}

{define plan_locks}
{! For pawlctl plan: mode|who waits|object.}
{#if accepts_old}
metadata|callers wait for less than a second at a time|the machine's tables and functions
{#if has_queue and has_head}
rows|writers wait, readers continue|{old_current}
{/if}
{#else}
gate|calls return BUSY or MISMATCH, readers continue|machine {old_name}
{/if}

{define plan_referring}
{#if is_other_entity or is_machine_renamed}
{#if has_entity and not has_views}
{old_current}
{/if}
{/if}

{define put_aside}
{! A transaction fills it, because a table that is created from a query is empty if the server crashes.}
{>open_step}
    if exists (select 1 from pawl_database.pawl_migrations begun
        where begun.machine = {machine} and begun.step < {>rows_put_aside}) then
      create table if not exists {>put_aside_table} (primary key ({name}_id, sort_key)) engine = InnoDB as
        {>rows_to_put_aside} where false;
      begin
        declare exit handler for sqlexception begin
          rollback;
          resignal;
        end;
        start transaction;
        delete from {>put_aside_table};
        insert into {>put_aside_table} {>rows_to_put_aside};
        update pawl_database.pawl_migrations set step = {>rows_put_aside} where machine = {machine};
        commit;
      end;
    end if;
{>close_step}

{define open_step}
delimiter //
begin not atomic
  if exists (select 1 from pawl_database.pawl_migrations begun where begun.machine = {machine}
      and begun.fingerprint = {fingerprint} and begun.step < {>rows_written}) then

{define close_step}
  end if;
end //
delimiter ;

{define columns_passed} 1
{define rows_put_aside} 1
{define rows_written} 2

{define drop_objects}
{! If programs of the old version continue, nothing is dropped. Otherwise the functions of all accepted versions go first; after the
last one nothing moves. Views of the same name are replaced, and keep their readers' rights.}
{#if not accepts_old}
{>open_step}
    for made in (select substring(own.object, length('function ') + 1) as name from pawl_database.pawl_objects own
        where own.machine = {old_machine} and own.object like 'function %'
        order by own.object like 'function {old_name}\_model\_%' escape '\' desc, own.object) do
      execute immediate concat('drop function if exists pawl_database.`', replace(made.name, '`', '``'), '`');
    end for;
{#each before}
{#each sql_hooks}
    execute immediate {#literal}drop function if exists {hook_function}{/literal};
{/each}
{/each}
{#if is_machine_renamed}
    drop view if exists {old_moves}, {schema}.{old_name}_state;
{/if}
{#if old_has_queue}
{#if is_machine_renamed or not has_queue}
    drop view if exists {old_pending}_rules;
{/if}
{#if not has_queue}
    drop table if exists {old_pending};
{/if}
{/if}
{#if moves_rows}
{>drop_old_tables}
{/if}
{#if roles}
{#if is_machine_renamed or old_has_queue or moves_rows}
{>forget_rights}
{/if}
{/if}
{>close_step}
{/if}
{#if is_let_go}
drop trigger if exists {rows_schema}.{name}_transitions_next;
drop trigger if exists {rows_schema}.{name}_transitions_kept;
drop trigger if exists {rows_schema}.{name}_transitions_stay;
{/if}

{define forget_rights}
{! Rights outlive their object, and would apply to a later object of its name. If a role has none, the error is 1147.}
    begin
      declare continue handler for 1147 begin end;
      for gone in (select null as name where false{#if is_machine_renamed or moves_rows}
          union all select {#literal}{old_transitions}{/literal}{/if}{#if is_machine_renamed}
          union all select {#literal}{old_current}{/literal} union all select {#literal}{old_moves}{/literal}
          union all select {#literal}{schema}.{old_name}_state{/literal}{/if}{#if old_has_queue}{#if is_machine_renamed or not has_queue}
          union all select {#literal}{old_pending}{/literal} union all select {#literal}{old_pending}_rules{/literal}{/if}{/if}) do
        execute immediate concat('revoke select on ', gone.name, ' from pawl_database_app');
        execute immediate concat('revoke select on ', gone.name, ' from pawl_database_operator');
        execute immediate concat('revoke select on ', gone.name, ' from pawl_database_reader');
      end for;
{#if moves_rows}
{#if not old_has_head}
{#each before}
      revoke select, insert, update on {rows} from pawl_database_app;
      revoke select on {rows} from pawl_database_operator;
      revoke select on {rows} from pawl_database_reader;
      revoke select, insert, update, trigger on {rows} from pawl_database_owner;
{/each}
{/if}
{/if}
    end;

{define drop_old_tables}
{! The tables that were renamed. The current rows are a table in one version and a view in the other, which may exist already.}
    if exists (select 1 from information_schema.tables found where found.table_schema = 'pawl_database'
        and found.table_name = '{name}_current' and found.table_type {#if old_has_head}<>{#else}={/if} 'VIEW') then
      drop {#if old_has_head}table{#else}view{/if} {old_current};
    end if;
{#if old_has_head}
    drop table if exists {old_rows};
{#else}
    drop view if exists {old_transitions};
{#each before}
    drop table if exists {rows}, {>beside_table}, {>mover_table};
{/each}
{/if}

{define rename_machine}
{#if is_strict}
{! A table keeps its triggers with its old name.}
drop trigger if exists {schema}.{old_name}_head_insert;
drop trigger if exists {schema}.{old_name}_head_update;
drop trigger if exists {schema}.{old_name}_head_delete;
drop trigger if exists {schema}.{old_name}_history_insert;
drop trigger if exists {schema}.{old_name}_history_update;
drop trigger if exists {schema}.{old_name}_history_delete;
{/if}
{>open_step}
    rename table if exists {old_current} to {current};
    rename table if exists {old_rows} to {rows};
    alter table {current} drop foreign key if exists {old_name}_current_parent;
    alter table {current} rename column if exists {old_name}_id to {name}_id,
      rename index if exists {old_name}_current_state_since to {name}_current_state_since;
    alter table {rows} rename column if exists {old_name}_id to {name}_id,
      rename index if exists {old_name}_transitions_request to {name}_transitions_request,
      rename index if exists {old_name}_transitions_key to {name}_transitions_key;
{#if has_entity and not is_other_entity}
    alter table {current} add constraint {name}_current_parent
      foreign key if not exists ({name}_id) references {parent} ({parent_column});
{/if}
{#if old_has_queue and has_queue}
    rename table if exists {old_pending} to {pending};
    alter table {pending} rename column if exists {old_name}_id to {name}_id,
      rename index if exists {old_name}_pending_due to {name}_pending_due,
      rename index if exists {old_name}_pending_failed to {name}_pending_failed;
{/if}
{>rename_rows}
{>rename_outbox}
    update pawl_database.pawl_freezes set machine = {machine} where machine = {old_machine};
    update pawl_database.pawl_locks set type = {machine} where type = {old_machine};
    delete from pawl_database.pawl_objects where machine = {old_machine};
{>close_step}

{define change_entity}
{! A key has the type and collation of the column to which it refers. Without one it is the bytes of its text (head_tables), which
are those of utf8mb4.}
{>open_step}
    begin
      declare key_type {>text_type} default {#if has_text_key}'varbinary(1024)'{#else}'bigint'{/if};
{#if has_entity}
      select concat(own.column_type, coalesce(concat(' character set ', own.character_set_name, ' collate ', own.collation_name), ''))
        into key_type from information_schema.columns own
        where (own.table_schema, own.table_name, own.column_name) = ({parent_place});
{/if}
      alter table {current} drop foreign key if exists {name}_current_parent;
      for own in (select {#literal}{current}{/literal} as name union all select {#literal}{rows}{/literal}{#if old_has_queue and has_queue}
          union all select {#literal}{pending}{/literal}{/if}) do
{#if has_text_key}
        execute immediate concat('alter table ', own.name,
          ' modify {name}_id varchar({>longest_key}) character set utf8mb4 collate utf8mb4_nopad_bin not null');
{/if}
        execute immediate concat('alter table ', own.name, ' modify {name}_id ', key_type, ' not null');
      end for;
{#if has_entity}
      alter table {current} add constraint {name}_current_parent
        foreign key if not exists ({name}_id) references {parent} ({parent_column});
{/if}
    end;
{>close_step}

{define change_columns}
{! A table of others gets no columns: values without a column are kept as metadata.}
{>open_step}
{#if old_has_head}
{>alter_columns}
{#else}
    if {>is_made_by_pawl} then
{>alter_columns}
    end if;
{/if}
{>close_step}

{define alter_columns}
{! All renamed columns give up their old names first. So two columns may swap names, and each half may run again.}
    if exists (select 1 from pawl_database.pawl_migrations begun
        where begun.machine = {machine} and begun.step < {>columns_passed}) then
{#if renews_key_index}
      alter table {rows} drop index if exists {name}_transitions_key;
{/if}
{#each kept_columns}
{#if is_renamed}
      alter table {rows} rename column if exists {column} to {passing_column};
{/if}
{/each}
      update pawl_database.pawl_migrations set step = {>columns_passed} where machine = {machine};
    end if;
{#each kept_columns}
{#if is_renamed}
    alter table {rows} rename column if exists {passing_column} to {new_column};
{/if}
{/each}
{#each columns}
{#if is_added}
    alter table {rows} add column if not exists {column} {column_type};
{/if}
{#if is_retyped}
    alter table {rows} modify {column} {column_type};
{/if}
{/each}
{#if renews_key_index and has_created_key}
    alter table {rows} add index if not exists {name}_transitions_key (sort_key, {key_column}{#if has_text_lock_key}(255){/if});
{/if}

{define change_state_index}
{! InnoDB builds it while others write.}
{#if has_state_index}
alter table {current} add index if not exists {name}_current_state_since (state, since);
{#else}
alter table {current} drop index if exists {name}_current_state_since;
{/if}

{define create_unguarded} {>machine_tables}

{define begin_rewrite}
{! One transaction, which also records that it is done. Rows of transitions are written as by one of Pawl's functions. If
transitions continue in the meantime, current rows are locked before the queue, as transitions do.}
{>open_step}
    begin
{#if accepts_old and has_queue and has_head}
      declare heads bigint;
{/if}
      declare exit handler for sqlexception begin
        rollback;
        resignal;
      end;
      start transaction;
{#if accepts_old and has_queue and has_head}
      select count(*) into heads from {current} head force index (primary) for update;
{/if}
{#if has_other_storage}
{#if restores_states or restores_events}
      insert into {>mover_table} ({name}_id, connection)
        select distinct made.{name}_id, connection_id() from {rows} made {>as_table} where {>tells_old_texts};
{/if}
{/if}

{define end_rewrite}
{#if has_other_storage}
      delete from {>mover_table} where connection = connection_id();
{/if}
      update pawl_database.pawl_migrations set step = {>rows_written} where machine = {machine};
      commit;
    end;
{>close_step}
{#if moves_rows}
drop table if exists {>put_aside_table};
{/if}

{define take_back}
{#if not has_head}
insert into {>mover_table} ({name}_id, connection)
  select distinct made.{name}_id, connection_id() from {>put_aside_table} made;
{/if}
{>copy_back}

{define kept_time} timestamp'1970-01-01 00:00:00' + interval created_at microsecond
{define not_most_recent} null
{define now_or_since} greatest({>now}, since)
{define as_factor} {! A number needs nothing before a duration is multiplied by it.}
{define forget_put_off} {! Each restart changes due_at.}
{define armed_from} {#if is_put_off_unrecorded}{>now}{#else}least({>now}, made.created_at){/if}
{define migrated_by} substring_index(session_user(), '@', 1)
{define if_not_there} on duplicate key update machine = value(machine)

{define retire_rows}
{! By the new version's own function, so the rows are like those of transitions. Never by `do`, which ignores an error and keeps
half of the work.}
insert into {>mover_table} ({name}_id, connection)
  select head.{name}_id, connection_id() from {current} head where head.state = {state}
  on duplicate key update connection = value(connection);
for own in (select head.{name}_id as id, head.sort_key, {>now_or_since} as moment from {current} head where head.state = {state}) do
  set @pawl_done = {>row_writer_name}(own.id, own.sort_key + {step}, {retirement}, {state}, {state_now}, own.moment, {>migrated_by},
    null{#each columns}, null{/each});
end for;

{define create_anew}
{>machine_tables}
{>machine_functions}
{>grants}
{>ask_who_writes}

{define accept_old}
{! Functions of events with more parameters keep their old signature and call the new ones. So do the functions that programs of the
old version call.}
{#each old_events}
{#if takes_more_params or gets_item}
delimiter //
create or replace {>definer} function {event_function}{>event_signature}
{>call_new_function} //
delimiter ;
{/if}
delimiter //
create or replace {>definer} function {versioned_function}{>event_signature}
{>call_new_function} //
{#if gathers}
{>gathered_head}
{>leave_to_function_for_one} //
{/if}
delimiter ;
{#if has_own}
drop function if exists {own_function}; -- its programs call the other one if this is missing
{/if}
{/each}

{define call_new_function}
modifies sql data sql security invoker
comment 'For programs of an earlier version.'
return {#each after}{event_function}{/each}($1{#each after}{#each params}, {#if is_passed}{passed_value}{#else}null{/if}{/each}{/each},
    {actor}, {request_id}{#if not is_creation}, {expected_sort_key}{/if}{#if has_key}, {lock_owner}, {lock_token}{/if}{#if takes_verdicts}, {verdicts}{/if}{#if takes_item}, {item}, {item_fence}, {item_claim}{#else}{#each after}{#if takes_item}, null, null, null{/if}{/each}{/if})

{define leave_to_function_for_one}
{! In the new version such a transition may need more than a statement for many can do.}
deterministic no sql sql security invoker
comment 'For programs of an earlier version.'
return concat('[{{"status": "BUSY"}', repeat(', {{"status": "BUSY"}', json_length($0) - 1), ']')

{define end_old}
update pawl_database.pawl_machines set is_deployed = false{#if not accepts_old}, is_accepted = false{/if}
  where machine = {old_machine} and not (machine = {machine} and fingerprint = {fingerprint});

{define enter_version}
{>record_objects}
{>keep_order}
{>register}
delete from pawl_database.pawl_migrations where machine = {machine};
{#if is_machine_renamed}
delete from pawl_database.pawl_gates where machine = {old_machine};
{/if}
{#if not accepts_old}
set @pawl_done = pawl_database.pawl_make_gate({machine});
update pawl_database.pawl_gates set is_closed = false where machine = {machine};
{/if}

{define keep_order}
{! `deployed_at` orders the versions. After a rollback, versions that came after this one stay newer.}
set @pawl_moment = {>now};
update pawl_database.pawl_machines known join (
    select other.fingerprint, row_number() over (order by other.deployed_at) - 1 as nth
      from pawl_database.pawl_machines own join pawl_database.pawl_machines other
        on other.machine = own.machine and other.deployed_at >= own.deployed_at
      where own.machine = {machine} and own.fingerprint = {fingerprint}) later on later.fingerprint = known.fingerprint
  set known.is_deployed = known.fingerprint = {fingerprint}, known.deployed_at = @pawl_moment + later.nth
  where known.machine = {machine};

{define rename_grants} update {shared_schema}.pawl_grants set machine = {machine} where machine = {old_machine};

{define follow_events} {>carry_grants}
