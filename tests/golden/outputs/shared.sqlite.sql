.bail on
-- pawl: {"file":"machines","database":"sqlite","schema":3,"no_roles":false,"distributed":false,"machines":[{"name":"order","fingerprint":"88bb0437e8fe364d","adopts":{"key_type":"bigint","key_columns":"bigint,integer,int,smallint,int2,int4,int8","table":"main.order_transitions","states":["pending","paid","shipped","cancelled"],"columns":{"amount":"bigint","note":"text"},"enforced":true}},{"name":"refund","fingerprint":"e25188746c1b36e0","adopts":{"key_type":"text","key_columns":"text,varchar,character varying,clob","table":"main.refund_transitions","states":["asked","paid_out"],"columns":{"account":"text","at_once":"bool"},"enforced":false}}],"flows":[]}
-- Written by pawl from shared.fsm. Do not edit: change shared.fsm and run pawl again.
-- Running it again changes nothing. Apply with:
--   sqlite3 -cmd '.timeout 5000' FILE <pawl.sqlite.sql
--   sqlite3 -cmd '.timeout 5000' FILE <shared.sqlite.sql
-- The first is for what all machines share, which pawl writes beside this file. pawlctl apply does both:
--   pawlctl apply shared.sqlite.sql --db=...

begin immediate;

-- It needs the shared schema. Only a trigger can raise; a temporary one is no object of the
-- database's.
create temp view pawl_lacking (version) as
  select 3 where not exists (select 1 from main.sqlite_master
                                             where type = 'table' and name = 'pawl_schema');
create temp trigger pawl_require instead of insert on pawl_lacking
begin
  select raise(rollback, 'this database does not have version 3 of Pawl''s schema; nothing was changed: apply pawl.sqlite.sql first, or let pawlctl apply do both')
   where new.version <= 3;
  select raise(rollback, 'this database has a newer version of Pawl''s schema than this file; nothing was changed: update pawl, pawlctl and libpawl')
   where new.version > 3;
end;
insert into temp.pawl_lacking select version from temp.pawl_lacking;
insert into temp.pawl_lacking select version from main.pawl_schema where version <> 3;
drop view temp.pawl_lacking;

-- order -------------------------------------------------------------------------------------------
-- Order
-- Other programs write its rows, too, and only legal ones.

-- the history of each order; the row of the highest sort_key has its state
create table if not exists main.order_transitions (
  id integer not null primary key,
  order_id integer not null references orders (id),
  sort_key integer not null,
  to_state text not null,
  most_recent boolean, -- null for all but one
  metadata text not null default '{}',
  created_at datetime not null, -- text, in UTC
  updated_at datetime not null,
  event text,
  from_state text,
  actor text check (length(cast(actor as blob)) <= 255),
  request_id text,
  amount integer,
  note text,
  unique (order_id, sort_key),
  unique (order_id, most_recent),
  unique (order_id, request_id),
  unique (to_state, order_id, sort_key)
);

-- how it may move, for people and tools to read
create view if not exists main.order_moves (event, from_state, to_state) as values
  ('pay', 'pending', 'paid'),
  ('create', '', 'pending'),
  ('check_out', 'pending', 'pending'),
  ('cancel', 'pending', 'cancelled'),
  ('ship', 'paid', 'shipped'),
  ('give_up', 'paid', 'cancelled');

-- every transition; for one of another program, the event if only one is possible
create view if not exists main.order_history as
  select made.order_id, made.sort_key,
    coalesce(made.event, (select case count(distinct move.event) when 1 then move.event end
      from order_moves move where move.from_state = made.left_state and move.to_state = made.to_state), '') as event,
    made.left_state as from_state, made.to_state, made.made_at as created_at,
    coalesce(made.actor, '') as actor, made.request_id, made.amount, made.note
  from (select row.*, cast(strftime('%s', substr(row.created_at, 1, 19)) as integer) * 1000000
    + cast(substr(substr(row.created_at, 21) || '000000', 1, 6) as integer) as made_at,
      coalesce(row.from_state, (select before.to_state from order_transitions before
        where before.order_id = row.order_id and before.sort_key < row.sort_key
        order by before.sort_key desc limit 1), 'pending') as left_state
    from order_transitions row) made;

-- the state of each
create view if not exists main.order_current as
  select row.order_id, row.to_state as state, row.sort_key,
    cast(strftime('%s', substr(row.created_at, 1, 19)) as integer) * 1000000
      + cast(substr(substr(row.created_at, 21) || '000000', 1, 6) as integer) as since
  from order_transitions row
  where not exists (select 1 from order_transitions later
                    where later.order_id = row.order_id and later.sort_key > row.sort_key)
  union all
  select parent.id, 'pending', 0, 0
  from orders parent
  where not exists (select 1 from order_transitions row where row.order_id = parent.id);

-- the state of each entity, to join in your queries
create view if not exists main.order_state as
  select order_id, state, sort_key, since from order_current;

