.bail on
-- pawl: {"file":"machines","database":"sqlite","schema":3,"no_roles":false,"distributed":false,"machines":[{"name":"transfer","fingerprint":"a02ccc6c104b5992"},{"name":"stock","fingerprint":"a2ac4c567aa02dfd"}],"flows":[]}
-- Written by pawl from hooks.fsm. Do not edit: change hooks.fsm and run pawl again.
-- Running it again changes nothing. Apply with:
--   sqlite3 -cmd '.timeout 5000' FILE <pawl.sqlite.sql
--   sqlite3 -cmd '.timeout 5000' FILE <hooks.sqlite.sql
-- The first is for what all machines share, which pawl writes beside this file. pawlctl apply does both:
--   pawlctl apply hooks.sqlite.sql --db=...

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

-- transfer ----------------------------------------------------------------------------------------
-- Money on its way
-- Guards and effects of every kind: in SQL and in C, for one database and for both, on moves, on entering and
-- leaving, after the commit; and a mirrored column.

-- the state of each transfer
create table if not exists main.transfer_current (
  transfer_id integer not null primary key references transfers (number),
  state text not null,
  sort_key integer not null, -- of its last transition
  since integer not null
) without rowid;
create index if not exists main.transfer_current_state_since on transfer_current (state, since);

-- how it got there; rows are only ever added
create table if not exists main.transfer_transitions (
  transfer_id integer not null,
  sort_key integer not null,
  event text not null,
  from_state text not null, -- '' for a creation
  to_state text not null,
  created_at integer not null,
  actor text not null check (length(cast(actor as blob)) <= 255),
  request_id text,
  payer text,
  amount integer,
  expires integer,
  note text,
  reason text,
  primary key (transfer_id, sort_key)
) without rowid;
create unique index if not exists main.transfer_transitions_request
  on transfer_transitions (transfer_id, request_id) where request_id is not null;

-- how it may move, for people and tools to read
create view if not exists main.transfer_moves (event, from_state, to_state) as values
  ('create', '', 'pending'),
  ('create', '', 'waiting'),
  ('import', '', 'waiting'),
  ('accept', 'pending', 'done'),
  ('accept', 'pending', 'waiting'),
  ('accept', 'pending', 'failed'),
  ('delete', 'pending', 'failed'),
  ('delete', 'waiting', 'failed'),
  ('wait', 'pending', 'waiting'),
  ('try_again', 'waiting', 'pending'),
  ('ship', 'waiting', 'done'),
  ('touch', 'waiting', 'waiting'),
  ('look', 'waiting', 'waiting');

-- the state of each entity, to join in your queries
create view if not exists main.transfer_state as
  select transfer_id, state, sort_key, since from transfer_current;

-- exists as long as programs of this version are accepted; those of an older libpawl use another name
drop view if exists main.transfer_model_a02ccc6c104b5992;
create view if not exists main.transfer_model_2_a02ccc6c104b5992 as select 1;

create trigger if not exists main.transfer_current_insert before insert on transfer_current
when only_libpawl_may_write('transfer_current', new.transfer_id, new.state, new.sort_key, new.since) is not 1
begin select raise(abort, 'transfer_current is written by libpawl only: fire an event of transfer instead'); end;
create trigger if not exists main.transfer_current_update before update on transfer_current
when new.transfer_id is not old.transfer_id
  or only_libpawl_may_write('transfer_current', new.transfer_id, new.state, new.sort_key, new.since) is not 1
begin select raise(abort, 'transfer_current is written by libpawl only: fire an event of transfer instead'); end;
create trigger if not exists main.transfer_current_delete before delete on transfer_current
when only_libpawl_may_write('transfer_current', old.transfer_id) is not 1
begin select raise(abort, 'transfer_current keeps its rows: a transfer that has been created stays'); end;
create trigger if not exists main.transfer_transitions_insert before insert on transfer_transitions
when only_libpawl_may_write('transfer_transitions(payer, amount, expires, note, reason)',
  new.transfer_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,
  new.request_id,
  new.payer,
  new.amount,
  new.expires,
  new.note,
  new.reason) is not 1
begin select raise(abort, 'transfer_transitions is written by libpawl only: fire an event of transfer instead'); end;
create trigger if not exists main.transfer_transitions_update before update on transfer_transitions
begin select raise(abort, 'transfer_transitions is history: its rows are neither changed nor deleted'); end;
create trigger if not exists main.transfer_transitions_delete before delete on transfer_transitions
when only_libpawl_may_write('transfer_transitions', old.transfer_id, old.sort_key) is not 1
begin select raise(abort, 'transfer_transitions is history: its rows are neither changed nor deleted'); end;

create temp trigger if not exists transfer_exact_key instead of insert on main.transfer_model_2_a02ccc6c104b5992
begin
  select raise(rollback, 'machine transfer: nothing can refer to the column of its key; nothing was changed: make it the primary key or unique, by itself, in a table')
    where new."1" = 1;
  select raise(rollback, 'machine transfer: the column of its key takes different numbers for the same, by its type; nothing was changed: make it integer')
    where new."1" = 2;
  select raise(rollback, 'machine transfer: its key is of type bigint, and the column in the `entity` line is for texts; nothing was changed: write `text` or `uuid` for the key in the `entity` line')
    where new."1" = 4;
  select raise(rollback, 'machine transfer: main.transfers has no column state, in which `mirror` keeps the state; nothing was changed: alter table main.transfers add column state text')
    where new."1" = 5;
  select raise(rollback, 'machine transfer: main.transfers.state cannot hold the state: it is generated, or its type turns texts into numbers; nothing was changed: make it text')
    where new."1" = 3;
