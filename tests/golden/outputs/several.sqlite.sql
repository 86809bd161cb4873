.bail on
-- pawl: {"file":"machines","database":"sqlite","schema":3,"no_roles":false,"distributed":false,"machines":[{"name":"parcel","fingerprint":"b2c3b1ad683b421e"},{"name":"lamp","fingerprint":"7096ee88a3f6f2ad"}],"flows":[{"name":"dispatch","fingerprint":"c7bffea3fea5465e"}]}
-- Written by pawl from several.fsm. Do not edit: change several.fsm and run pawl again.
-- Running it again changes nothing. Apply with:
--   sqlite3 -cmd '.timeout 5000' FILE <pawl.sqlite.sql
--   sqlite3 -cmd '.timeout 5000' FILE <several.sqlite.sql
-- The first is for what all machines share, which pawl writes beside this file. pawlctl apply does both:
--   pawlctl apply several.sqlite.sql --db=...

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

-- dispatch ----------------------------------------------------------------------------------------
-- Dispatch a parcel
-- Puts a parcel on its way, and its label on it.

insert into main.pawl_flows
  (flow, fingerprint, abi, deployed_at, topic, topic_argument, model)
select 'dispatch', 'c7bffea3fea5465e', 2, cast(strftime('%s', 'now') as integer) * 1000000,
  null, null,
  '{"name":"dispatch","label":"Dispatch a parcel","fingerprint":"c7bffea3fea5465e","doc":"Puts a parcel on its way, and its label on it.","unique":["number"],"retry":{"count":0},"args":[{"name":"number","type":"bigint","optional":false}],"data":[],"locks":[],"callbacks":[{"name":"weigh","kind":"tx","sets":[]},{"name":"forget","kind":"undo_tx","sets":[]},{"name":"print_label","kind":"call","sets":[]},{"name":"tear_up","kind":"undo_call","sets":[]}],"steps":[{"path":"weigh","kind":"tx","label":"weigh","delivery":"exactly_once","callback":"weigh","undo":"forget","irreversible":false,"retry":{"count":0},"sets":[],"depth":0},{"path":"print_label","kind":"call","label":"print label","delivery":"at_least_once","callback":"print_label","undo":"tear_up","irreversible":false,"retry":{"count":0},"sets":[],"depth":0}],"scopes":[],"allows":[],"diagram":"digraph \"dispatch\" {\n  graph [rankdir=TB, compound=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16, fontcolor=\"#1f2733\", nodesep=0.2, ranksep=0.2, pad=0.1, bgcolor=\"#ffffff\", labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13, fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\", arrowsize=0.75];\n\n  subgraph \"cluster_dispatch\" {\n    class=flow; penwidth=0; margin=0;\n    label=<<b>Dispatch a parcel</b><!--dispatch-->>;\n    \"dispatch 0\" [label=<Start<br/><font point-size=\"12\" color=\"#556070\">with number</font><br/><font point-size=\"12\" color=\"#556070\">once for each number</font>>, class=\"begin created\", fillcolor=\"#e0edfb\", color=\"#2f6fb3\", tooltip=\"Puts a parcel on its way, and its label on it.\"];\n    \"dispatch.weigh\" [label=<weigh<br/><font point-size=\"12\" color=\"#556070\">undo: forget</font><!--dispatch.weigh-->>, class=\"step tx\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\"];\n    \"dispatch.print_label\" [label=<print label<br/><font point-size=\"12\" color=\"#556070\">undo: tear up</font><!--dispatch.print_label-->>, class=\"step call\", fillcolor=\"#ffffff\", color=\"#1d4f91\"];\n    \"dispatch 3\" [label=<Done>, class=\"end final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2];\n    \"dispatch 0\" -> \"dispatch.weigh\" [class=\"move\", weight=8];\n    \"dispatch.weigh\" -> \"dispatch.print_label\" [class=\"move\", weight=8];\n    \"dispatch.print_label\" -> \"dispatch 3\" [class=\"move\", weight=8];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"28\" height=\"16\" bgcolor=\"#e0edfb\" color=\"#2f6fb3\"><tr><td></td></tr></table></td><td align=\"left\">the flow begins </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"28\" height=\"16\" bgcolor=\"#f5f6f8\" color=\"#8c96a5\"><tr><td></td></tr></table></td><td align=\"left\">in the database, exactly once </td></tr>\n    <tr><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"28\" height=\"16\" bgcolor=\"#ffffff\" color=\"#1d4f91\"><tr><td></td></tr></table></td><td align=\"left\">outside, perhaps more than once </td><td colspan=\"2\" align=\"left\"><font color=\"#556070\">undo</font>&#160; what undoes it if the flow goes back </td></tr>\n    <tr><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\" fixedsize=\"true\" width=\"28\" height=\"16\" color=\"#2e8246\"><tr><td><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"22\" height=\"10\" bgcolor=\"#e1f3e5\" color=\"#2e8246\"><tr><td></td></tr></table></td></tr></table></td><td align=\"left\">the flow is done </td></tr></table>>;\n}\n","database":{"shared_objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name like ''pawl\\_%'' escape ''\\''"}}'
 where not exists (select 1 from main.pawl_flows where flow = 'dispatch' and fingerprint = 'c7bffea3fea5465e');

-- parcel ------------------------------------------------------------------------------------------
-- Parcel
-- A parcel on its way, with more states than fit side by side.

