.bail on
-- pawl: {"file":"machines","database":"sqlite","schema":3,"no_roles":false,"distributed":false,"machines":[{"name":"text","fingerprint":"2d4fe6ed26d955f2"}],"flows":[]}
-- Written by pawl from texts.fsm. Do not edit: change texts.fsm and run pawl again.
-- Running it again changes nothing. Apply with:
--   sqlite3 -cmd '.timeout 5000' FILE <pawl.sqlite.sql
--   sqlite3 -cmd '.timeout 5000' FILE <texts.sqlite.sql
-- The first is for what all machines share, which pawl writes beside this file. pawlctl apply does both:
--   pawlctl apply texts.sqlite.sql --db=...

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

-- text --------------------------------------------------------------------------------------------
-- It's "quoted", 100% <b>&amp;</b> */ $pawl$ ??/
-- and goes on
-- Ends a comment early: */ and opens one: /* too. Trigraphs ??/
-- at the end of a line, ??) within; a backslash at the end \
-- quotes ' and ", dollars $pawl$ and $pawl1$, percent %s, braces {name}, <b>tags</b> & entities &amp;

-- the state of each text
create table if not exists main.text_current (
  text_id text not null primary key,
  state text not null,
  sort_key integer not null, -- of its last transition
  since integer not null
) without rowid;
create index if not exists main.text_current_state_since on text_current (state, since);

-- how it got there; rows are only ever added
create table if not exists main.text_transitions (
  text_id text not null,
  sort_key integer not null,
  event text not null,
  from_state text not null, -- '' for a creation
  to_state text not null,
  created_at integer not null,
  actor text not null check (length(cast(actor as blob)) <= 255),
  request_id text,
  note text,
  primary key (text_id, sort_key)
) without rowid;
create unique index if not exists main.text_transitions_request
  on text_transitions (text_id, request_id) where request_id is not null;

-- how it may move, for people and tools to read
create view if not exists main.text_moves (event, from_state, to_state) as values
  ('it''s', '', 'he''s \ here $pawl$ $pawl1$'),
  ('$pawl$ \ -- */ ??/ " é', 'he''s \ here $pawl$ $pawl1$', '"there" ??/ %d {x} 日本');

-- the state of each entity, to join in your queries
create view if not exists main.text_state as
  select text_id, state, sort_key, since from text_current;

-- exists as long as programs of this version are accepted; those of an older libpawl use another name
drop view if exists main.text_model_2d4fe6ed26d955f2;
create view if not exists main.text_model_2_2d4fe6ed26d955f2 as select 1;

create trigger if not exists main.text_current_insert before insert on text_current
when only_libpawl_may_write('text_current', new.text_id, new.state, new.sort_key, new.since) is not 1
begin select raise(abort, 'text_current is written by libpawl only: fire an event of text instead'); end;
create trigger if not exists main.text_current_update before update on text_current
when new.text_id is not old.text_id
  or only_libpawl_may_write('text_current', new.text_id, new.state, new.sort_key, new.since) is not 1
begin select raise(abort, 'text_current is written by libpawl only: fire an event of text instead'); end;
create trigger if not exists main.text_current_delete before delete on text_current
when only_libpawl_may_write('text_current', old.text_id) is not 1
begin select raise(abort, 'text_current keeps its rows: a text that has been created stays'); end;
create trigger if not exists main.text_transitions_insert before insert on text_transitions
when only_libpawl_may_write('text_transitions(note)',
  new.text_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,
  new.request_id,
  new.note) is not 1
begin select raise(abort, 'text_transitions is written by libpawl only: fire an event of text instead'); end;
create trigger if not exists main.text_transitions_update before update on text_transitions
begin select raise(abort, 'text_transitions is history: its rows are neither changed nor deleted'); end;
create trigger if not exists main.text_transitions_delete before delete on text_transitions
when only_libpawl_may_write('text_transitions', old.text_id, old.sort_key) is not 1
begin select raise(abort, 'text_transitions is history: its rows are neither changed nor deleted'); end;