-- others may add rows that the diagram allows, as Statesman does, and nothing else
create trigger if not exists main.order_transitions_next before insert on order_transitions
begin
  -- in SQLite's own words, which Statesman understands
  select raise(abort, 'UNIQUE constraint failed: order_transitions.order_id, order_transitions.sort_key')
    where exists (select 1 from order_transitions there
                  where there.order_id = new.order_id and there.sort_key = new.sort_key);
  select raise(abort, 'order_transitions takes only moves that the diagram of order allows')
    where not exists (select 1 from order_moves move
      where move.to_state = new.to_state and (new.event is null or new.event = move.event)
        and (new.from_state is null or new.from_state = move.from_state)
        and move.from_state = case when exists (select 1 from order_transitions there where there.order_id = new.order_id)
          then (select last.to_state from order_transitions last
            where last.order_id = new.order_id order by last.sort_key desc limit 1) else 'pending' end);
  select raise(abort, 'the next transition of a order is its most recent one, and no other is; its sort_key is 10 more')
    where new.sort_key is not 10 + case when exists (select 1 from order_transitions there where there.order_id = new.order_id)
          then (select last.sort_key from order_transitions last
            where last.order_id = new.order_id order by last.sort_key desc limit 1) else 0 end
      or new.most_recent is not true
      or exists (select 1 from order_transitions there where there.order_id = new.order_id
                   and (there.most_recent or there.request_id = new.request_id))
      or exists (select 1 from order_transitions there where there.rowid = new.rowid)
      -- no row after the next number, also not of others
      or new.rowid > 1 + case when exists (select 1 from order_transitions)
        then (select there.rowid from order_transitions there order by there.rowid desc limit 1) else 0 end;
end;
create trigger if not exists main.order_transitions_kept before update on order_transitions
when new.rowid is not old.rowid or new.order_id is not old.order_id
  or new.sort_key is not old.sort_key or new.to_state is not old.to_state
  or new.metadata is not old.metadata or new.created_at is not old.created_at
  or new.event is not old.event or new.from_state is not old.from_state
  or new.actor is not old.actor or new.request_id is not old.request_id
  or (new.most_recent is true and old.most_recent is not true)
  or new.amount is not old.amount
  or new.note is not old.note
begin select raise(abort, 'order_transitions is history: its rows are not changed'); end;
create trigger if not exists main.order_transitions_stay before delete on order_transitions
begin select raise(abort, 'order_transitions is history: its rows stay'); end;
create trigger if not exists main.order_transitions_readable before insert on order_transitions
begin
  select raise(abort, 'FOREIGN KEY constraint failed: there is no such order')
    where not exists (select 1 from main.orders parent where parent.id = new.order_id);
  select raise(abort, 'a transition of order has a key, a time and texts that can be read: YYYY-MM-DD HH:MM:SS')
    where typeof(new.order_id) <> 'integer'
      or typeof(new.created_at) <> 'text' or strftime('%s', substr(new.created_at, 1, 19)) is null
      or new.created_at not glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9][ T][0-9][0-9]:[0-9][0-9]:[0-9][0-9]*'
      or substr(new.created_at, 21, 1) glob '[^0-9]' or instr(new.created_at, char(0))
      or instr(coalesce(new.actor, '') || coalesce(new.request_id, ''), char(0))
      or typeof(new.actor) not in ('text', 'null')
      or typeof(new.request_id) not in ('text', 'null')
      or typeof(new.amount) = 'blob'
      or cast(cast(new.amount as integer) as text) is not cast(new.amount as text)
      or typeof(new.note) = 'blob'
      or instr(coalesce(new.note, ''), char(0))
;
end;
create trigger if not exists main.order_transitions_superseded before update of most_recent on order_transitions
when new.most_recent is not old.most_recent
  and exists (select 1 from order_transitions there where there.order_id = new.order_id
                and there.rowid <> new.rowid and there.most_recent = new.most_recent)
  and not exists (select 1 from sqlite_master made where made.tbl_name = 'order_transitions'
                    and made.type = 'index' and made.sql like '%where%most_recent%')
begin select raise(abort, 'order_transitions is history: its rows stay'); end;

-- exists as long as programs of this version are accepted; those of an older libpawl use another name
drop view if exists main.order_model_88bb0437e8fe364d;
create view if not exists main.order_model_2_88bb0437e8fe364d as select 1;

-- timers that run and work that waits: one row for each
create table if not exists main.order_pending (
  order_id integer not null,
  declaration text not null,
  is_work integer not null,
  due_at integer not null, -- after a claim: the end of the lease
  fence integer not null, -- the sort_key of the transition that began it
  claim integer not null, -- grows with each claim: of two workers the later one counts
  attempts integer not null,
  last_error text,
  parked_at integer, -- parked, because its attempts are spent
  is_asleep integer not null, -- the state answers the timer's event in another way
  primary key (order_id, declaration)
) without rowid;
create index if not exists main.order_pending_due on order_pending (is_work, due_at)
  where parked_at is null and is_asleep = false;
create index if not exists main.order_pending_failed on order_pending (parked_at)
  where (parked_at is not null or last_error is not null);

-- how each timer and work is treated
create view if not exists main.order_pending_rules
  (declaration, is_work, event, lease, every, attempts, backoff_from, backoff_to) as values
  ('paid.give_up', false, 'give_up', 60000000, 10000000, 20, 1000000, 600000000);

create trigger if not exists main.order_pending_insert before insert on order_pending
when only_libpawl_may_write('order_pending', new.order_id, new.declaration, new.is_work, new.due_at, new.fence,
  new.claim, new.attempts, new.last_error, new.parked_at, new.is_asleep) is not 1
begin select raise(abort, 'order_pending is written by libpawl only: it follows the events of order'); end;
create trigger if not exists main.order_pending_update before update on order_pending
when new.order_id is not old.order_id or new.declaration is not old.declaration
  or only_libpawl_may_write('order_pending', new.order_id, new.declaration, new.is_work, new.due_at, new.fence,
    new.claim, new.attempts, new.last_error, new.parked_at, new.is_asleep) is not 1
begin select raise(abort, 'order_pending is written by libpawl only: it follows the events of order'); end;
create trigger if not exists main.order_pending_delete before delete on order_pending
when only_libpawl_may_write('order_pending', old.order_id, old.declaration) is not 1
begin select raise(abort, 'order_pending is written by libpawl only: it follows the events of order'); end;

