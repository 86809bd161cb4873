.bail on
-- pawl: {"file":"machines","database":"sqlite","schema":3,"no_roles":false,"distributed":false,"machines":[{"name":"shipment","fingerprint":"bab3669245c0be0d"},{"name":"notice","fingerprint":"e84cd1e53b63631e"}],"flows":[]}
-- Written by pawl from emitting.fsm. Do not edit: change emitting.fsm and run pawl again.
-- Running it again changes nothing. Apply with:
--   sqlite3 -cmd '.timeout 5000' FILE <pawl.sqlite.sql
--   sqlite3 -cmd '.timeout 5000' FILE <emitting.sqlite.sql
-- The first is for what all machines share, which pawl writes beside this file. pawlctl apply does both:
--   pawlctl apply emitting.sqlite.sql --db=...

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

-- shipment ----------------------------------------------------------------------------------------
-- Shipment
-- Every move goes to a topic: to one of its own, and to one that its creation names.

-- the state of each shipment
create table if not exists main.shipment_current (
  shipment_id integer not null primary key references shipments (id),
  state text not null,
  sort_key integer not null, -- of its last transition
  since integer not null
) without rowid;
create index if not exists main.shipment_current_state_since on shipment_current (state, since);

-- how it got there; rows are only ever added
create table if not exists main.shipment_transitions (
  shipment_id integer not null,
  sort_key integer not null,
  event text not null,
  from_state text not null, -- '' for a creation
  to_state text not null,
  created_at integer not null,
  actor text not null check (length(cast(actor as blob)) <= 255),
  request_id text,
  weight integer,
  note text,
  price text,
  due_at integer,
  tag text,
  form text,
  scan blob,
  parcels integer,
  fragile integer,
  primary key (shipment_id, sort_key)
) without rowid;
create unique index if not exists main.shipment_transitions_request
  on shipment_transitions (shipment_id, request_id) where request_id is not null;

-- how it may move, for people and tools to read
create view if not exists main.shipment_moves (event, from_state, to_state) as values
  ('create', '', 'announced'),
  ('weigh', 'announced', 'announced'),
  ('deliver', 'announced', 'delivered');

-- the state of each entity, to join in your queries
create view if not exists main.shipment_state as
  select shipment_id, state, sort_key, since from shipment_current;

-- exists as long as programs of this version are accepted; those of an older libpawl use another name
drop view if exists main.shipment_model_bab3669245c0be0d;
create view if not exists main.shipment_model_2_bab3669245c0be0d as select 1;

create trigger if not exists main.shipment_current_insert before insert on shipment_current
when only_libpawl_may_write('shipment_current', new.shipment_id, new.state, new.sort_key, new.since) is not 1
begin select raise(abort, 'shipment_current is written by libpawl only: fire an event of shipment instead'); end;
create trigger if not exists main.shipment_current_update before update on shipment_current
when new.shipment_id is not old.shipment_id
  or only_libpawl_may_write('shipment_current', new.shipment_id, new.state, new.sort_key, new.since) is not 1
begin select raise(abort, 'shipment_current is written by libpawl only: fire an event of shipment instead'); end;
create trigger if not exists main.shipment_current_delete before delete on shipment_current
when only_libpawl_may_write('shipment_current', old.shipment_id) is not 1
begin select raise(abort, 'shipment_current keeps its rows: a shipment that has been created stays'); end;
create trigger if not exists main.shipment_transitions_insert before insert on shipment_transitions
when only_libpawl_may_write('shipment_transitions(weight, note, price, due_at, tag, form, scan, parcels, fragile)',
  new.shipment_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,
  new.request_id,
  new.weight,
  new.note,
  new.price,
  new.due_at,
  new.tag,
  new.form,
  new.scan,
  new.parcels,
  new.fragile) is not 1
begin select raise(abort, 'shipment_transitions is written by libpawl only: fire an event of shipment instead'); end;
create trigger if not exists main.shipment_transitions_update before update on shipment_transitions
begin select raise(abort, 'shipment_transitions is history: its rows are neither changed nor deleted'); end;
create trigger if not exists main.shipment_transitions_delete before delete on shipment_transitions
when only_libpawl_may_write('shipment_transitions', old.shipment_id, old.sort_key) is not 1
begin select raise(abort, 'shipment_transitions is history: its rows are neither changed nor deleted'); end;

