.bail on
-- pawl: {"file":"machines","database":"sqlite","schema":3,"no_roles":false,"distributed":false,"machines":[{"name":"damage","fingerprint":"7415479e39e5a7dc"},{"name":"lamp","fingerprint":"8cd77de0d28b8de3"}],"flows":[]}
-- Written by pawl from waiting.fsm. Do not edit: change waiting.fsm and run pawl again.
-- Running it again changes nothing. Apply with:
--   sqlite3 -cmd '.timeout 5000' FILE <pawl.sqlite.sql
--   sqlite3 -cmd '.timeout 5000' FILE <waiting.sqlite.sql
-- The first is for what all machines share, which pawl writes beside this file. pawlctl apply does both:
--   pawlctl apply waiting.sqlite.sql --db=...

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

-- damage ------------------------------------------------------------------------------------------
-- Claim of damages
-- Timers and work: a claim of damages, with a key that is a number.

-- the state of each damage
create table if not exists main.damage_current (
  damage_id integer not null primary key references damages (id),
  state text not null,
  sort_key integer not null, -- of its last transition
  since integer not null
) without rowid;
create index if not exists main.damage_current_state_since on damage_current (state, since);

-- how it got there; rows are only ever added
create table if not exists main.damage_transitions (
  damage_id integer not null,
  sort_key integer not null,
  event text not null,
  from_state text not null, -- '' for a creation
  to_state text not null,
  created_at integer not null,
  actor text not null check (length(cast(actor as blob)) <= 255),
  request_id text,
  closes_at integer,
  patience integer,
  amount integer,
  note text,
  primary key (damage_id, sort_key)
) without rowid;
create unique index if not exists main.damage_transitions_request
  on damage_transitions (damage_id, request_id) where request_id is not null;

-- how it may move, for people and tools to read
create view if not exists main.damage_moves (event, from_state, to_state) as values
  ('create', '', 'reported'),
  ('assess', 'reported', 'assessed'),
  ('escalate', 'reported', 'assessed'),
  ('remind', 'assessed', 'assessed'),
  ('repeat', 'assessed', 'assessed'),
  ('close', 'assessed', 'closed'),
  ('close', 'transfer', 'closed'),
  ('lose_patience', 'assessed', 'closed'),
  ('pay', 'assessed', 'transfer'),
  ('note', 'transfer', 'transfer'),
  ('note', 'confirm', 'confirm'),
  ('paid', 'transfer', 'confirm'),
  ('closed_by_hand', 'confirm', 'closed');

-- the state of each entity, to join in your queries
create view if not exists main.damage_state as
  select damage_id, state, sort_key, since from damage_current;

-- exists as long as programs of this version are accepted; those of an older libpawl use another name
drop view if exists main.damage_model_7415479e39e5a7dc;
create view if not exists main.damage_model_2_7415479e39e5a7dc as select 1;

create trigger if not exists main.damage_current_insert before insert on damage_current
when only_libpawl_may_write('damage_current', new.damage_id, new.state, new.sort_key, new.since) is not 1
begin select raise(abort, 'damage_current is written by libpawl only: fire an event of damage instead'); end;
create trigger if not exists main.damage_current_update before update on damage_current
when new.damage_id is not old.damage_id
  or only_libpawl_may_write('damage_current', new.damage_id, new.state, new.sort_key, new.since) is not 1
begin select raise(abort, 'damage_current is written by libpawl only: fire an event of damage instead'); end;
create trigger if not exists main.damage_current_delete before delete on damage_current
when only_libpawl_may_write('damage_current', old.damage_id) is not 1
begin select raise(abort, 'damage_current keeps its rows: a damage that has been created stays'); end;
create trigger if not exists main.damage_transitions_insert before insert on damage_transitions
when only_libpawl_may_write('damage_transitions(closes_at, patience, amount, note)',
  new.damage_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,
  new.request_id,
  new.closes_at,
  new.patience,
  new.amount,
  new.note) is not 1
begin select raise(abort, 'damage_transitions is written by libpawl only: fire an event of damage instead'); end;
create trigger if not exists main.damage_transitions_update before update on damage_transitions
begin select raise(abort, 'damage_transitions is history: its rows are neither changed nor deleted'); end;
create trigger if not exists main.damage_transitions_delete before delete on damage_transitions
when only_libpawl_may_write('damage_transitions', old.damage_id, old.sort_key) is not 1
begin select raise(abort, 'damage_transitions is history: its rows are neither changed nor deleted'); end;

-- timers that run and work that waits: one row for each
create table if not exists main.damage_pending (
  damage_id integer not null,
  declaration text not null,
  is_work integer not null,
  due_at integer not null, -- after a claim: the end of the lease
  fence integer not null, -- the sort_key of the transition that began it
  claim integer not null, -- grows with each claim: of two workers the later one counts
  attempts integer not null,
  last_error text,
  parked_at integer, -- parked, because its attempts are spent
  is_asleep integer not null, -- the state answers the timer's event in another way
  primary key (damage_id, declaration)
) without rowid;
create index if not exists main.damage_pending_due on damage_pending (is_work, due_at)
  where parked_at is null and is_asleep = false;
create index if not exists main.damage_pending_failed on damage_pending (parked_at)
  where (parked_at is not null or last_error is not null);

-- how each timer and work is treated
create view if not exists main.damage_pending_rules
  (declaration, is_work, event, lease, every, attempts, backoff_from, backoff_to) as values
  ('assessed.remind', false, 'remind', 60000000, 86400000000, 20, 1000000, 600000000),
  ('assessed.close', false, 'close', 60000000, 10000000, 20, 1000000, 600000000),
  ('assessed.lose_patience', false, 'lose_patience', 60000000, 10000000, 20, 1000000, 600000000),
  ('paying.close', false, 'close', 60000000, 10000000, 20, 1000000, 600000000),
  ('work reported', true, 'escalate', 120000000, 30000000, 3, 5000000, 60000000),
  ('work transfer', true, cast(null as text), 60000000, 10000000, cast(null as integer), 1000000, 600000000);