create temp trigger if not exists order_exact_key instead of insert on main.order_model_2_88bb0437e8fe364d
begin
  select raise(rollback, 'machine order: nothing can refer to the column of its key; nothing was changed: make it the primary key or unique, by itself, in a table')
    where new."1" = 1;
  select raise(rollback, 'machine order: the column of its key takes different numbers for the same, by its type; nothing was changed: make it integer')
    where new."1" = 2;
  select raise(rollback, 'machine order: its key is of type bigint, and the column in the `entity` line is for texts; nothing was changed: write `text` or `uuid` for the key in the `entity` line')
    where new."1" = 4;
  select raise(rollback, 'machine order: main.orders has no column state, in which `mirror` keeps the state; nothing was changed: alter table main.orders add column state text')
    where new."1" = 5;
  select raise(rollback, 'machine order: main.orders.state cannot hold the state: it is generated, or its type turns texts into numbers; nothing was changed: make it text')
    where new."1" = 3;
end;
insert into main.order_model_2_88bb0437e8fe364d
select 1
 where exists (select 1 from pragma_table_xinfo('orders', 'main'))
   and not exists (select 1 from pragma_index_list('orders', 'main') i, pragma_index_xinfo(i.name, 'main') c
          where i."unique" and not i.partial and c.key and c.name = 'id' collate nocase
            and (select count(*) from pragma_index_xinfo(i.name, 'main') other where other.key) = 1)
   and (select group_concat(k.name) from pragma_table_xinfo('orders', 'main') k where k.pk)
     is not 'id' collate nocase
union all
select 2
 where exists (select 1 from pragma_table_xinfo('orders', 'main') c
          where c.name = 'id' collate nocase and c.type not like '%int%' and c.type not like '%char%' and c.type not like '%clob%' and c.type not like '%text%'
                      and (c.type like '%real%' or c.type like '%floa%' or c.type like '%doub%')
            and not (c.type = 'any' collate nocase and exists (select 1 from main.sqlite_master made
                               where made.name = 'orders' collate nocase and made.sql like '%strict%')))
   or exists (select 1 from pragma_table_xinfo('order_transitions', 'main') c
          where c.name = 'order_id' collate nocase and c.type not like '%int%' and c.type not like '%char%' and c.type not like '%clob%' and c.type not like '%text%'
                      and (c.type like '%real%' or c.type like '%floa%' or c.type like '%doub%'))
union all
select 4
 where exists (select 1 from pragma_table_xinfo('orders', 'main') c
          where c.name = 'id' collate nocase and c.type not like '%int%'
            and (c.type like '%char%' or c.type like '%clob%' or c.type like '%text%' or c.type like '%blob%' or c.type = 'uuid' collate nocase))
union all
select case when exists (select 1 from pragma_table_xinfo('orders', 'main') c where c.name = 'state' collate nocase)
   then 3 else 5 end where exists (select 1 from pragma_table_xinfo('orders', 'main'))
   and not exists (select 1 from pragma_table_xinfo('orders', 'main') c
          where c.name = 'state' collate nocase and c.hidden = 0
            and (not (c.type like '%int%'
                        or c.type not like '%char%' and c.type not like '%clob%' and c.type not like '%text%'
                          and c.type not like '%blob%' and c.type <> '') or c.type = 'any' collate nocase and exists (select 1 from main.sqlite_master made
                               where made.name = 'orders' collate nocase and made.sql like '%strict%')))
;

insert into main.pawl_objects (machine, object, definition)
select 'order', found.object, found.definition from (
  select type || ' ' || name as object, sql as definition from main.sqlite_master
   where sql is not null and tbl_name in ('order_current', 'order_transitions', 'order_moves', 'order_state',
      'order_history',
      'order_pending', 'order_pending_rules', 'order_model_2_88bb0437e8fe364d')) found
 where not exists (select 1 from main.pawl_machines m where m.machine = 'order'
                    and (m.abi >= 2 or m.fingerprint <> '88bb0437e8fe364d' and m.is_deployed))
   and not exists (select 1 from main.pawl_objects o
                    where o.machine = 'order' and o.object = found.object);

insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)
select 'order', '88bb0437e8fe364d', 2,
  coalesce((select deployed_at from main.pawl_machines where machine = 'order' and fingerprint = '88bb0437e8fe364d'),
    cast(strftime('%s', 'now') as integer) * 1000000),
  '{"name":"order","label":"Order","fingerprint":"88bb0437e8fe364d","doc":"Other programs write its rows, too, and only legal ones.","key_type":"bigint","entity":{"schema":"shop","table":"orders","column":"id"},"storage":"transitions_enforced","initial_is_implicit":true,"key":{"kind":"key"},"lock_types":["bigint"],"mirror":{"schema":"shop","table":"orders","column":"state"},"states":[{"name":"pending","label":"pending","stored":"pending","initial":true,"final":false,"enter":[],"leave":[]},{"name":"paid","label":"paid","stored":"paid","initial":false,"final":false,"enter":[],"leave":[]},{"name":"shipped","label":"shipped","stored":"shipped","initial":false,"final":true,"enter":[],"leave":[]},{"name":"cancelled","label":"cancelled","stored":"cancelled","initial":false,"final":true,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"pay","label":"pay","stored":"pay","creation":false,"timer":false,"params":[{"name":"amount","type":"bigint","optional":false,"column":"amount"},{"name":"note","type":"text","optional":true,"column":"note"}],"serialize_by":[]},{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[],"serialize_by":[]},{"name":"check_out","label":"check out","stored":"check_out","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"cancel","label":"cancel","stored":"cancel","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"ship","label":"ship","stored":"ship","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"give_up","label":"give up","stored":"give_up","creation":false,"timer":true,"params":[],"serialize_by":[]}],"columns":[{"name":"amount","type":"bigint"},{"name":"note","type":"text"}],"arrows":[{"event":"create","from":null,"target":"to","to":"pending","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"pay","from":"pending","target":"to","to":"paid","reopens":false,"conditions":[{"guard":"cheap","negated":false}],"do":["book"],"then":[]},{"event":"check_out","from":"pending","target":"to","to":"pending","reopens":false,"conditions":[{"guard":"in_stock","negated":false}],"do":[],"then":[]},{"event":"cancel","from":"pending","target":"to","to":"cancelled","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"ship","from":"paid","target":"to","to":"shipped","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"give_up","from":"paid","target":"to","to":"cancelled","reopens":false,"timer":0,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"pay","from":"pending","to":"paid","arrow":1,"effects":["book"]},{"event":"create","from":null,"to":"pending","arrow":0},{"event":"check_out","from":"pending","to":"pending","arrow":2},{"event":"cancel","from":"pending","to":"cancelled","arrow":3},{"event":"ship","from":"paid","to":"shipped","arrow":4},{"event":"give_up","from":"paid","to":"cancelled","arrow":5}],"ignores":[{"event":"ship","state":"pending"}],"timers":[{"event":"give_up","place":"paid","after_ms":259200000}],"guards":[{"name":"in_stock"},{"name":"cheap","postgres":{"text":"select :amount < 1000","references":[{"kind":"param","column":"amount","offset":7,"length":7}]},"sqlite":{"text":"select :amount < 1000","references":[{"kind":"param","column":"amount","offset":7,"length":7}]}}],"effects":[{"name":"book","postgres":{"text":"insert into shop.bookings (amount) values (:amount)","references":[{"kind":"param","column":"amount","offset":43,"length":7}]},"sqlite":{"text":"insert into shop.bookings (amount) values (:amount)","references":[{"kind":"param","column":"amount","offset":43,"length":7}]}}],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"sqlite","current":"main.order_current","transitions":"main.order_history","pending":"main.order_pending","parent":"main.orders","parent_column":"id","objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name in (''order_current'', ''order_transitions'', ''order_moves'', ''order_state'',\n    ''order_history'',\n    ''order_pending'', ''order_pending_rules'', ''order_model_2_88bb0437e8fe364d'')","shared_objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name like ''pawl\\_%'' escape ''\\''","statements":{"fingerprints":"select known.version, accepted.fingerprint, null, accepted.is_deployed\nfrom main.pawl_schema known left join main.pawl_machines accepted\n  on accepted.is_accepted and accepted.machine = ?1","get":"select state, sort_key, since from main.order_current where order_id = ?1 and exists (select 1 from main.order_model_2_88bb0437e8fe364d)","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, note\nfrom main.order_history where order_id = ?1 and exists (select 1 from main.order_model_2_88bb0437e8fe364d) order by sort_key","in_state":"select order_id, state, sort_key, since from main.order_current\nwhere state = ?1 and (since, order_id) > (?2, ?3)\n  and exists (select 1 from main.order_model_2_88bb0437e8fe364d) order by since, order_id limit ?4","not_in_state":"select * from (\n  select * from (\n    select order_id, state, sort_key, since from main.order_current\n    where state < ?1 and (state, since, order_id) > (?2, ?3, ?4)\n    order by state, since, order_id limit ?8\n  ) before\n  union all\n  select * from (\n    select order_id, state, sort_key, since from main.order_current\n    where (state, since, order_id) > (?5, ?6, ?7)\n    order by state, since, order_id limit ?8\n  ) after\n) others where exists (select 1 from main.order_model_2_88bb0437e8fe364d) order by state, since, order_id limit ?8","count_by_state":"select state, count(*) from main.order_current where exists (select 1 from main.order_model_2_88bb0437e8fe364d) group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, note\nfrom main.order_history where order_id = ?1 and exists (select 1 from main.order_model_2_88bb0437e8fe364d)\n  and to_state = ?2 order by sort_key desc limit 1","creation":"select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, note\nfrom main.order_history where order_id = ?1 and exists (select 1 from main.order_model_2_88bb0437e8fe364d)\n  and sort_key = 10","with_key":"select order_id, state, sort_key, since from main.order_current\nwhere order_id = ?1 and (?2 is null or order_id > ?2)\n  and exists (select 1 from main.order_model_2_88bb0437e8fe364d) limit ?3","find_parent":"select 1 from main.orders where id = ?1","find_request":"select event, from_state, to_state, sort_key, created_at, amount, note\nfrom main.order_history where order_id = ?1 and request_id = ?2","update_current":"update main.order_transitions set\n  updated_at = strftime(''%Y-%m-%d %H:%M:%S'', ?4 / 1000000, ''unixepoch'') || printf(''.%06d'', ?4 % 1000000),\n  most_recent = (select case when \"notnull\" then false end\n      from pragma_table_info(''order_transitions'') where name = ''most_recent'')\nwhere order_id = ?1 and most_recent and sort_key < ?3 and ?2 is not null","insert_transition":"insert into main.order_transitions\n  (order_id, sort_key, event, from_state, to_state, actor, request_id, most_recent, metadata,\n  created_at, updated_at, amount, note)\nvalues (?1, ?2, ?3, ?4, ?5, ?7, ?8, true, ''{}'',\n  strftime(''%Y-%m-%d %H:%M:%S'', ?6 / 1000000, ''unixepoch'') || printf(''.%06d'', ?6 % 1000000),\n  strftime(''%Y-%m-%d %H:%M:%S'', ?6 / 1000000, ''unixepoch'') || printf(''.%06d'', ?6 % 1000000)\n  , ?9, ?10)","set_mirror":"update main.orders set state = ?2 where id = ?1"},"fire":{},"queue":{"table":"order_pending","channel":"order_pending","pending":[{"name":"paid.give_up","is_work":false,"is_of_state":true,"event":"give_up","after_us":259200000000,"lease_us":60000000,"every_us":10000000,"backoff_from_us":1000000,"backoff_to_us":600000000,"attempts":20,"presence":"--a--"}],"stays":[],"statements":{"claim":"select order_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep from main.order_pending\nwhere is_work = ?1 and parked_at is null and is_asleep = false and due_at <= ?2\n  and exists (select 1 from main.order_model_2_88bb0437e8fe364d)\n  and not exists (select 1 from main.pawl_freezes type_lock\n    where type_lock.machine = ''order'' and type_lock.mode is not null\n      and (type_lock.until is null or type_lock.until > ?2))\norder by due_at limit ?3","next_due":"select due_at from main.order_pending where is_work = ?1 and parked_at is null and is_asleep = false\n  and exists (select 1 from main.order_model_2_88bb0437e8fe364d)\n  and not exists (select 1 from main.pawl_freezes type_lock\n    where type_lock.machine = ''order'' and type_lock.mode is not null\n      and (type_lock.until is null or type_lock.until > ?2))\norder by due_at limit 1","of_entity":"select order_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep from main.order_pending where order_id = ?1 and exists (select 1 from main.order_model_2_88bb0437e8fe364d)","insert":"insert into main.order_pending (order_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep)\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)","update":"update main.order_pending set is_work = ?3, due_at = ?4, fence = ?5, claim = ?6,\n  attempts = ?7, last_error = ?8, parked_at = ?9, is_asleep = ?10\nwhere order_id = ?1 and declaration = ?2","remove":"delete from main.order_pending where order_id = ?1 and declaration = ?2"}}},"diagram":"digraph \"order\" {\n  graph [rankdir=TB, compound=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16, fontcolor=\"#1f2733\", nodesep=0.2, ranksep=0.14, pad=0.1, bgcolor=\"#ffffff\", labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13, fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\", arrowsize=0.75];\n\n  subgraph \"cluster_order\" {\n    class=machine; penwidth=0; margin=0;\n    label=<<b>Order</b><!--order-->>; tooltip=\"Other programs write its rows, too, and only legal ones.\";\n    \"order.\" [shape=point, width=0.16, class=begin, color=\"#1f2733\", fillcolor=\"#1f2733\", tooltip=\"nothing yet\"];\n    \"order.pending\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td cellpadding=\"6\">pending<!--order.pending--></td></tr><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"b0\" height=\"1\" width=\"14\"></td><td port=\"b1\" height=\"1\" width=\"14\"></td><td port=\"b2\" height=\"1\" width=\"14\"></td><td port=\"b3\" height=\"1\" width=\"14\"></td></tr></table></td></tr></table>>, margin=0, class=\"state created\", fillcolor=\"#e0edfb\", color=\"#2f6fb3\"];\n    \"order.paid\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td cellpadding=\"6\">paid<!--order.paid--></td></tr><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"b0\" height=\"1\" width=\"14\"></td><td port=\"b1\" height=\"1\" width=\"14\"></td></tr></table></td></tr></table>>, margin=0, class=\"state waiting\", fillcolor=\"#fcf0d4\", color=\"#a8761a\"];\n    \"order.shipped\" [label=<shipped<!--order.shipped-->>, class=\"state final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2];\n    \"order.cancelled\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"a0\" height=\"1\" width=\"14\"></td><td port=\"a1\" height=\"1\" width=\"14\"></td></tr></table></td></tr><tr><td cellpadding=\"6\">cancelled<!--order.cancelled--></td></tr></table>>, margin=0, class=\"state final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2];\n    { node [shape=plaintext, style=\"\", margin=\"0.05,0.04\", width=0.2, height=0.2, fontsize=12.5];\n      \"order.>1\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>create<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"create\"];\n      \"order.>2\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>pay<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">[cheap] / book</font><br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"pay\"];\n      \"order.>3\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>check out<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">[in stock] (starts<br align=\"left\"/>again)</font><br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"check_out\"];\n      \"order.>4\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>cancel<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"cancel\"];\n      \"order.>5\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>ship<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"ship\"];\n      \"order.>6\" [label=<<table port=\"e\" border=\"1\" style=\"rounded,dashed\" bgcolor=\"#ffffff\" color=\"#a8761a\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td><font color=\"#7d5200\">after 3 days: give up</font><br align=\"left\"/></td></tr></table>>, class=\"event timer\", tooltip=\"give_up\"];\n    }\n    {rank=same; \"order.\"; \"order.>1\"; \"order.pending\"}\n    \"order.\" -> \"order.>1\" [class=\"move\", dir=back, arrowtail=none];\n    \"order.>1\" -> \"order.pending\" [class=\"move\"];\n    \"order.pending\":b0 -> \"order.>2\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"order.>2\":e -> \"order.paid\" [class=\"move\"];\n    \"order.pending\":b1 -> \"order.>3\":e [class=\"move\", dir=back, arrowtail=dot, weight=6];\n    \"order.pending\":b3 -> \"order.>3\":e [class=\"move\", dir=back, weight=6];\n    \"order.pending\":b2 -> \"order.>4\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"order.>4\":e -> \"order.cancelled\":a0 [class=\"move\"];\n    \"order.paid\":b0 -> \"order.>5\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"order.>5\":e -> \"order.shipped\" [class=\"move\"];\n    \"order.paid\":b1 -> \"order.>6\":e [class=\"move timer\", color=\"#a8761a\", dir=back, arrowtail=dot, style=dashed];\n    \"order.>6\":e -> \"order.cancelled\":a1 [class=\"move timer\", color=\"#a8761a\", style=dashed];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td colspan=\"2\" align=\"left\"><font color=\"#687384\">●—</font>&#160; where an arrow begins </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"28\" height=\"16\" bgcolor=\"#e0edfb\" color=\"#2f6fb3\"><tr><td></td></tr></table></td><td align=\"left\">begins here </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\" fixedsize=\"true\" width=\"28\" height=\"16\" color=\"#2e8246\"><tr><td><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"22\" height=\"10\" bgcolor=\"#e1f3e5\" color=\"#2e8246\"><tr><td></td></tr></table></td></tr></table></td><td align=\"left\">final </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"28\" height=\"16\" bgcolor=\"#fcf0d4\" color=\"#a8761a\"><tr><td></td></tr></table></td><td align=\"left\">a clock is running </td></tr>\n    <tr><td align=\"right\"><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td width=\"24\" height=\"4\" border=\"1\" sides=\"B\" style=\"dashed\" color=\"#a8761a\"></td></tr><tr><td height=\"4\"></td></tr></table></td><td align=\"left\">can happen by itself </td><td colspan=\"2\" align=\"left\"><font color=\"#556070\">[ ]</font>&#160; only if this holds </td><td colspan=\"2\" align=\"left\"><font color=\"#556070\">/</font>&#160; done with the move </td></tr></table>>;\n}\n"}'
 where not exists (select 1 from main.pawl_machines
                    where machine = 'order' and fingerprint = '88bb0437e8fe364d' and (abi >= 2 or not is_deployed));