-- the state of each parcel
create table if not exists main.parcel_current (
  parcel_id integer not null primary key references parcels (number),
  state text not null,
  sort_key integer not null, -- of its last transition
  since integer not null
) without rowid;
create index if not exists main.parcel_current_state_since on parcel_current (state, since);

-- how it got there; rows are only ever added
create table if not exists main.parcel_transitions (
  parcel_id integer not null,
  sort_key integer not null,
  event text not null,
  from_state text not null, -- '' for a creation
  to_state text not null,
  created_at integer not null,
  actor text not null check (length(cast(actor as blob)) <= 255),
  request_id text,
  weight_grams integer,
  primary key (parcel_id, sort_key)
) without rowid;
create unique index if not exists main.parcel_transitions_request
  on parcel_transitions (parcel_id, request_id) where request_id is not null;

-- how it may move, for people and tools to read
create view if not exists main.parcel_moves (event, from_state, to_state) as values
  ('announce', '', 'announced'),
  ('find', '', 'in_depot'),
  ('return', 'in_depot', 'going_back'),
  ('return', 'on_tour', 'going_back'),
  ('collect', 'announced', 'collected'),
  ('withdraw', 'announced', 'withdrawn'),
  ('arrive', 'collected', 'in_depot'),
  ('lose', 'collected', 'lost'),
  ('lose', 'in_depot', 'lost'),
  ('lose', 'on_tour', 'lost'),
  ('lose', 'going_back', 'lost'),
  ('scan', 'in_depot', 'in_depot'),
  ('load', 'in_depot', 'on_tour'),
  ('deliver', 'on_tour', 'delivered'),
  ('miss', 'on_tour', 'at_shop'),
  ('refuse_it', 'on_tour', 'going_back'),
  ('fetch', 'at_shop', 'delivered'),
  ('expire', 'at_shop', 'going_back'),
  ('hand_over', 'going_back', 'returned'),
  ('find_again', 'lost', 'in_depot'),
  ('write_off', 'lost', 'written_off');

-- the state of each entity, to join in your queries
create view if not exists main.parcel_state as
  select parcel_id, state, sort_key, since from parcel_current;

-- exists as long as programs of this version are accepted; those of an older libpawl use another name
drop view if exists main.parcel_model_b2c3b1ad683b421e;
create view if not exists main.parcel_model_2_b2c3b1ad683b421e as select 1;

create trigger if not exists main.parcel_current_insert before insert on parcel_current
when only_libpawl_may_write('parcel_current', new.parcel_id, new.state, new.sort_key, new.since) is not 1
begin
  select raise(abort, 'parcel_current is written by libpawl only: fire an event of parcel instead');
end;
create trigger if not exists main.parcel_current_update before update on parcel_current
when new.parcel_id is not old.parcel_id
  or only_libpawl_may_write('parcel_current', new.parcel_id, new.state, new.sort_key, new.since) is not 1
begin
  select raise(abort, 'parcel_current is written by libpawl only: fire an event of parcel instead');
end;
create trigger if not exists main.parcel_current_delete before delete on parcel_current
when only_libpawl_may_write('parcel_current', old.parcel_id) is not 1
begin
  select raise(abort, 'parcel_current keeps its rows: a parcel that has been created stays');
end;
create trigger if not exists main.parcel_transitions_insert before insert on parcel_transitions
when only_libpawl_may_write('parcel_transitions(weight_grams)',
  new.parcel_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,
  new.request_id,
  new.weight_grams) is not 1
begin
  select raise(abort, 'parcel_transitions is written by libpawl only: fire an event of parcel instead');
end;
create trigger if not exists main.parcel_transitions_update before update on parcel_transitions
begin
  select raise(abort, 'parcel_transitions is history: its rows are neither changed nor deleted');
end;
create trigger if not exists main.parcel_transitions_delete before delete on parcel_transitions
when only_libpawl_may_write('parcel_transitions', old.parcel_id, old.sort_key) is not 1
begin
  select raise(abort, 'parcel_transitions is history: its rows are neither changed nor deleted');
end;

create temp trigger if not exists parcel_exact_key instead of insert on main.parcel_model_2_b2c3b1ad683b421e
begin
  select raise(rollback, 'machine parcel: nothing can refer to the column of its key; nothing was changed: make it the primary key or unique, by itself, in a table')
    where new."1" = 1;
  select raise(rollback, 'machine parcel: the column of its key takes different numbers for the same, by its type; nothing was changed: make it integer')
    where new."1" = 2;
  select raise(rollback, 'machine parcel: its key is of type bigint, and the column in the `entity` line is for texts; nothing was changed: write `text` or `uuid` for the key in the `entity` line')
    where new."1" = 4;
end;
insert into main.parcel_model_2_b2c3b1ad683b421e
select 1
 where exists (select 1 from pragma_table_xinfo('parcels', 'main'))
   and not exists (select 1 from pragma_index_list('parcels', 'main') i, pragma_index_xinfo(i.name, 'main') c
          where i."unique" and not i.partial and c.key and c.name = 'number' collate nocase
            and (select count(*) from pragma_index_xinfo(i.name, 'main') other where other.key) = 1)
   and (select group_concat(k.name) from pragma_table_xinfo('parcels', 'main') k where k.pk)
     is not 'number' collate nocase
union all
select 2
 where exists (select 1 from pragma_table_xinfo('parcels', 'main') c
          where c.name = 'number' collate nocase and c.type not like '%int%' and c.type not like '%char%' and c.type not like '%clob%' and c.type not like '%text%'
                      and (c.type like '%real%' or c.type like '%floa%' or c.type like '%doub%')
            and not (c.type = 'any' collate nocase and exists (select 1 from main.sqlite_master made
                               where made.name = 'parcels' collate nocase and made.sql like '%strict%')))