end;
insert into main.transfer_model_2_a02ccc6c104b5992
select 1
 where exists (select 1 from pragma_table_xinfo('transfers', 'main'))
   and not exists (select 1 from pragma_index_list('transfers', 'main') i, pragma_index_xinfo(i.name, 'main') c
          where i."unique" and not i.partial and c.key and c.name = 'number' collate nocase
            and (select count(*) from pragma_index_xinfo(i.name, 'main') other where other.key) = 1)
   and (select group_concat(k.name) from pragma_table_xinfo('transfers', 'main') k where k.pk)
     is not 'number' collate nocase
union all
select 2
 where exists (select 1 from pragma_table_xinfo('transfers', 'main') c
          where c.name = 'number' collate nocase and c.type not like '%int%' and c.type not like '%char%' and c.type not like '%clob%' and c.type not like '%text%'
                      and (c.type like '%real%' or c.type like '%floa%' or c.type like '%doub%')
            and not (c.type = 'any' collate nocase and exists (select 1 from main.sqlite_master made
                               where made.name = 'transfers' collate nocase and made.sql like '%strict%')))
union all
select 4
 where exists (select 1 from pragma_table_xinfo('transfers', 'main') c
          where c.name = 'number' collate nocase and c.type not like '%int%'
            and (c.type like '%char%' or c.type like '%clob%' or c.type like '%text%' or c.type like '%blob%' or c.type = 'uuid' collate nocase))
union all
select case when exists (select 1 from pragma_table_xinfo('transfers', 'main') c where c.name = 'state' collate nocase)
   then 3 else 5 end where exists (select 1 from pragma_table_xinfo('transfers', 'main'))
   and not exists (select 1 from pragma_table_xinfo('transfers', 'main') c
          where c.name = 'state' collate nocase and c.hidden = 0
            and (not (c.type like '%int%'
                        or c.type not like '%char%' and c.type not like '%clob%' and c.type not like '%text%'
                          and c.type not like '%blob%' and c.type <> '') or c.type = 'any' collate nocase and exists (select 1 from main.sqlite_master made
                               where made.name = 'transfers' collate nocase and made.sql like '%strict%')))
;

insert into main.pawl_objects (machine, object, definition)
select 'transfer', found.object, found.definition from (
  select type || ' ' || name as object, sql as definition from main.sqlite_master
   where sql is not null and tbl_name in ('transfer_current', 'transfer_transitions', 'transfer_moves', 'transfer_state',
      'transfer_model_2_a02ccc6c104b5992')) found
 where not exists (select 1 from main.pawl_machines m where m.machine = 'transfer'
                    and (m.abi >= 2 or m.fingerprint <> 'a02ccc6c104b5992' and m.is_deployed))
   and not exists (select 1 from main.pawl_objects o
                    where o.machine = 'transfer' and o.object = found.object);

insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)
select 'transfer', 'a02ccc6c104b5992', 2,
  coalesce((select deployed_at from main.pawl_machines where machine = 'transfer' and fingerprint = 'a02ccc6c104b5992'),
    cast(strftime('%s', 'now') as integer) * 1000000),
  '{"name":"transfer","label":"Money on its way","fingerprint":"a02ccc6c104b5992","doc":"Guards and effects of every kind: in SQL and in C, for one database and for both, on moves, on entering and\nleaving, after the commit; and a mirrored column.","key_type":"bigint","entity":{"schema":"bank","table":"transfers","column":"number"},"storage":"head","initial_is_implicit":false,"mirror":{"schema":"bank","table":"transfers","column":"state"},"states":[{"name":"pending","label":"pending","stored":"pending","initial":true,"final":false,"parent":"open","enter":[],"leave":[]},{"name":"waiting","label":"waiting","stored":"waiting","initial":true,"final":false,"parent":"open","enter":["entered"],"leave":[]},{"name":"done","label":"done","stored":"done","initial":false,"final":true,"enter":[],"leave":[]},{"name":"failed","label":"failed","stored":"failed","initial":false,"final":true,"enter":["notify"],"leave":[]}],"composites":[{"name":"open","label":"open","initial":null,"enter":["entered"],"leave":["left"]}],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[{"name":"payer","type":"text","optional":false,"column":"payer"},{"name":"amount","type":"bigint","optional":false,"column":"amount"},{"name":"expires","type":"timestamp","optional":true,"column":"expires"}],"serialize_by":[]},{"name":"import","label":"import","stored":"import","creation":true,"timer":false,"params":[{"name":"amount","type":"bigint","optional":false,"column":"amount"}],"serialize_by":[]},{"name":"accept","label":"accept","stored":"accept","creation":false,"timer":false,"params":[{"name":"note","type":"text","optional":true,"column":"note"}],"serialize_by":[]},{"name":"delete","label":"delete","stored":"delete","creation":false,"timer":false,"params":[{"name":"reason","type":"text","optional":false,"column":"reason"}],"serialize_by":[]},{"name":"wait","label":"wait","stored":"wait","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"try_again","label":"try again","stored":"try_again","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"ship","label":"ship","stored":"ship","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"touch","label":"touch","stored":"touch","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"look","label":"look","stored":"look","creation":false,"timer":false,"params":[],"serialize_by":[]}],"columns":[{"name":"payer","type":"text"},{"name":"amount","type":"bigint"},{"name":"expires","type":"timestamp"},{"name":"note","type":"text"},{"name":"reason","type":"text"}],"arrows":[{"event":"create","from":null,"target":"to","to":"pending","reopens":false,"conditions":[{"guard":"is_small","negated":false}],"do":[],"then":[]},{"event":"create","from":null,"target":"to","to":"waiting","reopens":false,"conditions":[{"guard":"is_open","negated":false},{"guard":"is_small","negated":true}],"do":[],"then":[]},{"event":"import","from":null,"target":"to","to":"waiting","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"delete","from":"open","target":"to","to":"failed","reopens":false,"conditions":[],"do":[],"then":["tell_payee"]},{"event":"accept","from":"pending","target":"to","to":"done","reopens":false,"conditions":[{"guard":"has_funds","negated":false},{"guard":"in_time","negated":false},{"guard":"suspicious","negated":true}],"do":["take","annotate"],"then":["tell_payee"]},{"event":"accept","from":"pending","target":"to","to":"waiting","reopens":false,"conditions":[{"guard":"has_funds","negated":false},{"guard":"checked","negated":false}],"do":[],"then":[]},{"event":"accept","from":"pending","target":"to","to":"failed","reopens":false,"conditions":[{"guard":"has_funds","negated":true}],"do":["notify"],"then":[]},{"event":"wait","from":"pending","target":"to","to":"waiting","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"try_again","from":"waiting","target":"to","to":"pending","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"ship","from":"waiting","target":"to","to":"done","reopens":false,"conditions":[{"guard":"has_funds","negated":false}],"do":[],"then":[]},{"event":"touch","from":"waiting","target":"same","to":"waiting","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"look","from":"waiting","target":"stay","to":"waiting","reopens":false,"conditions":[],"do":["notify"],"then":[]}],"moves":[{"event":"create","from":null,"to":"pending","arrow":0,"effects":["entered"]},{"event":"create","from":null,"to":"waiting","arrow":1,"effects":["entered","entered"]},{"event":"import","from":null,"to":"waiting","arrow":2,"effects":["entered","entered"]},{"event":"accept","from":"pending","to":"done","arrow":4,"effects":["left","take","annotate"]},{"event":"accept","from":"pending","to":"waiting","arrow":5,"effects":["entered"]},{"event":"accept","from":"pending","to":"failed","arrow":6,"effects":["left","notify","notify"]},{"event":"delete","from":"pending","to":"failed","arrow":3,"effects":["left","notify"]},{"event":"delete","from":"waiting","to":"failed","arrow":3,"effects":["left","notify"]},{"event":"wait","from":"pending","to":"waiting","arrow":7,"effects":["entered"]},{"event":"try_again","from":"waiting","to":"pending","arrow":8},{"event":"ship","from":"waiting","to":"done","arrow":9,"effects":["left"]},{"event":"touch","from":"waiting","to":"waiting","arrow":10,"effects":["entered"]},{"event":"look","from":"waiting","to":"waiting","arrow":11,"effects":["notify"]}],"ignores":[{"event":"accept","state":"waiting"}],"timers":[],"guards":[{"name":"has_funds","doc":"Is there enough money?\nIt is looked up anew each time.","postgres":{"text":"select balance >= :create.amount from accounts where id = :create.payer","references":[{"kind":"created","column":"amount","event":"create","offset":18,"length":14},{"kind":"created","column":"payer","event":"create","offset":58,"length":13}]},"sqlite":{"text":"select balance >= :create.amount from accounts where id = :create.payer","references":[{"kind":"created","column":"amount","event":"create","offset":18,"length":14},{"kind":"created","column":"payer","event":"create","offset":58,"length":13}]}},{"name":"is_small","postgres":{"text":"select :amount <= 1000 -- in cents","references":[{"kind":"param","column":"amount","offset":7,"length":7}]},"sqlite":{"text":"select :amount <= 1000 -- in cents","references":[{"kind":"param","column":"amount","offset":7,"length":7}]}},{"name":"is_open","label":"Is <it> \"open\" */ & ''free''?","postgres":{"text":"select is_open from accounts where id = :payer and:amount > 0 and '':id'' <> ''$1''","references":[{"kind":"param","column":"payer","offset":40,"length":6},{"kind":"param","column":"amount","offset":50,"length":7}]},"sqlite":{"text":"select is_open from accounts where id = :payer and:amount > 0 and '':id'' <> ''$1''","references":[{"kind":"param","column":"payer","offset":40,"length":6},{"kind":"param","column":"amount","offset":50,"length":7}]}},{"name":"in_time","postgres":{"text":"select :create.expires is null or :create.expires > :now","references":[{"kind":"created","column":"expires","event":"create","offset":7,"length":15},{"kind":"created","column":"expires","event":"create","offset":34,"length":15},{"kind":"now","offset":52,"length":4}]},"sqlite":{"text":"select coalesce(:create.expires > :now, 1)","references":[{"kind":"created","column":"expires","event":"create","offset":16,"length":15},{"kind":"now","offset":34,"length":4}]}},{"name":"checked","label":"Has somebody looked at it?","doc":"Somebody has looked at it."},{"name":"suspicious"}],"effects":[{"name":"take","label":"Take the money","postgres":{"text":"    update accounts set balance = balance - :create.amount\n    where id = :create.payer -- \"at once\" ","references":[{"kind":"created","column":"amount","event":"create","offset":44,"length":14},{"kind":"created","column":"payer","event":"create","offset":74,"length":13}]},"sqlite":{"text":"    update accounts set balance = balance - :create.amount\n    where id = :create.payer -- \"at once\" ","references":[{"kind":"created","column":"amount","event":"create","offset":44,"length":14},{"kind":"created","column":"payer","event":"create","offset":74,"length":13}]}},{"name":"annotate","postgres":{"text":"    insert into notes (id, note)\n    select :id, coalesce(:note, ''none'') || '', now '' || state from transfer_current where transfer_id = :id;\n  ","references":[{"kind":"key","offset":44,"length":3},{"kind":"param","column":"note","offset":58,"length":5},{"kind":"key","offset":136,"length":3}]},"sqlite":{"text":"    insert into notes (id, note)\n    select :id, coalesce(:note, ''none'') || '', now '' || state from transfer_current where transfer_id = :id;\n  ","references":[{"kind":"key","offset":44,"length":3},{"kind":"param","column":"note","offset":58,"length":5},{"kind":"key","offset":136,"length":3}]}},{"name":"entered","postgres":{"text":"insert into notes (id, note) values (:id, ''entered'')","references":[{"kind":"key","offset":37,"length":3}]},"sqlite":{"text":"insert into notes (id, note) values (:id, ''entered'')","references":[{"kind":"key","offset":37,"length":3}]}},{"name":"left","postgres":{"text":"insert into notes (id, note) values (:id, ''left'')","references":[{"kind":"key","offset":37,"length":3}]},"sqlite":{"text":"insert into notes (id, note) values (:id, ''left'')","references":[{"kind":"key","offset":37,"length":3}]}},{"name":"notify","doc":"Tells the bank, which may object."},{"name":"tell_payee"}],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"sqlite","current":"main.transfer_current","transitions":"main.transfer_transitions","parent":"main.transfers","parent_column":"number","objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name in (''transfer_current'', ''transfer_transitions'', ''transfer_moves'', ''transfer_state'',\n    ''transfer_model_2_a02ccc6c104b5992'')","shared_objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name like ''pawl\\_%'' escape ''\\''","statements":{"fingerprints":"select known.version, accepted.fingerprint, null, accepted.is_deployed\nfrom main.pawl_schema known left join main.pawl_machines accepted\n  on accepted.is_accepted and accepted.machine = ?1","get":"select state, sort_key, since from main.transfer_current where transfer_id = ?1 and exists (select 1 from main.transfer_model_2_a02ccc6c104b5992)","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, payer, amount, expires, note, reason\nfrom main.transfer_transitions where transfer_id = ?1 and exists (select 1 from main.transfer_model_2_a02ccc6c104b5992) order by sort_key","in_state":"select transfer_id, state, sort_key, since from main.transfer_current\nwhere state = ?1 and (since, transfer_id) > (?2, ?3)\n  and exists (select 1 from main.transfer_model_2_a02ccc6c104b5992) order by since, transfer_id limit ?4","not_in_state":"select * from (\n  select * from (\n    select transfer_id, state, sort_key, since from main.transfer_current\n    where state < ?1 and (state, since, transfer_id) > (?2, ?3, ?4)\n    order by state, since, transfer_id limit ?8\n  ) before\n  union all\n  select * from (\n    select transfer_id, state, sort_key, since from main.transfer_current\n    where (state, since, transfer_id) > (?5, ?6, ?7)\n    order by state, since, transfer_id limit ?8\n  ) after\n) others where exists (select 1 from main.transfer_model_2_a02ccc6c104b5992) order by state, since, transfer_id limit ?8","count_by_state":"select state, count(*) from main.transfer_current where exists (select 1 from main.transfer_model_2_a02ccc6c104b5992) group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, payer, amount, expires, note, reason\nfrom main.transfer_transitions where transfer_id = ?1 and exists (select 1 from main.transfer_model_2_a02ccc6c104b5992)\n  and to_state = ?2 order by sort_key desc limit 1","creation":"select sort_key, event, from_state, to_state, created_at, actor, request_id, payer, amount, expires, note, reason\nfrom main.transfer_transitions where transfer_id = ?1 and exists (select 1 from main.transfer_model_2_a02ccc6c104b5992)\n  and sort_key = 10","find_parent":"select 1 from main.transfers where number = ?1","find_request":"select event, from_state, to_state, sort_key, created_at, payer, amount, expires, note, reason\nfrom main.transfer_transitions where transfer_id = ?1 and request_id = ?2","insert_current":"insert into main.transfer_current (transfer_id, state, sort_key, since)\nvalues (?1, ?2, ?3, ?4)","update_current":"update main.transfer_current set state = ?2, sort_key = ?3, since = ?4\nwhere transfer_id = ?1","insert_transition":"insert into main.transfer_transitions\n  (transfer_id, sort_key, event, from_state, to_state, created_at, actor, request_id, payer, amount, expires, note, reason)\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7,\n  ?8, ?9, ?10, ?11, ?12, ?13)","find_creation":"select payer, amount, expires, note, reason from main.transfer_transitions where transfer_id = ?1 and sort_key = 10","set_mirror":"update main.transfers set state = ?2 where number = ?1"},"fire":{}},"diagram":"digraph \"transfer\" {\n  graph [rankdir=TB, compound=true, newrank=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16, fontcolor=\"#1f2733\", nodesep=0.2, ranksep=0.14, pad=0.1, bgcolor=\"#ffffff\", labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13, fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\", arrowsize=0.75];\n\n  subgraph \"cluster_transfer\" {\n    class=machine; penwidth=0; margin=0;\n    label=<<b>Money on its way</b><!--transfer-->>; tooltip=\"Guards and effects of every kind: in SQL and in C, for one database and for both, on moves, on entering and\\nleaving, after the commit; and a mirrored column.\";\n    \"transfer.\" [shape=point, width=0.16, class=begin, color=\"#1f2733\", fillcolor=\"#1f2733\", tooltip=\"nothing yet\"];\n    subgraph \"cluster_transfer.open\" {\n      class=composite; bgcolor=\"#fbfbfd\"; color=\"#c2cad5\"; penwidth=1; margin=14;\n      label=\"\";\n      \"transfer.#open\" [class=title, shape=plain, style=\"\", label=<<b>open</b><br align=\"left\"/><font point-size=\"12\" color=\"#556070\">on entering runs entered</font><br align=\"left\"/><font point-size=\"12\" color=\"#556070\">on leaving runs left</font><br align=\"left\"/>>];\n      \"transfer.#open\" -> \"transfer.pending\" [style=invis];\n    { node [shape=plaintext, style=\"\", margin=\"0.05,0.04\", width=0.2, height=0.2, fontsize=12.5];\n      \"transfer.>5\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>accept<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">[2: has funds and Has<br align=\"left\"/>somebody looked at it?]</font><br align=\"left\"/><font point-size=\"12\" color=\"#556070\">or&#160;</font>wait<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"accept\\nwait\"];\n      \"transfer.>7\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>try again<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"try_again\"];\n      \"transfer.>9\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>touch<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">(starts again)</font><br align=\"left\"/><font point-size=\"12\" color=\"#556070\">or&#160;</font>look<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">/ notify (stays)</font><br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"touch\\nlook\"];\n    }\n      \"transfer.pending\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td cellpadding=\"6\">pending<!--transfer.pending--></td></tr><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"b0\" height=\"1\" width=\"14\"></td><td port=\"b1\" height=\"1\" width=\"14\"></td><td port=\"b2\" height=\"1\" width=\"14\"></td><td port=\"b3\" height=\"1\" width=\"14\"></td></tr></table></td></tr></table>>, margin=0, class=\"state created\", fillcolor=\"#e0edfb\", color=\"#2f6fb3\"];\n      \"transfer.waiting\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"a0\" height=\"1\" width=\"14\"></td><td port=\"a1\" height=\"1\" width=\"14\"></td><td port=\"a2\" height=\"1\" width=\"14\"></td></tr></table></td></tr><tr><td cellpadding=\"6\">waiting<br/><font point-size=\"12\" color=\"#556070\">on entering runs entered</font><!--transfer.waiting--></td></tr><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"b0\" height=\"1\" width=\"14\"></td><td port=\"b1\" height=\"1\" width=\"14\"></td><td port=\"b2\" height=\"1\" width=\"14\"></td></tr></table></td></tr></table>>, margin=0, class=\"state created\", fillcolor=\"#e0edfb\", color=\"#2f6fb3\"];\n    }\n    \"transfer.done\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"a0\" height=\"1\" width=\"14\"></td><td port=\"a1\" height=\"1\" width=\"14\"></td></tr></table></td></tr><tr><td cellpadding=\"6\">done<!--transfer.done--></td></tr></table>>, margin=0, class=\"state final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2];\n    \"transfer.failed\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"a0\" height=\"1\" width=\"14\"></td><td port=\"a1\" height=\"1\" width=\"14\"></td></tr></table></td></tr><tr><td cellpadding=\"6\">failed<br/><font point-size=\"12\" color=\"#556070\">on entering runs notify</font><!--transfer.failed--></td></tr></table>>, margin=0, class=\"state final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2];\n    { node [shape=plaintext, style=\"\", margin=\"0.05,0.04\", width=0.2, height=0.2, fontsize=12.5];\n      \"transfer.>1\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>create<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">[1: is small]</font><br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"create\"];\n      \"transfer.>2\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>create<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">[2: Is &lt;it&gt; \"open\" */ &amp;<br align=\"left\"/>''free''? and NOT is small]</font><br align=\"left\"/><font point-size=\"12\" color=\"#556070\">or&#160;</font>import<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"create\\nimport\"];\n      \"transfer.>3\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>delete<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">/ then tell payee</font><br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"delete\"];\n      \"transfer.>4\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>accept<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">[1: has funds and in time<br align=\"left\"/>and NOT suspicious] / Take<br align=\"left\"/>the money, annotate, then<br align=\"left\"/>tell payee</font><br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"accept\"];\n      \"transfer.>6\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>accept<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">[3: NOT has funds] / notify</font><br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"accept\"];\n      \"transfer.>8\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>ship<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">[has funds]</font><br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"ship\"];\n    }\n    \"transfer.\" -> \"transfer.>1\":e [class=\"move\", dir=back, arrowtail=none];\n    \"transfer.>1\":e -> \"transfer.pending\" [class=\"move\"];\n    \"transfer.\" -> \"transfer.>2\":e [class=\"move\", dir=back, arrowtail=none];\n    \"transfer.>2\":e -> \"transfer.waiting\":a0 [class=\"move\"];\n    \"transfer.#open\" -> \"transfer.>3\":e [class=\"move\", dir=back, arrowtail=dot, ltail=\"cluster_transfer.open\"];\n    \"transfer.>3\":e -> \"transfer.failed\":a0 [class=\"move\"];\n    \"transfer.pending\":b0 -> \"transfer.>4\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"transfer.>4\":e -> \"transfer.done\":a0 [class=\"move\"];\n    \"transfer.pending\":b1 -> \"transfer.>5\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"transfer.>5\":e -> \"transfer.waiting\":a1 [class=\"move\"];\n    \"transfer.pending\":b2 -> \"transfer.>6\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"transfer.>6\":e -> \"transfer.failed\":a1 [class=\"move\"];\n    \"transfer.>7\":e -> \"transfer.waiting\":a2 [class=\"move\", arrowhead=dot];\n    \"transfer.pending\":b3 -> \"transfer.>7\":e [class=\"move\", dir=back];\n    \"transfer.waiting\":b0 -> \"transfer.>8\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"transfer.>8\":e -> \"transfer.done\":a1 [class=\"move\"];\n    \"transfer.waiting\":b1 -> \"transfer.>9\":e [class=\"move\", dir=back, arrowtail=dot, weight=6];\n    \"transfer.waiting\":b2 -> \"transfer.>9\":e [class=\"move\", dir=back, weight=6];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td colspan=\"2\" align=\"left\"><font color=\"#687384\">●—</font>&#160; where an arrow begins </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"28\" height=\"16\" bgcolor=\"#e0edfb\" color=\"#2f6fb3\"><tr><td></td></tr></table></td><td align=\"left\">begins here </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\" fixedsize=\"true\" width=\"28\" height=\"16\" color=\"#2e8246\"><tr><td><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"22\" height=\"10\" bgcolor=\"#e1f3e5\" color=\"#2e8246\"><tr><td></td></tr></table></td></tr></table></td><td align=\"left\">final </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"28\" height=\"16\" bgcolor=\"#fbfbfd\" color=\"#c2cad5\"><tr><td></td></tr></table></td><td align=\"left\">its own arrows and events are for every state in it </td></tr>\n    <tr><td colspan=\"2\" align=\"left\"><font color=\"#556070\">[ ]</font>&#160; only if this holds </td><td colspan=\"2\" align=\"left\"><font color=\"#556070\">NOT</font>&#160; only if this does not hold </td><td colspan=\"2\" align=\"left\"><font color=\"#556070\">[1: ]</font>&#160; tried in this order </td><td colspan=\"2\" align=\"left\"><font color=\"#556070\">/</font>&#160; done with the move </td></tr>\n    <tr><td colspan=\"2\" align=\"left\"><font color=\"#556070\">then</font>&#160; done after the move is saved </td></tr></table>>;\n}\n"}'
 where not exists (select 1 from main.pawl_machines
                    where machine = 'transfer' and fingerprint = 'a02ccc6c104b5992' and (abi >= 2 or not is_deployed));