create temp trigger if not exists shipment_exact_key instead of insert on main.shipment_model_2_bab3669245c0be0d
begin
  select raise(rollback, 'machine shipment: nothing can refer to the column of its key; nothing was changed: make it the primary key or unique, by itself, in a table')
    where new."1" = 1;
  select raise(rollback, 'machine shipment: the column of its key takes different numbers for the same, by its type; nothing was changed: make it integer')
    where new."1" = 2;
  select raise(rollback, 'machine shipment: its key is of type bigint, and the column in the `entity` line is for texts; nothing was changed: write `text` or `uuid` for the key in the `entity` line')
    where new."1" = 4;
end;
insert into main.shipment_model_2_bab3669245c0be0d
select 1
 where exists (select 1 from pragma_table_xinfo('shipments', 'main'))
   and not exists (select 1 from pragma_index_list('shipments', 'main') i, pragma_index_xinfo(i.name, 'main') c
          where i."unique" and not i.partial and c.key and c.name = 'id' collate nocase
            and (select count(*) from pragma_index_xinfo(i.name, 'main') other where other.key) = 1)
   and (select group_concat(k.name) from pragma_table_xinfo('shipments', 'main') k where k.pk)
     is not 'id' collate nocase
union all
select 2
 where exists (select 1 from pragma_table_xinfo('shipments', 'main') c
          where c.name = 'id' collate nocase and c.type not like '%int%' and c.type not like '%char%' and c.type not like '%clob%' and c.type not like '%text%'
                      and (c.type like '%real%' or c.type like '%floa%' or c.type like '%doub%')
            and not (c.type = 'any' collate nocase and exists (select 1 from main.sqlite_master made
                               where made.name = 'shipments' collate nocase and made.sql like '%strict%')))
union all
select 4
 where exists (select 1 from pragma_table_xinfo('shipments', 'main') c
          where c.name = 'id' collate nocase and c.type not like '%int%'
            and (c.type like '%char%' or c.type like '%clob%' or c.type like '%text%' or c.type like '%blob%' or c.type = 'uuid' collate nocase))
;

insert into main.pawl_objects (machine, object, definition)
select 'shipment', found.object, found.definition from (
  select type || ' ' || name as object, sql as definition from main.sqlite_master
   where sql is not null and tbl_name in ('shipment_current', 'shipment_transitions', 'shipment_moves', 'shipment_state',
      'shipment_model_2_bab3669245c0be0d')) found
 where not exists (select 1 from main.pawl_machines m where m.machine = 'shipment'
                    and (m.abi >= 2 or m.fingerprint <> 'bab3669245c0be0d' and m.is_deployed))
   and not exists (select 1 from main.pawl_objects o
                    where o.machine = 'shipment' and o.object = found.object);

insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)
select 'shipment', 'bab3669245c0be0d', 2,
  coalesce((select deployed_at from main.pawl_machines where machine = 'shipment' and fingerprint = 'bab3669245c0be0d'),
    cast(strftime('%s', 'now') as integer) * 1000000),
  '{"name":"shipment","label":"Shipment","fingerprint":"bab3669245c0be0d","doc":"Every move goes to a topic: to one of its own, and to one that its creation names.","key_type":"bigint","entity":{"table":"shipments","column":"id"},"storage":"head","initial_is_implicit":false,"emit_topic":"shipments.\"v1\"","states":[{"name":"announced","label":"announced","stored":"announced","initial":true,"final":false,"enter":[],"leave":[]},{"name":"delivered","label":"delivered","stored":"delivered","initial":false,"final":true,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[{"name":"weight","type":"int","optional":false,"column":"weight"},{"name":"note","type":"text","optional":true,"column":"note"},{"name":"price","type":"numeric","optional":true,"column":"price"},{"name":"due_at","type":"timestamp","optional":true,"column":"due_at"},{"name":"tag","type":"uuid","optional":true,"column":"tag"},{"name":"form","type":"json","optional":true,"column":"form"},{"name":"scan","type":"bytes","optional":true,"column":"scan"},{"name":"parcels","type":"bigint","optional":true,"column":"parcels"},{"name":"fragile","type":"bool","optional":true,"column":"fragile"}],"serialize_by":[]},{"name":"weigh","label":"weigh","stored":"weigh","creation":false,"timer":false,"params":[{"name":"weight","type":"int","optional":false,"column":"weight"}],"serialize_by":[]},{"name":"deliver","label":"deliver","stored":"deliver","creation":false,"timer":false,"params":[],"serialize_by":[]}],"columns":[{"name":"weight","type":"int"},{"name":"note","type":"text"},{"name":"price","type":"numeric"},{"name":"due_at","type":"timestamp"},{"name":"tag","type":"uuid"},{"name":"form","type":"json"},{"name":"scan","type":"bytes"},{"name":"parcels","type":"bigint"},{"name":"fragile","type":"bool"}],"arrows":[{"event":"create","from":null,"target":"to","to":"announced","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"weigh","from":"announced","target":"stay","to":"announced","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"deliver","from":"announced","target":"to","to":"delivered","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"announced","arrow":0},{"event":"weigh","from":"announced","to":"announced","arrow":1},{"event":"deliver","from":"announced","to":"delivered","arrow":2}],"ignores":[],"timers":[],"guards":[],"effects":[],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"sqlite","current":"main.shipment_current","transitions":"main.shipment_transitions","parent":"main.shipments","parent_column":"id","objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name in (''shipment_current'', ''shipment_transitions'', ''shipment_moves'', ''shipment_state'',\n    ''shipment_model_2_bab3669245c0be0d'')","shared_objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name like ''pawl\\_%'' escape ''\\''","statements":{"fingerprints":"select known.version, accepted.fingerprint, null, accepted.is_deployed\nfrom main.pawl_schema known left join main.pawl_machines accepted\n  on accepted.is_accepted and accepted.machine = ?1","get":"select state, sort_key, since from main.shipment_current where shipment_id = ?1 and exists (select 1 from main.shipment_model_2_bab3669245c0be0d)","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price, due_at, tag, form, scan, parcels, fragile\nfrom main.shipment_transitions where shipment_id = ?1 and exists (select 1 from main.shipment_model_2_bab3669245c0be0d) order by sort_key","in_state":"select shipment_id, state, sort_key, since from main.shipment_current\nwhere state = ?1 and (since, shipment_id) > (?2, ?3)\n  and exists (select 1 from main.shipment_model_2_bab3669245c0be0d) order by since, shipment_id limit ?4","not_in_state":"select * from (\n  select * from (\n    select shipment_id, state, sort_key, since from main.shipment_current\n    where state < ?1 and (state, since, shipment_id) > (?2, ?3, ?4)\n    order by state, since, shipment_id limit ?8\n  ) before\n  union all\n  select * from (\n    select shipment_id, state, sort_key, since from main.shipment_current\n    where (state, since, shipment_id) > (?5, ?6, ?7)\n    order by state, since, shipment_id limit ?8\n  ) after\n) others where exists (select 1 from main.shipment_model_2_bab3669245c0be0d) order by state, since, shipment_id limit ?8","count_by_state":"select state, count(*) from main.shipment_current where exists (select 1 from main.shipment_model_2_bab3669245c0be0d) group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price, due_at, tag, form, scan, parcels, fragile\nfrom main.shipment_transitions where shipment_id = ?1 and exists (select 1 from main.shipment_model_2_bab3669245c0be0d)\n  and to_state = ?2 order by sort_key desc limit 1","creation":"select sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price, due_at, tag, form, scan, parcels, fragile\nfrom main.shipment_transitions where shipment_id = ?1 and exists (select 1 from main.shipment_model_2_bab3669245c0be0d)\n  and sort_key = 10","find_parent":"select 1 from main.shipments where id = ?1","find_request":"select event, from_state, to_state, sort_key, created_at, weight, note, price, due_at, tag, form, scan, parcels, fragile\nfrom main.shipment_transitions where shipment_id = ?1 and request_id = ?2","insert_current":"insert into main.shipment_current (shipment_id, state, sort_key, since)\nvalues (?1, ?2, ?3, ?4)","update_current":"update main.shipment_current set state = ?2, sort_key = ?3, since = ?4\nwhere shipment_id = ?1","insert_transition":"insert into main.shipment_transitions\n  (shipment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight, note, price, due_at, tag, form, scan, parcels, fragile)\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7,\n  ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)"},"fire":{}},"diagram":"digraph \"shipment\" {\n  graph [rankdir=TB, compound=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16, fontcolor=\"#1f2733\", nodesep=0.2, ranksep=0.14, pad=0.1, bgcolor=\"#ffffff\", labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13, fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\", arrowsize=0.75];\n\n  subgraph \"cluster_shipment\" {\n    class=machine; penwidth=0; margin=0;\n    label=<<b>Shipment</b><!--shipment-->>; tooltip=\"Every move goes to a topic: to one of its own, and to one that its creation names.\";\n    \"shipment.\" [shape=point, width=0.16, class=begin, color=\"#1f2733\", fillcolor=\"#1f2733\", tooltip=\"nothing yet\"];\n    \"shipment.announced\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td cellpadding=\"6\">announced<!--shipment.announced--></td></tr><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"b0\" height=\"1\" width=\"14\"></td><td port=\"b1\" height=\"1\" width=\"14\"></td><td port=\"b2\" height=\"1\" width=\"14\"></td></tr></table></td></tr></table>>, margin=0, class=\"state created\", fillcolor=\"#e0edfb\", color=\"#2f6fb3\"];\n    \"shipment.delivered\" [label=<delivered<!--shipment.delivered-->>, class=\"state final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2];\n    { node [shape=plaintext, style=\"\", margin=\"0.05,0.04\", width=0.2, height=0.2, fontsize=12.5];\n      \"shipment.>1\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>create<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"create\"];\n      \"shipment.>2\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>weigh<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">(stays)</font><br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"weigh\"];\n      \"shipment.>3\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>deliver<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"deliver\"];\n    }\n    {rank=same; \"shipment.\"; \"shipment.>1\"; \"shipment.announced\"}\n    \"shipment.\" -> \"shipment.>1\" [class=\"move\", dir=back, arrowtail=none];\n    \"shipment.>1\" -> \"shipment.announced\" [class=\"move\"];\n    \"shipment.announced\":b0 -> \"shipment.>2\":e [class=\"move\", dir=back, arrowtail=dot, weight=6];\n    \"shipment.announced\":b2 -> \"shipment.>2\":e [class=\"move\", dir=back, weight=6];\n    \"shipment.announced\":b1 -> \"shipment.>3\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"shipment.>3\":e -> \"shipment.delivered\" [class=\"move\"];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td colspan=\"2\" align=\"left\"><font color=\"#687384\">●—</font>&#160; where an arrow begins </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"28\" height=\"16\" bgcolor=\"#e0edfb\" color=\"#2f6fb3\"><tr><td></td></tr></table></td><td align=\"left\">begins here </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\" fixedsize=\"true\" width=\"28\" height=\"16\" color=\"#2e8246\"><tr><td><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"22\" height=\"10\" bgcolor=\"#e1f3e5\" color=\"#2e8246\"><tr><td></td></tr></table></td></tr></table></td><td align=\"left\">final </td></tr></table>>;\n}\n"}'
 where not exists (select 1 from main.pawl_machines
                    where machine = 'shipment' and fingerprint = 'bab3669245c0be0d' and (abi >= 2 or not is_deployed));