union all
select 4
 where exists (select 1 from pragma_table_xinfo('parcels', 'main') c
          where c.name = 'number' collate nocase and c.type not like '%int%'
            and (c.type like '%char%' or c.type like '%clob%' or c.type like '%text%' or c.type like '%blob%' or c.type = 'uuid' collate nocase))
;

insert into main.pawl_objects (machine, object, definition)
select 'parcel', found.object, found.definition from (
  select type || ' ' || name as object, sql as definition from main.sqlite_master
   where sql is not null and tbl_name in ('parcel_current', 'parcel_transitions', 'parcel_moves', 'parcel_state',
      'parcel_model_2_b2c3b1ad683b421e')) found
 where not exists (select 1 from main.pawl_machines m where m.machine = 'parcel'
                    and (m.abi >= 2 or m.fingerprint <> 'b2c3b1ad683b421e' and m.is_deployed))
   and not exists (select 1 from main.pawl_objects o
                    where o.machine = 'parcel' and o.object = found.object);

insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)
select 'parcel', 'b2c3b1ad683b421e', 2,
  coalesce((select deployed_at from main.pawl_machines where machine = 'parcel' and fingerprint = 'b2c3b1ad683b421e'),
    cast(strftime('%s', 'now') as integer) * 1000000),
  '{"name":"parcel","label":"Parcel","fingerprint":"b2c3b1ad683b421e","doc":"A parcel on its way, with more states than fit side by side.","key_type":"bigint","entity":{"schema":"depot","table":"parcels","column":"number"},"storage":"head","initial_is_implicit":false,"states":[{"name":"announced","label":"Announced","stored":"announced","initial":false,"final":false,"enter":[],"leave":[]},{"name":"collected","label":"On the first lorry","stored":"collected","initial":false,"final":false,"enter":[],"leave":[]},{"name":"in_depot","label":"In the depot","stored":"in_depot","initial":false,"final":false,"enter":[],"leave":[]},{"name":"on_tour","label":"On tour","stored":"on_tour","initial":false,"final":false,"enter":[],"leave":[]},{"name":"at_shop","label":"Waits in a shop","stored":"at_shop","initial":false,"final":false,"enter":[],"leave":[]},{"name":"going_back","label":"On its way back","stored":"going_back","initial":false,"final":false,"enter":[],"leave":[]},{"name":"lost","label":"Lost","stored":"lost","initial":false,"final":false,"enter":[],"leave":[]},{"name":"withdrawn","label":"Never sent","stored":"withdrawn","initial":false,"final":true,"enter":[],"leave":[]},{"name":"delivered","label":"Delivered","stored":"delivered","initial":false,"final":true,"enter":[],"leave":[]},{"name":"returned","label":"Back with its sender","stored":"returned","initial":false,"final":true,"enter":[],"leave":[]},{"name":"written_off","label":"Written off","stored":"written_off","initial":false,"final":true,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"announce","label":"Sender announces it","stored":"announce","creation":true,"timer":false,"params":[{"name":"weight_grams","type":"int","optional":true,"column":"weight_grams"}],"serialize_by":[]},{"name":"find","label":"Found without papers","stored":"find","creation":true,"timer":false,"params":[],"serialize_by":[]},{"name":"return","label":"Send it back","stored":"return","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"collect","label":"collect","stored":"collect","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"withdraw","label":"withdraw","stored":"withdraw","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"arrive","label":"arrive","stored":"arrive","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"lose","label":"lose","stored":"lose","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"scan","label":"scan","stored":"scan","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"load","label":"load","stored":"load","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"deliver","label":"deliver","stored":"deliver","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"miss","label":"miss","stored":"miss","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"refuse_it","label":"refuse it","stored":"refuse_it","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"fetch","label":"fetch","stored":"fetch","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"expire","label":"expire","stored":"expire","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"hand_over","label":"hand over","stored":"hand_over","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"find_again","label":"find again","stored":"find_again","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"write_off","label":"write off","stored":"write_off","creation":false,"timer":false,"params":[],"serialize_by":[]}],"columns":[{"name":"weight_grams","type":"int"}],"arrows":[{"event":"announce","from":null,"target":"to","to":"announced","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"find","from":null,"target":"to","to":"in_depot","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"collect","from":"announced","target":"to","to":"collected","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"withdraw","from":"announced","target":"to","to":"withdrawn","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"arrive","from":"collected","target":"to","to":"in_depot","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"lose","from":"collected","target":"to","to":"lost","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"scan","from":"in_depot","target":"to","to":"in_depot","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"load","from":"in_depot","target":"to","to":"on_tour","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"return","from":"in_depot","target":"to","to":"going_back","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"lose","from":"in_depot","target":"to","to":"lost","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"deliver","from":"on_tour","target":"to","to":"delivered","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"miss","from":"on_tour","target":"to","to":"at_shop","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"return","from":"on_tour","target":"to","to":"going_back","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"refuse_it","from":"on_tour","target":"to","to":"going_back","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"lose","from":"on_tour","target":"to","to":"lost","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"fetch","from":"at_shop","target":"to","to":"delivered","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"expire","from":"at_shop","target":"to","to":"going_back","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"hand_over","from":"going_back","target":"to","to":"returned","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"lose","from":"going_back","target":"to","to":"lost","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"find_again","from":"lost","target":"to","to":"in_depot","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"write_off","from":"lost","target":"to","to":"written_off","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"announce","from":null,"to":"announced","arrow":0},{"event":"find","from":null,"to":"in_depot","arrow":1},{"event":"return","from":"in_depot","to":"going_back","arrow":8},{"event":"return","from":"on_tour","to":"going_back","arrow":12},{"event":"collect","from":"announced","to":"collected","arrow":2},{"event":"withdraw","from":"announced","to":"withdrawn","arrow":3},{"event":"arrive","from":"collected","to":"in_depot","arrow":4},{"event":"lose","from":"collected","to":"lost","arrow":5},{"event":"lose","from":"in_depot","to":"lost","arrow":9},{"event":"lose","from":"on_tour","to":"lost","arrow":14},{"event":"lose","from":"going_back","to":"lost","arrow":18},{"event":"scan","from":"in_depot","to":"in_depot","arrow":6},{"event":"load","from":"in_depot","to":"on_tour","arrow":7},{"event":"deliver","from":"on_tour","to":"delivered","arrow":10},{"event":"miss","from":"on_tour","to":"at_shop","arrow":11},{"event":"refuse_it","from":"on_tour","to":"going_back","arrow":13},{"event":"fetch","from":"at_shop","to":"delivered","arrow":15},{"event":"expire","from":"at_shop","to":"going_back","arrow":16},{"event":"hand_over","from":"going_back","to":"returned","arrow":17},{"event":"find_again","from":"lost","to":"in_depot","arrow":19},{"event":"write_off","from":"lost","to":"written_off","arrow":20}],"ignores":[],"timers":[],"guards":[],"effects":[],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"sqlite","current":"main.parcel_current","transitions":"main.parcel_transitions","parent":"main.parcels","parent_column":"number","objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name in (''parcel_current'', ''parcel_transitions'', ''parcel_moves'', ''parcel_state'',\n    ''parcel_model_2_b2c3b1ad683b421e'')","shared_objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name like ''pawl\\_%'' escape ''\\''","statements":{"fingerprints":"select known.version, accepted.fingerprint, null, accepted.is_deployed\nfrom main.pawl_schema known left join main.pawl_machines accepted\n  on accepted.is_accepted and accepted.machine = ?1","get":"select state, sort_key, since from main.parcel_current where parcel_id = ?1 and exists (select 1 from main.parcel_model_2_b2c3b1ad683b421e)","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, weight_grams\nfrom main.parcel_transitions where parcel_id = ?1 and exists (select 1 from main.parcel_model_2_b2c3b1ad683b421e) order by sort_key","in_state":"select parcel_id, state, sort_key, since from main.parcel_current\nwhere state = ?1 and (since, parcel_id) > (?2, ?3)\n  and exists (select 1 from main.parcel_model_2_b2c3b1ad683b421e) order by since, parcel_id limit ?4","not_in_state":"select * from (\n  select * from (\n    select parcel_id, state, sort_key, since from main.parcel_current\n    where state < ?1 and (state, since, parcel_id) > (?2, ?3, ?4)\n    order by state, since, parcel_id limit ?8\n  ) before\n  union all\n  select * from (\n    select parcel_id, state, sort_key, since from main.parcel_current\n    where (state, since, parcel_id) > (?5, ?6, ?7)\n    order by state, since, parcel_id limit ?8\n  ) after\n) others where exists (select 1 from main.parcel_model_2_b2c3b1ad683b421e) order by state, since, parcel_id limit ?8","count_by_state":"select state, count(*) from main.parcel_current where exists (select 1 from main.parcel_model_2_b2c3b1ad683b421e) group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, weight_grams\nfrom main.parcel_transitions where parcel_id = ?1 and exists (select 1 from main.parcel_model_2_b2c3b1ad683b421e)\n  and to_state = ?2 order by sort_key desc limit 1","creation":"select sort_key, event, from_state, to_state, created_at, actor, request_id, weight_grams\nfrom main.parcel_transitions where parcel_id = ?1 and exists (select 1 from main.parcel_model_2_b2c3b1ad683b421e)\n  and sort_key = 10","find_parent":"select 1 from main.parcels where number = ?1","find_request":"select event, from_state, to_state, sort_key, created_at, weight_grams\nfrom main.parcel_transitions where parcel_id = ?1 and request_id = ?2","insert_current":"insert into main.parcel_current (parcel_id, state, sort_key, since)\nvalues (?1, ?2, ?3, ?4)","update_current":"update main.parcel_current set state = ?2, sort_key = ?3, since = ?4\nwhere parcel_id = ?1","insert_transition":"insert into main.parcel_transitions\n  (parcel_id, sort_key, event, from_state, to_state, created_at, actor, request_id, weight_grams)\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7,\n  ?8, ?9)"},"fire":{}},"diagram":"digraph \"parcel\" {\n  graph [rankdir=TB, compound=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16, fontcolor=\"#1f2733\", nodesep=0.2, ranksep=0.14, pad=0.1, bgcolor=\"#ffffff\", labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13, fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\", arrowsize=0.75];\n\n  subgraph \"cluster_parcel\" {\n    class=machine; penwidth=0; margin=0;\n    label=<<b>Parcel</b><!--parcel-->>; tooltip=\"A parcel on its way, with more states than fit side by side.\";\n    \"parcel.\" [shape=point, width=0.16, class=begin, color=\"#1f2733\", fillcolor=\"#1f2733\", tooltip=\"nothing yet\"];\n    \"parcel.announced\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td cellpadding=\"6\">Announced<!--parcel.announced--></td></tr><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"b0\" height=\"1\" width=\"14\"></td><td port=\"b1\" height=\"1\" width=\"14\"></td></tr></table></td></tr></table>>, margin=0, class=\"state created\", fillcolor=\"#e0edfb\", color=\"#2f6fb3\"];\n    \"parcel.collected\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td cellpadding=\"6\">On the first lorry<br/><font point-size=\"12\" color=\"#556070\">collected</font><!--parcel.collected--></td></tr><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"b0\" height=\"1\" width=\"14\"></td><td port=\"b1\" height=\"1\" width=\"14\"></td></tr></table></td></tr></table>>, margin=0, class=\"state\"];\n    \"parcel.in_depot\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"a0\" height=\"1\" width=\"14\"></td><td port=\"a1\" height=\"1\" width=\"14\"></td></tr></table></td></tr><tr><td cellpadding=\"6\">In the depot<br/><font point-size=\"12\" color=\"#556070\">in_depot</font><!--parcel.in_depot--></td></tr><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"b0\" height=\"1\" width=\"14\"></td><td port=\"b1\" height=\"1\" width=\"14\"></td><td port=\"b2\" height=\"1\" width=\"14\"></td><td port=\"b3\" height=\"1\" width=\"14\"></td><td port=\"b4\" height=\"1\" width=\"14\"></td><td port=\"b5\" height=\"1\" width=\"14\"></td></tr></table></td></tr></table>>, margin=0, class=\"state created\", fillcolor=\"#e0edfb\", color=\"#2f6fb3\"];\n    \"parcel.on_tour\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"a0\" height=\"1\" width=\"14\"></td><td port=\"a1\" height=\"1\" width=\"14\"></td></tr></table></td></tr><tr><td cellpadding=\"6\">On tour<!--parcel.on_tour--></td></tr><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"b0\" height=\"1\" width=\"14\"></td><td port=\"b1\" height=\"1\" width=\"14\"></td><td port=\"b2\" height=\"1\" width=\"14\"></td></tr></table></td></tr></table>>, margin=0, class=\"state\"];\n    \"parcel.at_shop\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"a0\" height=\"1\" width=\"14\"></td><td port=\"a1\" height=\"1\" width=\"14\"></td></tr></table></td></tr><tr><td cellpadding=\"6\">Waits in a shop<br/><font point-size=\"12\" color=\"#556070\">at_shop</font><!--parcel.at_shop--></td></tr></table>>, margin=0, class=\"state\"];\n    \"parcel.going_back\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"a0\" height=\"1\" width=\"14\"></td><td port=\"a1\" height=\"1\" width=\"14\"></td><td port=\"a2\" height=\"1\" width=\"14\"></td></tr></table></td></tr><tr><td cellpadding=\"6\">On its way back<br/><font point-size=\"12\" color=\"#556070\">going_back</font><!--parcel.going_back--></td></tr><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"b0\" height=\"1\" width=\"14\"></td><td port=\"b1\" height=\"1\" width=\"14\"></td></tr></table></td></tr></table>>, margin=0, class=\"state\"];\n    \"parcel.lost\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"a0\" height=\"1\" width=\"14\"></td><td port=\"a1\" height=\"1\" width=\"14\"></td><td port=\"a2\" height=\"1\" width=\"14\"></td></tr></table></td></tr><tr><td cellpadding=\"6\">Lost<!--parcel.lost--></td></tr><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"b0\" height=\"1\" width=\"14\"></td><td port=\"b1\" height=\"1\" width=\"14\"></td><td port=\"b2\" height=\"1\" width=\"14\"></td></tr></table></td></tr></table>>, margin=0, class=\"state\"];\n    \"parcel.withdrawn\" [label=<Never sent<br/><font point-size=\"12\" color=\"#556070\">withdrawn</font><!--parcel.withdrawn-->>, class=\"state final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2];\n    \"parcel.delivered\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"a0\" height=\"1\" width=\"14\"></td><td port=\"a1\" height=\"1\" width=\"14\"></td></tr></table></td></tr><tr><td cellpadding=\"6\">Delivered<!--parcel.delivered--></td></tr></table>>, margin=0, class=\"state final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2];\n    \"parcel.returned\" [label=<Back with its sender<br/><font point-size=\"12\" color=\"#556070\">returned</font><!--parcel.returned-->>, class=\"state final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2];\n    \"parcel.written_off\" [label=<Written off<!--parcel.written_off-->>, class=\"state final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2];\n    { node [shape=plaintext, style=\"\", margin=\"0.05,0.04\", width=0.2, height=0.2, fontsize=12.5];\n      \"parcel.>1\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>Sender announces it<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"announce\"];\n      \"parcel.>2\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>Found without papers<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"find\"];\n      \"parcel.>3\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>collect<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"collect\"];\n      \"parcel.>4\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>withdraw<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"withdraw\"];\n      \"parcel.>5\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>arrive<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"arrive\"];\n      \"parcel.>6\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>lose<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"lose\"];\n      \"parcel.>7\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>scan<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">(starts again)</font><br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"scan\"];\n      \"parcel.>8\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>load<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"load\"];\n      \"parcel.>9\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>Send it back<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"return\"];\n      \"parcel.>10\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>lose<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"lose\"];\n      \"parcel.>11\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>deliver<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"deliver\"];\n      \"parcel.>12\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>miss<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"miss\"];\n      \"parcel.>13\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>Send it back<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">or&#160;</font>refuse it<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"return\\nrefuse_it\"];\n      \"parcel.>14\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>lose<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"lose\"];\n      \"parcel.>15\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>fetch<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"fetch\"];\n      \"parcel.>16\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>expire<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"expire\"];\n      \"parcel.>17\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>hand over<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"hand_over\"];\n      \"parcel.>18\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>lose<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"lose\"];\n      \"parcel.>19\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>find again<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"find_again\"];\n      \"parcel.>20\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>write off<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"write_off\"];\n    }\n    \"parcel.\" -> \"parcel.>1\":e [class=\"move\", dir=back, arrowtail=none];\n    \"parcel.>1\":e -> \"parcel.announced\" [class=\"move\"];\n    \"parcel.\" -> \"parcel.>2\":e [class=\"move\", dir=back, arrowtail=none];\n    \"parcel.>2\":e -> \"parcel.in_depot\":a0 [class=\"move\"];\n    \"parcel.announced\":b0 -> \"parcel.>3\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"parcel.>3\":e -> \"parcel.collected\" [class=\"move\"];\n    \"parcel.announced\":b1 -> \"parcel.>4\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"parcel.>4\":e -> \"parcel.withdrawn\" [class=\"move\"];\n    \"parcel.collected\":b0 -> \"parcel.>5\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"parcel.>5\":e -> \"parcel.in_depot\":a1 [class=\"move\"];\n    \"parcel.collected\":b1 -> \"parcel.>6\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"parcel.>6\":e -> \"parcel.lost\":a0 [class=\"move\"];\n    \"parcel.in_depot\":b0 -> \"parcel.>7\":e [class=\"move\", dir=back, arrowtail=dot, weight=6];\n    \"parcel.in_depot\":b4 -> \"parcel.>7\":e [class=\"move\", dir=back, weight=6];\n    \"parcel.in_depot\":b1 -> \"parcel.>8\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"parcel.>8\":e -> \"parcel.on_tour\":a0 [class=\"move\"];\n    \"parcel.in_depot\":b2 -> \"parcel.>9\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"parcel.>9\":e -> \"parcel.going_back\":a0 [class=\"move\"];\n    \"parcel.in_depot\":b3 -> \"parcel.>10\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"parcel.>10\":e -> \"parcel.lost\":a1 [class=\"move\"];\n    \"parcel.on_tour\":b0 -> \"parcel.>11\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"parcel.>11\":e -> \"parcel.delivered\":a0 [class=\"move\"];\n    \"parcel.on_tour\":b1 -> \"parcel.>12\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"parcel.>12\":e -> \"parcel.at_shop\":a0 [class=\"move\"];\n    \"parcel.on_tour\":b2 -> \"parcel.>13\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"parcel.>13\":e -> \"parcel.going_back\":a1 [class=\"move\"];\n    \"parcel.>14\":e -> \"parcel.on_tour\":a1 [class=\"move\", arrowhead=dot];\n    \"parcel.lost\":b1 -> \"parcel.>14\":e [class=\"move\", dir=back];\n    \"parcel.at_shop\" -> \"parcel.>15\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"parcel.>15\":e -> \"parcel.delivered\":a1 [class=\"move\"];\n    \"parcel.>16\":e -> \"parcel.at_shop\":a1 [class=\"move\", arrowhead=dot];\n    \"parcel.going_back\":b1 -> \"parcel.>16\":e [class=\"move\", dir=back];\n    \"parcel.going_back\":b0 -> \"parcel.>17\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"parcel.>17\":e -> \"parcel.returned\" [class=\"move\"];\n    \"parcel.>18\":e -> \"parcel.going_back\":a2 [class=\"move\", arrowhead=dot];\n    \"parcel.lost\":b2 -> \"parcel.>18\":e [class=\"move\", dir=back];\n    \"parcel.>19\":e -> \"parcel.lost\":a2 [class=\"move\", arrowhead=dot];\n    \"parcel.in_depot\":b5 -> \"parcel.>19\":e [class=\"move\", dir=back];\n    \"parcel.lost\":b0 -> \"parcel.>20\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"parcel.>20\":e -> \"parcel.written_off\" [class=\"move\"];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td colspan=\"2\" align=\"left\"><font color=\"#687384\">●—</font>&#160; where an arrow begins </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"28\" height=\"16\" bgcolor=\"#e0edfb\" color=\"#2f6fb3\"><tr><td></td></tr></table></td><td align=\"left\">begins here </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\" fixedsize=\"true\" width=\"28\" height=\"16\" color=\"#2e8246\"><tr><td><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"22\" height=\"10\" bgcolor=\"#e1f3e5\" color=\"#2e8246\"><tr><td></td></tr></table></td></tr></table></td><td align=\"left\">final </td><td colspan=\"2\" align=\"left\"><font color=\"#556070\">a_b</font>&#160; its name in programs </td></tr></table>>;\n}\n"}'
 where not exists (select 1 from main.pawl_machines
                    where machine = 'parcel' and fingerprint = 'b2c3b1ad683b421e' and (abi >= 2 or not is_deployed));