-- refund ------------------------------------------------------------------------------------------
-- refund
-- In a table that nothing guards.

-- the history of each refund; the row of the highest sort_key has its state
create table if not exists main.refund_transitions (
  id integer not null primary key,
  refund_id text not null references refunds (id),
  sort_key integer not null,
  to_state text not null,
  most_recent boolean, -- null for all but one
  metadata text not null default '{}',
  created_at datetime not null, -- text, in UTC
  updated_at datetime not null,
  event text,
  from_state text,
  actor text check (length(cast(actor as blob)) <= 255),
  request_id text,
  account text,
  at_once integer,
  unique (refund_id, sort_key),
  unique (refund_id, most_recent),
  unique (refund_id, request_id),
  unique (to_state, refund_id, sort_key),
  unique (account, refund_id, sort_key)
);

-- how it may move, for people and tools to read
create view if not exists main.refund_moves (event, from_state, to_state) as values
  ('create', '', 'asked'),
  ('import', '', 'paid_out'),
  ('pay_out', 'asked', 'paid_out');

-- every transition; for one of another program, the event if only one is possible
create view if not exists main.refund_history as
  select made.refund_id, made.sort_key,
    coalesce(made.event, (select case count(distinct move.event) when 1 then move.event end
      from refund_moves move where move.from_state = made.left_state and move.to_state = made.to_state), '') as event,
    made.left_state as from_state, made.to_state, made.made_at as created_at,
    coalesce(made.actor, '') as actor, made.request_id, made.account, made.at_once
  from (select row.*, cast(strftime('%s', substr(row.created_at, 1, 19)) as integer) * 1000000
    + cast(substr(substr(row.created_at, 21) || '000000', 1, 6) as integer) as made_at,
      coalesce(row.from_state, (select before.to_state from refund_transitions before
        where before.refund_id = row.refund_id and before.sort_key < row.sort_key
        order by before.sort_key desc limit 1), '') as left_state
    from refund_transitions row) made;

