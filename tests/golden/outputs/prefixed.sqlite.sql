.bail on
-- pawl: {"file":"machines","database":"sqlite","schema":3,"no_roles":false,"distributed":false,"machines":[{"name":"gate","fingerprint":"ff81eb8214b9b771"}],"flows":[]}
-- Written by pawl from prefixed.fsm. Do not edit: change prefixed.fsm and run pawl again.
-- Running it again changes nothing. Apply with:
--   sqlite3 -cmd '.timeout 5000' FILE <pawl.sqlite.sql
--   sqlite3 -cmd '.timeout 5000' FILE <prefixed.sqlite.sql
-- The first is for what all machines share, which pawl writes beside this file. pawlctl apply does both:
--   pawlctl apply prefixed.sqlite.sql --db=...

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

-- gate --------------------------------------------------------------------------------------------
-- gate

-- the state of each gate
create table if not exists main.gate_current (
  gate_id text not null primary key,
  state text not null,
  sort_key integer not null, -- of its last transition
  since integer not null
) without rowid;
create index if not exists main.gate_current_state_since on gate_current (state, since);

-- how it got there; rows are only ever added
create table if not exists main.gate_transitions (
  gate_id text not null,
  sort_key integer not null,
  event text not null,
  from_state text not null, -- '' for a creation
  to_state text not null,
  created_at integer not null,
  actor text not null check (length(cast(actor as blob)) <= 255),
  request_id text,
  place text,
  primary key (gate_id, sort_key)
) without rowid;
create unique index if not exists main.gate_transitions_request
  on gate_transitions (gate_id, request_id) where request_id is not null;

-- how it may move, for people and tools to read
create view if not exists main.gate_moves (event, from_state, to_state) as values
  ('create', '', 'closed'),
  ('open', 'closed', 'opened'),
  ('close', 'opened', 'closed');

-- the state of each entity, to join in your queries
create view if not exists main.gate_state as
  select gate_id, state, sort_key, since from gate_current;

-- exists as long as programs of this version are accepted; those of an older libpawl use another name
drop view if exists main.gate_model_ff81eb8214b9b771;
create view if not exists main.gate_model_2_ff81eb8214b9b771 as select 1;

create trigger if not exists main.gate_current_insert before insert on gate_current
when only_libpawl_may_write('gate_current', new.gate_id, new.state, new.sort_key, new.since) is not 1
begin select raise(abort, 'gate_current is written by libpawl only: fire an event of gate instead'); end;
create trigger if not exists main.gate_current_update before update on gate_current
when new.gate_id is not old.gate_id
  or only_libpawl_may_write('gate_current', new.gate_id, new.state, new.sort_key, new.since) is not 1
begin select raise(abort, 'gate_current is written by libpawl only: fire an event of gate instead'); end;
create trigger if not exists main.gate_current_delete before delete on gate_current
when only_libpawl_may_write('gate_current', old.gate_id) is not 1
begin select raise(abort, 'gate_current keeps its rows: a gate that has been created stays'); end;
create trigger if not exists main.gate_transitions_insert before insert on gate_transitions
when only_libpawl_may_write('gate_transitions(place)',
  new.gate_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,
  new.request_id,
  new.place) is not 1
begin select raise(abort, 'gate_transitions is written by libpawl only: fire an event of gate instead'); end;
create trigger if not exists main.gate_transitions_update before update on gate_transitions
begin select raise(abort, 'gate_transitions is history: its rows are neither changed nor deleted'); end;
create trigger if not exists main.gate_transitions_delete before delete on gate_transitions
when only_libpawl_may_write('gate_transitions', old.gate_id, old.sort_key) is not 1
begin select raise(abort, 'gate_transitions is history: its rows are neither changed nor deleted'); end;

insert into main.pawl_objects (machine, object, definition)
select 'gate', found.object, found.definition from (
  select type || ' ' || name as object, sql as definition from main.sqlite_master
   where sql is not null and tbl_name in ('gate_current', 'gate_transitions', 'gate_moves', 'gate_state',
      'gate_model_2_ff81eb8214b9b771')) found
 where not exists (select 1 from main.pawl_machines m where m.machine = 'gate'
                    and (m.abi >= 2 or m.fingerprint <> 'ff81eb8214b9b771' and m.is_deployed))
   and not exists (select 1 from main.pawl_objects o
                    where o.machine = 'gate' and o.object = found.object);

insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)
select 'gate', 'ff81eb8214b9b771', 2,
  coalesce((select deployed_at from main.pawl_machines where machine = 'gate' and fingerprint = 'ff81eb8214b9b771'),
    cast(strftime('%s', 'now') as integer) * 1000000),
  '{"name":"gate","label":"gate","fingerprint":"ff81eb8214b9b771","key_type":"text","storage":"head","initial_is_implicit":false,"states":[{"name":"closed","label":"closed","stored":"closed","initial":true,"final":false,"enter":[],"leave":[]},{"name":"opened","label":"opened","stored":"opened","initial":false,"final":false,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[{"name":"place","type":"text","optional":false,"column":"place"}],"serialize_by":[]},{"name":"open","label":"open","stored":"open","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"close","label":"close","stored":"close","creation":false,"timer":false,"params":[],"serialize_by":[]}],"columns":[{"name":"place","type":"text"}],"arrows":[{"event":"create","from":null,"target":"to","to":"closed","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"open","from":"closed","target":"to","to":"opened","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"close","from":"opened","target":"to","to":"closed","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"closed","arrow":0},{"event":"open","from":"closed","to":"opened","arrow":1},{"event":"close","from":"opened","to":"closed","arrow":2}],"ignores":[{"event":"open","state":"opened"}],"timers":[],"guards":[],"effects":[],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"sqlite","current":"main.gate_current","transitions":"main.gate_transitions","objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name in (''gate_current'', ''gate_transitions'', ''gate_moves'', ''gate_state'',\n    ''gate_model_2_ff81eb8214b9b771'')","shared_objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name like ''pawl\\_%'' escape ''\\''","statements":{"fingerprints":"select known.version, accepted.fingerprint, null, accepted.is_deployed\nfrom main.pawl_schema known left join main.pawl_machines accepted\n  on accepted.is_accepted and accepted.machine = ?1","get":"select state, sort_key, since from main.gate_current where gate_id = ?1 and exists (select 1 from main.gate_model_2_ff81eb8214b9b771)","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, place\nfrom main.gate_transitions where gate_id = ?1 and exists (select 1 from main.gate_model_2_ff81eb8214b9b771) order by sort_key","in_state":"select gate_id, state, sort_key, since from main.gate_current\nwhere state = ?1 and (since, gate_id) > (?2, ?3)\n  and exists (select 1 from main.gate_model_2_ff81eb8214b9b771) order by since, gate_id limit ?4","not_in_state":"select * from (\n  select * from (\n    select gate_id, state, sort_key, since from main.gate_current\n    where state < ?1 and (state, since, gate_id) > (?2, ?3, ?4)\n    order by state, since, gate_id limit ?8\n  ) before\n  union all\n  select * from (\n    select gate_id, state, sort_key, since from main.gate_current\n    where (state, since, gate_id) > (?5, ?6, ?7)\n    order by state, since, gate_id limit ?8\n  ) after\n) others where exists (select 1 from main.gate_model_2_ff81eb8214b9b771) order by state, since, gate_id limit ?8","count_by_state":"select state, count(*) from main.gate_current where exists (select 1 from main.gate_model_2_ff81eb8214b9b771) group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, place\nfrom main.gate_transitions where gate_id = ?1 and exists (select 1 from main.gate_model_2_ff81eb8214b9b771)\n  and to_state = ?2 order by sort_key desc limit 1","creation":"select sort_key, event, from_state, to_state, created_at, actor, request_id, place\nfrom main.gate_transitions where gate_id = ?1 and exists (select 1 from main.gate_model_2_ff81eb8214b9b771)\n  and sort_key = 10","find_request":"select event, from_state, to_state, sort_key, created_at, place\nfrom main.gate_transitions where gate_id = ?1 and request_id = ?2","insert_current":"insert into main.gate_current (gate_id, state, sort_key, since)\nvalues (?1, ?2, ?3, ?4)","update_current":"update main.gate_current set state = ?2, sort_key = ?3, since = ?4\nwhere gate_id = ?1","insert_transition":"insert into main.gate_transitions\n  (gate_id, sort_key, event, from_state, to_state, created_at, actor, request_id, place)\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7,\n  ?8, ?9)"},"fire":{}},"diagram":"digraph \"gate\" {\n  graph [rankdir=LR, compound=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16, fontcolor=\"#1f2733\", nodesep=0.2, ranksep=0.14, pad=0.1, bgcolor=\"#ffffff\", labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13, fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\", arrowsize=0.75];\n\n  subgraph \"cluster_gate\" {\n    class=machine; penwidth=0; margin=0;\n    label=<<b>gate</b><!--gate-->>;\n    \"gate.\" [shape=point, width=0.16, class=begin, color=\"#1f2733\", fillcolor=\"#1f2733\", tooltip=\"nothing yet\"];\n    \"gate.closed\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td cellpadding=\"6\">closed<!--gate.closed--></td><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"b0\" width=\"1\" height=\"14\"></td></tr><tr><td port=\"b1\" width=\"1\" height=\"14\"></td></tr></table></td></tr></table>>, margin=0, class=\"state created\", fillcolor=\"#e0edfb\", color=\"#2f6fb3\"];\n    \"gate.opened\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"a0\" width=\"1\" height=\"14\"></td></tr><tr><td port=\"a1\" width=\"1\" height=\"14\"></td></tr></table></td><td cellpadding=\"6\">opened<!--gate.opened--></td></tr></table>>, margin=0, class=\"state\"];\n    { node [shape=plaintext, style=\"\", margin=\"0.05,0.04\", width=0.2, height=0.2, fontsize=12.5];\n      \"gate.>1\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>create<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"create\"];\n      \"gate.>2\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>open<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"open\"];\n      \"gate.>3\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>close<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"close\"];\n    }\n    \"gate.\" -> \"gate.>1\":e [class=\"move\", dir=back, arrowtail=none];\n    \"gate.>1\":e -> \"gate.closed\" [class=\"move\"];\n    \"gate.closed\":b0 -> \"gate.>2\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"gate.>2\":e -> \"gate.opened\":a0 [class=\"move\"];\n    \"gate.>3\":e -> \"gate.opened\":a1 [class=\"move\", arrowhead=dot];\n    \"gate.closed\":b1 -> \"gate.>3\":e [class=\"move\", dir=back];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td colspan=\"2\" align=\"left\"><font color=\"#687384\">●—</font>&#160; where an arrow begins </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"28\" height=\"16\" bgcolor=\"#e0edfb\" color=\"#2f6fb3\"><tr><td></td></tr></table></td><td align=\"left\">begins here </td></tr></table>>;\n}\n"}'
 where not exists (select 1 from main.pawl_machines
                    where machine = 'gate' and fingerprint = 'ff81eb8214b9b771' and (abi >= 2 or not is_deployed));

commit;

-- This file is whole.