-- lamp --------------------------------------------------------------------------------------------
-- lamp

-- the state of each lamp
create table if not exists main.lamp_current (
  lamp_id text not null primary key,
  state text not null,
  sort_key integer not null, -- of its last transition
  since integer not null
) without rowid;

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
  room integer,
  fuse text,
  primary key (lamp_id, sort_key)
) without rowid;
create unique index if not exists main.lamp_transitions_request
  on lamp_transitions (lamp_id, request_id) where request_id is not null;

-- how it may move, for people and tools to read
create view if not exists main.lamp_moves (event, from_state, to_state) as values
  ('create', '', 'off'),
  ('press', 'off', 'on'),
  ('press', 'on', 'off');

-- the state of each entity, to join in your queries
create view if not exists main.lamp_state as
  select lamp_id, state, sort_key, since from lamp_current;

-- exists as long as programs of this version are accepted; those of an older libpawl use another name
drop view if exists main.lamp_model_7096ee88a3f6f2ad;
create view if not exists main.lamp_model_2_7096ee88a3f6f2ad as select 1;

create trigger if not exists main.lamp_current_insert before insert on lamp_current
when only_libpawl_may_write('lamp_current', new.lamp_id, new.state, new.sort_key, new.since) is not 1
begin
  select raise(abort, 'lamp_current is written by libpawl only: fire an event of lamp instead');