-- the state of each
create view if not exists main.refund_current as
  select row.refund_id, row.to_state as state, row.sort_key,
    cast(strftime('%s', substr(row.created_at, 1, 19)) as integer) * 1000000
      + cast(substr(substr(row.created_at, 21) || '000000', 1, 6) as integer) as since
  from refund_transitions row
  where not exists (select 1 from refund_transitions later
                    where later.refund_id = row.refund_id and later.sort_key > row.sort_key);

-- the state of each entity, to join in your queries
create view if not exists main.refund_state as
  select refund_id, state, sort_key, since from refund_current;

-- exists as long as programs of this version are accepted; those of an older libpawl use another name
drop view if exists main.refund_model_e25188746c1b36e0;
create view if not exists main.refund_model_2_e25188746c1b36e0 as select 1;

create temp trigger if not exists refund_exact_key instead of insert on main.refund_model_2_e25188746c1b36e0
begin
  select raise(rollback, 'machine refund: nothing can refer to the column of its key; nothing was changed: make it the primary key or unique, by itself, in a table')
    where new."1" = 1;
  select raise(rollback, 'machine refund: the column of its key takes different texts for the same, by its type or collation; nothing was changed: make it text with the collation BINARY')
    where new."1" = 2;
end;
insert into main.refund_model_2_e25188746c1b36e0
select 1
 where exists (select 1 from pragma_table_xinfo('refunds', 'main'))
   and not exists (select 1 from pragma_index_list('refunds', 'main') i, pragma_index_xinfo(i.name, 'main') c
          where i."unique" and not i.partial and c.key and c.name = 'id' collate nocase
            and (select count(*) from pragma_index_xinfo(i.name, 'main') other where other.key) = 1)
   and (select group_concat(k.name) from pragma_table_xinfo('refunds', 'main') k where k.pk)
     is not 'id' collate nocase
