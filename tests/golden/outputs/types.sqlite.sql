.bail on
-- pawl: {"file":"machines","database":"sqlite","schema":3,"no_roles":false,"distributed":false,"machines":[{"name":"document","fingerprint":"d00f1044741c690a"}],"flows":[]}
-- Written by pawl from types.fsm. Do not edit: change types.fsm and run pawl again.
-- Running it again changes nothing. Apply with:
--   sqlite3 -cmd '.timeout 5000' FILE <pawl.sqlite.sql
--   sqlite3 -cmd '.timeout 5000' FILE <types.sqlite.sql
-- The first is for what all machines share, which pawl writes beside this file. pawlctl apply does both:
--   pawlctl apply types.sqlite.sql --db=...

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

-- document ----------------------------------------------------------------------------------------
-- document

-- the state of each document
create table if not exists main.document_current (
  document_id text not null primary key,
  state text not null,
  sort_key integer not null, -- of its last transition
  since integer not null
) without rowid;
create index if not exists main.document_current_state_since on document_current (state, since);

-- how it got there; rows are only ever added
create table if not exists main.document_transitions (
  document_id text not null,
  sort_key integer not null,
  event text not null,
  from_state text not null, -- '' for a creation
  to_state text not null,
  created_at integer not null,
  actor text not null check (length(cast(actor as blob)) <= 255),
  request_id text,
  title text,
  pages integer,
  size integer,
  signed_by_all integer,
  due integer,
  amount text,
  number text,
  content text,
  image blob,
  new_title text,
  new_pages integer,
  new_size integer,
  new_signed integer,
  new_due integer,
  new_amount text,
  new_number text,
  new_content text,
  new_image blob,
  primary key (document_id, sort_key)
) without rowid;
create unique index if not exists main.document_transitions_request
  on document_transitions (document_id, request_id) where request_id is not null;

-- how it may move, for people and tools to read
create view if not exists main.document_moves (event, from_state, to_state) as values
  ('create', '', 'drafted'),
  ('amend', 'drafted', 'drafted');

-- the state of each entity, to join in your queries
create view if not exists main.document_state as
  select document_id, state, sort_key, since from document_current;

-- exists as long as programs of this version are accepted; those of an older libpawl use another name
drop view if exists main.document_model_d00f1044741c690a;
create view if not exists main.document_model_2_d00f1044741c690a as select 1;

create trigger if not exists main.document_current_insert before insert on document_current
when only_libpawl_may_write('document_current', new.document_id, new.state, new.sort_key, new.since) is not 1
begin select raise(abort, 'document_current is written by libpawl only: fire an event of document instead'); end;
create trigger if not exists main.document_current_update before update on document_current
when new.document_id is not old.document_id
  or only_libpawl_may_write('document_current', new.document_id, new.state, new.sort_key, new.since) is not 1
begin select raise(abort, 'document_current is written by libpawl only: fire an event of document instead'); end;
create trigger if not exists main.document_current_delete before delete on document_current
when only_libpawl_may_write('document_current', old.document_id) is not 1
begin select raise(abort, 'document_current keeps its rows: a document that has been created stays'); end;
create trigger if not exists main.document_transitions_insert before insert on document_transitions
when only_libpawl_may_write('document_transitions(title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image)',
  new.document_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,
  new.request_id,
  new.title,
  new.pages,
  new.size,
  new.signed_by_all,
  new.due,
  new.amount,
  new.number,
  new.content,
  new.image,
  new.new_title,
  new.new_pages,
  new.new_size,
  new.new_signed,
  new.new_due,
  new.new_amount,
  new.new_number,
  new.new_content,
  new.new_image) is not 1
begin select raise(abort, 'document_transitions is written by libpawl only: fire an event of document instead'); end;
create trigger if not exists main.document_transitions_update before update on document_transitions
when only_libpawl_may_write('document_transitions', old.document_id, old.sort_key) is not 1
  or new.document_id is not old.document_id or new.sort_key is not old.sort_key
  or new.event is not old.event or new.from_state is not old.from_state
  or new.to_state is not old.to_state or new.created_at is not old.created_at
  or new.actor is not old.actor or new.request_id is not old.request_id
  or new.title is not null
  or new.pages is not old.pages
  or new.size is not old.size
  or new.signed_by_all is not old.signed_by_all
  or new.due is not old.due
  or new.amount is not old.amount
  or new.number is not old.number
  or new.content is not old.content
  or new.image is not old.image
  or new.new_title is not old.new_title
  or new.new_pages is not old.new_pages
  or new.new_size is not old.new_size
  or new.new_signed is not old.new_signed
  or new.new_due is not old.new_due
  or new.new_amount is not old.new_amount
  or new.new_number is not old.new_number
  or new.new_content is not null
  or new.new_image is not old.new_image