insert into main.pawl_objects (machine, object, definition)
select 'text', found.object, found.definition from (
  select type || ' ' || name as object, sql as definition from main.sqlite_master
   where sql is not null and tbl_name in ('text_current', 'text_transitions', 'text_moves', 'text_state',
      'text_model_2_2d4fe6ed26d955f2')) found
 where not exists (select 1 from main.pawl_machines m where m.machine = 'text'
                    and (m.abi >= 2 or m.fingerprint <> '2d4fe6ed26d955f2' and m.is_deployed))
   and not exists (select 1 from main.pawl_objects o
                    where o.machine = 'text' and o.object = found.object);

insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)
select 'text', '2d4fe6ed26d955f2', 2,
  coalesce((select deployed_at from main.pawl_machines where machine = 'text' and fingerprint = '2d4fe6ed26d955f2'),
    cast(strftime('%s', 'now') as integer) * 1000000),
  '{"name":"text","label":"It''s \"quoted\", 100% <b>&amp;</b> */ $pawl$ ??/\nand goes on","fingerprint":"2d4fe6ed26d955f2","doc":"Ends a comment early: */ and opens one: /* too. Trigraphs ??/\nat the end of a line, ??) within; a backslash at the end \\\nquotes '' and \", dollars $pawl$ and $pawl1$, percent %s, braces {name}, <b>tags</b> & entities &amp;","key_type":"text","storage":"head","initial_is_implicit":false,"states":[{"name":"here","label":"He''s here\nnow \\","stored":"he''s \\ here $pawl$ $pawl1$","initial":true,"final":false,"enter":[],"leave":[]},{"name":"there","label":"<i>&</i>","stored":"\"there\" ??/ %d {x} 日本","doc":"-- drop table","initial":false,"final":true,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"It''s ??/","stored":"it''s","creation":true,"timer":false,"params":[{"name":"note","type":"text","optional":false,"column":"note"}],"serialize_by":[]},{"name":"move","label":"<b>\\n & \"move\"","stored":"$pawl$ \\ -- */ ??/ \" é","doc":"$pawl$ */ -- '' \" \\ ??/","creation":false,"timer":false,"params":[],"serialize_by":[]}],"columns":[{"name":"note","type":"text"}],"arrows":[{"event":"create","from":null,"target":"to","to":"here","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"move","from":"here","target":"to","to":"there","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"here","arrow":0},{"event":"move","from":"here","to":"there","arrow":1}],"ignores":[],"timers":[],"guards":[],"effects":[],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"sqlite","current":"main.text_current","transitions":"main.text_transitions","objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name in (''text_current'', ''text_transitions'', ''text_moves'', ''text_state'',\n    ''text_model_2_2d4fe6ed26d955f2'')","shared_objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name like ''pawl\\_%'' escape ''\\''","statements":{"fingerprints":"select known.version, accepted.fingerprint, null, accepted.is_deployed\nfrom main.pawl_schema known left join main.pawl_machines accepted\n  on accepted.is_accepted and accepted.machine = ?1","get":"select state, sort_key, since from main.text_current where text_id = ?1 and exists (select 1 from main.text_model_2_2d4fe6ed26d955f2)","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, note\nfrom main.text_transitions where text_id = ?1 and exists (select 1 from main.text_model_2_2d4fe6ed26d955f2) order by sort_key","in_state":"select text_id, state, sort_key, since from main.text_current\nwhere state = ?1 and (since, text_id) > (?2, ?3)\n  and exists (select 1 from main.text_model_2_2d4fe6ed26d955f2) order by since, text_id limit ?4","not_in_state":"select * from (\n  select * from (\n    select text_id, state, sort_key, since from main.text_current\n    where state < ?1 and (state, since, text_id) > (?2, ?3, ?4)\n    order by state, since, text_id limit ?8\n  ) before\n  union all\n  select * from (\n    select text_id, state, sort_key, since from main.text_current\n    where (state, since, text_id) > (?5, ?6, ?7)\n    order by state, since, text_id limit ?8\n  ) after\n) others where exists (select 1 from main.text_model_2_2d4fe6ed26d955f2) order by state, since, text_id limit ?8","count_by_state":"select state, count(*) from main.text_current where exists (select 1 from main.text_model_2_2d4fe6ed26d955f2) group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, note\nfrom main.text_transitions where text_id = ?1 and exists (select 1 from main.text_model_2_2d4fe6ed26d955f2)\n  and to_state = ?2 order by sort_key desc limit 1","creation":"select sort_key, event, from_state, to_state, created_at, actor, request_id, note\nfrom main.text_transitions where text_id = ?1 and exists (select 1 from main.text_model_2_2d4fe6ed26d955f2)\n  and sort_key = 10","find_request":"select event, from_state, to_state, sort_key, created_at, note\nfrom main.text_transitions where text_id = ?1 and request_id = ?2","insert_current":"insert into main.text_current (text_id, state, sort_key, since)\nvalues (?1, ?2, ?3, ?4)","update_current":"update main.text_current set state = ?2, sort_key = ?3, since = ?4\nwhere text_id = ?1","insert_transition":"insert into main.text_transitions\n  (text_id, sort_key, event, from_state, to_state, created_at, actor, request_id, note)\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7,\n  ?8, ?9)"},"fire":{}},"diagram":"digraph \"text\" {\n  graph [rankdir=LR, compound=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16, fontcolor=\"#1f2733\", nodesep=0.2, ranksep=0.14, pad=0.1, bgcolor=\"#ffffff\", labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13, fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\", arrowsize=0.75];\n\n  subgraph \"cluster_text\" {\n    class=machine; penwidth=0; margin=0;\n    label=<<b>It''s \"quoted\", 100% &lt;b&gt;&amp;amp;&lt;/b&gt; */ $pawl$ ??/ and goes on</b><!--text-->>; tooltip=\"Ends a comment early: */ and opens one: /* too. Trigraphs ??/\\nat the end of a line, ??) within; a backslash at the end \\\\\\\\\\nquotes '' and \\\", dollars $pawl$ and $pawl1$, percent %s, braces {name}, <b>tags</b> &amp; entities &amp;amp;\";\n    \"text.\" [shape=point, width=0.16, class=begin, color=\"#1f2733\", fillcolor=\"#1f2733\", tooltip=\"nothing yet\"];\n    \"text.here\" [label=<He''s here now \\\\<br/><font point-size=\"12\" color=\"#556070\">here</font><!--text.here-->>, class=\"state created\", fillcolor=\"#e0edfb\", color=\"#2f6fb3\"];\n    \"text.there\" [label=<&lt;i&gt;&amp;&lt;/i&gt;<br/><font point-size=\"12\" color=\"#556070\">there</font><!--text.there-->>, class=\"state final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2, tooltip=\"-- drop table\"];\n    { node [shape=plaintext, style=\"\", margin=\"0.05,0.04\", width=0.2, height=0.2, fontsize=12.5];\n      \"text.>1\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>It''s ??/<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"create\"];\n      \"text.>2\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>&lt;b&gt;\\\\n &amp; \"move\"<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"move: $pawl$ */ -- '' \\\" \\\\\\\\ ??/\"];\n    }\n    \"text.\" -> \"text.>1\":e [class=\"move\", dir=back, arrowtail=none];\n    \"text.>1\":e -> \"text.here\" [class=\"move\"];\n    \"text.here\" -> \"text.>2\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"text.>2\":e -> \"text.there\" [class=\"move\"];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td colspan=\"2\" align=\"left\"><font color=\"#687384\">●—</font>&#160; where an arrow begins </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"28\" height=\"16\" bgcolor=\"#e0edfb\" color=\"#2f6fb3\"><tr><td></td></tr></table></td><td align=\"left\">begins here </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\" fixedsize=\"true\" width=\"28\" height=\"16\" color=\"#2e8246\"><tr><td><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"22\" height=\"10\" bgcolor=\"#e1f3e5\" color=\"#2e8246\"><tr><td></td></tr></table></td></tr></table></td><td align=\"left\">final </td><td colspan=\"2\" align=\"left\"><font color=\"#556070\">a_b</font>&#160; its name in programs </td></tr></table>>;\n}\n"}'
 where not exists (select 1 from main.pawl_machines
                    where machine = 'text' and fingerprint = '2d4fe6ed26d955f2' and (abi >= 2 or not is_deployed));

commit;

-- This file is whole.