end;
create trigger if not exists main.lamp_current_update before update on lamp_current
when new.lamp_id is not old.lamp_id
  or only_libpawl_may_write('lamp_current', new.lamp_id, new.state, new.sort_key, new.since) is not 1
begin
  select raise(abort, 'lamp_current is written by libpawl only: fire an event of lamp instead');
end;
create trigger if not exists main.lamp_current_delete before delete on lamp_current
when only_libpawl_may_write('lamp_current', old.lamp_id) is not 1
begin
  select raise(abort, 'lamp_current keeps its rows: a lamp that has been created stays');
end;
create trigger if not exists main.lamp_transitions_insert before insert on lamp_transitions
when only_libpawl_may_write('lamp_transitions(room, fuse)',
  new.lamp_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,
  new.request_id,
  new.room,
  new.fuse) is not 1
begin
  select raise(abort, 'lamp_transitions is written by libpawl only: fire an event of lamp instead');
end;
create trigger if not exists main.lamp_transitions_update before update on lamp_transitions
begin
  select raise(abort, 'lamp_transitions is history: its rows are neither changed nor deleted');
end;
create trigger if not exists main.lamp_transitions_delete before delete on lamp_transitions
when only_libpawl_may_write('lamp_transitions', old.lamp_id, old.sort_key) is not 1
begin
  select raise(abort, 'lamp_transitions is history: its rows are neither changed nor deleted');