-- stock -------------------------------------------------------------------------------------------
-- stock
-- All of it in SQL, so that no program is needed.

-- the state of each stock
create table if not exists main.stock_current (
  stock_id text not null primary key,
  state text not null,
  sort_key integer not null, -- of its last transition
  since integer not null
) without rowid;
create index if not exists main.stock_current_state_since on stock_current (state, since);

-- how it got there; rows are only ever added
create table if not exists main.stock_transitions (
  stock_id text not null,
  sort_key integer not null,
  event text not null,
  from_state text not null, -- '' for a creation
  to_state text not null,
  created_at integer not null,
  actor text not null check (length(cast(actor as blob)) <= 255),
  request_id text,
  quantity integer,
  primary key (stock_id, sort_key)
) without rowid;
create unique index if not exists main.stock_transitions_request
  on stock_transitions (stock_id, request_id) where request_id is not null;

-- how it may move, for people and tools to read
create view if not exists main.stock_moves (event, from_state, to_state) as values
  ('create', '', 'available'),
  ('take', 'available', 'available'),
  ('take', 'available', 'sold_out'),
  ('close', 'available', 'sold_out');

-- the state of each entity, to join in your queries
create view if not exists main.stock_state as
  select stock_id, state, sort_key, since from stock_current;

-- exists as long as programs of this version are accepted; those of an older libpawl use another name
drop view if exists main.stock_model_a2ac4c567aa02dfd;
create view if not exists main.stock_model_2_a2ac4c567aa02dfd as select 1;