create trigger if not exists main.damage_pending_insert before insert on damage_pending
when only_libpawl_may_write('damage_pending', new.damage_id, new.declaration, new.is_work, new.due_at, new.fence,
  new.claim, new.attempts, new.last_error, new.parked_at, new.is_asleep) is not 1
begin select raise(abort, 'damage_pending is written by libpawl only: it follows the events of damage'); end;
create trigger if not exists main.damage_pending_update before update on damage_pending
when new.damage_id is not old.damage_id or new.declaration is not old.declaration
  or only_libpawl_may_write('damage_pending', new.damage_id, new.declaration, new.is_work, new.due_at, new.fence,
    new.claim, new.attempts, new.last_error, new.parked_at, new.is_asleep) is not 1
begin select raise(abort, 'damage_pending is written by libpawl only: it follows the events of damage'); end;
create trigger if not exists main.damage_pending_delete before delete on damage_pending
when only_libpawl_may_write('damage_pending', old.damage_id, old.declaration) is not 1
begin select raise(abort, 'damage_pending is written by libpawl only: it follows the events of damage'); end;

create temp trigger if not exists damage_exact_key instead of insert on main.damage_model_2_7415479e39e5a7dc
begin
  select raise(rollback, 'machine damage: nothing can refer to the column of its key; nothing was changed: make it the primary key or unique, by itself, in a table')
    where new."1" = 1;
  select raise(rollback, 'machine damage: the column of its key takes different numbers for the same, by its type; nothing was changed: make it integer')
    where new."1" = 2;
  select raise(rollback, 'machine damage: its key is of type bigint, and the column in the `entity` line is for texts; nothing was changed: write `text` or `uuid` for the key in the `entity` line')
    where new."1" = 4;
end;
insert into main.damage_model_2_7415479e39e5a7dc
select 1
 where exists (select 1 from pragma_table_xinfo('damages', 'main'))
   and not exists (select 1 from pragma_index_list('damages', 'main') i, pragma_index_xinfo(i.name, 'main') c
          where i."unique" and not i.partial and c.key and c.name = 'id' collate nocase
            and (select count(*) from pragma_index_xinfo(i.name, 'main') other where other.key) = 1)
   and (select group_concat(k.name) from pragma_table_xinfo('damages', 'main') k where k.pk)
     is not 'id' collate nocase
union all
select 2
 where exists (select 1 from pragma_table_xinfo('damages', 'main') c
          where c.name = 'id' collate nocase and c.type not like '%int%' and c.type not like '%char%' and c.type not like '%clob%' and c.type not like '%text%'
                      and (c.type like '%real%' or c.type like '%floa%' or c.type like '%doub%')
            and not (c.type = 'any' collate nocase and exists (select 1 from main.sqlite_master made
                               where made.name = 'damages' collate nocase and made.sql like '%strict%')))
union all
select 4
 where exists (select 1 from pragma_table_xinfo('damages', 'main') c
          where c.name = 'id' collate nocase and c.type not like '%int%'
            and (c.type like '%char%' or c.type like '%clob%' or c.type like '%text%' or c.type like '%blob%' or c.type = 'uuid' collate nocase))
;

insert into main.pawl_objects (machine, object, definition)
select 'damage', found.object, found.definition from (
  select type || ' ' || name as object, sql as definition from main.sqlite_master
   where sql is not null and tbl_name in ('damage_current', 'damage_transitions', 'damage_moves', 'damage_state',
      'damage_pending', 'damage_pending_rules', 'damage_model_2_7415479e39e5a7dc')) found
 where not exists (select 1 from main.pawl_machines m where m.machine = 'damage'
                    and (m.abi >= 2 or m.fingerprint <> '7415479e39e5a7dc' and m.is_deployed))
   and not exists (select 1 from main.pawl_objects o
                    where o.machine = 'damage' and o.object = found.object);

insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)
select 'damage', '7415479e39e5a7dc', 2,
  coalesce((select deployed_at from main.pawl_machines where machine = 'damage' and fingerprint = '7415479e39e5a7dc'),
    cast(strftime('%s', 'now') as integer) * 1000000),
  '{"name":"damage","label":"Claim of damages","fingerprint":"7415479e39e5a7dc","doc":"Timers and work: a claim of damages, with a key that is a number.","key_type":"bigint","entity":{"table":"damages","column":"id"},"storage":"head","initial_is_implicit":false,"states":[{"name":"reported","label":"Reported","stored":"reported","initial":true,"final":false,"enter":[],"leave":[],"work":0},{"name":"assessed","label":"assessed","stored":"assessed","initial":false,"final":false,"enter":[],"leave":[]},{"name":"transfer","label":"transfer","stored":"transfer","initial":false,"final":false,"parent":"paying","enter":[],"leave":[],"work":1},{"name":"confirm","label":"confirm","stored":"confirm","initial":false,"final":false,"parent":"paying","enter":[],"leave":[]},{"name":"closed","label":"closed","stored":"closed","initial":false,"final":true,"enter":[],"leave":[]}],"composites":[{"name":"paying","label":"paying","initial":"transfer","enter":[],"leave":[]}],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[{"name":"closes_at","type":"timestamp","optional":true,"column":"closes_at"},{"name":"patience","type":"int","optional":true,"column":"patience"}],"serialize_by":[]},{"name":"assess","label":"assess","stored":"assess","creation":false,"timer":false,"params":[{"name":"amount","type":"bigint","optional":false,"column":"amount"},{"name":"note","type":"text","optional":true,"column":"note"}],"serialize_by":[]},{"name":"escalate","label":"escalate","stored":"escalate","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"remind","label":"remind","stored":"remind","creation":false,"timer":true,"params":[],"serialize_by":[]},{"name":"repeat","label":"repeat","stored":"repeat","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"close","label":"close","stored":"close","creation":false,"timer":true,"params":[],"serialize_by":[]},{"name":"lose_patience","label":"lose patience","stored":"lose_patience","creation":false,"timer":true,"params":[],"serialize_by":[]},{"name":"pay","label":"pay","stored":"pay","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"note","label":"note","stored":"note","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"paid","label":"paid","stored":"paid","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"closed_by_hand","label":"closed by hand","stored":"closed_by_hand","creation":false,"timer":false,"params":[],"serialize_by":[]}],"columns":[{"name":"closes_at","type":"timestamp"},{"name":"patience","type":"int"},{"name":"amount","type":"bigint"},{"name":"note","type":"text"}],"arrows":[{"event":"create","from":null,"target":"to","to":"reported","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"assess","from":"reported","target":"to","to":"assessed","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"escalate","from":"reported","target":"to","to":"assessed","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"remind","from":"assessed","target":"stay","to":"assessed","reopens":false,"timer":0,"conditions":[{"guard":"small","negated":false}],"do":[],"then":[]},{"event":"repeat","from":"assessed","target":"stay","to":"assessed","reopens":false,"conditions":[{"guard":"small","negated":false}],"do":[],"then":[]},{"event":"repeat","from":"assessed","target":"same","to":"assessed","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"close","from":"assessed","target":"to","to":"closed","reopens":false,"timer":1,"conditions":[],"do":[],"then":[]},{"event":"lose_patience","from":"assessed","target":"to","to":"closed","reopens":false,"timer":2,"conditions":[],"do":[],"then":[]},{"event":"pay","from":"assessed","target":"to","to":"paying","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"close","from":"paying","target":"to","to":"closed","reopens":false,"timer":3,"conditions":[],"do":[],"then":[]},{"event":"note","from":"paying","target":"stay","to":"paying","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"paid","from":"transfer","target":"to","to":"confirm","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"closed_by_hand","from":"confirm","target":"to","to":"closed","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"reported","arrow":0},{"event":"assess","from":"reported","to":"assessed","arrow":1},{"event":"escalate","from":"reported","to":"assessed","arrow":2},{"event":"remind","from":"assessed","to":"assessed","arrow":3},{"event":"repeat","from":"assessed","to":"assessed","arrow":4},{"event":"repeat","from":"assessed","to":"assessed","arrow":5},{"event":"close","from":"assessed","to":"closed","arrow":6},{"event":"close","from":"transfer","to":"closed","arrow":9},{"event":"lose_patience","from":"assessed","to":"closed","arrow":7},{"event":"pay","from":"assessed","to":"transfer","arrow":8},{"event":"note","from":"transfer","to":"transfer","arrow":10},{"event":"note","from":"confirm","to":"confirm","arrow":10},{"event":"paid","from":"transfer","to":"confirm","arrow":11},{"event":"closed_by_hand","from":"confirm","to":"closed","arrow":12}],"ignores":[],"timers":[{"event":"remind","place":"assessed","after_ms":1209600000,"every_ms":86400000},{"event":"close","place":"assessed","at":{"kind":"created","column":"closes_at","event":"create"}},{"event":"lose_patience","place":"assessed","at":{"kind":"created","column":"patience","event":"create"},"unit_ms":86400000},{"event":"close","place":"paying","after_ms":1500}],"guards":[{"name":"small","postgres":{"text":"select :id < 100","references":[{"kind":"key","offset":7,"length":3}]},"sqlite":{"text":"select :id < 100","references":[{"kind":"key","offset":7,"length":3}]}}],"effects":[],"works":[{"place":"reported","hook":{"name":"assess_damage"},"lease_ms":120000,"every_ms":30000,"backoff_from_ms":5000,"backoff_to_ms":60000,"attempts":3,"else":"escalate"},{"place":"transfer","hook":{"name":"pay_out"},"lease_ms":60000}],"asserts":[],"scenarios":[],"allows":[{"code":"W015","reason":"most claims have no such day"}],"database":{"dialect":"sqlite","current":"main.damage_current","transitions":"main.damage_transitions","pending":"main.damage_pending","parent":"main.damages","parent_column":"id","objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name in (''damage_current'', ''damage_transitions'', ''damage_moves'', ''damage_state'',\n    ''damage_pending'', ''damage_pending_rules'', ''damage_model_2_7415479e39e5a7dc'')","shared_objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name like ''pawl\\_%'' escape ''\\''","statements":{"fingerprints":"select known.version, accepted.fingerprint, null, accepted.is_deployed\nfrom main.pawl_schema known left join main.pawl_machines accepted\n  on accepted.is_accepted and accepted.machine = ?1","get":"select state, sort_key, since from main.damage_current where damage_id = ?1 and exists (select 1 from main.damage_model_2_7415479e39e5a7dc)","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, closes_at, patience, amount, note\nfrom main.damage_transitions where damage_id = ?1 and exists (select 1 from main.damage_model_2_7415479e39e5a7dc) order by sort_key","in_state":"select damage_id, state, sort_key, since from main.damage_current\nwhere state = ?1 and (since, damage_id) > (?2, ?3)\n  and exists (select 1 from main.damage_model_2_7415479e39e5a7dc) order by since, damage_id limit ?4","not_in_state":"select * from (\n  select * from (\n    select damage_id, state, sort_key, since from main.damage_current\n    where state < ?1 and (state, since, damage_id) > (?2, ?3, ?4)\n    order by state, since, damage_id limit ?8\n  ) before\n  union all\n  select * from (\n    select damage_id, state, sort_key, since from main.damage_current\n    where (state, since, damage_id) > (?5, ?6, ?7)\n    order by state, since, damage_id limit ?8\n  ) after\n) others where exists (select 1 from main.damage_model_2_7415479e39e5a7dc) order by state, since, damage_id limit ?8","count_by_state":"select state, count(*) from main.damage_current where exists (select 1 from main.damage_model_2_7415479e39e5a7dc) group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, closes_at, patience, amount, note\nfrom main.damage_transitions where damage_id = ?1 and exists (select 1 from main.damage_model_2_7415479e39e5a7dc)\n  and to_state = ?2 order by sort_key desc limit 1","creation":"select sort_key, event, from_state, to_state, created_at, actor, request_id, closes_at, patience, amount, note\nfrom main.damage_transitions where damage_id = ?1 and exists (select 1 from main.damage_model_2_7415479e39e5a7dc)\n  and sort_key = 10","find_parent":"select 1 from main.damages where id = ?1","find_request":"select event, from_state, to_state, sort_key, created_at, closes_at, patience, amount, note\nfrom main.damage_transitions where damage_id = ?1 and request_id = ?2","insert_current":"insert into main.damage_current (damage_id, state, sort_key, since)\nvalues (?1, ?2, ?3, ?4)","update_current":"update main.damage_current set state = ?2, sort_key = ?3, since = ?4\nwhere damage_id = ?1","insert_transition":"insert into main.damage_transitions\n  (damage_id, sort_key, event, from_state, to_state, created_at, actor, request_id, closes_at, patience, amount, note)\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7,\n  ?8, ?9, ?10, ?11, ?12)","find_creation":"select closes_at, patience, amount, note from main.damage_transitions where damage_id = ?1 and sort_key = 10"},"fire":{},"queue":{"table":"damage_pending","channel":"damage_pending","pending":[{"name":"assessed.remind","is_work":false,"is_of_state":true,"event":"remind","after_us":1209600000000,"lease_us":60000000,"every_us":86400000000,"backoff_from_us":1000000,"backoff_to_us":600000000,"attempts":20,"presence":"--a---"},{"name":"assessed.close","is_work":false,"is_of_state":true,"event":"close","at":{"kind":"created","column":"closes_at","event":"create"},"lease_us":60000000,"every_us":10000000,"backoff_from_us":1000000,"backoff_to_us":600000000,"attempts":20,"presence":"--a---"},{"name":"assessed.lose_patience","is_work":false,"is_of_state":true,"event":"lose_patience","at":{"kind":"created","column":"patience","event":"create"},"unit_us":86400000000,"lease_us":60000000,"every_us":10000000,"backoff_from_us":1000000,"backoff_to_us":600000000,"attempts":20,"presence":"--a---"},{"name":"paying.close","is_work":false,"is_of_state":false,"event":"close","after_us":1500000,"lease_us":60000000,"every_us":10000000,"backoff_from_us":1000000,"backoff_to_us":600000000,"attempts":20,"presence":"---az-"},{"name":"work reported","is_work":true,"is_of_state":true,"event":"escalate","lease_us":120000000,"every_us":30000000,"backoff_from_us":5000000,"backoff_to_us":60000000,"attempts":3,"presence":"-a----","hook":"assess_damage"},{"name":"work transfer","is_work":true,"is_of_state":true,"lease_us":60000000,"every_us":10000000,"backoff_from_us":1000000,"backoff_to_us":600000000,"presence":"---a--","hook":"pay_out"}],"stays":[{"event":"remind","from":"assessed","alternative":0},{"event":"repeat","from":"assessed","alternative":0},{"event":"note","from":"transfer","alternative":0}],"statements":{"claim":"select damage_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep, case when is_work then\n  (select own.actor from main.damage_transitions own where own.damage_id = main.damage_pending.damage_id and own.sort_key = main.damage_pending.fence) end from main.damage_pending\nwhere is_work = ?1 and parked_at is null and is_asleep = false and due_at <= ?2\n  and exists (select 1 from main.damage_model_2_7415479e39e5a7dc)\n  and not exists (select 1 from main.pawl_freezes type_lock\n    where type_lock.machine = ''damage'' and type_lock.mode is not null\n      and (type_lock.until is null or type_lock.until > ?2))\norder by due_at limit ?3","next_due":"select due_at from main.damage_pending where is_work = ?1 and parked_at is null and is_asleep = false\n  and exists (select 1 from main.damage_model_2_7415479e39e5a7dc)\n  and not exists (select 1 from main.pawl_freezes type_lock\n    where type_lock.machine = ''damage'' and type_lock.mode is not null\n      and (type_lock.until is null or type_lock.until > ?2))\norder by due_at limit 1","of_entity":"select damage_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep from main.damage_pending where damage_id = ?1 and exists (select 1 from main.damage_model_2_7415479e39e5a7dc)","insert":"insert into main.damage_pending (damage_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep)\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)","update":"update main.damage_pending set is_work = ?3, due_at = ?4, fence = ?5, claim = ?6,\n  attempts = ?7, last_error = ?8, parked_at = ?9, is_asleep = ?10\nwhere damage_id = ?1 and declaration = ?2","remove":"delete from main.damage_pending where damage_id = ?1 and declaration = ?2"}}},"diagram":"digraph \"damage\" {\n  graph [rankdir=TB, compound=true, newrank=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16, fontcolor=\"#1f2733\", nodesep=0.2, ranksep=0.14, pad=0.1, bgcolor=\"#ffffff\", labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13, fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\", arrowsize=0.75];\n\n  subgraph \"cluster_damage\" {\n    class=machine; penwidth=0; margin=0;\n    label=<<b>Claim of damages</b><!--damage-->>; tooltip=\"Timers and work: a claim of damages, with a key that is a number.\";\n    \"damage.\" [shape=point, width=0.16, class=begin, color=\"#1f2733\", fillcolor=\"#1f2733\", tooltip=\"nothing yet\"];\n    \"damage.reported\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td cellpadding=\"6\">Reported<br/><font point-size=\"12\" color=\"#556070\">a worker runs assess<br/>damage, up to 3 failures</font><!--damage.reported--></td></tr><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"b0\" height=\"1\" width=\"14\"></td><td port=\"b1\" height=\"1\" width=\"14\"></td></tr></table></td></tr></table>>, margin=0, class=\"state created\", fillcolor=\"#e0edfb\", color=\"#2f6fb3\"];\n    \"damage.assessed\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"a0\" height=\"1\" width=\"14\"></td><td port=\"a1\" height=\"1\" width=\"14\"></td></tr></table></td></tr><tr><td cellpadding=\"6\">assessed<!--damage.assessed--></td></tr><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"b0\" height=\"1\" width=\"14\"></td><td port=\"b1\" height=\"1\" width=\"14\"></td><td port=\"b2\" height=\"1\" width=\"14\"></td><td port=\"b3\" height=\"1\" width=\"14\"></td></tr></table></td></tr></table>>, margin=0, class=\"state waiting\", fillcolor=\"#fcf0d4\", color=\"#a8761a\"];\n    subgraph \"cluster_damage.paying\" {\n      class=composite; bgcolor=\"#fbfbfd\"; color=\"#c2cad5\"; penwidth=1; margin=14;\n      label=\"\";\n      \"damage.#paying\" [class=title, shape=plain, style=\"\", label=<<b>paying</b><br align=\"left\"/>note<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">(stays, clocks run on)</font><br align=\"left\"/><br align=\"left\"/>>];\n      \"damage.#paying\" -> \"damage.transfer\" [style=invis];\n    { node [shape=plaintext, style=\"\", margin=\"0.05,0.04\", width=0.2, height=0.2, fontsize=12.5];\n      \"damage.>8\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>paid<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"paid\"];\n    }\n      \"damage.transfer\" [label=<transfer<br/><font point-size=\"12\" color=\"#556070\">a worker runs pay out</font><!--damage.transfer-->>, class=\"state waiting\", fillcolor=\"#fcf0d4\", color=\"#a8761a\"];\n      \"damage.confirm\" [label=<confirm<!--damage.confirm-->>, class=\"state waiting\", fillcolor=\"#fcf0d4\", color=\"#a8761a\"];\n    }\n    \"damage.closed\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"a0\" height=\"1\" width=\"14\"></td><td port=\"a1\" height=\"1\" width=\"14\"></td><td port=\"a2\" height=\"1\" width=\"14\"></td></tr></table></td></tr><tr><td cellpadding=\"6\">closed<!--damage.closed--></td></tr></table>>, margin=0, class=\"state final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2];\n    { node [shape=plaintext, style=\"\", margin=\"0.05,0.04\", width=0.2, height=0.2, fontsize=12.5];\n      \"damage.>1\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>create<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"create\"];\n      \"damage.>2\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>assess<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"assess\"];\n      \"damage.>3\" [label=<<table port=\"e\" border=\"1\" style=\"rounded,dashed\" bgcolor=\"#ffffff\" color=\"#a8761a\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td><font color=\"#7d5200\">escalate</font><br align=\"left\"/><font point-size=\"12\" color=\"#556070\">(by itself after 3 failures)</font><br align=\"left\"/></td></tr></table>>, class=\"event timer\", tooltip=\"escalate\"];\n      \"damage.>4\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td><font color=\"#7d5200\">after 14 days: remind</font><br align=\"left\"/><font point-size=\"12\" color=\"#556070\">[small] (tried every 1 day) (stays,<br align=\"left\"/>clocks run on)</font><br align=\"left\"/><font point-size=\"12\" color=\"#556070\">or&#160;</font>repeat<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">[1: small] (stays, clocks run on)</font><br align=\"left\"/><font point-size=\"12\" color=\"#556070\">or&#160;</font>repeat<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">[otherwise] (starts again)</font><br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"remind\\nrepeat\\nrepeat\"];\n      \"damage.>5\" [label=<<table port=\"e\" border=\"1\" style=\"rounded,dashed\" bgcolor=\"#ffffff\" color=\"#a8761a\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td><font color=\"#7d5200\">at the time in closes at: close</font><br align=\"left\"/><font point-size=\"12\" color=\"#556070\">or&#160;</font><font color=\"#7d5200\">after the days in patience: lose<br align=\"left\"/>patience</font><br align=\"left\"/></td></tr></table>>, class=\"event timer\", tooltip=\"close\\nlose_patience\"];\n      \"damage.>6\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>pay<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"pay\"];\n      \"damage.>7\" [label=<<table port=\"e\" border=\"1\" style=\"rounded,dashed\" bgcolor=\"#ffffff\" color=\"#a8761a\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td><font color=\"#7d5200\">after 1500 milliseconds: close</font><br align=\"left\"/><font point-size=\"12\" color=\"#556070\">(not in confirm)</font><br align=\"left\"/></td></tr></table>>, class=\"event timer\", tooltip=\"close\"];\n      \"damage.>9\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>closed by hand<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"closed_by_hand\"];\n    }\n    {rank=same; \"damage.\"; \"damage.>1\"; \"damage.reported\"}\n    \"damage.\" -> \"damage.>1\" [class=\"move\", dir=back, arrowtail=none];\n    \"damage.>1\" -> \"damage.reported\" [class=\"move\"];\n    \"damage.reported\":b0 -> \"damage.>2\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"damage.>2\":e -> \"damage.assessed\":a0 [class=\"move\"];\n    \"damage.reported\":b1 -> \"damage.>3\":e [class=\"move timer\", color=\"#a8761a\", dir=back, arrowtail=dot, style=dashed];\n    \"damage.>3\":e -> \"damage.assessed\":a1 [class=\"move timer\", color=\"#a8761a\", style=dashed];\n    \"damage.assessed\":b0 -> \"damage.>4\":e [class=\"move\", dir=back, arrowtail=dot, weight=6];\n    \"damage.assessed\":b3 -> \"damage.>4\":e [class=\"move\", dir=back, weight=6];\n    \"damage.assessed\":b1 -> \"damage.>5\":e [class=\"move timer\", color=\"#a8761a\", dir=back, arrowtail=dot, style=dashed];\n    \"damage.>5\":e -> \"damage.closed\":a0 [class=\"move timer\", color=\"#a8761a\", style=dashed];\n    \"damage.assessed\":b2 -> \"damage.>6\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"damage.>6\":e -> \"damage.transfer\" [class=\"move\"];\n    \"damage.#paying\" -> \"damage.>7\":e [class=\"move timer\", color=\"#a8761a\", dir=back, arrowtail=dot, ltail=\"cluster_damage.paying\", style=dashed];\n    \"damage.>7\":e -> \"damage.closed\":a1 [class=\"move timer\", color=\"#a8761a\", style=dashed];\n    \"damage.transfer\" -> \"damage.>8\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"damage.>8\":e -> \"damage.confirm\" [class=\"move\"];\n    \"damage.confirm\" -> \"damage.>9\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"damage.>9\":e -> \"damage.closed\":a2 [class=\"move\"];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td colspan=\"2\" align=\"left\"><font color=\"#687384\">●—</font>&#160; where an arrow begins </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"28\" height=\"16\" bgcolor=\"#e0edfb\" color=\"#2f6fb3\"><tr><td></td></tr></table></td><td align=\"left\">begins here </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\" fixedsize=\"true\" width=\"28\" height=\"16\" color=\"#2e8246\"><tr><td><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"22\" height=\"10\" bgcolor=\"#e1f3e5\" color=\"#2e8246\"><tr><td></td></tr></table></td></tr></table></td><td align=\"left\">final </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"28\" height=\"16\" bgcolor=\"#fcf0d4\" color=\"#a8761a\"><tr><td></td></tr></table></td><td align=\"left\">a clock is running </td></tr>\n    <tr><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"28\" height=\"16\" bgcolor=\"#fbfbfd\" color=\"#c2cad5\"><tr><td></td></tr></table></td><td align=\"left\">its own arrows and events are for every state in it </td><td align=\"right\"><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td width=\"24\" height=\"4\" border=\"1\" sides=\"B\" style=\"dashed\" color=\"#a8761a\"></td></tr><tr><td height=\"4\"></td></tr></table></td><td align=\"left\">can happen by itself </td><td colspan=\"2\" align=\"left\"><font color=\"#7d5200\">amber</font>&#160; can happen by itself </td><td colspan=\"2\" align=\"left\"><font color=\"#556070\">[ ]</font>&#160; only if this holds </td></tr>\n    <tr><td colspan=\"2\" align=\"left\"><font color=\"#556070\">[1: ]</font>&#160; tried in this order </td></tr></table>>;\n}\n"}'
 where not exists (select 1 from main.pawl_machines
                    where machine = 'damage' and fingerprint = '7415479e39e5a7dc' and (abi >= 2 or not is_deployed));

