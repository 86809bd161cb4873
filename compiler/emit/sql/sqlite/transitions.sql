-- `storage transitions` on SQLite: Statesman's table, which others may write, too. Times are text in UTC there, as
-- Rails writes them, and microseconds in its views.

{define transitions_tables}
{>rows_table}
{>rows_views}
{#if is_enforced}
{>guard_rows}
{/if}

{define rows_table}
{! Its indexes are part of it, so that an existing table gets none.}

-- the history of each {name}; the row of the highest sort_key has its state
create table if not exists {rows} (
  id integer not null primary key,
  {name}_id {key_type} not null references {parent_table} ({parent_column}),
  sort_key integer not null,
  to_state text not null,
  most_recent boolean, -- null for all but one
  metadata text not null default '{}',
  created_at datetime not null, -- text, in UTC
  updated_at datetime not null,
  event text,
  from_state text,
  actor text check (length(cast(actor as blob)) <= {actor_max}),
  request_id text,
{#each columns}
  {column} {column_type},
{/each}
  unique ({name}_id, sort_key),
  unique ({name}_id, most_recent),
  unique ({name}_id, request_id),
  unique (to_state, {name}_id, sort_key){#if has_created_key},
  unique ({key_column}, {name}_id, sort_key){/if}
);

{define rows_views}

{>moves_view}

-- every transition; for one of another program, the event if only one is possible
create view if not exists {transitions} as
  select made.{name}_id, made.sort_key,
    coalesce(made.event, (select case count(distinct move.event) when 1 then move.event end
      from {name}_moves move where move.from_state = made.left_state and move.to_state = made.to_state), '') as event,
    made.left_state as from_state, made.to_state, made.made_at as created_at,
    coalesce(made.actor, '') as actor, made.request_id{#each columns}, made.{column}{/each}
  from (select row.*, {>time_of_row} as made_at,
      coalesce(row.from_state, (select before.to_state from {name}_transitions before
        where before.{name}_id = row.{name}_id and before.sort_key < row.sort_key
        order by before.sort_key desc limit 1), {implicit_state}) as left_state
    from {name}_transitions row) made;

-- the state of each
create view if not exists {current} as
  select row.{name}_id, row.to_state as state, row.sort_key,
    {>time_of_row} as since
  from {name}_transitions row
  where not exists (select 1 from {name}_transitions later
                    where later.{name}_id = row.{name}_id and later.sort_key > row.sort_key){#if has_implicit_state}
  union all
  select parent.{parent_column}, {implicit_state}, 0, 0
  from {parent_table} parent
  where not exists (select 1 from {name}_transitions row where row.{name}_id = parent.{parent_column}){/if};

{>state_view}

{define time_of_row}
cast(strftime('%s', substr(row.created_at, 1, 19)) as integer) * 1000000
  + cast(substr(substr(row.created_at, 21) || '000000', 1, 6) as integer)

{define guard_rows}

-- others may add rows that the diagram allows, as Statesman does, and nothing else
{>protect_next_row}
{>guard_rows_that_are_there}
{>guard_values}
{>guard_superseded}

{define protect_next_row}
{! `insert or replace` deletes conflicting rows without firing the trigger for deletes, so no row may conflict: neither a row that
is still the most recent, nor one of the same id or request. No function is called, because a program may replace SQLite's
functions.}
create trigger if not exists main.{name}_transitions_next before insert on {name}_transitions
begin
  -- in SQLite's own words, which Statesman understands
  select raise(abort, 'UNIQUE constraint failed: {name}_transitions.{name}_id, {name}_transitions.sort_key')
    where exists (select 1 from {name}_transitions there
                  where there.{name}_id = new.{name}_id and there.sort_key = new.sort_key);
  select raise(abort, '{name}_transitions takes only moves that the diagram of {name} allows')
    where not exists (select 1 from {name}_moves move
      where move.to_state = new.to_state and (new.event is null or new.event = move.event)
        and (new.from_state is null or new.from_state = move.from_state)
        and move.from_state = case when exists (select 1 from {name}_transitions there where there.{name}_id = new.{name}_id)
          then (select last.to_state from {name}_transitions last
            where last.{name}_id = new.{name}_id order by last.sort_key desc limit 1) else {implicit_state} end);
  select raise(abort, 'the next transition of a {name} is its most recent one, and no other is; its sort_key is {step} more')
    where new.sort_key is not {step} + case when exists (select 1 from {name}_transitions there where there.{name}_id = new.{name}_id)
          then (select last.sort_key from {name}_transitions last
            where last.{name}_id = new.{name}_id order by last.sort_key desc limit 1) else 0 end
      or new.most_recent is not true
      or exists (select 1 from {name}_transitions there where there.{name}_id = new.{name}_id
                   and (there.most_recent or there.request_id = new.request_id))
      or exists (select 1 from {name}_transitions there where there.rowid = new.rowid)
      -- no row after the next number, also not of others
      or new.rowid > 1 + case when exists (select 1 from {name}_transitions)
        then (select there.rowid from {name}_transitions there order by there.rowid desc limit 1) else 0 end;
end;

{define guard_rows_that_are_there}
create trigger if not exists main.{name}_transitions_kept before update on {name}_transitions
when new.rowid is not old.rowid or new.{name}_id is not old.{name}_id
  or new.sort_key is not old.sort_key or new.to_state is not old.to_state
  or new.metadata is not old.metadata or new.created_at is not old.created_at
  or new.event is not old.event or new.from_state is not old.from_state
  or new.actor is not old.actor or new.request_id is not old.request_id
  or (new.most_recent is true and old.most_recent is not true)
{#each columns}
  or new.{column} is not old.{column}
{/each}
begin select raise(abort, '{name}_transitions is history: its rows are not changed'); end;
create trigger if not exists main.{name}_transitions_stay before delete on {name}_transitions
begin select raise(abort, '{name}_transitions is history: its rows stay'); end;

{define guard_values}
{! Values that libpawl would not write, and unreadable ones. SQLite checks types and foreign keys only on request.}
create trigger if not exists main.{name}_transitions_readable before insert on {name}_transitions
begin
  select raise(abort, 'FOREIGN KEY constraint failed: there is no such {name}')
    where not exists (select 1 from {parent} parent where parent.{parent_column} = new.{name}_id);
  select raise(abort, 'a transition of {name} has a key, a time and texts that can be read: YYYY-MM-DD HH:MM:SS')
{#if has_text_key}
    where typeof(new.{name}_id) <> 'text' or instr(new.{name}_id, char(0))
      or length(cast(new.{name}_id as blob)) not between 1 and {key_max}
{#else}
    where typeof(new.{name}_id) <> 'integer'
{/if}
      or typeof(new.created_at) <> 'text' or strftime('%s', substr(new.created_at, 1, 19)) is null
      or new.created_at not glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9][ T][0-9][0-9]:[0-9][0-9]:[0-9][0-9]*'
      or substr(new.created_at, 21, 1) glob '[^0-9]' or instr(new.created_at, char(0))
      or instr(coalesce(new.actor, '') || coalesce(new.request_id, ''), char(0))
      or typeof(new.actor) not in ('text', 'null')
      or typeof(new.request_id) not in ('text', 'null')
{#each columns}
      {>unreadable_value}
{/each}
;
end;

{define unreadable_value}
{! A column of an adopted table may turn a number into a text, or the reverse, also in Pawl's rows.}
{#if not is_bytes}
or typeof(new.{column}) = 'blob'
{/if}
{#if is_integer}
or cast(cast(new.{column} as integer) as text) is not cast(new.{column} as text)
{/if}
{#if not is_integer and not is_bytes}
or instr(coalesce(new.{column}, ''), char(0))
{/if}
{#if is_int}
or new.{column} not between -2147483648 and 2147483647
{/if}
{#if is_bool}
or new.{column} not in (0, 1)
{/if}

{define guard_superseded}
{! `update or replace` deletes one of two rows with equal marks, unless their index leaves them out.}
create trigger if not exists main.{name}_transitions_superseded before update of most_recent on {name}_transitions
when new.most_recent is not old.most_recent
  and exists (select 1 from {name}_transitions there where there.{name}_id = new.{name}_id
                and there.rowid <> new.rowid and there.most_recent = new.most_recent)
  and not exists (select 1 from sqlite_master made where made.tbl_name = '{name}_transitions'
                    and made.type = 'index' and made.sql like '%where%most_recent%')
begin select raise(abort, '{name}_transitions is history: its rows stay'); end;

{define insert_row}
insert into {rows}
  ({name}_id, sort_key, event, from_state, to_state, actor, request_id, most_recent, metadata,
  created_at, updated_at{#each columns}, {column}{/each})
values (?1, ?2, ?3, ?4, ?5, ?7, ?8, true, '{}',
  strftime('%Y-%m-%d %H:%M:%S', ?6 / 1000000, 'unixepoch') || printf('.%06d', ?6 % 1000000),
  strftime('%Y-%m-%d %H:%M:%S', ?6 / 1000000, 'unixepoch') || printf('.%06d', ?6 % 1000000)
  {#each columns}, {column_param}{/each})

{define supersede_row}
update {rows} set
  updated_at = strftime('%Y-%m-%d %H:%M:%S', ?4 / 1000000, 'unixepoch') || printf('.%06d', ?4 % 1000000),
  most_recent = {>superseded}
where {name}_id = ?1 and most_recent and sort_key < ?3 and ?2 is not null

{define superseded}
{! A superseded row has null there if the table allows that, as with Statesman.}
(select case when "notnull" then false end
    from pragma_table_info('{name}_transitions') where name = 'most_recent')