-- notice ------------------------------------------------------------------------------------------
-- Notice

-- the state of each notice
create table if not exists main.notice_current (
  notice_id text not null primary key,
  state text not null,
  sort_key integer not null, -- of its last transition
  since integer not null
) without rowid;
create index if not exists main.notice_current_state_since on notice_current (state, since);

-- how it got there; rows are only ever added
create table if not exists main.notice_transitions (
  notice_id text not null,
  sort_key integer not null,
  event text not null,
  from_state text not null, -- '' for a creation
  to_state text not null,
  created_at integer not null,
  actor text not null check (length(cast(actor as blob)) <= 255),
  request_id text,
  channel text,
  primary key (notice_id, sort_key)
) without rowid;
create unique index if not exists main.notice_transitions_request
  on notice_transitions (notice_id, request_id) where request_id is not null;

-- how it may move, for people and tools to read
create view if not exists main.notice_moves (event, from_state, to_state) as values
  ('create', '', 'written'),
  ('show', 'written', 'shown');

-- the state of each entity, to join in your queries
create view if not exists main.notice_state as
  select notice_id, state, sort_key, since from notice_current;

-- exists as long as programs of this version are accepted; those of an older libpawl use another name
drop view if exists main.notice_model_e84cd1e53b63631e;
create view if not exists main.notice_model_2_e84cd1e53b63631e as select 1;