end;

-- the entities with a lock key
create index if not exists main.lamp_transitions_key on lamp_transitions (room, lamp_id)
  where sort_key = 10;

insert into main.pawl_objects (machine, object, definition)
select 'lamp', found.object, found.definition from (
  select type || ' ' || name as object, sql as definition from main.sqlite_master
   where sql is not null and tbl_name in ('lamp_current', 'lamp_transitions', 'lamp_moves', 'lamp_state',
      'lamp_model_2_7096ee88a3f6f2ad')) found
 where not exists (select 1 from main.pawl_machines m where m.machine = 'lamp'
                    and (m.abi >= 2 or m.fingerprint <> '7096ee88a3f6f2ad' and m.is_deployed))
   and not exists (select 1 from main.pawl_objects o
                    where o.machine = 'lamp' and o.object = found.object);

insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)
select 'lamp', '7096ee88a3f6f2ad', 2,
  coalesce((select deployed_at from main.pawl_machines where machine = 'lamp' and fingerprint = '7096ee88a3f6f2ad'),
    cast(strftime('%s', 'now') as integer) * 1000000),
  '{"name":"lamp","label":"lamp","fingerprint":"7096ee88a3f6f2ad","key_type":"text","storage":"head","unindexed":true,"initial_is_implicit":false,"key":{"kind":"created","column":"room","event":"create"},"lock_types":["int"],"serialize_types":["text","int"],"states":[{"name":"off","label":"off","stored":"off","initial":true,"final":false,"enter":[],"leave":[]},{"name":"on","label":"on","stored":"on","initial":false,"final":false,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[{"name":"room","type":"int","optional":false,"column":"room"},{"name":"fuse","type":"text","optional":false,"column":"fuse"}],"serialize_by":[]},{"name":"press","label":"press","stored":"press","creation":false,"timer":false,"params":[],"serialize_by":[{"kind":"created","column":"fuse","event":"create"},{"kind":"created","column":"room","event":"create"}]}],"columns":[{"name":"room","type":"int"},{"name":"fuse","type":"text"}],"arrows":[{"event":"create","from":null,"target":"to","to":"off","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"press","from":"off","target":"to","to":"on","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"press","from":"on","target":"to","to":"off","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"off","arrow":0},{"event":"press","from":"off","to":"on","arrow":1},{"event":"press","from":"on","to":"off","arrow":2}],"ignores":[],"timers":[],"guards":[],"effects":[],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"sqlite","current":"main.lamp_current","transitions":"main.lamp_transitions","objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name in (''lamp_current'', ''lamp_transitions'', ''lamp_moves'', ''lamp_state'',\n    ''lamp_model_2_7096ee88a3f6f2ad'')","shared_objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name like ''pawl\\_%'' escape ''\\''","statements":{"fingerprints":"select known.version, accepted.fingerprint, null, accepted.is_deployed\nfrom main.pawl_schema known left join main.pawl_machines accepted\n  on accepted.is_accepted and accepted.machine = ?1","get":"select state, sort_key, since from main.lamp_current where lamp_id = ?1 and exists (select 1 from main.lamp_model_2_7096ee88a3f6f2ad)","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, room, fuse\nfrom main.lamp_transitions where lamp_id = ?1 and exists (select 1 from main.lamp_model_2_7096ee88a3f6f2ad) order by sort_key","in_state":"select lamp_id, state, sort_key, since from main.lamp_current\nwhere state = ?1 and (since, lamp_id) > (?2, ?3)\n  and exists (select 1 from main.lamp_model_2_7096ee88a3f6f2ad) order by since, lamp_id limit ?4","not_in_state":"select * from (\n  select * from (\n    select lamp_id, state, sort_key, since from main.lamp_current\n    where state < ?1 and (state, since, lamp_id) > (?2, ?3, ?4)\n    order by state, since, lamp_id limit ?8\n  ) before\n  union all\n  select * from (\n    select lamp_id, state, sort_key, since from main.lamp_current\n    where (state, since, lamp_id) > (?5, ?6, ?7)\n    order by state, since, lamp_id limit ?8\n  ) after\n) others where exists (select 1 from main.lamp_model_2_7096ee88a3f6f2ad) order by state, since, lamp_id limit ?8","count_by_state":"select state, count(*) from main.lamp_current where exists (select 1 from main.lamp_model_2_7096ee88a3f6f2ad) group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, room, fuse\nfrom main.lamp_transitions where lamp_id = ?1 and exists (select 1 from main.lamp_model_2_7096ee88a3f6f2ad)\n  and to_state = ?2 order by sort_key desc limit 1","creation":"select sort_key, event, from_state, to_state, created_at, actor, request_id, room, fuse\nfrom main.lamp_transitions where lamp_id = ?1 and exists (select 1 from main.lamp_model_2_7096ee88a3f6f2ad)\n  and sort_key = 10","with_key":"select head.lamp_id, head.state, head.sort_key, head.since from main.lamp_transitions begun\njoin main.lamp_current head on head.lamp_id = begun.lamp_id\nwhere begun.sort_key = 10 and begun.room = ?1\n  and (?2 is null or begun.lamp_id > ?2) and exists (select 1 from main.lamp_model_2_7096ee88a3f6f2ad)\norder by begun.lamp_id limit ?3","find_request":"select event, from_state, to_state, sort_key, created_at, room, fuse\nfrom main.lamp_transitions where lamp_id = ?1 and request_id = ?2","insert_current":"insert into main.lamp_current (lamp_id, state, sort_key, since)\nvalues (?1, ?2, ?3, ?4)","update_current":"update main.lamp_current set state = ?2, sort_key = ?3, since = ?4\nwhere lamp_id = ?1","insert_transition":"insert into main.lamp_transitions\n  (lamp_id, sort_key, event, from_state, to_state, created_at, actor, request_id, room, fuse)\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7,\n  ?8, ?9, ?10)","find_key":"select cast(room as text) from main.lamp_transitions where lamp_id = ?1 and sort_key = 10\n  and exists (select 1 from main.lamp_model_2_7096ee88a3f6f2ad)"},"fire":{}},"diagram":"digraph \"lamp\" {\n  graph [rankdir=LR, compound=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16, fontcolor=\"#1f2733\", nodesep=0.2, ranksep=0.14, pad=0.1, bgcolor=\"#ffffff\", labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13, fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\", arrowsize=0.75];\n\n  subgraph \"cluster_lamp\" {\n    class=machine; penwidth=0; margin=0;\n    label=<<b>lamp</b><!--lamp-->>;\n    \"lamp.\" [shape=point, width=0.16, class=begin, color=\"#1f2733\", fillcolor=\"#1f2733\", tooltip=\"nothing yet\"];\n    \"lamp.off\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td cellpadding=\"6\">off<!--lamp.off--></td><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"b0\" width=\"1\" height=\"14\"></td></tr><tr><td port=\"b1\" width=\"1\" height=\"14\"></td></tr></table></td></tr></table>>, margin=0, class=\"state created\", fillcolor=\"#e0edfb\", color=\"#2f6fb3\"];\n    \"lamp.on\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"a0\" width=\"1\" height=\"14\"></td></tr><tr><td port=\"a1\" width=\"1\" height=\"14\"></td></tr></table></td><td cellpadding=\"6\">on<!--lamp.on--></td></tr></table>>, margin=0, class=\"state\"];\n    { node [shape=plaintext, style=\"\", margin=\"0.05,0.04\", width=0.2, height=0.2, fontsize=12.5];\n      \"lamp.>1\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>create<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"create\"];\n      \"lamp.>2\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>press<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"press\"];\n      \"lamp.>3\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>press<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"press\"];\n    }\n    \"lamp.\" -> \"lamp.>1\":e [class=\"move\", dir=back, arrowtail=none];\n    \"lamp.>1\":e -> \"lamp.off\" [class=\"move\"];\n    \"lamp.off\":b0 -> \"lamp.>2\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"lamp.>2\":e -> \"lamp.on\":a0 [class=\"move\"];\n    \"lamp.>3\":e -> \"lamp.on\":a1 [class=\"move\", arrowhead=dot];\n    \"lamp.off\":b1 -> \"lamp.>3\":e [class=\"move\", dir=back];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td colspan=\"2\" align=\"left\"><font color=\"#687384\">●—</font>&#160; where an arrow begins </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"28\" height=\"16\" bgcolor=\"#e0edfb\" color=\"#2f6fb3\"><tr><td></td></tr></table></td><td align=\"left\">begins here </td></tr></table>>;\n}\n"}'
 where not exists (select 1 from main.pawl_machines
                    where machine = 'lamp' and fingerprint = '7096ee88a3f6f2ad' and (abi >= 2 or not is_deployed));

commit;

-- This file is whole.
