.bail on
-- pawl: {"file":"machines","database":"sqlite","schema":3,"no_roles":false,"distributed":false,"machines":[{"name":"current","fingerprint":"780841955f4f508e"}],"flows":[]}
-- Written by pawl from words.fsm. Do not edit: change words.fsm and run pawl again.
-- Running it again changes nothing. Apply with:
--   sqlite3 -cmd '.timeout 5000' FILE <pawl.sqlite.sql
--   sqlite3 -cmd '.timeout 5000' FILE <words.sqlite.sql
-- The first is for what all machines share, which pawl writes beside this file. pawlctl apply does both:
--   pawlctl apply words.sqlite.sql --db=...

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

-- current -----------------------------------------------------------------------------------------
-- current

-- the state of each current
create table if not exists main.current_current (
  current_id integer not null primary key references "order" (user),
  state text not null,
  sort_key integer not null, -- of its last transition
  since integer not null
) without rowid;
create index if not exists main.current_current_state_since on current_current (state, since);

-- how it got there; rows are only ever added
create table if not exists main.current_transitions (
  current_id integer not null,
  sort_key integer not null,
  event text not null,
  from_state text not null, -- '' for a creation
  to_state text not null,
  created_at integer not null,
  actor text not null check (length(cast(actor as blob)) <= 255),
  request_id text,
  "select" text,
  "values" integer,
  position integer,
  found integer,
  "order" integer,
  time text,
  offset integer,
  row integer,
  head integer,
  "current_date" integer,
  outcome text,
  "raise" integer,
  primary key (current_id, sort_key)
) without rowid;
create unique index if not exists main.current_transitions_request
  on current_transitions (current_id, request_id) where request_id is not null;

-- how it may move, for people and tools to read
create view if not exists main.current_moves (event, from_state, to_state) as values
  ('create', '', 'group'),
  ('user', 'group', 'group'),
  ('date', 'group', 'null');

-- the state of each entity, to join in your queries
create view if not exists main.current_state as
  select current_id, state, sort_key, since from current_current;

-- exists as long as programs of this version are accepted; those of an older libpawl use another name
drop view if exists main.current_model_780841955f4f508e;
create view if not exists main.current_model_2_780841955f4f508e as select 1;

create trigger if not exists main.current_current_insert before insert on current_current
when only_libpawl_may_write('current_current', new.current_id, new.state, new.sort_key, new.since) is not 1
begin select raise(abort, 'current_current is written by libpawl only: fire an event of current instead'); end;
create trigger if not exists main.current_current_update before update on current_current
when new.current_id is not old.current_id
  or only_libpawl_may_write('current_current', new.current_id, new.state, new.sort_key, new.since) is not 1
begin select raise(abort, 'current_current is written by libpawl only: fire an event of current instead'); end;
create trigger if not exists main.current_current_delete before delete on current_current
when only_libpawl_may_write('current_current', old.current_id) is not 1
begin select raise(abort, 'current_current keeps its rows: a current that has been created stays'); end;
create trigger if not exists main.current_transitions_insert before insert on current_transitions
when only_libpawl_may_write('current_transitions("select", "values", position, found, "order", time, offset, row, head, "current_date", outcome, "raise")',
  new.current_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,
  new.request_id,
  new."select",
  new."values",
  new.position,
  new.found,
  new."order",
  new.time,
  new.offset,
  new.row,
  new.head,
  new."current_date",
  new.outcome,
  new."raise") is not 1
begin select raise(abort, 'current_transitions is written by libpawl only: fire an event of current instead'); end;
create trigger if not exists main.current_transitions_update before update on current_transitions
begin select raise(abort, 'current_transitions is history: its rows are neither changed nor deleted'); end;
create trigger if not exists main.current_transitions_delete before delete on current_transitions
when only_libpawl_may_write('current_transitions', old.current_id, old.sort_key) is not 1
begin select raise(abort, 'current_transitions is history: its rows are neither changed nor deleted'); end;

create temp trigger if not exists current_exact_key instead of insert on main.current_model_2_780841955f4f508e
begin
  select raise(rollback, 'machine current: nothing can refer to the column of its key; nothing was changed: make it the primary key or unique, by itself, in a table')
    where new."1" = 1;
  select raise(rollback, 'machine current: the column of its key takes different numbers for the same, by its type; nothing was changed: make it integer')
    where new."1" = 2;
  select raise(rollback, 'machine current: its key is of type bigint, and the column in the `entity` line is for texts; nothing was changed: write `text` or `uuid` for the key in the `entity` line')
    where new."1" = 4;
end;
insert into main.current_model_2_780841955f4f508e
select 1
 where exists (select 1 from pragma_table_xinfo('order', 'main'))
   and not exists (select 1 from pragma_index_list('order', 'main') i, pragma_index_xinfo(i.name, 'main') c
          where i."unique" and not i.partial and c.key and c.name = 'user' collate nocase
            and (select count(*) from pragma_index_xinfo(i.name, 'main') other where other.key) = 1)
   and (select group_concat(k.name) from pragma_table_xinfo('order', 'main') k where k.pk)
     is not 'user' collate nocase