create trigger if not exists main.notice_current_insert before insert on notice_current
when only_libpawl_may_write('notice_current', new.notice_id, new.state, new.sort_key, new.since) is not 1
begin select raise(abort, 'notice_current is written by libpawl only: fire an event of notice instead'); end;
create trigger if not exists main.notice_current_update before update on notice_current
when new.notice_id is not old.notice_id
  or only_libpawl_may_write('notice_current', new.notice_id, new.state, new.sort_key, new.since) is not 1
begin select raise(abort, 'notice_current is written by libpawl only: fire an event of notice instead'); end;
create trigger if not exists main.notice_current_delete before delete on notice_current
when only_libpawl_may_write('notice_current', old.notice_id) is not 1
begin select raise(abort, 'notice_current keeps its rows: a notice that has been created stays'); end;
create trigger if not exists main.notice_transitions_insert before insert on notice_transitions
when only_libpawl_may_write('notice_transitions(channel)',
  new.notice_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,
  new.request_id,
  new.channel) is not 1
begin select raise(abort, 'notice_transitions is written by libpawl only: fire an event of notice instead'); end;
create trigger if not exists main.notice_transitions_update before update on notice_transitions
begin select raise(abort, 'notice_transitions is history: its rows are neither changed nor deleted'); end;
create trigger if not exists main.notice_transitions_delete before delete on notice_transitions
when only_libpawl_may_write('notice_transitions', old.notice_id, old.sort_key) is not 1
begin select raise(abort, 'notice_transitions is history: its rows are neither changed nor deleted'); end;

insert into main.pawl_objects (machine, object, definition)
select 'notice', found.object, found.definition from (
  select type || ' ' || name as object, sql as definition from main.sqlite_master
   where sql is not null and tbl_name in ('notice_current', 'notice_transitions', 'notice_moves', 'notice_state',
      'notice_model_2_e84cd1e53b63631e')) found
 where not exists (select 1 from main.pawl_machines m where m.machine = 'notice'
                    and (m.abi >= 2 or m.fingerprint <> 'e84cd1e53b63631e' and m.is_deployed))
   and not exists (select 1 from main.pawl_objects o
                    where o.machine = 'notice' and o.object = found.object);

insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)
select 'notice', 'e84cd1e53b63631e', 2,
  coalesce((select deployed_at from main.pawl_machines where machine = 'notice' and fingerprint = 'e84cd1e53b63631e'),
    cast(strftime('%s', 'now') as integer) * 1000000),
  '{"name":"notice","label":"Notice","fingerprint":"e84cd1e53b63631e","key_type":"text","storage":"head","initial_is_implicit":false,"emit_reference":{"kind":"created","column":"channel","event":"create"},"states":[{"name":"written","label":"written","stored":"written","initial":true,"final":false,"enter":[],"leave":[]},{"name":"shown","label":"shown","stored":"shown","initial":false,"final":true,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[{"name":"channel","type":"text","optional":true,"column":"channel"}],"serialize_by":[]},{"name":"show","label":"show","stored":"show","creation":false,"timer":false,"params":[],"serialize_by":[]}],"columns":[{"name":"channel","type":"text"}],"arrows":[{"event":"create","from":null,"target":"to","to":"written","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"show","from":"written","target":"to","to":"shown","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"written","arrow":0},{"event":"show","from":"written","to":"shown","arrow":1}],"ignores":[],"timers":[],"guards":[],"effects":[],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"sqlite","current":"main.notice_current","transitions":"main.notice_transitions","objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name in (''notice_current'', ''notice_transitions'', ''notice_moves'', ''notice_state'',\n    ''notice_model_2_e84cd1e53b63631e'')","shared_objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name like ''pawl\\_%'' escape ''\\''","statements":{"fingerprints":"select known.version, accepted.fingerprint, null, accepted.is_deployed\nfrom main.pawl_schema known left join main.pawl_machines accepted\n  on accepted.is_accepted and accepted.machine = ?1","get":"select state, sort_key, since from main.notice_current where notice_id = ?1 and exists (select 1 from main.notice_model_2_e84cd1e53b63631e)","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, channel\nfrom main.notice_transitions where notice_id = ?1 and exists (select 1 from main.notice_model_2_e84cd1e53b63631e) order by sort_key","in_state":"select notice_id, state, sort_key, since from main.notice_current\nwhere state = ?1 and (since, notice_id) > (?2, ?3)\n  and exists (select 1 from main.notice_model_2_e84cd1e53b63631e) order by since, notice_id limit ?4","not_in_state":"select * from (\n  select * from (\n    select notice_id, state, sort_key, since from main.notice_current\n    where state < ?1 and (state, since, notice_id) > (?2, ?3, ?4)\n    order by state, since, notice_id limit ?8\n  ) before\n  union all\n  select * from (\n    select notice_id, state, sort_key, since from main.notice_current\n    where (state, since, notice_id) > (?5, ?6, ?7)\n    order by state, since, notice_id limit ?8\n  ) after\n) others where exists (select 1 from main.notice_model_2_e84cd1e53b63631e) order by state, since, notice_id limit ?8","count_by_state":"select state, count(*) from main.notice_current where exists (select 1 from main.notice_model_2_e84cd1e53b63631e) group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, channel\nfrom main.notice_transitions where notice_id = ?1 and exists (select 1 from main.notice_model_2_e84cd1e53b63631e)\n  and to_state = ?2 order by sort_key desc limit 1","creation":"select sort_key, event, from_state, to_state, created_at, actor, request_id, channel\nfrom main.notice_transitions where notice_id = ?1 and exists (select 1 from main.notice_model_2_e84cd1e53b63631e)\n  and sort_key = 10","find_request":"select event, from_state, to_state, sort_key, created_at, channel\nfrom main.notice_transitions where notice_id = ?1 and request_id = ?2","insert_current":"insert into main.notice_current (notice_id, state, sort_key, since)\nvalues (?1, ?2, ?3, ?4)","update_current":"update main.notice_current set state = ?2, sort_key = ?3, since = ?4\nwhere notice_id = ?1","insert_transition":"insert into main.notice_transitions\n  (notice_id, sort_key, event, from_state, to_state, created_at, actor, request_id, channel)\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7,\n  ?8, ?9)","find_topic":"select channel from main.notice_transitions where notice_id = ?1 and sort_key = 10"},"fire":{}},"diagram":"digraph \"notice\" {\n  graph [rankdir=LR, compound=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16, fontcolor=\"#1f2733\", nodesep=0.2, ranksep=0.14, pad=0.1, bgcolor=\"#ffffff\", labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13, fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\", arrowsize=0.75];\n\n  subgraph \"cluster_notice\" {\n    class=machine; penwidth=0; margin=0;\n    label=<<b>Notice</b><!--notice-->>;\n    \"notice.\" [shape=point, width=0.16, class=begin, color=\"#1f2733\", fillcolor=\"#1f2733\", tooltip=\"nothing yet\"];\n    \"notice.written\" [label=<written<!--notice.written-->>, class=\"state created\", fillcolor=\"#e0edfb\", color=\"#2f6fb3\"];\n    \"notice.shown\" [label=<shown<!--notice.shown-->>, class=\"state final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2];\n    { node [shape=plaintext, style=\"\", margin=\"0.05,0.04\", width=0.2, height=0.2, fontsize=12.5];\n      \"notice.>1\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>create<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"create\"];\n      \"notice.>2\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>show<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"show\"];\n    }\n    \"notice.\" -> \"notice.>1\":e [class=\"move\", dir=back, arrowtail=none];\n    \"notice.>1\":e -> \"notice.written\" [class=\"move\"];\n    \"notice.written\" -> \"notice.>2\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"notice.>2\":e -> \"notice.shown\" [class=\"move\"];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td colspan=\"2\" align=\"left\"><font color=\"#687384\">●—</font>&#160; where an arrow begins </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"28\" height=\"16\" bgcolor=\"#e0edfb\" color=\"#2f6fb3\"><tr><td></td></tr></table></td><td align=\"left\">begins here </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\" fixedsize=\"true\" width=\"28\" height=\"16\" color=\"#2e8246\"><tr><td><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"22\" height=\"10\" bgcolor=\"#e1f3e5\" color=\"#2e8246\"><tr><td></td></tr></table></td></tr></table></td><td align=\"left\">final </td></tr></table>>;\n}\n"}'
 where not exists (select 1 from main.pawl_machines
                    where machine = 'notice' and fingerprint = 'e84cd1e53b63631e' and (abi >= 2 or not is_deployed));

commit;

-- This file is whole.