create trigger if not exists main.stock_current_insert before insert on stock_current
when only_libpawl_may_write('stock_current', new.stock_id, new.state, new.sort_key, new.since) is not 1
begin select raise(abort, 'stock_current is written by libpawl only: fire an event of stock instead'); end;
create trigger if not exists main.stock_current_update before update on stock_current
when new.stock_id is not old.stock_id
  or only_libpawl_may_write('stock_current', new.stock_id, new.state, new.sort_key, new.since) is not 1
begin select raise(abort, 'stock_current is written by libpawl only: fire an event of stock instead'); end;
create trigger if not exists main.stock_current_delete before delete on stock_current
when only_libpawl_may_write('stock_current', old.stock_id) is not 1
begin select raise(abort, 'stock_current keeps its rows: a stock that has been created stays'); end;
create trigger if not exists main.stock_transitions_insert before insert on stock_transitions
when only_libpawl_may_write('stock_transitions(quantity)',
  new.stock_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,
  new.request_id,
  new.quantity) is not 1
begin select raise(abort, 'stock_transitions is written by libpawl only: fire an event of stock instead'); end;
create trigger if not exists main.stock_transitions_update before update on stock_transitions
begin select raise(abort, 'stock_transitions is history: its rows are neither changed nor deleted'); end;
create trigger if not exists main.stock_transitions_delete before delete on stock_transitions
when only_libpawl_may_write('stock_transitions', old.stock_id, old.sort_key) is not 1
begin select raise(abort, 'stock_transitions is history: its rows are neither changed nor deleted'); end;