-- lamp --------------------------------------------------------------------------------------------
-- lamp
-- Only timers.

-- the state of each lamp
create table if not exists main.lamp_current (
  lamp_id text not null primary key,
  state text not null,
  sort_key integer not null, -- of its last transition
  since integer not null
) without rowid;
create index if not exists main.lamp_current_state_since on lamp_current (state, since);

-- how it got there; rows are only ever added
create table if not exists main.lamp_transitions (
  lamp_id text not null,
  sort_key integer not null,
  event text not null,
  from_state text not null, -- '' for a creation
  to_state text not null,
  created_at integer not null,
  actor text not null check (length(cast(actor as blob)) <= 255),
  request_id text,
  primary key (lamp_id, sort_key)
) without rowid;
create unique index if not exists main.lamp_transitions_request
  on lamp_transitions (lamp_id, request_id) where request_id is not null;

-- how it may move, for people and tools to read
create view if not exists main.lamp_moves (event, from_state, to_state) as values
  ('create', '', 'on'),
  ('go_out', 'on', 'off'),
  ('stir', 'on', 'on'),
  ('light', 'off', 'on');

-- the state of each entity, to join in your queries
create view if not exists main.lamp_state as
  select lamp_id, state, sort_key, since from lamp_current;

-- exists as long as programs of this version are accepted; those of an older libpawl use another name
drop view if exists main.lamp_model_8cd77de0d28b8de3;
create view if not exists main.lamp_model_2_8cd77de0d28b8de3 as select 1;