union all
select 2
 where exists (select 1 from pragma_table_xinfo('refunds', 'main') c
          where c.name = 'id' collate nocase and (c.type like '%int%'
                      or c.type not like '%char%' and c.type not like '%clob%' and c.type not like '%text%'
                        and c.type not like '%blob%' and c.type <> '')
            and not (c.type = 'any' collate nocase and exists (select 1 from main.sqlite_master made
                               where made.name = 'refunds' collate nocase and made.sql like '%strict%')))
   or (exists (select 1
          from pragma_index_list('refunds', 'main') i, pragma_index_xinfo(i.name, 'main') c
          where i."unique" and c.key and c.name = 'id' collate nocase and c.coll <> 'BINARY' collate nocase)
   and not exists (select 1
          from pragma_index_list('refunds', 'main') i, pragma_index_xinfo(i.name, 'main') c
          where i."unique" and c.key and c.name = 'id' collate nocase and c.coll = 'BINARY' collate nocase))
   or exists (select 1 from pragma_table_xinfo('refund_transitions', 'main') c
          where c.name = 'refund_id' collate nocase and (c.type like '%int%'
                      or c.type not like '%char%' and c.type not like '%clob%' and c.type not like '%text%'
                        and c.type not like '%blob%' and c.type <> ''))
   or exists (select 1
          from pragma_index_list('refund_transitions', 'main') i, pragma_index_xinfo(i.name, 'main') c
          where i."unique" and c.key and c.name = 'refund_id' collate nocase and c.coll <> 'BINARY' collate nocase)
;

insert into main.pawl_objects (machine, object, definition)
select 'refund', found.object, found.definition from (
  select type || ' ' || name as object, sql as definition from main.sqlite_master
   where sql is not null and tbl_name in ('refund_current', 'refund_transitions', 'refund_moves', 'refund_state',
      'refund_history',
      'refund_pending', 'refund_pending_rules', 'refund_model_2_e25188746c1b36e0')) found
 where not exists (select 1 from main.pawl_machines m where m.machine = 'refund'
                    and (m.abi >= 2 or m.fingerprint <> 'e25188746c1b36e0' and m.is_deployed))
   and not exists (select 1 from main.pawl_objects o
                    where o.machine = 'refund' and o.object = found.object);

insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)
select 'refund', 'e25188746c1b36e0', 2,
  coalesce((select deployed_at from main.pawl_machines where machine = 'refund' and fingerprint = 'e25188746c1b36e0'),
    cast(strftime('%s', 'now') as integer) * 1000000),
  '{"name":"refund","label":"refund","fingerprint":"e25188746c1b36e0","doc":"In a table that nothing guards.","key_type":"text","entity":{"table":"refunds","column":"id"},"storage":"transitions","initial_is_implicit":false,"key":{"kind":"created","column":"account","event":"create"},"states":[{"name":"asked","label":"asked","stored":"asked","initial":true,"final":false,"enter":[],"leave":[]},{"name":"paid_out","label":"paid out","stored":"paid_out","initial":false,"final":true,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[{"name":"account","type":"text","optional":false,"column":"account"}],"serialize_by":[]},{"name":"import","label":"import","stored":"import","creation":true,"timer":false,"params":[{"name":"account","type":"text","optional":false,"column":"account"},{"name":"at_once","type":"bool","optional":true,"column":"at_once"}],"serialize_by":[]},{"name":"pay_out","label":"pay out","stored":"pay_out","creation":false,"timer":false,"params":[],"serialize_by":[]}],"columns":[{"name":"account","type":"text"},{"name":"at_once","type":"bool"}],"arrows":[{"event":"create","from":null,"target":"to","to":"asked","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"pay_out","from":"asked","target":"to","to":"paid_out","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"import","from":null,"target":"to","to":"paid_out","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"asked","arrow":0},{"event":"import","from":null,"to":"paid_out","arrow":2},{"event":"pay_out","from":"asked","to":"paid_out","arrow":1}],"ignores":[],"timers":[],"guards":[],"effects":[],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"sqlite","current":"main.refund_current","transitions":"main.refund_history","parent":"main.refunds","parent_column":"id","objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name in (''refund_current'', ''refund_transitions'', ''refund_moves'', ''refund_state'',\n    ''refund_history'',\n    ''refund_pending'', ''refund_pending_rules'', ''refund_model_2_e25188746c1b36e0'')","shared_objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name like ''pawl\\_%'' escape ''\\''","statements":{"fingerprints":"select known.version, accepted.fingerprint, null, accepted.is_deployed\nfrom main.pawl_schema known left join main.pawl_machines accepted\n  on accepted.is_accepted and accepted.machine = ?1","get":"select state, sort_key, since from main.refund_current where refund_id = ?1 and exists (select 1 from main.refund_model_2_e25188746c1b36e0)","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, account, at_once\nfrom main.refund_history where refund_id = ?1 and exists (select 1 from main.refund_model_2_e25188746c1b36e0) order by sort_key","in_state":"select refund_id, state, sort_key, since from main.refund_current\nwhere state = ?1 and (since, refund_id) > (?2, ?3)\n  and exists (select 1 from main.refund_model_2_e25188746c1b36e0) order by since, refund_id limit ?4","not_in_state":"select * from (\n  select * from (\n    select refund_id, state, sort_key, since from main.refund_current\n    where state < ?1 and (state, since, refund_id) > (?2, ?3, ?4)\n    order by state, since, refund_id limit ?8\n  ) before\n  union all\n  select * from (\n    select refund_id, state, sort_key, since from main.refund_current\n    where (state, since, refund_id) > (?5, ?6, ?7)\n    order by state, since, refund_id limit ?8\n  ) after\n) others where exists (select 1 from main.refund_model_2_e25188746c1b36e0) order by state, since, refund_id limit ?8","count_by_state":"select state, count(*) from main.refund_current where exists (select 1 from main.refund_model_2_e25188746c1b36e0) group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, account, at_once\nfrom main.refund_history where refund_id = ?1 and exists (select 1 from main.refund_model_2_e25188746c1b36e0)\n  and to_state = ?2 order by sort_key desc limit 1","creation":"select sort_key, event, from_state, to_state, created_at, actor, request_id, account, at_once\nfrom main.refund_history where refund_id = ?1 and exists (select 1 from main.refund_model_2_e25188746c1b36e0)\n  and sort_key = 10","with_key":"select head.refund_id, head.state, head.sort_key, head.since from main.refund_history begun\njoin main.refund_current head on head.refund_id = begun.refund_id\nwhere begun.sort_key = 10 and begun.account = ?1\n  and (?2 is null or begun.refund_id > ?2) and exists (select 1 from main.refund_model_2_e25188746c1b36e0)\norder by begun.refund_id limit ?3","find_parent":"select 1 from main.refunds where id = ?1","find_request":"select event, from_state, to_state, sort_key, created_at, account, at_once\nfrom main.refund_history where refund_id = ?1 and request_id = ?2","update_current":"update main.refund_transitions set\n  updated_at = strftime(''%Y-%m-%d %H:%M:%S'', ?4 / 1000000, ''unixepoch'') || printf(''.%06d'', ?4 % 1000000),\n  most_recent = (select case when \"notnull\" then false end\n      from pragma_table_info(''refund_transitions'') where name = ''most_recent'')\nwhere refund_id = ?1 and most_recent and sort_key < ?3 and ?2 is not null","insert_transition":"insert into main.refund_transitions\n  (refund_id, sort_key, event, from_state, to_state, actor, request_id, most_recent, metadata,\n  created_at, updated_at, account, at_once)\nvalues (?1, ?2, ?3, ?4, ?5, ?7, ?8, true, ''{}'',\n  strftime(''%Y-%m-%d %H:%M:%S'', ?6 / 1000000, ''unixepoch'') || printf(''.%06d'', ?6 % 1000000),\n  strftime(''%Y-%m-%d %H:%M:%S'', ?6 / 1000000, ''unixepoch'') || printf(''.%06d'', ?6 % 1000000)\n  , ?9, ?10)","find_key":"select cast(account as text) from main.refund_history where refund_id = ?1 and sort_key = 10\n  and exists (select 1 from main.refund_model_2_e25188746c1b36e0)"},"fire":{}},"diagram":"digraph \"refund\" {\n  graph [rankdir=LR, compound=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16, fontcolor=\"#1f2733\", nodesep=0.2, ranksep=0.14, pad=0.1, bgcolor=\"#ffffff\", labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13, fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\", arrowsize=0.75];\n\n  subgraph \"cluster_refund\" {\n    class=machine; penwidth=0; margin=0;\n    label=<<b>refund</b><!--refund-->>; tooltip=\"In a table that nothing guards.\";\n    \"refund.\" [shape=point, width=0.16, class=begin, color=\"#1f2733\", fillcolor=\"#1f2733\", tooltip=\"nothing yet\"];\n    \"refund.asked\" [label=<asked<!--refund.asked-->>, class=\"state created\", fillcolor=\"#e0edfb\", color=\"#2f6fb3\"];\n    \"refund.paid_out\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"a0\" width=\"1\" height=\"14\"></td></tr><tr><td port=\"a1\" width=\"1\" height=\"14\"></td></tr></table></td><td cellpadding=\"6\">paid out<!--refund.paid_out--></td></tr></table>>, margin=0, class=\"state created final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2];\n    { node [shape=plaintext, style=\"\", margin=\"0.05,0.04\", width=0.2, height=0.2, fontsize=12.5];\n      \"refund.>1\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>create<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"create\"];\n      \"refund.>2\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>pay out<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"pay_out\"];\n      \"refund.>3\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>import<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"import\"];\n    }\n    \"refund.\" -> \"refund.>1\":e [class=\"move\", dir=back, arrowtail=none];\n    \"refund.>1\":e -> \"refund.asked\" [class=\"move\"];\n    \"refund.asked\" -> \"refund.>2\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"refund.>2\":e -> \"refund.paid_out\":a0 [class=\"move\"];\n    \"refund.\" -> \"refund.>3\":e [class=\"move\", dir=back, arrowtail=none];\n    \"refund.>3\":e -> \"refund.paid_out\":a1 [class=\"move\"];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td colspan=\"2\" align=\"left\"><font color=\"#687384\">●—</font>&#160; where an arrow begins </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"28\" height=\"16\" bgcolor=\"#e0edfb\" color=\"#2f6fb3\"><tr><td></td></tr></table></td><td align=\"left\">begins here </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\" fixedsize=\"true\" width=\"28\" height=\"16\" color=\"#2e8246\"><tr><td><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"22\" height=\"10\" bgcolor=\"#e1f3e5\" color=\"#2e8246\"><tr><td></td></tr></table></td></tr></table></td><td align=\"left\">final </td></tr></table>>;\n}\n"}'
 where not exists (select 1 from main.pawl_machines
                    where machine = 'refund' and fingerprint = 'e25188746c1b36e0' and (abi >= 2 or not is_deployed));

commit;

-- This file is whole.