union all
select 2
 where exists (select 1 from pragma_table_xinfo('order', 'main') c
          where c.name = 'user' collate nocase and c.type not like '%int%' and c.type not like '%char%' and c.type not like '%clob%' and c.type not like '%text%'
                      and (c.type like '%real%' or c.type like '%floa%' or c.type like '%doub%')
            and not (c.type = 'any' collate nocase and exists (select 1 from main.sqlite_master made
                               where made.name = 'order' collate nocase and made.sql like '%strict%')))
union all
select 4
 where exists (select 1 from pragma_table_xinfo('order', 'main') c
          where c.name = 'user' collate nocase and c.type not like '%int%'
            and (c.type like '%char%' or c.type like '%clob%' or c.type like '%text%' or c.type like '%blob%' or c.type = 'uuid' collate nocase))
;

insert into main.pawl_objects (machine, object, definition)
select 'current', found.object, found.definition from (
  select type || ' ' || name as object, sql as definition from main.sqlite_master
   where sql is not null and tbl_name in ('current_current', 'current_transitions', 'current_moves', 'current_state',
      'current_model_2_780841955f4f508e')) found
 where not exists (select 1 from main.pawl_machines m where m.machine = 'current'
                    and (m.abi >= 2 or m.fingerprint <> '780841955f4f508e' and m.is_deployed))
   and not exists (select 1 from main.pawl_objects o
                    where o.machine = 'current' and o.object = found.object);

insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)
select 'current', '780841955f4f508e', 2,
  coalesce((select deployed_at from main.pawl_machines where machine = 'current' and fingerprint = '780841955f4f508e'),
    cast(strftime('%s', 'now') as integer) * 1000000),
  '{"name":"current","label":"current","fingerprint":"780841955f4f508e","key_type":"bigint","entity":{"schema":"table","table":"order","column":"user"},"storage":"head","initial_is_implicit":false,"states":[{"name":"group","label":"group","stored":"group","initial":true,"final":false,"enter":[],"leave":[]},{"name":"null","label":"null","stored":"null","initial":false,"final":true,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[{"name":"select","type":"text","optional":false,"column":"select"},{"name":"values","type":"bigint","optional":false,"column":"values"},{"name":"position","type":"int","optional":false,"column":"position"},{"name":"found","type":"bool","optional":false,"column":"found"},{"name":"order","type":"timestamp","optional":false,"column":"order"}],"serialize_by":[]},{"name":"user","label":"user","stored":"user","creation":false,"timer":false,"params":[{"name":"time","type":"text","optional":true,"column":"time"},{"name":"offset","type":"bigint","optional":true,"column":"offset"},{"name":"row","type":"int","optional":true,"column":"row"},{"name":"head","type":"bool","optional":true,"column":"head"},{"name":"current_date","type":"timestamp","optional":true,"column":"current_date"}],"serialize_by":[]},{"name":"date","label":"date","stored":"date","creation":false,"timer":false,"params":[{"name":"outcome","type":"text","optional":false,"column":"outcome"},{"name":"raise","type":"bigint","optional":true,"column":"raise"},{"name":"order","type":"timestamp","optional":false,"column":"order"}],"serialize_by":[]}],"columns":[{"name":"select","type":"text"},{"name":"values","type":"bigint"},{"name":"position","type":"int"},{"name":"found","type":"bool"},{"name":"order","type":"timestamp"},{"name":"time","type":"text"},{"name":"offset","type":"bigint"},{"name":"row","type":"int"},{"name":"head","type":"bool"},{"name":"current_date","type":"timestamp"},{"name":"outcome","type":"text"},{"name":"raise","type":"bigint"}],"arrows":[{"event":"create","from":null,"target":"to","to":"group","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"user","from":"group","target":"to","to":"group","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"date","from":"group","target":"to","to":"null","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"group","arrow":0},{"event":"user","from":"group","to":"group","arrow":1},{"event":"date","from":"group","to":"null","arrow":2}],"ignores":[],"timers":[],"guards":[],"effects":[],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"sqlite","current":"main.current_current","transitions":"main.current_transitions","parent":"main.\"order\"","parent_column":"user","objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name in (''current_current'', ''current_transitions'', ''current_moves'', ''current_state'',\n    ''current_model_2_780841955f4f508e'')","shared_objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name like ''pawl\\_%'' escape ''\\''","statements":{"fingerprints":"select known.version, accepted.fingerprint, null, accepted.is_deployed\nfrom main.pawl_schema known left join main.pawl_machines accepted\n  on accepted.is_accepted and accepted.machine = ?1","get":"select state, sort_key, since from main.current_current where current_id = ?1 and exists (select 1 from main.current_model_2_780841955f4f508e)","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, \"select\", \"values\", position, found, \"order\", time, offset, row, head, \"current_date\", outcome, \"raise\"\nfrom main.current_transitions where current_id = ?1 and exists (select 1 from main.current_model_2_780841955f4f508e) order by sort_key","in_state":"select current_id, state, sort_key, since from main.current_current\nwhere state = ?1 and (since, current_id) > (?2, ?3)\n  and exists (select 1 from main.current_model_2_780841955f4f508e) order by since, current_id limit ?4","not_in_state":"select * from (\n  select * from (\n    select current_id, state, sort_key, since from main.current_current\n    where state < ?1 and (state, since, current_id) > (?2, ?3, ?4)\n    order by state, since, current_id limit ?8\n  ) before\n  union all\n  select * from (\n    select current_id, state, sort_key, since from main.current_current\n    where (state, since, current_id) > (?5, ?6, ?7)\n    order by state, since, current_id limit ?8\n  ) after\n) others where exists (select 1 from main.current_model_2_780841955f4f508e) order by state, since, current_id limit ?8","count_by_state":"select state, count(*) from main.current_current where exists (select 1 from main.current_model_2_780841955f4f508e) group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, \"select\", \"values\", position, found, \"order\", time, offset, row, head, \"current_date\", outcome, \"raise\"\nfrom main.current_transitions where current_id = ?1 and exists (select 1 from main.current_model_2_780841955f4f508e)\n  and to_state = ?2 order by sort_key desc limit 1","creation":"select sort_key, event, from_state, to_state, created_at, actor, request_id, \"select\", \"values\", position, found, \"order\", time, offset, row, head, \"current_date\", outcome, \"raise\"\nfrom main.current_transitions where current_id = ?1 and exists (select 1 from main.current_model_2_780841955f4f508e)\n  and sort_key = 10","find_parent":"select 1 from main.\"order\" where user = ?1","find_request":"select event, from_state, to_state, sort_key, created_at, \"select\", \"values\", position, found, \"order\", time, offset, row, head, \"current_date\", outcome, \"raise\"\nfrom main.current_transitions where current_id = ?1 and request_id = ?2","insert_current":"insert into main.current_current (current_id, state, sort_key, since)\nvalues (?1, ?2, ?3, ?4)","update_current":"update main.current_current set state = ?2, sort_key = ?3, since = ?4\nwhere current_id = ?1","insert_transition":"insert into main.current_transitions\n  (current_id, sort_key, event, from_state, to_state, created_at, actor, request_id, \"select\", \"values\", position, found, \"order\", time, offset, row, head, \"current_date\", outcome, \"raise\")\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7,\n  ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)"},"fire":{}},"diagram":"digraph \"current\" {\n  graph [rankdir=TB, compound=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16, fontcolor=\"#1f2733\", nodesep=0.2, ranksep=0.14, pad=0.1, bgcolor=\"#ffffff\", labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13, fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\", arrowsize=0.75];\n\n  subgraph \"cluster_current\" {\n    class=machine; penwidth=0; margin=0;\n    label=<<b>current</b><!--current-->>;\n    \"current.\" [shape=point, width=0.16, class=begin, color=\"#1f2733\", fillcolor=\"#1f2733\", tooltip=\"nothing yet\"];\n    \"current.group\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td cellpadding=\"6\">group<!--current.group--></td></tr><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"b0\" height=\"1\" width=\"14\"></td><td port=\"b1\" height=\"1\" width=\"14\"></td><td port=\"b2\" height=\"1\" width=\"14\"></td></tr></table></td></tr></table>>, margin=0, class=\"state created\", fillcolor=\"#e0edfb\", color=\"#2f6fb3\"];\n    \"current.null\" [label=<null<!--current.null-->>, class=\"state final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2];\n    { node [shape=plaintext, style=\"\", margin=\"0.05,0.04\", width=0.2, height=0.2, fontsize=12.5];\n      \"current.>1\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>create<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"create\"];\n      \"current.>2\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>user<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">(starts again)</font><br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"user\"];\n      \"current.>3\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>date<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"date\"];\n    }\n    {rank=same; \"current.\"; \"current.>1\"; \"current.group\"}\n    \"current.\" -> \"current.>1\" [class=\"move\", dir=back, arrowtail=none];\n    \"current.>1\" -> \"current.group\" [class=\"move\"];\n    \"current.group\":b0 -> \"current.>2\":e [class=\"move\", dir=back, arrowtail=dot, weight=6];\n    \"current.group\":b2 -> \"current.>2\":e [class=\"move\", dir=back, weight=6];\n    \"current.group\":b1 -> \"current.>3\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"current.>3\":e -> \"current.null\" [class=\"move\"];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td colspan=\"2\" align=\"left\"><font color=\"#687384\">●—</font>&#160; where an arrow begins </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"28\" height=\"16\" bgcolor=\"#e0edfb\" color=\"#2f6fb3\"><tr><td></td></tr></table></td><td align=\"left\">begins here </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\" fixedsize=\"true\" width=\"28\" height=\"16\" color=\"#2e8246\"><tr><td><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"22\" height=\"10\" bgcolor=\"#e1f3e5\" color=\"#2e8246\"><tr><td></td></tr></table></td></tr></table></td><td align=\"left\">final </td></tr></table>>;\n}\n"}'
 where not exists (select 1 from main.pawl_machines
                    where machine = 'current' and fingerprint = '780841955f4f508e' and (abi >= 2 or not is_deployed));

commit;

-- This file is whole.