begin select raise(abort, 'document_transitions is history: its rows are neither changed nor deleted'); end;
create trigger if not exists main.document_transitions_delete before delete on document_transitions
when only_libpawl_may_write('document_transitions', old.document_id, old.sort_key) is not 1
begin select raise(abort, 'document_transitions is history: its rows are neither changed nor deleted'); end;

insert into main.pawl_objects (machine, object, definition)
select 'document', found.object, found.definition from (
  select type || ' ' || name as object, sql as definition from main.sqlite_master
   where sql is not null and tbl_name in ('document_current', 'document_transitions', 'document_moves', 'document_state',
      'document_model_2_d00f1044741c690a')) found
 where not exists (select 1 from main.pawl_machines m where m.machine = 'document'
                    and (m.abi >= 2 or m.fingerprint <> 'd00f1044741c690a' and m.is_deployed))
   and not exists (select 1 from main.pawl_objects o
                    where o.machine = 'document' and o.object = found.object);

insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)
select 'document', 'd00f1044741c690a', 2,
  coalesce((select deployed_at from main.pawl_machines where machine = 'document' and fingerprint = 'd00f1044741c690a'),
    cast(strftime('%s', 'now') as integer) * 1000000),
  '{"name":"document","label":"document","fingerprint":"d00f1044741c690a","key_type":"text","storage":"head","initial_is_implicit":false,"states":[{"name":"drafted","label":"drafted","stored":"drafted","initial":true,"final":false,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[{"name":"title","type":"text","optional":false,"column":"title"},{"name":"pages","type":"int","optional":false,"column":"pages"},{"name":"size","type":"bigint","optional":false,"column":"size"},{"name":"signed_by_all","type":"bool","optional":false,"column":"signed_by_all"},{"name":"due","type":"timestamp","optional":false,"column":"due"},{"name":"amount","type":"numeric","optional":false,"column":"amount"},{"name":"number","type":"uuid","optional":false,"column":"number"},{"name":"content","type":"json","optional":false,"column":"content"},{"name":"image","type":"bytes","optional":false,"column":"image"}],"serialize_by":[]},{"name":"amend","label":"amend","stored":"amend","creation":false,"timer":false,"params":[{"name":"new_title","type":"text","optional":true,"column":"new_title"},{"name":"new_pages","type":"int","optional":true,"column":"new_pages"},{"name":"new_size","type":"bigint","optional":true,"column":"new_size"},{"name":"new_signed","type":"bool","optional":true,"column":"new_signed"},{"name":"new_due","type":"timestamp","optional":true,"column":"new_due"},{"name":"new_amount","type":"numeric","optional":true,"column":"new_amount"},{"name":"new_number","type":"uuid","optional":true,"column":"new_number"},{"name":"new_content","type":"json","optional":true,"column":"new_content"},{"name":"new_image","type":"bytes","optional":true,"column":"new_image"}],"serialize_by":[]}],"columns":[{"name":"title","type":"text","personal":true},{"name":"pages","type":"int"},{"name":"size","type":"bigint"},{"name":"signed_by_all","type":"bool"},{"name":"due","type":"timestamp"},{"name":"amount","type":"numeric"},{"name":"number","type":"uuid"},{"name":"content","type":"json"},{"name":"image","type":"bytes"},{"name":"new_title","type":"text"},{"name":"new_pages","type":"int"},{"name":"new_size","type":"bigint"},{"name":"new_signed","type":"bool"},{"name":"new_due","type":"timestamp"},{"name":"new_amount","type":"numeric"},{"name":"new_number","type":"uuid"},{"name":"new_content","type":"json","personal":true},{"name":"new_image","type":"bytes"}],"arrows":[{"event":"create","from":null,"target":"to","to":"drafted","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"amend","from":"drafted","target":"to","to":"drafted","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"drafted","arrow":0},{"event":"amend","from":"drafted","to":"drafted","arrow":1}],"ignores":[],"timers":[],"guards":[],"effects":[],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"sqlite","current":"main.document_current","transitions":"main.document_transitions","objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name in (''document_current'', ''document_transitions'', ''document_moves'', ''document_state'',\n    ''document_model_2_d00f1044741c690a'')","shared_objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name like ''pawl\\_%'' escape ''\\''","statements":{"fingerprints":"select known.version, accepted.fingerprint, null, accepted.is_deployed\nfrom main.pawl_schema known left join main.pawl_machines accepted\n  on accepted.is_accepted and accepted.machine = ?1","get":"select state, sort_key, since from main.document_current where document_id = ?1 and exists (select 1 from main.document_model_2_d00f1044741c690a)","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image\nfrom main.document_transitions where document_id = ?1 and exists (select 1 from main.document_model_2_d00f1044741c690a) order by sort_key","in_state":"select document_id, state, sort_key, since from main.document_current\nwhere state = ?1 and (since, document_id) > (?2, ?3)\n  and exists (select 1 from main.document_model_2_d00f1044741c690a) order by since, document_id limit ?4","not_in_state":"select * from (\n  select * from (\n    select document_id, state, sort_key, since from main.document_current\n    where state < ?1 and (state, since, document_id) > (?2, ?3, ?4)\n    order by state, since, document_id limit ?8\n  ) before\n  union all\n  select * from (\n    select document_id, state, sort_key, since from main.document_current\n    where (state, since, document_id) > (?5, ?6, ?7)\n    order by state, since, document_id limit ?8\n  ) after\n) others where exists (select 1 from main.document_model_2_d00f1044741c690a) order by state, since, document_id limit ?8","count_by_state":"select state, count(*) from main.document_current where exists (select 1 from main.document_model_2_d00f1044741c690a) group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image\nfrom main.document_transitions where document_id = ?1 and exists (select 1 from main.document_model_2_d00f1044741c690a)\n  and to_state = ?2 order by sort_key desc limit 1","creation":"select sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image\nfrom main.document_transitions where document_id = ?1 and exists (select 1 from main.document_model_2_d00f1044741c690a)\n  and sort_key = 10","find_request":"select event, from_state, to_state, sort_key, created_at, title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image\nfrom main.document_transitions where document_id = ?1 and request_id = ?2","insert_current":"insert into main.document_current (document_id, state, sort_key, since)\nvalues (?1, ?2, ?3, ?4)","update_current":"update main.document_current set state = ?2, sort_key = ?3, since = ?4\nwhere document_id = ?1","insert_transition":"insert into main.document_transitions\n  (document_id, sort_key, event, from_state, to_state, created_at, actor, request_id, title, pages, size, signed_by_all, due, amount, number, content, image, new_title, new_pages, new_size, new_signed, new_due, new_amount, new_number, new_content, new_image)\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7,\n  ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26)"},"fire":{}},"diagram":"digraph \"document\" {\n  graph [rankdir=TB, compound=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16, fontcolor=\"#1f2733\", nodesep=0.2, ranksep=0.14, pad=0.1, bgcolor=\"#ffffff\", labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13, fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\", arrowsize=0.75];\n\n  subgraph \"cluster_document\" {\n    class=machine; penwidth=0; margin=0;\n    label=<<b>document</b><!--document-->>;\n    \"document.\" [shape=point, width=0.16, class=begin, color=\"#1f2733\", fillcolor=\"#1f2733\", tooltip=\"nothing yet\"];\n    \"document.drafted\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td cellpadding=\"6\">drafted<!--document.drafted--></td></tr><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"b0\" height=\"1\" width=\"14\"></td><td port=\"b1\" height=\"1\" width=\"14\"></td></tr></table></td></tr></table>>, margin=0, class=\"state created\", fillcolor=\"#e0edfb\", color=\"#2f6fb3\"];\n    { node [shape=plaintext, style=\"\", margin=\"0.05,0.04\", width=0.2, height=0.2, fontsize=12.5];\n      \"document.>1\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>create<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"create\"];\n      \"document.>2\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>amend<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">(starts again)</font><br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"amend\"];\n    }\n    {rank=same; \"document.\"; \"document.>1\"; \"document.drafted\"}\n    \"document.\" -> \"document.>1\" [class=\"move\", dir=back, arrowtail=none];\n    \"document.>1\" -> \"document.drafted\" [class=\"move\"];\n    \"document.drafted\":b0 -> \"document.>2\":e [class=\"move\", dir=back, arrowtail=dot, weight=6];\n    \"document.drafted\":b1 -> \"document.>2\":e [class=\"move\", dir=back, weight=6];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td colspan=\"2\" align=\"left\"><font color=\"#687384\">●—</font>&#160; where an arrow begins </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"28\" height=\"16\" bgcolor=\"#e0edfb\" color=\"#2f6fb3\"><tr><td></td></tr></table></td><td align=\"left\">begins here </td></tr></table>>;\n}\n"}'
 where not exists (select 1 from main.pawl_machines
                    where machine = 'document' and fingerprint = 'd00f1044741c690a' and (abi >= 2 or not is_deployed));

commit;

-- This file is whole.