create trigger if not exists main.lamp_current_insert before insert on lamp_current
when only_libpawl_may_write('lamp_current', new.lamp_id, new.state, new.sort_key, new.since) is not 1
begin select raise(abort, 'lamp_current is written by libpawl only: fire an event of lamp instead'); end;
create trigger if not exists main.lamp_current_update before update on lamp_current
when new.lamp_id is not old.lamp_id
  or only_libpawl_may_write('lamp_current', new.lamp_id, new.state, new.sort_key, new.since) is not 1
begin select raise(abort, 'lamp_current is written by libpawl only: fire an event of lamp instead'); end;
create trigger if not exists main.lamp_current_delete before delete on lamp_current
when only_libpawl_may_write('lamp_current', old.lamp_id) is not 1
begin select raise(abort, 'lamp_current keeps its rows: a lamp that has been created stays'); end;
create trigger if not exists main.lamp_transitions_insert before insert on lamp_transitions
when only_libpawl_may_write('lamp_transitions',
  new.lamp_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,
  new.request_id) is not 1
begin select raise(abort, 'lamp_transitions is written by libpawl only: fire an event of lamp instead'); end;
create trigger if not exists main.lamp_transitions_update before update on lamp_transitions
begin select raise(abort, 'lamp_transitions is history: its rows are neither changed nor deleted'); end;
create trigger if not exists main.lamp_transitions_delete before delete on lamp_transitions
when only_libpawl_may_write('lamp_transitions', old.lamp_id, old.sort_key) is not 1
begin select raise(abort, 'lamp_transitions is history: its rows are neither changed nor deleted'); end;