insert into main.pawl_objects (machine, object, definition)
select 'stock', found.object, found.definition from (
  select type || ' ' || name as object, sql as definition from main.sqlite_master
   where sql is not null and tbl_name in ('stock_current', 'stock_transitions', 'stock_moves', 'stock_state',
      'stock_model_2_a2ac4c567aa02dfd')) found
 where not exists (select 1 from main.pawl_machines m where m.machine = 'stock'
                    and (m.abi >= 2 or m.fingerprint <> 'a2ac4c567aa02dfd' and m.is_deployed))
   and not exists (select 1 from main.pawl_objects o
                    where o.machine = 'stock' and o.object = found.object);

insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)
select 'stock', 'a2ac4c567aa02dfd', 2,
  coalesce((select deployed_at from main.pawl_machines where machine = 'stock' and fingerprint = 'a2ac4c567aa02dfd'),
    cast(strftime('%s', 'now') as integer) * 1000000),
  '{"name":"stock","label":"stock","fingerprint":"a2ac4c567aa02dfd","doc":"All of it in SQL, so that no program is needed.","key_type":"text","storage":"head","initial_is_implicit":false,"states":[{"name":"available","label":"available","stored":"available","initial":true,"final":false,"enter":[],"leave":[]},{"name":"sold_out","label":"sold out","stored":"sold_out","initial":false,"final":true,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[{"name":"quantity","type":"int","optional":false,"column":"quantity"}],"serialize_by":[]},{"name":"take","label":"take","stored":"take","creation":false,"timer":false,"params":[{"name":"quantity","type":"int","optional":false,"column":"quantity"}],"serialize_by":[]},{"name":"close","label":"close","stored":"close","creation":false,"timer":false,"params":[{"name":"quantity","type":"int","optional":false,"column":"quantity"}],"serialize_by":[]}],"columns":[{"name":"quantity","type":"int"}],"arrows":[{"event":"create","from":null,"target":"to","to":"available","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"take","from":"available","target":"stay","to":"available","reopens":false,"conditions":[{"guard":"is_left","negated":false}],"do":["count"],"then":[]},{"event":"take","from":"available","target":"to","to":"sold_out","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"close","from":"available","target":"to","to":"sold_out","reopens":false,"conditions":[{"guard":"is_left","negated":true}],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"available","arrow":0},{"event":"take","from":"available","to":"available","arrow":1,"effects":["count"]},{"event":"take","from":"available","to":"sold_out","arrow":2},{"event":"close","from":"available","to":"sold_out","arrow":3}],"ignores":[],"timers":[],"guards":[{"name":"is_left","postgres":{"text":"select coalesce(sum(quantity), 0) >= :quantity from stock_levels where item = :id","references":[{"kind":"param","column":"quantity","offset":37,"length":9},{"kind":"key","offset":78,"length":3}]},"sqlite":{"text":"select coalesce(sum(quantity), 0) >= :quantity from stock_levels where item = :id","references":[{"kind":"param","column":"quantity","offset":37,"length":9},{"kind":"key","offset":78,"length":3}]}}],"effects":[{"name":"count","postgres":{"text":"insert into stock_levels (item, quantity) values (:id, -:quantity)","references":[{"kind":"key","offset":50,"length":3},{"kind":"param","column":"quantity","offset":56,"length":9}]},"sqlite":{"text":"insert into stock_levels (item, quantity) values (:id, -:quantity)","references":[{"kind":"key","offset":50,"length":3},{"kind":"param","column":"quantity","offset":56,"length":9}]}}],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"sqlite","current":"main.stock_current","transitions":"main.stock_transitions","objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name in (''stock_current'', ''stock_transitions'', ''stock_moves'', ''stock_state'',\n    ''stock_model_2_a2ac4c567aa02dfd'')","shared_objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name like ''pawl\\_%'' escape ''\\''","statements":{"fingerprints":"select known.version, accepted.fingerprint, null, accepted.is_deployed\nfrom main.pawl_schema known left join main.pawl_machines accepted\n  on accepted.is_accepted and accepted.machine = ?1","get":"select state, sort_key, since from main.stock_current where stock_id = ?1 and exists (select 1 from main.stock_model_2_a2ac4c567aa02dfd)","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, quantity\nfrom main.stock_transitions where stock_id = ?1 and exists (select 1 from main.stock_model_2_a2ac4c567aa02dfd) order by sort_key","in_state":"select stock_id, state, sort_key, since from main.stock_current\nwhere state = ?1 and (since, stock_id) > (?2, ?3)\n  and exists (select 1 from main.stock_model_2_a2ac4c567aa02dfd) order by since, stock_id limit ?4","not_in_state":"select * from (\n  select * from (\n    select stock_id, state, sort_key, since from main.stock_current\n    where state < ?1 and (state, since, stock_id) > (?2, ?3, ?4)\n    order by state, since, stock_id limit ?8\n  ) before\n  union all\n  select * from (\n    select stock_id, state, sort_key, since from main.stock_current\n    where (state, since, stock_id) > (?5, ?6, ?7)\n    order by state, since, stock_id limit ?8\n  ) after\n) others where exists (select 1 from main.stock_model_2_a2ac4c567aa02dfd) order by state, since, stock_id limit ?8","count_by_state":"select state, count(*) from main.stock_current where exists (select 1 from main.stock_model_2_a2ac4c567aa02dfd) group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, quantity\nfrom main.stock_transitions where stock_id = ?1 and exists (select 1 from main.stock_model_2_a2ac4c567aa02dfd)\n  and to_state = ?2 order by sort_key desc limit 1","creation":"select sort_key, event, from_state, to_state, created_at, actor, request_id, quantity\nfrom main.stock_transitions where stock_id = ?1 and exists (select 1 from main.stock_model_2_a2ac4c567aa02dfd)\n  and sort_key = 10","find_request":"select event, from_state, to_state, sort_key, created_at, quantity\nfrom main.stock_transitions where stock_id = ?1 and request_id = ?2","insert_current":"insert into main.stock_current (stock_id, state, sort_key, since)\nvalues (?1, ?2, ?3, ?4)","update_current":"update main.stock_current set state = ?2, sort_key = ?3, since = ?4\nwhere stock_id = ?1","insert_transition":"insert into main.stock_transitions\n  (stock_id, sort_key, event, from_state, to_state, created_at, actor, request_id, quantity)\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7,\n  ?8, ?9)"},"fire":{}},"diagram":"digraph \"stock\" {\n  graph [rankdir=TB, compound=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16, fontcolor=\"#1f2733\", nodesep=0.2, ranksep=0.14, pad=0.1, bgcolor=\"#ffffff\", labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13, fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\", arrowsize=0.75];\n\n  subgraph \"cluster_stock\" {\n    class=machine; penwidth=0; margin=0;\n    label=<<b>stock</b><!--stock-->>; tooltip=\"All of it in SQL, so that no program is needed.\";\n    \"stock.\" [shape=point, width=0.16, class=begin, color=\"#1f2733\", fillcolor=\"#1f2733\", tooltip=\"nothing yet\"];\n    \"stock.available\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td cellpadding=\"6\">available<!--stock.available--></td></tr><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"b0\" height=\"1\" width=\"14\"></td><td port=\"b1\" height=\"1\" width=\"14\"></td><td port=\"b2\" height=\"1\" width=\"14\"></td></tr></table></td></tr></table>>, margin=0, class=\"state created\", fillcolor=\"#e0edfb\", color=\"#2f6fb3\"];\n    \"stock.sold_out\" [label=<sold out<!--stock.sold_out-->>, class=\"state final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2];\n    { node [shape=plaintext, style=\"\", margin=\"0.05,0.04\", width=0.2, height=0.2, fontsize=12.5];\n      \"stock.>1\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>create<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"create\"];\n      \"stock.>2\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>take<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">[1: is left] / count<br align=\"left\"/>(stays)</font><br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"take\"];\n      \"stock.>3\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>take<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">[otherwise]</font><br align=\"left\"/><font point-size=\"12\" color=\"#556070\">or&#160;</font>close<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">[NOT is left]</font><br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"take\\nclose\"];\n    }\n    {rank=same; \"stock.\"; \"stock.>1\"; \"stock.available\"}\n    \"stock.\" -> \"stock.>1\" [class=\"move\", dir=back, arrowtail=none];\n    \"stock.>1\" -> \"stock.available\" [class=\"move\"];\n    \"stock.available\":b0 -> \"stock.>2\":e [class=\"move\", dir=back, arrowtail=dot, weight=6];\n    \"stock.available\":b2 -> \"stock.>2\":e [class=\"move\", dir=back, weight=6];\n    \"stock.available\":b1 -> \"stock.>3\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"stock.>3\":e -> \"stock.sold_out\" [class=\"move\"];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td colspan=\"2\" align=\"left\"><font color=\"#687384\">●—</font>&#160; where an arrow begins </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"28\" height=\"16\" bgcolor=\"#e0edfb\" color=\"#2f6fb3\"><tr><td></td></tr></table></td><td align=\"left\">begins here </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\" fixedsize=\"true\" width=\"28\" height=\"16\" color=\"#2e8246\"><tr><td><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"22\" height=\"10\" bgcolor=\"#e1f3e5\" color=\"#2e8246\"><tr><td></td></tr></table></td></tr></table></td><td align=\"left\">final </td><td colspan=\"2\" align=\"left\"><font color=\"#556070\">[ ]</font>&#160; only if this holds </td></tr>\n    <tr><td colspan=\"2\" align=\"left\"><font color=\"#556070\">NOT</font>&#160; only if this does not hold </td><td colspan=\"2\" align=\"left\"><font color=\"#556070\">[1: ]</font>&#160; tried in this order </td><td colspan=\"2\" align=\"left\"><font color=\"#556070\">/</font>&#160; done with the move </td></tr></table>>;\n}\n"}'
 where not exists (select 1 from main.pawl_machines
                    where machine = 'stock' and fingerprint = 'a2ac4c567aa02dfd' and (abi >= 2 or not is_deployed));

commit;

-- This file is whole.