-- timers that run and work that waits: one row for each
create table if not exists main.lamp_pending (
  lamp_id text not null,
  declaration text not null,
  is_work integer not null,
  due_at integer not null, -- after a claim: the end of the lease
  fence integer not null, -- the sort_key of the transition that began it
  claim integer not null, -- grows with each claim: of two workers the later one counts
  attempts integer not null,
  last_error text,
  parked_at integer, -- parked, because its attempts are spent
  is_asleep integer not null, -- the state answers the timer's event in another way
  primary key (lamp_id, declaration)
) without rowid;
create index if not exists main.lamp_pending_due on lamp_pending (is_work, due_at)
  where parked_at is null and is_asleep = false;
create index if not exists main.lamp_pending_failed on lamp_pending (parked_at)
  where (parked_at is not null or last_error is not null);

-- how each timer and work is treated
create view if not exists main.lamp_pending_rules
  (declaration, is_work, event, lease, every, attempts, backoff_from, backoff_to) as values
  ('on.go_out', false, 'go_out', 60000000, 10000000, 20, 1000000, 600000000);

create trigger if not exists main.lamp_pending_insert before insert on lamp_pending
when only_libpawl_may_write('lamp_pending', new.lamp_id, new.declaration, new.is_work, new.due_at, new.fence,
  new.claim, new.attempts, new.last_error, new.parked_at, new.is_asleep) is not 1
begin select raise(abort, 'lamp_pending is written by libpawl only: it follows the events of lamp'); end;
create trigger if not exists main.lamp_pending_update before update on lamp_pending
when new.lamp_id is not old.lamp_id or new.declaration is not old.declaration
  or only_libpawl_may_write('lamp_pending', new.lamp_id, new.declaration, new.is_work, new.due_at, new.fence,
    new.claim, new.attempts, new.last_error, new.parked_at, new.is_asleep) is not 1
begin select raise(abort, 'lamp_pending is written by libpawl only: it follows the events of lamp'); end;
create trigger if not exists main.lamp_pending_delete before delete on lamp_pending
when only_libpawl_may_write('lamp_pending', old.lamp_id, old.declaration) is not 1
begin select raise(abort, 'lamp_pending is written by libpawl only: it follows the events of lamp'); end;

insert into main.pawl_objects (machine, object, definition)
select 'lamp', found.object, found.definition from (
  select type || ' ' || name as object, sql as definition from main.sqlite_master
   where sql is not null and tbl_name in ('lamp_current', 'lamp_transitions', 'lamp_moves', 'lamp_state',
      'lamp_pending', 'lamp_pending_rules', 'lamp_model_2_8cd77de0d28b8de3')) found
 where not exists (select 1 from main.pawl_machines m where m.machine = 'lamp'
                    and (m.abi >= 2 or m.fingerprint <> '8cd77de0d28b8de3' and m.is_deployed))
   and not exists (select 1 from main.pawl_objects o
                    where o.machine = 'lamp' and o.object = found.object);

insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)
select 'lamp', '8cd77de0d28b8de3', 2,
  coalesce((select deployed_at from main.pawl_machines where machine = 'lamp' and fingerprint = '8cd77de0d28b8de3'),
    cast(strftime('%s', 'now') as integer) * 1000000),
  '{"name":"lamp","label":"lamp","fingerprint":"8cd77de0d28b8de3","doc":"Only timers.","key_type":"text","storage":"head","initial_is_implicit":false,"states":[{"name":"on","label":"on","stored":"on","initial":true,"final":false,"enter":[],"leave":[]},{"name":"off","label":"off","stored":"off","initial":false,"final":false,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[],"serialize_by":[]},{"name":"go_out","label":"go out","stored":"go_out","creation":false,"timer":true,"params":[],"serialize_by":[]},{"name":"stir","label":"stir","stored":"stir","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"light","label":"light","stored":"light","creation":false,"timer":false,"params":[],"serialize_by":[]}],"columns":[],"arrows":[{"event":"create","from":null,"target":"to","to":"on","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"go_out","from":"on","target":"to","to":"off","reopens":false,"timer":0,"conditions":[],"do":[],"then":[]},{"event":"stir","from":"on","target":"stay","to":"on","reopens":false,"conditions":[],"restarts":["go_out"],"unrecorded":true,"do":[],"then":[]},{"event":"light","from":"off","target":"to","to":"on","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"on","arrow":0},{"event":"go_out","from":"on","to":"off","arrow":1},{"event":"stir","from":"on","to":"on","arrow":2},{"event":"light","from":"off","to":"on","arrow":3}],"ignores":[],"timers":[{"event":"go_out","place":"on","after_ms":10000}],"guards":[],"effects":[],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"sqlite","current":"main.lamp_current","transitions":"main.lamp_transitions","pending":"main.lamp_pending","objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name in (''lamp_current'', ''lamp_transitions'', ''lamp_moves'', ''lamp_state'',\n    ''lamp_pending'', ''lamp_pending_rules'', ''lamp_model_2_8cd77de0d28b8de3'')","shared_objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name like ''pawl\\_%'' escape ''\\''","statements":{"fingerprints":"select known.version, accepted.fingerprint, null, accepted.is_deployed\nfrom main.pawl_schema known left join main.pawl_machines accepted\n  on accepted.is_accepted and accepted.machine = ?1","get":"select state, sort_key, since from main.lamp_current where lamp_id = ?1 and exists (select 1 from main.lamp_model_2_8cd77de0d28b8de3)","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id\nfrom main.lamp_transitions where lamp_id = ?1 and exists (select 1 from main.lamp_model_2_8cd77de0d28b8de3) order by sort_key","in_state":"select lamp_id, state, sort_key, since from main.lamp_current\nwhere state = ?1 and (since, lamp_id) > (?2, ?3)\n  and exists (select 1 from main.lamp_model_2_8cd77de0d28b8de3) order by since, lamp_id limit ?4","not_in_state":"select * from (\n  select * from (\n    select lamp_id, state, sort_key, since from main.lamp_current\n    where state < ?1 and (state, since, lamp_id) > (?2, ?3, ?4)\n    order by state, since, lamp_id limit ?8\n  ) before\n  union all\n  select * from (\n    select lamp_id, state, sort_key, since from main.lamp_current\n    where (state, since, lamp_id) > (?5, ?6, ?7)\n    order by state, since, lamp_id limit ?8\n  ) after\n) others where exists (select 1 from main.lamp_model_2_8cd77de0d28b8de3) order by state, since, lamp_id limit ?8","count_by_state":"select state, count(*) from main.lamp_current where exists (select 1 from main.lamp_model_2_8cd77de0d28b8de3) group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id\nfrom main.lamp_transitions where lamp_id = ?1 and exists (select 1 from main.lamp_model_2_8cd77de0d28b8de3)\n  and to_state = ?2 order by sort_key desc limit 1","creation":"select sort_key, event, from_state, to_state, created_at, actor, request_id\nfrom main.lamp_transitions where lamp_id = ?1 and exists (select 1 from main.lamp_model_2_8cd77de0d28b8de3)\n  and sort_key = 10","find_request":"select event, from_state, to_state, sort_key, created_at\nfrom main.lamp_transitions where lamp_id = ?1 and request_id = ?2","insert_current":"insert into main.lamp_current (lamp_id, state, sort_key, since)\nvalues (?1, ?2, ?3, ?4)","update_current":"update main.lamp_current set state = ?2, sort_key = ?3, since = ?4\nwhere lamp_id = ?1","insert_transition":"insert into main.lamp_transitions\n  (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id)\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7,\n  ?8)"},"fire":{},"queue":{"table":"lamp_pending","channel":"lamp_pending","pending":[{"name":"on.go_out","is_work":false,"is_of_state":true,"event":"go_out","after_us":10000000,"lease_us":60000000,"every_us":10000000,"backoff_from_us":1000000,"backoff_to_us":600000000,"attempts":20,"presence":"-a-"}],"stays":[{"event":"stir","from":"on","alternative":0}],"restarts":[{"event":"stir","from":"on","alternative":0,"pending":0}],"unrecorded":[{"event":"stir","from":"on","alternative":0}],"statements":{"claim":"select lamp_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep from main.lamp_pending\nwhere is_work = ?1 and parked_at is null and is_asleep = false and due_at <= ?2\n  and exists (select 1 from main.lamp_model_2_8cd77de0d28b8de3)\n  and not exists (select 1 from main.pawl_freezes type_lock\n    where type_lock.machine = ''lamp'' and type_lock.mode is not null\n      and (type_lock.until is null or type_lock.until > ?2))\norder by due_at limit ?3","next_due":"select due_at from main.lamp_pending where is_work = ?1 and parked_at is null and is_asleep = false\n  and exists (select 1 from main.lamp_model_2_8cd77de0d28b8de3)\n  and not exists (select 1 from main.pawl_freezes type_lock\n    where type_lock.machine = ''lamp'' and type_lock.mode is not null\n      and (type_lock.until is null or type_lock.until > ?2))\norder by due_at limit 1","of_entity":"select lamp_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep from main.lamp_pending where lamp_id = ?1 and exists (select 1 from main.lamp_model_2_8cd77de0d28b8de3)","insert":"insert into main.lamp_pending (lamp_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep)\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)","update":"update main.lamp_pending set is_work = ?3, due_at = ?4, fence = ?5, claim = ?6,\n  attempts = ?7, last_error = ?8, parked_at = ?9, is_asleep = ?10\nwhere lamp_id = ?1 and declaration = ?2","remove":"delete from main.lamp_pending where lamp_id = ?1 and declaration = ?2"}}},"diagram":"digraph \"lamp\" {\n  graph [rankdir=TB, compound=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16, fontcolor=\"#1f2733\", nodesep=0.2, ranksep=0.14, pad=0.1, bgcolor=\"#ffffff\", labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13, fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\", arrowsize=0.75];\n\n  subgraph \"cluster_lamp\" {\n    class=machine; penwidth=0; margin=0;\n    label=<<b>lamp</b><!--lamp-->>; tooltip=\"Only timers.\";\n    \"lamp.\" [shape=point, width=0.16, class=begin, color=\"#1f2733\", fillcolor=\"#1f2733\", tooltip=\"nothing yet\"];\n    \"lamp.on\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td cellpadding=\"6\">on<!--lamp.on--></td></tr><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"b0\" height=\"1\" width=\"14\"></td><td port=\"b1\" height=\"1\" width=\"14\"></td><td port=\"b2\" height=\"1\" width=\"14\"></td><td port=\"b3\" height=\"1\" width=\"14\"></td></tr></table></td></tr></table>>, margin=0, class=\"state created waiting\", fillcolor=\"#fcf0d4\", color=\"#a8761a\"];\n    \"lamp.off\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"a0\" height=\"1\" width=\"14\"></td><td port=\"a1\" height=\"1\" width=\"14\"></td></tr></table></td></tr><tr><td cellpadding=\"6\">off<!--lamp.off--></td></tr></table>>, margin=0, class=\"state\"];\n    { node [shape=plaintext, style=\"\", margin=\"0.05,0.04\", width=0.2, height=0.2, fontsize=12.5];\n      \"lamp.>1\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>create<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"create\"];\n      \"lamp.>2\" [label=<<table port=\"e\" border=\"1\" style=\"rounded,dashed\" bgcolor=\"#ffffff\" color=\"#a8761a\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td><font color=\"#7d5200\">after 10 seconds: go out</font><br align=\"left\"/></td></tr></table>>, class=\"event timer\", tooltip=\"go_out\"];\n      \"lamp.>3\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>stir<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">(stays unrecorded,<br align=\"left\"/>restarts the clock of go<br align=\"left\"/>out)</font><br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"stir\"];\n      \"lamp.>4\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>light<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"light\"];\n    }\n    {rank=same; \"lamp.\"; \"lamp.>1\"; \"lamp.on\"}\n    \"lamp.\" -> \"lamp.>1\" [class=\"move\", dir=back, arrowtail=none];\n    \"lamp.>1\" -> \"lamp.on\" [class=\"move\"];\n    \"lamp.on\":b0 -> \"lamp.>2\":e [class=\"move timer\", color=\"#a8761a\", dir=back, arrowtail=dot, style=dashed];\n    \"lamp.>2\":e -> \"lamp.off\":a0 [class=\"move timer\", color=\"#a8761a\", style=dashed];\n    \"lamp.on\":b1 -> \"lamp.>3\":e [class=\"move\", dir=back, arrowtail=dot, weight=6];\n    \"lamp.on\":b2 -> \"lamp.>3\":e [class=\"move\", dir=back, weight=6];\n    \"lamp.>4\":e -> \"lamp.off\":a1 [class=\"move\", arrowhead=dot];\n    \"lamp.on\":b3 -> \"lamp.>4\":e [class=\"move\", dir=back];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td colspan=\"2\" align=\"left\"><font color=\"#687384\">●—</font>&#160; where an arrow begins </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"28\" height=\"16\" bgcolor=\"#fcf0d4\" color=\"#a8761a\"><tr><td></td></tr></table></td><td align=\"left\">a clock is running </td><td align=\"right\"><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td width=\"24\" height=\"4\" border=\"1\" sides=\"B\" style=\"dashed\" color=\"#a8761a\"></td></tr><tr><td height=\"4\"></td></tr></table></td><td align=\"left\">can happen by itself </td></tr></table>>;\n}\n"}'
 where not exists (select 1 from main.pawl_machines
                    where machine = 'lamp' and fingerprint = '8cd77de0d28b8de3' and (abi >= 2 or not is_deployed));

commit;

-- This file is whole.
