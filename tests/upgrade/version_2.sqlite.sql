PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE orders (id text primary key, price bigint not null, account text, state text);
INSERT INTO orders VALUES('O1',50,NULL,'open');
INSERT INTO orders VALUES('O2',50,NULL,'open');
INSERT INTO orders VALUES('O3',50,NULL,'reminded');
INSERT INTO orders VALUES('O4',50,NULL,'paid');
INSERT INTO orders VALUES('O5',50,NULL,'paid');
INSERT INTO orders VALUES('O6',50,NULL,'shipped');
INSERT INTO orders VALUES('O7',50,NULL,'cancelled');
INSERT INTO orders VALUES('R1',50,NULL,'shipped');
INSERT INTO orders VALUES('R2',50,NULL,'ready');
INSERT INTO orders VALUES('R3',50,NULL,'ready');
INSERT INTO orders VALUES('R4',50,NULL,'paid');
INSERT INTO orders VALUES('R5',50,NULL,'ready');
INSERT INTO orders VALUES('R6',50,NULL,'ready');
INSERT INTO orders VALUES('O8',50,'A8','ready');
CREATE TABLE receipts (order_id text not null, amount bigint not null);
INSERT INTO receipts VALUES('R1',50);
INSERT INTO receipts VALUES('R2',50);
INSERT INTO receipts VALUES('R3',50);
INSERT INTO receipts VALUES('R4',50);
INSERT INTO receipts VALUES('R5',50);
INSERT INTO receipts VALUES('R6',50);
INSERT INTO receipts VALUES('O5',50);
INSERT INTO receipts VALUES('O6',50);
INSERT INTO receipts VALUES('O4',50);
CREATE TABLE parcels (number bigint primary key, order_id text not null);
INSERT INTO parcels VALUES(1,'R1');
INSERT INTO parcels VALUES(2,'R2');
INSERT INTO parcels VALUES(4,'R4');
INSERT INTO parcels VALUES(3,'R3');
CREATE TABLE badges (id bigint primary key);
INSERT INTO badges VALUES(1);
INSERT INTO badges VALUES(2);
INSERT INTO badges VALUES(3);
INSERT INTO badges VALUES(4);
INSERT INTO badges VALUES(5);
CREATE TABLE pawl_schema (
  is_here      integer not null primary key check (is_here = 1), -- so that there is no second row
  version      integer not null,
  installed_at integer not null
) without rowid;
INSERT INTO pawl_schema VALUES(1,2,1795910190000000);
CREATE TABLE pawl_machines (
  machine     text    not null,
  fingerprint text    not null,
  is_accepted integer not null default 1, -- programs of this version may run
  is_deployed integer not null default 1, -- tables and triggers are those of this version
  abi         integer not null,
  deployed_at integer not null,
  model       text, -- JSON, what pawlctl knows of it
  primary key (machine, fingerprint)
) without rowid;
INSERT INTO pawl_machines VALUES('badge','0253fa6d69e58062',1,0,2,1795910190659991,'{"name":"badge","label":"Badge","fingerprint":"0253fa6d69e58062","doc":"The version before the deployed one, which is accepted.","key_type":"bigint","entity":{"table":"badges","column":"id"},"storage":"transitions_enforced","initial_is_implicit":false,"states":[{"name":"made","label":"made","stored":"made","initial":true,"final":false,"enter":[],"leave":[]},{"name":"worn","label":"worn","stored":"worn","initial":false,"final":false,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[{"name":"holder","type":"text","optional":false,"column":"holder"}],"serialize_by":[]},{"name":"hand_out","label":"hand out","stored":"hand_out","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"give_back","label":"give back","stored":"give_back","creation":false,"timer":false,"params":[],"serialize_by":[]}],"columns":[{"name":"holder","type":"text"}],"arrows":[{"event":"create","from":null,"target":"to","to":"made","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"hand_out","from":"made","target":"to","to":"worn","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"give_back","from":"worn","target":"to","to":"made","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"made","arrow":0},{"event":"hand_out","from":"made","to":"worn","arrow":1},{"event":"give_back","from":"worn","to":"made","arrow":2}],"ignores":[],"timers":[],"guards":[],"effects":[],"works":[],"asserts":[],"scenarios":[],"allows":[],"retired":[{"state":"printed","to":"made"}],"database":{"dialect":"sqlite","current":"main.badge_current","transitions":"main.badge_history","parent":"main.badges","parent_column":"id","objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name in (''badge_current'', ''badge_transitions'', ''badge_moves'', ''badge_state'',\n    ''badge_history'',\n    ''badge_pending'', ''badge_pending_rules'', ''badge_model_2_0253fa6d69e58062'')","shared_objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name like ''pawl\\_%'' escape ''\\''","statements":{"fingerprints":"select known.version, accepted.fingerprint, null, accepted.is_deployed\nfrom main.pawl_schema known left join main.pawl_machines accepted\n  on accepted.is_accepted and accepted.machine = ?1","get":"select state, sort_key, since from main.badge_current where badge_id = ?1 and exists (select 1 from main.badge_model_2_0253fa6d69e58062)","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, holder\nfrom main.badge_history where badge_id = ?1 and exists (select 1 from main.badge_model_2_0253fa6d69e58062) order by sort_key","in_state":"select badge_id, state, sort_key, since from main.badge_current\nwhere state = ?1 and (since, badge_id) > (?2, ?3)\n  and exists (select 1 from main.badge_model_2_0253fa6d69e58062) order by since, badge_id limit ?4","not_in_state":"select * from (\n  select * from (\n    select badge_id, state, sort_key, since from main.badge_current\n    where state < ?1 and (state, since, badge_id) > (?2, ?3, ?4)\n    order by state, since, badge_id limit ?8\n  ) before\n  union all\n  select * from (\n    select badge_id, state, sort_key, since from main.badge_current\n    where (state, since, badge_id) > (?5, ?6, ?7)\n    order by state, since, badge_id limit ?8\n  ) after\n) others where exists (select 1 from main.badge_model_2_0253fa6d69e58062) order by state, since, badge_id limit ?8","count_by_state":"select state, count(*) from main.badge_current where exists (select 1 from main.badge_model_2_0253fa6d69e58062) group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, holder\nfrom main.badge_history where badge_id = ?1 and exists (select 1 from main.badge_model_2_0253fa6d69e58062)\n  and to_state = ?2 order by sort_key desc limit 1","find_parent":"select 1 from main.badges where id = ?1","find_request":"select event, from_state, to_state, sort_key, created_at, holder\nfrom main.badge_history where badge_id = ?1 and request_id = ?2","update_current":"update main.badge_transitions set\n  updated_at = strftime(''%Y-%m-%d %H:%M:%S'', ?4 / 1000000, ''unixepoch'') || printf(''.%06d'', ?4 % 1000000),\n  most_recent = (select case when \"notnull\" then false end\n      from pragma_table_info(''badge_transitions'') where name = ''most_recent'')\nwhere badge_id = ?1 and most_recent and sort_key < ?3 and ?2 is not null","insert_transition":"insert into main.badge_transitions\n  (badge_id, sort_key, event, from_state, to_state, actor, request_id, most_recent, metadata,\n  created_at, updated_at, holder)\nvalues (?1, ?2, ?3, ?4, ?5, ?7, ?8, true, ''{}'',\n  strftime(''%Y-%m-%d %H:%M:%S'', ?6 / 1000000, ''unixepoch'') || printf(''.%06d'', ?6 % 1000000),\n  strftime(''%Y-%m-%d %H:%M:%S'', ?6 / 1000000, ''unixepoch'') || printf(''.%06d'', ?6 % 1000000)\n  , ?9)"},"fire":{}},"diagram":"digraph \"badge\" {\n  graph [rankdir=LR, compound=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16,\n         fontcolor=\"#1f2733\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\"#ffffff\",\n         labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13,\n        fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\",\n        arrowsize=0.75];\n\n  subgraph \"cluster_badge\" {\n    class=machine; penwidth=0; margin=0;\n    label=<<b>Badge</b><!--badge-->>; tooltip=\"The version before the deployed one, which is accepted.\";\n    \"badge.\" [shape=point, width=0.16, class=begin, color=\"#1f2733\", fillcolor=\"#1f2733\", tooltip=\"nothing yet\"];\n    \"badge.made\" [label=<made<!--badge.made-->>, class=\"state created\", fillcolor=\"#e0edfb\", color=\"#2f6fb3\"];\n    \"badge.worn\" [label=<worn<!--badge.worn-->>, class=\"state\"];\n    \"badge.\" -> \"badge.made\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>create<br align=\"left\"/></td></tr></table>>, class=\"move\", tooltip=\"create\", labeltooltip=\"create\"];\n    \"badge.made\" -> \"badge.worn\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>hand out<br align=\"left\"/></td></tr></table>>, class=\"move\", tooltip=\"hand_out\", labeltooltip=\"hand_out\"];\n    \"badge.made\" -> \"badge.worn\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>give back<br align=\"left\"/></td></tr></table>>, dir=back, class=\"move\", tooltip=\"give_back\", labeltooltip=\"give_back\"];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#e0edfb\" color=\"#2f6fb3\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">begins here </td></tr></table>>;\n}\n"}');
INSERT INTO pawl_machines VALUES('badge','acd1487c56c600e3',1,1,2,1795910190788013,'{"name":"badge","label":"Badge","fingerprint":"acd1487c56c600e3","doc":"Lives in a table that others write to. Programs of `earlier/badge_2.fsm` run beside those of this version.","key_type":"bigint","entity":{"table":"badges","column":"id"},"storage":"transitions_enforced","initial_is_implicit":false,"states":[{"name":"made","label":"made","stored":"made","initial":true,"final":false,"enter":[],"leave":[]},{"name":"worn","label":"worn","stored":"worn","initial":false,"final":false,"enter":[],"leave":[]},{"name":"destroyed","label":"destroyed","stored":"destroyed","initial":false,"final":true,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[{"name":"holder","type":"text","optional":false,"column":"holder"}],"serialize_by":[]},{"name":"hand_out","label":"hand out","stored":"hand_out","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"give_back","label":"give back","stored":"give_back","creation":false,"timer":false,"params":[],"serialize_by":[]}],"columns":[{"name":"holder","type":"text"}],"arrows":[{"event":"create","from":null,"target":"to","to":"made","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"hand_out","from":"made","target":"to","to":"worn","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"give_back","from":"made","target":"to","to":"destroyed","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"give_back","from":"worn","target":"to","to":"made","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"made","arrow":0},{"event":"hand_out","from":"made","to":"worn","arrow":1},{"event":"give_back","from":"made","to":"destroyed","arrow":2},{"event":"give_back","from":"worn","to":"made","arrow":3}],"ignores":[],"timers":[],"guards":[],"effects":[],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"sqlite","current":"main.badge_current","transitions":"main.badge_history","parent":"main.badges","parent_column":"id","objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name in (''badge_current'', ''badge_transitions'', ''badge_moves'', ''badge_state'',\n    ''badge_history'',\n    ''badge_pending'', ''badge_pending_rules'', ''badge_model_2_acd1487c56c600e3'')","shared_objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name like ''pawl\\_%'' escape ''\\''","statements":{"fingerprints":"select known.version, accepted.fingerprint, null, accepted.is_deployed\nfrom main.pawl_schema known left join main.pawl_machines accepted\n  on accepted.is_accepted and accepted.machine = ?1","get":"select state, sort_key, since from main.badge_current where badge_id = ?1 and exists (select 1 from main.badge_model_2_acd1487c56c600e3)","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, holder\nfrom main.badge_history where badge_id = ?1 and exists (select 1 from main.badge_model_2_acd1487c56c600e3) order by sort_key","in_state":"select badge_id, state, sort_key, since from main.badge_current\nwhere state = ?1 and (since, badge_id) > (?2, ?3)\n  and exists (select 1 from main.badge_model_2_acd1487c56c600e3) order by since, badge_id limit ?4","not_in_state":"select * from (\n  select * from (\n    select badge_id, state, sort_key, since from main.badge_current\n    where state < ?1 and (state, since, badge_id) > (?2, ?3, ?4)\n    order by state, since, badge_id limit ?8\n  ) before\n  union all\n  select * from (\n    select badge_id, state, sort_key, since from main.badge_current\n    where (state, since, badge_id) > (?5, ?6, ?7)\n    order by state, since, badge_id limit ?8\n  ) after\n) others where exists (select 1 from main.badge_model_2_acd1487c56c600e3) order by state, since, badge_id limit ?8","count_by_state":"select state, count(*) from main.badge_current where exists (select 1 from main.badge_model_2_acd1487c56c600e3) group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, holder\nfrom main.badge_history where badge_id = ?1 and exists (select 1 from main.badge_model_2_acd1487c56c600e3)\n  and to_state = ?2 order by sort_key desc limit 1","find_parent":"select 1 from main.badges where id = ?1","find_request":"select event, from_state, to_state, sort_key, created_at, holder\nfrom main.badge_history where badge_id = ?1 and request_id = ?2","update_current":"update main.badge_transitions set\n  updated_at = strftime(''%Y-%m-%d %H:%M:%S'', ?4 / 1000000, ''unixepoch'') || printf(''.%06d'', ?4 % 1000000),\n  most_recent = (select case when \"notnull\" then false end\n      from pragma_table_info(''badge_transitions'') where name = ''most_recent'')\nwhere badge_id = ?1 and most_recent and sort_key < ?3 and ?2 is not null","insert_transition":"insert into main.badge_transitions\n  (badge_id, sort_key, event, from_state, to_state, actor, request_id, most_recent, metadata,\n  created_at, updated_at, holder)\nvalues (?1, ?2, ?3, ?4, ?5, ?7, ?8, true, ''{}'',\n  strftime(''%Y-%m-%d %H:%M:%S'', ?6 / 1000000, ''unixepoch'') || printf(''.%06d'', ?6 % 1000000),\n  strftime(''%Y-%m-%d %H:%M:%S'', ?6 / 1000000, ''unixepoch'') || printf(''.%06d'', ?6 % 1000000)\n  , ?9)"},"fire":{}},"diagram":"digraph \"badge\" {\n  graph [rankdir=LR, compound=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16,\n         fontcolor=\"#1f2733\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\"#ffffff\",\n         labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13,\n        fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\",\n        arrowsize=0.75];\n\n  subgraph \"cluster_badge\" {\n    class=machine; penwidth=0; margin=0;\n    label=<<b>Badge</b><!--badge-->>; tooltip=\"Lives in a table that others write to. Programs of `earlier/badge_2.fsm` run beside those of this version.\";\n    \"badge.\" [shape=point, width=0.16, class=begin, color=\"#1f2733\", fillcolor=\"#1f2733\", tooltip=\"nothing yet\"];\n    \"badge.made\" [label=<made<!--badge.made-->>, class=\"state created\", fillcolor=\"#e0edfb\", color=\"#2f6fb3\"];\n    \"badge.worn\" [label=<worn<!--badge.worn-->>, class=\"state\"];\n    \"badge.destroyed\" [label=<destroyed<!--badge.destroyed-->>, class=\"state final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2];\n    \"badge.\" -> \"badge.made\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>create<br align=\"left\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\"move main\", color=\"#1d4f91\", tooltip=\"create\", labeltooltip=\"create\"];\n    \"badge.made\" -> \"badge.worn\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>hand out<br align=\"left\"/></td></tr></table>>, class=\"move\", tooltip=\"hand_out\", labeltooltip=\"hand_out\"];\n    \"badge.made\" -> \"badge.destroyed\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>give back<br align=\"left\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\"move main\", color=\"#1d4f91\", tooltip=\"give_back\", labeltooltip=\"give_back\"];\n    \"badge.made\" -> \"badge.worn\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>give back<br align=\"left\"/></td></tr></table>>, dir=back, class=\"move\", tooltip=\"give_back\", labeltooltip=\"give_back\"];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#e0edfb\" color=\"#2f6fb3\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">begins here </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\" color=\"#2e8246\"><tr><td><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#e1f3e5\" color=\"#2e8246\"><tr><td width=\"16\" height=\"6\"> </td></tr></table></td></tr></table></td><td align=\"left\">final </td><td align=\"right\"><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td width=\"24\" height=\"4\" border=\"2\" sides=\"B\" style=\"solid\" color=\"#1d4f91\"></td></tr><tr><td height=\"4\"></td></tr></table></td><td align=\"left\">shortest way to destroyed </td></tr></table>>;\n}\n"}');
INSERT INTO pawl_machines VALUES('badge','e8a9f6cd1406b648',0,0,2,1795910190000000,'{"name":"badge","label":"Badge","fingerprint":"e8a9f6cd1406b648","doc":"The first version, which is not accepted any more.","key_type":"bigint","entity":{"table":"badges","column":"id"},"storage":"transitions_enforced","initial_is_implicit":false,"states":[{"name":"printed","label":"printed","stored":"printed","initial":true,"final":false,"enter":[],"leave":[]},{"name":"worn","label":"worn","stored":"worn","initial":false,"final":false,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[{"name":"holder","type":"text","optional":false,"column":"holder"}],"serialize_by":[]},{"name":"hand_out","label":"hand out","stored":"hand_out","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"give_back","label":"give back","stored":"give_back","creation":false,"timer":false,"params":[],"serialize_by":[]}],"columns":[{"name":"holder","type":"text"}],"arrows":[{"event":"create","from":null,"target":"to","to":"printed","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"hand_out","from":"printed","target":"to","to":"worn","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"give_back","from":"worn","target":"to","to":"printed","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"printed","arrow":0},{"event":"hand_out","from":"printed","to":"worn","arrow":1},{"event":"give_back","from":"worn","to":"printed","arrow":2}],"ignores":[],"timers":[],"guards":[],"effects":[],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"sqlite","current":"main.badge_current","transitions":"main.badge_history","parent":"main.badges","parent_column":"id","objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name in (''badge_current'', ''badge_transitions'', ''badge_moves'', ''badge_state'',\n    ''badge_history'',\n    ''badge_pending'', ''badge_pending_rules'', ''badge_model_2_e8a9f6cd1406b648'')","shared_objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name like ''pawl\\_%'' escape ''\\''","statements":{"fingerprints":"select known.version, accepted.fingerprint, null, accepted.is_deployed\nfrom main.pawl_schema known left join main.pawl_machines accepted\n  on accepted.is_accepted and accepted.machine = ?1","get":"select state, sort_key, since from main.badge_current where badge_id = ?1 and exists (select 1 from main.badge_model_2_e8a9f6cd1406b648)","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, holder\nfrom main.badge_history where badge_id = ?1 and exists (select 1 from main.badge_model_2_e8a9f6cd1406b648) order by sort_key","in_state":"select badge_id, state, sort_key, since from main.badge_current\nwhere state = ?1 and (since, badge_id) > (?2, ?3)\n  and exists (select 1 from main.badge_model_2_e8a9f6cd1406b648) order by since, badge_id limit ?4","not_in_state":"select * from (\n  select * from (\n    select badge_id, state, sort_key, since from main.badge_current\n    where state < ?1 and (state, since, badge_id) > (?2, ?3, ?4)\n    order by state, since, badge_id limit ?8\n  ) before\n  union all\n  select * from (\n    select badge_id, state, sort_key, since from main.badge_current\n    where (state, since, badge_id) > (?5, ?6, ?7)\n    order by state, since, badge_id limit ?8\n  ) after\n) others where exists (select 1 from main.badge_model_2_e8a9f6cd1406b648) order by state, since, badge_id limit ?8","count_by_state":"select state, count(*) from main.badge_current where exists (select 1 from main.badge_model_2_e8a9f6cd1406b648) group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, holder\nfrom main.badge_history where badge_id = ?1 and exists (select 1 from main.badge_model_2_e8a9f6cd1406b648)\n  and to_state = ?2 order by sort_key desc limit 1","find_parent":"select 1 from main.badges where id = ?1","find_request":"select event, from_state, to_state, sort_key, created_at, holder\nfrom main.badge_history where badge_id = ?1 and request_id = ?2","update_current":"update main.badge_transitions set\n  updated_at = strftime(''%Y-%m-%d %H:%M:%S'', ?4 / 1000000, ''unixepoch'') || printf(''.%06d'', ?4 % 1000000),\n  most_recent = (select case when \"notnull\" then false end\n      from pragma_table_info(''badge_transitions'') where name = ''most_recent'')\nwhere badge_id = ?1 and most_recent and sort_key < ?3 and ?2 is not null","insert_transition":"insert into main.badge_transitions\n  (badge_id, sort_key, event, from_state, to_state, actor, request_id, most_recent, metadata,\n  created_at, updated_at, holder)\nvalues (?1, ?2, ?3, ?4, ?5, ?7, ?8, true, ''{}'',\n  strftime(''%Y-%m-%d %H:%M:%S'', ?6 / 1000000, ''unixepoch'') || printf(''.%06d'', ?6 % 1000000),\n  strftime(''%Y-%m-%d %H:%M:%S'', ?6 / 1000000, ''unixepoch'') || printf(''.%06d'', ?6 % 1000000)\n  , ?9)"},"fire":{}},"diagram":"digraph \"badge\" {\n  graph [rankdir=LR, compound=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16,\n         fontcolor=\"#1f2733\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\"#ffffff\",\n         labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13,\n        fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\",\n        arrowsize=0.75];\n\n  subgraph \"cluster_badge\" {\n    class=machine; penwidth=0; margin=0;\n    label=<<b>Badge</b><!--badge-->>; tooltip=\"The first version, which is not accepted any more.\";\n    \"badge.\" [shape=point, width=0.16, class=begin, color=\"#1f2733\", fillcolor=\"#1f2733\", tooltip=\"nothing yet\"];\n    \"badge.printed\" [label=<printed<!--badge.printed-->>, class=\"state created\", fillcolor=\"#e0edfb\", color=\"#2f6fb3\"];\n    \"badge.worn\" [label=<worn<!--badge.worn-->>, class=\"state\"];\n    \"badge.\" -> \"badge.printed\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>create<br align=\"left\"/></td></tr></table>>, class=\"move\", tooltip=\"create\", labeltooltip=\"create\"];\n    \"badge.printed\" -> \"badge.worn\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>hand out<br align=\"left\"/></td></tr></table>>, class=\"move\", tooltip=\"hand_out\", labeltooltip=\"hand_out\"];\n    \"badge.printed\" -> \"badge.worn\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>give back<br align=\"left\"/></td></tr></table>>, dir=back, class=\"move\", tooltip=\"give_back\", labeltooltip=\"give_back\"];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#e0edfb\" color=\"#2f6fb3\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">begins here </td></tr></table>>;\n}\n"}');
INSERT INTO pawl_machines VALUES('order','958525bfe854084f',1,1,2,1795910190000000,'{"name":"order","label":"Order","fingerprint":"958525bfe854084f","doc":"Leaves rows in all that machines share: it waits, works, tells others, honours locks, and knows a person''s name.","key_type":"text","entity":{"table":"orders","column":"id"},"storage":"head","initial_is_implicit":false,"key":{"kind":"created","column":"account","event":"create"},"mirror":{"table":"orders","column":"state"},"emit_topic":"orders","states":[{"name":"open","label":"open","stored":"open","initial":true,"final":false,"enter":[],"leave":[]},{"name":"reminded","label":"reminded","stored":"reminded","initial":false,"final":false,"enter":[],"leave":[]},{"name":"paid","label":"paid","stored":"paid","initial":false,"final":false,"enter":[],"leave":[],"work":0},{"name":"ready","label":"ready","stored":"ready","initial":false,"final":false,"enter":[],"leave":[]},{"name":"shipped","label":"shipped","stored":"shipped","initial":false,"final":true,"enter":[],"leave":[]},{"name":"cancelled","label":"cancelled","stored":"cancelled","initial":false,"final":true,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"create","stored":"create","creation":true,"timer":false,"params":[{"name":"account","type":"text","optional":false,"column":"account"},{"name":"name","type":"text","optional":true,"column":"name"}],"serialize_by":[]},{"name":"pay","label":"pay","stored":"pay","creation":false,"timer":false,"params":[{"name":"amount","type":"bigint","optional":false,"column":"amount"}],"serialize_by":[]},{"name":"cancel","label":"cancel","stored":"cancel","creation":false,"timer":true,"params":[{"name":"reason","type":"text","optional":true,"column":"reason"}],"serialize_by":[]},{"name":"remind","label":"remind","stored":"remind","creation":false,"timer":true,"params":[],"serialize_by":[]},{"name":"packed","label":"packed","stored":"packed","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"ship","label":"ship","stored":"ship","creation":false,"timer":false,"params":[],"serialize_by":[]}],"columns":[{"name":"account","type":"text"},{"name":"name","type":"text","personal":true},{"name":"amount","type":"bigint"},{"name":"reason","type":"text"}],"arrows":[{"event":"create","from":null,"target":"to","to":"open","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"remind","from":"open","target":"to","to":"reminded","reopens":false,"timer":0,"conditions":[],"do":[],"then":[]},{"event":"cancel","from":"open","target":"to","to":"cancelled","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"cancel","from":"reminded","target":"to","to":"cancelled","reopens":false,"timer":1,"conditions":[],"do":[],"then":[]},{"event":"packed","from":"paid","target":"to","to":"ready","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"ship","from":"ready","target":"to","to":"shipped","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"pay","from":"open","target":"to","to":"paid","reopens":false,"conditions":[{"guard":"enough","negated":false}],"do":["write_down"],"then":[]},{"event":"pay","from":"reminded","target":"to","to":"paid","reopens":false,"conditions":[{"guard":"enough","negated":false}],"do":["write_down"],"then":[]}],"moves":[{"event":"create","from":null,"to":"open","arrow":0},{"event":"pay","from":"open","to":"paid","arrow":6,"effects":["write_down"]},{"event":"pay","from":"reminded","to":"paid","arrow":7,"effects":["write_down"]},{"event":"cancel","from":"open","to":"cancelled","arrow":2},{"event":"cancel","from":"reminded","to":"cancelled","arrow":3},{"event":"remind","from":"open","to":"reminded","arrow":1},{"event":"packed","from":"paid","to":"ready","arrow":4},{"event":"ship","from":"ready","to":"shipped","arrow":5}],"ignores":[],"timers":[{"event":"remind","place":"open","after_ms":10},{"event":"cancel","place":"reminded","after_ms":3024000000000}],"guards":[{"name":"enough","postgres":{"text":"select :amount >= price from orders where id = :id","references":[{"kind":"param","column":"amount","offset":7,"length":7},{"kind":"key","offset":47,"length":3}]},"sqlite":{"text":"select :amount >= price from orders where id = :id","references":[{"kind":"param","column":"amount","offset":7,"length":7},{"kind":"key","offset":47,"length":3}]}}],"effects":[{"name":"write_down","postgres":{"text":"insert into receipts (order_id, amount) values (:id, :amount)","references":[{"kind":"key","offset":48,"length":3},{"kind":"param","column":"amount","offset":53,"length":7}]},"sqlite":{"text":"insert into receipts (order_id, amount) values (:id, :amount)","references":[{"kind":"key","offset":48,"length":3},{"kind":"param","column":"amount","offset":53,"length":7}]}}],"works":[{"place":"paid","hook":{"name":"pack"},"lease_ms":60000,"backoff_from_ms":1,"backoff_to_ms":1,"attempts":1}],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"sqlite","current":"main.order_current","transitions":"main.order_transitions","pending":"main.order_pending","parent":"main.orders","parent_column":"id","objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name in (''order_current'', ''order_transitions'', ''order_moves'', ''order_state'',\n    ''order_pending'', ''order_pending_rules'', ''order_model_2_958525bfe854084f'')","shared_objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name like ''pawl\\_%'' escape ''\\''","statements":{"fingerprints":"select known.version, accepted.fingerprint, null, accepted.is_deployed\nfrom main.pawl_schema known left join main.pawl_machines accepted\n  on accepted.is_accepted and accepted.machine = ?1","get":"select state, sort_key, since from main.order_current where order_id = ?1 and exists (select 1 from main.order_model_2_958525bfe854084f)","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, account, name, amount, reason\nfrom main.order_transitions where order_id = ?1 and exists (select 1 from main.order_model_2_958525bfe854084f) order by sort_key","in_state":"select order_id, state, sort_key, since from main.order_current\nwhere state = ?1 and (since, order_id) > (?2, ?3)\n  and exists (select 1 from main.order_model_2_958525bfe854084f) order by since, order_id limit ?4","not_in_state":"select * from (\n  select * from (\n    select order_id, state, sort_key, since from main.order_current\n    where state < ?1 and (state, since, order_id) > (?2, ?3, ?4)\n    order by state, since, order_id limit ?8\n  ) before\n  union all\n  select * from (\n    select order_id, state, sort_key, since from main.order_current\n    where (state, since, order_id) > (?5, ?6, ?7)\n    order by state, since, order_id limit ?8\n  ) after\n) others where exists (select 1 from main.order_model_2_958525bfe854084f) order by state, since, order_id limit ?8","count_by_state":"select state, count(*) from main.order_current where exists (select 1 from main.order_model_2_958525bfe854084f) group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, account, name, amount, reason\nfrom main.order_transitions where order_id = ?1 and exists (select 1 from main.order_model_2_958525bfe854084f)\n  and to_state = ?2 order by sort_key desc limit 1","with_key":"select head.order_id, head.state, head.sort_key, head.since from main.order_transitions begun\njoin main.order_current head on head.order_id = begun.order_id\nwhere begun.sort_key = 10 and begun.account = ?1\n  and (?2 is null or begun.order_id > ?2) and exists (select 1 from main.order_model_2_958525bfe854084f)\norder by begun.order_id limit ?3","find_parent":"select 1 from main.orders where id = ?1","find_request":"select event, from_state, to_state, sort_key, created_at, account, name, amount, reason\nfrom main.order_transitions where order_id = ?1 and request_id = ?2","insert_current":"insert into main.order_current (order_id, state, sort_key, since)\nvalues (?1, ?2, ?3, ?4)","update_current":"update main.order_current set state = ?2, sort_key = ?3, since = ?4\nwhere order_id = ?1","insert_transition":"insert into main.order_transitions\n  (order_id, sort_key, event, from_state, to_state, created_at, actor, request_id, account, name, amount, reason)\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7,\n  ?8, ?9, ?10, ?11, ?12)","set_mirror":"update main.orders set state = ?2 where id = ?1","find_key":"select cast(account as text) from main.order_transitions where order_id = ?1 and sort_key = 10\n  and exists (select 1 from main.order_model_2_958525bfe854084f)"},"fire":{},"queue":{"table":"order_pending","channel":"order_pending","pending":[{"name":"open.remind","is_work":false,"is_of_state":true,"event":"remind","after_us":10000,"lease_us":60000000,"every_us":10000000,"backoff_from_us":1000000,"backoff_to_us":600000000,"attempts":20,"presence":"-a-----"},{"name":"reminded.cancel","is_work":false,"is_of_state":true,"event":"cancel","after_us":3024000000000000,"lease_us":60000000,"every_us":10000000,"backoff_from_us":1000000,"backoff_to_us":600000000,"attempts":20,"presence":"--a----"},{"name":"work paid","is_work":true,"is_of_state":true,"lease_us":60000000,"every_us":10000000,"backoff_from_us":1000,"backoff_to_us":1000,"attempts":1,"presence":"---a---","hook":"pack"}],"stays":[],"statements":{"claim":"select order_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep from main.order_pending\nwhere is_work = ?1 and parked_at is null and is_asleep = false and due_at <= ?2\n  and exists (select 1 from main.order_model_2_958525bfe854084f)\n  and not exists (select 1 from main.pawl_freezes type_lock\n    where type_lock.machine = ''order'' and type_lock.mode is not null\n      and (type_lock.until is null or type_lock.until > ?2))\norder by due_at limit ?3","next_due":"select due_at from main.order_pending where is_work = ?1 and parked_at is null and is_asleep = false\n  and exists (select 1 from main.order_model_2_958525bfe854084f)\n  and not exists (select 1 from main.pawl_freezes type_lock\n    where type_lock.machine = ''order'' and type_lock.mode is not null\n      and (type_lock.until is null or type_lock.until > ?2))\norder by due_at limit 1","of_entity":"select order_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep from main.order_pending where order_id = ?1 and exists (select 1 from main.order_model_2_958525bfe854084f)","insert":"insert into main.order_pending (order_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep)\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)","update":"update main.order_pending set is_work = ?3, due_at = ?4, fence = ?5, claim = ?6,\n  attempts = ?7, last_error = ?8, parked_at = ?9, is_asleep = ?10\nwhere order_id = ?1 and declaration = ?2","remove":"delete from main.order_pending where order_id = ?1 and declaration = ?2"}}},"diagram":"digraph \"order\" {\n  graph [rankdir=TB, compound=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16,\n         fontcolor=\"#1f2733\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\"#ffffff\",\n         labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13,\n        fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\",\n        arrowsize=0.75];\n\n  subgraph \"cluster_order\" {\n    class=machine; penwidth=0; margin=0;\n    label=<<b>Order</b><!--order-->>; tooltip=\"Leaves rows in all that machines share: it waits, works, tells others, honours locks, and knows a person''s name.\";\n    \"order.\" [shape=point, width=0.16, class=begin, color=\"#1f2733\", fillcolor=\"#1f2733\", tooltip=\"nothing yet\"];\n    \"order.open\" [label=<open<!--order.open-->>, class=\"state created waiting\", fillcolor=\"#e0edfb\", color=\"#a8761a\"];\n    \"order.reminded\" [label=<reminded<!--order.reminded-->>, class=\"state waiting\", fillcolor=\"#fcf0d4\", color=\"#a8761a\"];\n    \"order.paid\" [label=<paid<br/><font point-size=\"12\" color=\"#556070\">a worker runs pack, up<br/>to 1 failure</font><!--order.paid-->>, class=\"state\"];\n    \"order.ready\" [label=<ready<!--order.ready-->>, class=\"state\"];\n    \"order.shipped\" [label=<shipped<!--order.shipped-->>, class=\"state final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2];\n    \"order.cancelled\" [label=<cancelled<!--order.cancelled-->>, class=\"state final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2];\n    {rank=same; \"order.\"; \"order.open\"}\n    \"order.\" -> \"order.open\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>create<br align=\"left\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\"move main\", color=\"#1d4f91\", tooltip=\"create\", labeltooltip=\"create\"];\n    \"order.open\" -> \"order.reminded\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td><font color=\"#7d5200\">after 10 milliseconds:<br align=\"left\"/>remind</font><br align=\"left\"/></td></tr></table>>, style=dashed, class=\"move timer\", color=\"#a8761a\", tooltip=\"remind\", labeltooltip=\"remind\"];\n    \"order.open\" -> \"order.cancelled\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>cancel<br align=\"left\"/></td></tr></table>>, class=\"move\", tooltip=\"cancel\", labeltooltip=\"cancel\"];\n    \"order.reminded\" -> \"order.cancelled\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td><font color=\"#7d5200\">after 35000 days: cancel</font><br align=\"left\"/></td></tr></table>>, style=dashed, class=\"move timer\", color=\"#a8761a\", tooltip=\"cancel\", labeltooltip=\"cancel\"];\n    \"order.paid\" -> \"order.ready\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>packed<br align=\"left\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\"move main\", color=\"#1d4f91\", tooltip=\"packed\", labeltooltip=\"packed\"];\n    \"order.ready\" -> \"order.shipped\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>ship<br align=\"left\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\"move main\", color=\"#1d4f91\", tooltip=\"ship\", labeltooltip=\"ship\"];\n    \"order.open\" -> \"order.paid\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>pay<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">[enough] / write down</font><br align=\"left\"/></td></tr></table>>, weight=8, penwidth=2.4, class=\"move main\", color=\"#1d4f91\", tooltip=\"pay\", labeltooltip=\"pay\"];\n    \"order.paid\" -> \"order.reminded\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td>pay<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">[enough] / write down</font><br align=\"left\"/></td></tr></table>>, dir=back, class=\"move\", tooltip=\"pay\", labeltooltip=\"pay\"];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#e0edfb\" color=\"#2f6fb3\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">begins here </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\" color=\"#2e8246\"><tr><td><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#e1f3e5\" color=\"#2e8246\"><tr><td width=\"16\" height=\"6\"> </td></tr></table></td></tr></table></td><td align=\"left\">final </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#fcf0d4\" color=\"#a8761a\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">a clock is running </td><td align=\"right\"><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td width=\"24\" height=\"4\" border=\"2\" sides=\"B\" style=\"solid\" color=\"#1d4f91\"></td></tr><tr><td height=\"4\"></td></tr></table></td><td align=\"left\">shortest way to shipped </td></tr>\n    <tr><td align=\"right\"><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td width=\"24\" height=\"4\" border=\"2\" sides=\"B\" style=\"dashed\" color=\"#a8761a\"></td></tr><tr><td height=\"4\"></td></tr></table></td><td align=\"left\">happens only by itself </td><td align=\"right\"><font color=\"#556070\">[ ]</font></td><td align=\"left\">only if this holds </td><td align=\"right\"><font color=\"#556070\">/</font></td><td align=\"left\">done with the move </td></tr></table>>;\n}\n"}');
CREATE TABLE pawl_past_moves (
  machine    text not null,
  event      text not null,
  from_state text not null,
  to_state   text not null,
  primary key (machine, event, from_state, to_state)
) without rowid;
INSERT INTO pawl_past_moves VALUES('badge','(retired)','printed','made');
INSERT INTO pawl_past_moves VALUES('badge','create','','printed');
INSERT INTO pawl_past_moves VALUES('badge','give_back','worn','printed');
INSERT INTO pawl_past_moves VALUES('badge','hand_out','printed','worn');
CREATE TABLE pawl_objects (
  machine    text not null,
  object     text not null,
  definition text not null,
  primary key (machine, object)
) without rowid;
INSERT INTO pawl_objects VALUES('','index pawl_deferred_entity',replace('CREATE INDEX pawl_deferred_entity on pawl_deferred (machine, entity, number)\n  where status is null','\n',char(10)));
INSERT INTO pawl_objects VALUES('','index pawl_deferred_pending',replace('CREATE INDEX pawl_deferred_pending on pawl_deferred (machine, number)\n  where status is null','\n',char(10)));
INSERT INTO pawl_objects VALUES('','index pawl_run_ready_due','CREATE INDEX pawl_run_ready_due on pawl_run_ready (flow, due_at)');
INSERT INTO pawl_objects VALUES('','index pawl_run_waits_next','CREATE INDEX pawl_run_waits_next on pawl_run_waits (key, type, number)');
INSERT INTO pawl_objects VALUES('','index pawl_run_waits_order','CREATE INDEX pawl_run_waits_order on pawl_run_waits (key, number)');
INSERT INTO pawl_objects VALUES('','index pawl_runs_status',replace('CREATE INDEX pawl_runs_status on pawl_runs (flow, status, id)\n  where status not in (''ready'', ''done'', ''undone'', ''cancelled'')','\n',char(10)));
INSERT INTO pawl_objects VALUES('','table pawl_deferred',replace('CREATE TABLE pawl_deferred (\n  number      integer not null,\n  machine     text not null,\n  entity      text not null,\n  request_id  text not null,\n  event       text not null,\n  arguments   text not null,\n  actor       text not null,\n  lock_owner  text,\n  lock_token  integer,\n  deferred_at integer not null,\n  fired_at    integer,\n  status      text,\n  from_state  text,\n  to_state    text,\n  sort_key    integer,\n  created_at  integer,\n  detail      text,\n  unique (machine, entity, request_id),\n  primary key (number)\n) without rowid','\n',char(10)));
INSERT INTO pawl_objects VALUES('','table pawl_flows',replace('CREATE TABLE pawl_flows (\n  flow           text    not null,\n  fingerprint    text    not null,\n  abi            integer not null,\n  deployed_at    integer not null,\n  topic          text, -- what its runs do goes there, or where\n  topic_argument text, -- this one says, if it is given; both null: nowhere\n  model          text, -- JSON, what pawlctl knows of it\n  primary key (flow, fingerprint)\n) without rowid','\n',char(10)));
INSERT INTO pawl_objects VALUES('','table pawl_freezes',replace('CREATE TABLE pawl_freezes (\n  machine   text not null,\n  mode      text not null,\n  until     integer,\n  reason    text not null,\n  since     integer not null,\n  frozen_by text not null,\n  primary key (machine)\n) without rowid','\n',char(10)));
INSERT INTO pawl_objects VALUES('','table pawl_lock_keys',replace('CREATE TABLE pawl_lock_keys (\n  key        text not null,\n  last_token integer not null,\n  primary key (key)\n) without rowid','\n',char(10)));
INSERT INTO pawl_objects VALUES('','table pawl_lock_log',replace('CREATE TABLE pawl_lock_log (\n  number    integer not null,\n  logged_at integer not null,\n  login     text not null,\n  action    text not null,\n  type      text not null,\n  key       text,\n  owner     text,\n  token     integer,\n  reason    text,\n  primary key (number)\n) without rowid','\n',char(10)));
INSERT INTO pawl_objects VALUES('','table pawl_lock_waiters',replace('CREATE TABLE pawl_lock_waiters (\n  key   text not null,\n  type  text not null,\n  owner text not null,\n  since integer not null,\n  until integer not null,\n  primary key (key, type, owner)\n) without rowid','\n',char(10)));
INSERT INTO pawl_objects VALUES('','table pawl_locks',replace('CREATE TABLE pawl_locks (\n  key   text not null,\n  type  text not null,\n  owner text not null,\n  token integer not null,\n  since integer not null,\n  until integer,\n  primary key (key, type)\n) without rowid','\n',char(10)));
INSERT INTO pawl_objects VALUES('','table pawl_machines',replace('CREATE TABLE pawl_machines (\n  machine     text    not null,\n  fingerprint text    not null,\n  is_accepted integer not null default 1, -- programs of this version may run\n  is_deployed integer not null default 1, -- tables and triggers are those of this version\n  abi         integer not null,\n  deployed_at integer not null,\n  model       text, -- JSON, what pawlctl knows of it\n  primary key (machine, fingerprint)\n) without rowid','\n',char(10)));
INSERT INTO pawl_objects VALUES('','table pawl_objects',replace('CREATE TABLE pawl_objects (\n  machine    text not null,\n  object     text not null,\n  definition text not null,\n  primary key (machine, object)\n) without rowid','\n',char(10)));
INSERT INTO pawl_objects VALUES('','table pawl_outbox',replace('CREATE TABLE pawl_outbox (\n  slot        integer not null,\n  created_at  integer not null,\n  machine     text not null,\n  entity      text not null,\n  sort_key    integer not null,\n  event       text not null,\n  from_state  text not null,\n  to_state    text not null,\n  request_id  text,\n  topic       text not null,\n  fingerprint text not null,\n  parameters  text not null,\n  primary key (slot, created_at, machine, entity, sort_key)\n) without rowid','\n',char(10)));
INSERT INTO pawl_objects VALUES('','table pawl_outbox_parked',replace('CREATE TABLE pawl_outbox_parked (\n  slot        integer not null,\n  machine     text not null,\n  entity      text not null,\n  sort_key    integer not null,\n  created_at  integer not null,\n  event       text not null,\n  from_state  text not null,\n  to_state    text not null,\n  request_id  text,\n  topic       text not null,\n  fingerprint text not null,\n  parameters  text not null,\n  parked_at   integer not null,\n  error       text,\n  primary key (slot, machine, entity, sort_key)\n) without rowid','\n',char(10)));
INSERT INTO pawl_objects VALUES('','table pawl_outbox_slots',replace('CREATE TABLE pawl_outbox_slots (\n  slot         integer not null,\n  relay        text,\n  claim        integer not null,\n  leased_until integer not null,\n  primary key (slot)\n) without rowid','\n',char(10)));
INSERT INTO pawl_objects VALUES('','table pawl_past_moves',replace('CREATE TABLE pawl_past_moves (\n  machine    text not null,\n  event      text not null,\n  from_state text not null,\n  to_state   text not null,\n  primary key (machine, event, from_state, to_state)\n) without rowid','\n',char(10)));
INSERT INTO pawl_objects VALUES('','table pawl_repairs',replace('CREATE TABLE pawl_repairs (\n  machine         text    not null,\n  entity          text    not null,\n  repaired_at     integer not null,\n  repaired_by     text    not null,\n  reason          text    not null,\n  before_state    text, -- null where there was no head\n  before_sort_key integer,\n  before_since    integer,\n  after_state     text    not null,\n  after_sort_key  integer not null,\n  after_since     integer not null,\n  primary key (machine, entity, repaired_at)\n) without rowid','\n',char(10)));
INSERT INTO pawl_objects VALUES('','table pawl_run_ready',replace('CREATE TABLE pawl_run_ready (\n  run       integer not null,\n  flow      text not null,\n  due_at    integer not null,\n  is_leased integer not null,\n  primary key (run)\n) without rowid','\n',char(10)));
INSERT INTO pawl_objects VALUES('','table pawl_run_signals',replace('CREATE TABLE pawl_run_signals (\n  run     integer not null,\n  name    text not null,\n  actor   text not null,\n  sent_at integer not null,\n  primary key (run, name)\n) without rowid','\n',char(10)));
INSERT INTO pawl_objects VALUES('','table pawl_run_steps',replace('CREATE TABLE pawl_run_steps (\n  run         integer not null,\n  number      integer not null,\n  path        text not null,\n  iteration   text not null,\n  generation  integer not null,\n  is_undo     integer not null,\n  outcome     text not null,\n  attempt     integer not null,\n  undoes      integer,\n  after       text,\n  error       text,\n  actor       text not null,\n  at          integer not null,\n  duration_us integer not null,\n  unique (run, undoes),\n  primary key (run, number)\n) without rowid','\n',char(10)));
INSERT INTO pawl_objects VALUES('','table pawl_run_waits',replace('CREATE TABLE pawl_run_waits (\n  run    integer not null,\n  key    text not null,\n  type   text not null,\n  flow   text not null,\n  number integer not null,\n  primary key (run, key, type)\n) without rowid','\n',char(10)));
INSERT INTO pawl_objects VALUES('','table pawl_runs',replace('CREATE TABLE pawl_runs (\n  id           integer not null,\n  flow         text not null,\n  fingerprint  text not null,\n  status       text not null,\n  direction    text not null,\n  path         text,\n  iteration    text not null,\n  entered      integer not null,\n  counts       text not null,\n  args         text not null,\n  data         text not null,\n  locks        text not null,\n  unique_key text,\n  attempt      integer not null,\n  failures     integer not null,\n  is_uncertain integer not null,\n  was_cut_off  integer not null,\n  undoing      integer,\n  undo_until   integer,\n  steps        integer not null,\n  undone       integer not null,\n  error        text,\n  waits_for    text,\n  wish         text,\n  wish_place   text,\n  wish_actor   text,\n  claim        integer not null,\n  actor        text not null,\n  started_at   integer not null,\n  updated_at   integer not null,\n  ended_at     integer,\n  topic        text,\n  events       integer not null,\n  unique (flow, unique_key),\n  primary key (id)\n) without rowid','\n',char(10)));
INSERT INTO pawl_objects VALUES('','table pawl_schema',replace('CREATE TABLE pawl_schema (\n  is_here      integer not null primary key check (is_here = 1), -- so that there is no second row\n  version      integer not null,\n  installed_at integer not null\n) without rowid','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_deferred_delete',replace('CREATE TRIGGER pawl_deferred_delete before delete on pawl_deferred\nwhen only_libpawl_may_write(''pawl_deferred'', old.number) is not 1\nbegin\n  select raise(abort, ''pawl_deferred is written by libpawl only: call its functions for locks'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_deferred_insert',replace('CREATE TRIGGER pawl_deferred_insert before insert on pawl_deferred\nwhen only_libpawl_may_write(''pawl_deferred'', new.number, new.machine, new.entity, new.request_id, new.event,\n    new.arguments, new.actor, new.lock_owner, new.lock_token, new.deferred_at, new.fired_at, new.status,\n    new.from_state, new.to_state, new.sort_key, new.created_at, new.detail) is not 1\nbegin\n  select raise(abort, ''pawl_deferred is written by libpawl only: call its functions for locks'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_deferred_update',replace('CREATE TRIGGER pawl_deferred_update before update on pawl_deferred\nwhen new.number is not old.number\n  or only_libpawl_may_write(''pawl_deferred'', new.number, new.machine, new.entity, new.request_id, new.event,\n      new.arguments, new.actor, new.lock_owner, new.lock_token, new.deferred_at, new.fired_at, new.status,\n      new.from_state, new.to_state, new.sort_key, new.created_at, new.detail) is not 1\nbegin\n  select raise(abort, ''pawl_deferred is written by libpawl only: call its functions for locks'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_flows_delete',replace('CREATE TRIGGER pawl_flows_delete before delete on pawl_flows\nbegin\n  select raise(abort, ''pawl_flows is never changed: its rows say what was done'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_flows_insert',replace('CREATE TRIGGER pawl_flows_insert before insert on pawl_flows\nwhen exists (select 1 from pawl_flows where flow = new.flow and fingerprint = new.fingerprint)\nbegin\n  select raise(abort, ''this version of the flow is deployed already, and a row of pawl_flows is never changed'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_flows_update',replace('CREATE TRIGGER pawl_flows_update before update on pawl_flows\nbegin\n  select raise(abort, ''pawl_flows is never changed: its rows say what was done'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_freezes_delete',replace('CREATE TRIGGER pawl_freezes_delete before delete on pawl_freezes\nwhen only_libpawl_may_write(''pawl_freezes'', old.machine) is not 1\nbegin\n  select raise(abort, ''pawl_freezes is written by libpawl only: call its functions for locks'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_freezes_insert',replace('CREATE TRIGGER pawl_freezes_insert before insert on pawl_freezes\nwhen only_libpawl_may_write(''pawl_freezes'', new.machine, new.mode, new.until, new.reason, new.since,\n    new.frozen_by) is not 1\nbegin\n  select raise(abort, ''pawl_freezes is written by libpawl only: call its functions for locks'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_freezes_update',replace('CREATE TRIGGER pawl_freezes_update before update on pawl_freezes\nwhen new.machine is not old.machine\n  or only_libpawl_may_write(''pawl_freezes'', new.machine, new.mode, new.until, new.reason, new.since,\n      new.frozen_by) is not 1\nbegin\n  select raise(abort, ''pawl_freezes is written by libpawl only: call its functions for locks'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_lock_keys_delete',replace('CREATE TRIGGER pawl_lock_keys_delete before delete on pawl_lock_keys\nbegin\n  select raise(abort, ''pawl_lock_keys is written by libpawl only: call its functions for locks'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_lock_keys_insert',replace('CREATE TRIGGER pawl_lock_keys_insert before insert on pawl_lock_keys\nwhen only_libpawl_may_write(''pawl_lock_keys'', new.key, new.last_token) is not 1\nbegin\n  select raise(abort, ''pawl_lock_keys is written by libpawl only: call its functions for locks'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_lock_keys_update',replace('CREATE TRIGGER pawl_lock_keys_update before update on pawl_lock_keys\nwhen new.key is not old.key or only_libpawl_may_write(''pawl_lock_keys'', new.key, new.last_token) is not 1\nbegin\n  select raise(abort, ''pawl_lock_keys is written by libpawl only: call its functions for locks'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_lock_log_delete',replace('CREATE TRIGGER pawl_lock_log_delete before delete on pawl_lock_log\nbegin\n  select raise(abort, ''pawl_lock_log is written by libpawl only: call its functions for locks'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_lock_log_insert',replace('CREATE TRIGGER pawl_lock_log_insert before insert on pawl_lock_log\nwhen only_libpawl_may_write(''pawl_lock_log'', new.number, new.logged_at, new.login, new.action, new.type, new.key,\n    new.owner, new.token, new.reason) is not 1\nbegin\n  select raise(abort, ''pawl_lock_log is written by libpawl only: call its functions for locks'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_lock_log_update',replace('CREATE TRIGGER pawl_lock_log_update before update on pawl_lock_log\nbegin\n  select raise(abort, ''pawl_lock_log is written by libpawl only: call its functions for locks'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_lock_waiters_delete',replace('CREATE TRIGGER pawl_lock_waiters_delete before delete on pawl_lock_waiters\nwhen only_libpawl_may_write(''pawl_lock_waiters'', old.key, old.type, old.owner) is not 1\nbegin\n  select raise(abort, ''pawl_lock_waiters is written by libpawl only: call its functions for locks'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_lock_waiters_insert',replace('CREATE TRIGGER pawl_lock_waiters_insert before insert on pawl_lock_waiters\nwhen only_libpawl_may_write(''pawl_lock_waiters'', new.key, new.type, new.owner, new.since, new.until) is not 1\nbegin\n  select raise(abort, ''pawl_lock_waiters is written by libpawl only: call its functions for locks'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_lock_waiters_update',replace('CREATE TRIGGER pawl_lock_waiters_update before update on pawl_lock_waiters\nbegin\n  select raise(abort, ''pawl_lock_waiters is written by libpawl only: call its functions for locks'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_locks_delete',replace('CREATE TRIGGER pawl_locks_delete before delete on pawl_locks\nwhen only_libpawl_may_write(''pawl_locks'', old.key, old.type, old.owner, old.token) is not 1\nbegin\n  select raise(abort, ''pawl_locks is written by libpawl only: call its functions for locks'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_locks_insert',replace('CREATE TRIGGER pawl_locks_insert before insert on pawl_locks\nwhen only_libpawl_may_write(''pawl_locks'', new.key, new.type, new.owner, new.token, new.since, new.until) is not 1\nbegin\n  select raise(abort, ''pawl_locks is written by libpawl only: call its functions for locks'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_locks_update',replace('CREATE TRIGGER pawl_locks_update before update on pawl_locks\nwhen new.key is not old.key or new.type is not old.type\n  or only_libpawl_may_write(''pawl_locks'', new.key, new.type, new.owner, new.token, new.since, new.until) is not 1\nbegin\n  select raise(abort, ''pawl_locks is written by libpawl only: call its functions for locks'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_machines_delete',replace('CREATE TRIGGER pawl_machines_delete before delete on pawl_machines\nbegin\n  select raise(abort, ''pawl_machines is never changed: its rows say what was done'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_machines_insert',replace('CREATE TRIGGER pawl_machines_insert before insert on pawl_machines\nbegin\n  select raise(rollback, ''this machine is deployed already; another version cannot be laid over it: apply the file that belongs to the deployed version, or use another database'')\n   where exists (select 1 from pawl_machines where machine = new.machine)\n     and not exists (select 1 from pawl_machines known\n                      where known.machine = new.machine and known.fingerprint = new.fingerprint\n                        and known.abi < new.abi and new.abi <= 2 and known.deployed_at = new.deployed_at\n                        and known.is_deployed and new.is_deployed and new.is_accepted);\n  select raise(abort, ''pawl_machines is written by the files that pawl generates: apply the file of the machine instead'')\n   where not exists (select 1 from sqlite_master\n                      where type = ''table'' and name = new.machine || ''_transitions'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_machines_update',replace('CREATE TRIGGER pawl_machines_update before update on pawl_machines\nwhen new.machine is not old.machine or new.fingerprint is not old.fingerprint\n  or new.is_accepted is not old.is_accepted or new.is_deployed is not old.is_deployed\n  or new.abi is not old.abi or new.deployed_at is not old.deployed_at\n  or only_libpawl_may_write(''pawl_machines'', new.machine, new.fingerprint, new.abi,\n    new.deployed_at, new.model) is not 1\nbegin\n  select raise(abort, ''pawl_machines is written by libpawl only: apply the generated SQL again'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_objects_delete',replace('CREATE TRIGGER pawl_objects_delete before delete on pawl_objects\nbegin\n  select raise(abort, ''pawl_objects is never changed: its rows say what was done'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_objects_insert',replace('CREATE TRIGGER pawl_objects_insert before insert on pawl_objects\nwhen new.definition is not (select sql from sqlite_master where type || '' '' || name = new.object)\n  or exists (select 1 from pawl_objects where machine = new.machine and object = new.object)\n  or exists (select 1 from pawl_machines where machine = new.machine)\n    and not exists (select 1 from pawl_machines where machine = new.machine and is_deployed and abi < 2)\n  or new.machine = '''' and new.object not like ''% pawl\_%'' escape ''\''\n  or new.machine <> '''' and not exists (select 1 from sqlite_master\n                                        where name = new.machine || ''_transitions'')\nbegin\n  select raise(abort, ''pawl_objects is written by the files that pawl generates'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_objects_update',replace('CREATE TRIGGER pawl_objects_update before update on pawl_objects\nbegin\n  select raise(abort, ''pawl_objects is never changed: its rows say what was done'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_outbox_delete',replace('CREATE TRIGGER pawl_outbox_delete before delete on pawl_outbox\nwhen only_libpawl_may_write(''pawl_outbox'', old.slot, old.created_at, old.machine, old.entity, old.sort_key) is not 1\nbegin\n  select raise(abort, ''pawl_outbox is written by libpawl only: it follows the events of machines'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_outbox_insert',replace('CREATE TRIGGER pawl_outbox_insert before insert on pawl_outbox\nwhen only_libpawl_may_write(''pawl_outbox'', new.slot, new.created_at, new.machine, new.entity, new.sort_key,\n    new.event, new.from_state, new.to_state, new.request_id, new.topic, new.fingerprint, new.parameters) is not 1\nbegin\n  select raise(abort, ''pawl_outbox is written by libpawl only: it follows the events of machines'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_outbox_parked_delete',replace('CREATE TRIGGER pawl_outbox_parked_delete before delete on pawl_outbox_parked\nwhen only_libpawl_may_write(''pawl_outbox_parked'', old.slot, old.machine, old.entity, old.sort_key) is not 1\nbegin\n  select raise(abort, ''pawl_outbox_parked is written by libpawl only: it follows the events of machines'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_outbox_parked_insert',replace('CREATE TRIGGER pawl_outbox_parked_insert before insert on pawl_outbox_parked\nwhen only_libpawl_may_write(''pawl_outbox_parked'', new.slot, new.machine, new.entity, new.sort_key, new.created_at,\n    new.event, new.from_state, new.to_state, new.request_id, new.topic, new.fingerprint, new.parameters,\n    new.parked_at, new.error) is not 1\nbegin\n  select raise(abort, ''pawl_outbox_parked is written by libpawl only: it follows the events of machines'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_outbox_parked_update',replace('CREATE TRIGGER pawl_outbox_parked_update before update on pawl_outbox_parked\nbegin\n  select raise(abort, ''pawl_outbox_parked is written by libpawl only: it follows the events of machines'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_outbox_slots_delete',replace('CREATE TRIGGER pawl_outbox_slots_delete before delete on pawl_outbox_slots\nbegin\n  select raise(abort, ''pawl_outbox_slots is written by libpawl only: it follows the events of machines'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_outbox_slots_insert',replace('CREATE TRIGGER pawl_outbox_slots_insert before insert on pawl_outbox_slots\nwhen only_libpawl_may_write(''pawl_outbox_slots'', new.slot, new.relay, new.claim, new.leased_until) is not 1\nbegin\n  select raise(abort, ''pawl_outbox_slots is written by libpawl only: it follows the events of machines'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_outbox_slots_update',replace('CREATE TRIGGER pawl_outbox_slots_update before update on pawl_outbox_slots\nwhen new.slot is not old.slot\n  or only_libpawl_may_write(''pawl_outbox_slots'', new.slot, new.relay, new.claim, new.leased_until) is not 1\nbegin\n  select raise(abort, ''pawl_outbox_slots is written by libpawl only: it follows the events of machines'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_outbox_update',replace('CREATE TRIGGER pawl_outbox_update before update on pawl_outbox\nbegin\n  select raise(abort, ''pawl_outbox is written by libpawl only: it follows the events of machines'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_past_moves_delete',replace('CREATE TRIGGER pawl_past_moves_delete before delete on pawl_past_moves\nbegin\n  select raise(abort, ''pawl_past_moves is never changed: its rows say what was done'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_past_moves_insert',replace('CREATE TRIGGER pawl_past_moves_insert before insert on pawl_past_moves\nbegin\n  select raise(abort, ''pawl_past_moves is written by the files that pawl generates'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_past_moves_update',replace('CREATE TRIGGER pawl_past_moves_update before update on pawl_past_moves\nbegin\n  select raise(abort, ''pawl_past_moves is never changed: its rows say what was done'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_repairs_delete',replace('CREATE TRIGGER pawl_repairs_delete before delete on pawl_repairs\nbegin\n  select raise(abort, ''pawl_repairs is never changed: its rows say what was done'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_repairs_insert',replace('CREATE TRIGGER pawl_repairs_insert before insert on pawl_repairs\nwhen only_libpawl_may_write(''pawl_repairs'', new.machine, new.entity, new.repaired_at,\n  new.repaired_by, new.reason, new.before_state, new.before_sort_key, new.before_since,\n  new.after_state, new.after_sort_key, new.after_since) is not 1\nbegin\n  select raise(abort, ''pawl_repairs is written by pawlctl only'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_repairs_update',replace('CREATE TRIGGER pawl_repairs_update before update on pawl_repairs\nbegin\n  select raise(abort, ''pawl_repairs is never changed: its rows say what was done'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_run_ready_delete',replace('CREATE TRIGGER pawl_run_ready_delete before delete on pawl_run_ready\nwhen only_libpawl_may_write(''pawl_run_ready'', old.run) is not 1\nbegin\n  select raise(abort, ''pawl_run_ready is written by libpawl only: call its functions for runs'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_run_ready_insert',replace('CREATE TRIGGER pawl_run_ready_insert before insert on pawl_run_ready\nwhen only_libpawl_may_write(''pawl_run_ready'', new.run, new.flow, new.due_at, new.is_leased) is not 1\nbegin\n  select raise(abort, ''pawl_run_ready is written by libpawl only: call its functions for runs'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_run_ready_update',replace('CREATE TRIGGER pawl_run_ready_update before update on pawl_run_ready\nwhen new.run is not old.run\n  or only_libpawl_may_write(''pawl_run_ready'', new.run, new.flow, new.due_at, new.is_leased) is not 1\nbegin\n  select raise(abort, ''pawl_run_ready is written by libpawl only: call its functions for runs'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_run_signals_delete',replace('CREATE TRIGGER pawl_run_signals_delete before delete on pawl_run_signals\nbegin\n  select raise(abort, ''pawl_run_signals is written by libpawl only: call its functions for runs'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_run_signals_insert',replace('CREATE TRIGGER pawl_run_signals_insert before insert on pawl_run_signals\nwhen only_libpawl_may_write(''pawl_run_signals'', new.run, new.name, new.actor, new.sent_at) is not 1\nbegin\n  select raise(abort, ''pawl_run_signals is written by libpawl only: call its functions for runs'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_run_signals_update',replace('CREATE TRIGGER pawl_run_signals_update before update on pawl_run_signals\nbegin\n  select raise(abort, ''pawl_run_signals is written by libpawl only: call its functions for runs'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_run_steps_delete',replace('CREATE TRIGGER pawl_run_steps_delete before delete on pawl_run_steps\nbegin\n  select raise(abort, ''pawl_run_steps is written by libpawl only: call its functions for runs'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_run_steps_insert',replace('CREATE TRIGGER pawl_run_steps_insert before insert on pawl_run_steps\nwhen only_libpawl_may_write(''pawl_run_steps'', new.run, new.number, new.path, new.iteration, new.generation,\n    new.is_undo, new.outcome, new.attempt, new.undoes, new.after, new.error, new.actor, new.at,\n    new.duration_us) is not 1\nbegin\n  select raise(abort, ''pawl_run_steps is written by libpawl only: call its functions for runs'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_run_steps_update',replace('CREATE TRIGGER pawl_run_steps_update before update on pawl_run_steps\nbegin\n  select raise(abort, ''pawl_run_steps is written by libpawl only: call its functions for runs'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_run_waits_delete',replace('CREATE TRIGGER pawl_run_waits_delete before delete on pawl_run_waits\nwhen only_libpawl_may_write(''pawl_run_waits'', old.run, old.key, old.type) is not 1\nbegin\n  select raise(abort, ''pawl_run_waits is written by libpawl only: call its functions for runs'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_run_waits_insert',replace('CREATE TRIGGER pawl_run_waits_insert before insert on pawl_run_waits\nwhen only_libpawl_may_write(''pawl_run_waits'', new.run, new.key, new.type, new.flow, new.number) is not 1\nbegin\n  select raise(abort, ''pawl_run_waits is written by libpawl only: call its functions for runs'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_run_waits_update',replace('CREATE TRIGGER pawl_run_waits_update before update on pawl_run_waits\nbegin\n  select raise(abort, ''pawl_run_waits is written by libpawl only: call its functions for runs'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_runs_delete',replace('CREATE TRIGGER pawl_runs_delete before delete on pawl_runs\nbegin\n  select raise(abort, ''pawl_runs is written by libpawl only: call its functions for runs'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_runs_insert',replace('CREATE TRIGGER pawl_runs_insert before insert on pawl_runs\nwhen only_libpawl_may_write(''pawl_runs'', new.id, new.flow, new.fingerprint, new.status, new.direction, new.path,\n    new.iteration, new.entered, new.counts, new.args, new.data, new.locks, new.unique_key, new.attempt, new.failures,\n    new.is_uncertain, new.was_cut_off, new.undoing, new.undo_until, new.steps, new.undone, new.error, new.waits_for,\n    new.wish, new.wish_place, new.wish_actor, new.claim, new.actor, new.started_at, new.updated_at, new.ended_at,\n    new.topic, new.events) is not 1\nbegin\n  select raise(abort, ''pawl_runs is written by libpawl only: call its functions for runs'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_runs_update',replace('CREATE TRIGGER pawl_runs_update before update on pawl_runs\nwhen new.id is not old.id\n  or only_libpawl_may_write(''pawl_runs'', new.id, new.flow, new.fingerprint, new.status, new.direction, new.path,\n      new.iteration, new.entered, new.counts, new.args, new.data, new.locks, new.unique_key, new.attempt,\n      new.failures, new.is_uncertain, new.was_cut_off, new.undoing, new.undo_until, new.steps, new.undone, new.error,\n      new.waits_for, new.wish, new.wish_place, new.wish_actor, new.claim, new.actor, new.started_at, new.updated_at,\n      new.ended_at, new.topic, new.events) is not 1\nbegin\n  select raise(abort, ''pawl_runs is written by libpawl only: call its functions for runs'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_schema_delete',replace('CREATE TRIGGER pawl_schema_delete before delete on pawl_schema\nbegin\n  select raise(abort, ''pawl_schema is written by the file that installs what machines share'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_schema_insert',replace('CREATE TRIGGER pawl_schema_insert before insert on pawl_schema\nbegin\n  select raise(abort, ''pawl_schema is written by the file that installs what machines share'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('','trigger pawl_schema_update',replace('CREATE TRIGGER pawl_schema_update before update on pawl_schema\nbegin\n  select raise(abort, ''pawl_schema is written by the file that installs what machines share'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('badge','table badge_transitions',replace('CREATE TABLE badge_transitions (\n  id integer not null primary key,\n  badge_id integer not null references badges (id),\n  sort_key integer not null,\n  to_state text not null,\n  most_recent boolean, -- null for all but one\n  metadata text not null default ''{}'',\n  created_at datetime not null, -- text, in UTC\n  updated_at datetime not null,\n  event text,\n  from_state text,\n  actor text check (length(cast(actor as blob)) <= 255),\n  request_id text,\n  holder text,\n  unique (badge_id, sort_key),\n  unique (badge_id, most_recent),\n  unique (badge_id, request_id),\n  unique (to_state, badge_id, sort_key)\n)','\n',char(10)));
INSERT INTO pawl_objects VALUES('badge','trigger badge_transitions_kept',replace('CREATE TRIGGER badge_transitions_kept before update on badge_transitions\nwhen new.rowid is not old.rowid or new.badge_id is not old.badge_id\n  or new.sort_key is not old.sort_key or new.to_state is not old.to_state\n  or new.metadata is not old.metadata or new.created_at is not old.created_at\n  or new.event is not old.event or new.from_state is not old.from_state\n  or new.actor is not old.actor or new.request_id is not old.request_id\n  or (new.most_recent is true and old.most_recent is not true)\n  or new.holder is not old.holder\nbegin\n  select raise(abort, ''badge_transitions is history: its rows are not changed'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('badge','trigger badge_transitions_next',replace('CREATE TRIGGER badge_transitions_next before insert on badge_transitions\nbegin\n  -- in SQLite''s own words, which Statesman understands\n  select raise(abort, ''UNIQUE constraint failed: badge_transitions.badge_id, badge_transitions.sort_key'')\n    where exists (select 1 from badge_transitions there\n                  where there.badge_id = new.badge_id and there.sort_key = new.sort_key);\n  select raise(abort, ''badge_transitions takes only moves that the diagram of badge allows'')\n    where not exists (select 1 from badge_moves move\n      where move.to_state = new.to_state and coalesce(new.event, move.event) = move.event\n        and move.from_state = coalesce((select last.to_state from badge_transitions last\n          where last.badge_id = new.badge_id order by last.sort_key desc limit 1), '''')\n        and coalesce(new.from_state, move.from_state) = move.from_state);\n  select raise(abort, ''the next transition of a badge is its most recent one, and no other is; its sort_key is 10 more'')\n    where new.sort_key is not coalesce((select last.sort_key from badge_transitions last\n            where last.badge_id = new.badge_id order by last.sort_key desc limit 1), 0) + 10\n      or new.most_recent is not true\n      or exists (select 1 from badge_transitions there where there.badge_id = new.badge_id\n                   and (there.most_recent or there.request_id = new.request_id))\n      or exists (select 1 from badge_transitions there where there.rowid = new.rowid)\n      -- behind the last number there is no row, for nobody\n      or new.rowid > (select coalesce(max(there.rowid), 0) + 1 from badge_transitions there);\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('badge','trigger badge_transitions_readable',replace('CREATE TRIGGER badge_transitions_readable before insert on badge_transitions\nbegin\n  select raise(abort, ''FOREIGN KEY constraint failed: there is no such badge'')\n    where not exists (select 1 from main.badges parent where parent.id = new.badge_id);\n  select raise(abort, ''a transition of badge has a key, a time and texts that can be read: YYYY-MM-DD HH:MM:SS'')\n    where typeof(new.badge_id) <> ''integer''\n      or typeof(new.created_at) <> ''text'' or strftime(''%s'', substr(new.created_at, 1, 19)) is null\n      or new.created_at not glob ''[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9][ T][0-9][0-9]:[0-9][0-9]:[0-9][0-9]*''\n      or substr(new.created_at, 21, 1) glob ''[^0-9]'' or instr(new.created_at, char(0))\n      or instr(coalesce(new.actor, '''') || coalesce(new.request_id, ''''), char(0))\n      or typeof(new.actor) not in (''text'', ''null'')\n      or typeof(new.request_id) not in (''text'', ''null'')\n      or typeof(new.holder) = ''blob''\n      or instr(coalesce(new.holder, ''''), char(0))\n;\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('badge','trigger badge_transitions_stay',replace('CREATE TRIGGER badge_transitions_stay before delete on badge_transitions\nbegin\n  select raise(abort, ''badge_transitions is history: its rows stay'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('badge','trigger badge_transitions_superseded',replace('CREATE TRIGGER badge_transitions_superseded before update of most_recent on badge_transitions\nwhen new.most_recent is not old.most_recent\n  and exists (select 1 from badge_transitions there where there.badge_id = new.badge_id\n                and there.rowid <> new.rowid and there.most_recent = new.most_recent)\n  and not exists (select 1 from sqlite_master made where made.tbl_name = ''badge_transitions''\n                    and made.type = ''index'' and made.sql like ''%where%most_recent%'')\nbegin\n  select raise(abort, ''badge_transitions is history: its rows stay'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('badge','view badge_current',replace('CREATE VIEW badge_current as\n  select row.badge_id, row.to_state as state, row.sort_key,\n    cast(strftime(''%s'', substr(row.created_at, 1, 19)) as integer) * 1000000\n      + cast(substr(substr(row.created_at, 21) || ''000000'', 1, 6) as integer) as since\n  from badge_transitions row\n  where not exists (select 1 from badge_transitions later\n                    where later.badge_id = row.badge_id and later.sort_key > row.sort_key)','\n',char(10)));
INSERT INTO pawl_objects VALUES('badge','view badge_history',replace('CREATE VIEW badge_history as\n  select made.badge_id, made.sort_key,\n    coalesce(made.event, (select case count(distinct move.event) when 1 then move.event end\n      from badge_moves move where move.from_state = made.left_state and move.to_state = made.to_state), '''') as event,\n    made.left_state as from_state, made.to_state, made.made_at as created_at,\n    coalesce(made.actor, '''') as actor, made.request_id, made.holder\n  from (select row.*, cast(strftime(''%s'', substr(row.created_at, 1, 19)) as integer) * 1000000\n    + cast(substr(substr(row.created_at, 21) || ''000000'', 1, 6) as integer) as made_at,\n      coalesce(row.from_state, (select before.to_state from badge_transitions before\n        where before.badge_id = row.badge_id and before.sort_key < row.sort_key\n        order by before.sort_key desc limit 1), '''') as left_state\n    from badge_transitions row) made','\n',char(10)));
INSERT INTO pawl_objects VALUES('badge','view badge_model_2_acd1487c56c600e3','CREATE VIEW badge_model_2_acd1487c56c600e3 as select 1');
INSERT INTO pawl_objects VALUES('badge','view badge_moves',replace('CREATE VIEW badge_moves (event, from_state, to_state) as values\n  (''create'', '''', ''made''),\n  (''hand_out'', ''made'', ''worn''),\n  (''give_back'', ''made'', ''destroyed''),\n  (''give_back'', ''worn'', ''made'')','\n',char(10)));
INSERT INTO pawl_objects VALUES('badge','view badge_state',replace('CREATE VIEW badge_state as\n  select badge_id, state, sort_key, since from badge_current','\n',char(10)));
INSERT INTO pawl_objects VALUES('order','index order_current_state_since','CREATE INDEX order_current_state_since on order_current (state, since)');
INSERT INTO pawl_objects VALUES('order','index order_pending_due',replace('CREATE INDEX order_pending_due on order_pending (is_work, due_at)\n  where parked_at is null and is_asleep = false','\n',char(10)));
INSERT INTO pawl_objects VALUES('order','index order_transitions_key',replace('CREATE INDEX order_transitions_key on order_transitions (account, order_id)\n  where sort_key = 10','\n',char(10)));
INSERT INTO pawl_objects VALUES('order','index order_transitions_request',replace('CREATE UNIQUE INDEX order_transitions_request\n  on order_transitions (order_id, request_id) where request_id is not null','\n',char(10)));
INSERT INTO pawl_objects VALUES('order','table order_current',replace('CREATE TABLE order_current (\n  order_id text not null primary key references orders (id),\n  state text not null,\n  sort_key integer not null, -- of its last move\n  since integer not null\n) without rowid','\n',char(10)));
INSERT INTO pawl_objects VALUES('order','table order_pending',replace('CREATE TABLE order_pending (\n  order_id text not null,\n  declaration text not null,\n  is_work integer not null,\n  due_at integer not null, -- for whoever has claimed it: the end of his lease\n  fence integer not null, -- the sort_key of the move that began it\n  claim integer not null, -- grows with each claim: of two workers the later one counts\n  attempts integer not null,\n  last_error text,\n  parked_at integer, -- put aside, because its attempts are spent\n  is_asleep integer not null, -- the state answers the timer''s event in another way\n  primary key (order_id, declaration)\n) without rowid','\n',char(10)));
INSERT INTO pawl_objects VALUES('order','table order_transitions',replace('CREATE TABLE order_transitions (\n  order_id text not null,\n  sort_key integer not null,\n  event text not null,\n  from_state text not null, -- '''' for a creation\n  to_state text not null,\n  created_at integer not null,\n  actor text not null check (length(cast(actor as blob)) <= 255),\n  request_id text,\n  account text,\n  name text,\n  amount integer,\n  reason text,\n  primary key (order_id, sort_key)\n) without rowid','\n',char(10)));
INSERT INTO pawl_objects VALUES('order','trigger order_current_delete',replace('CREATE TRIGGER order_current_delete before delete on order_current\nwhen only_libpawl_may_write(''order_current'', old.order_id) is not 1\nbegin\n  select raise(abort, ''order_current keeps its rows: a order that has been created stays'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('order','trigger order_current_insert',replace('CREATE TRIGGER order_current_insert before insert on order_current\nwhen only_libpawl_may_write(''order_current'', new.order_id, new.state, new.sort_key, new.since) is not 1\nbegin\n  select raise(abort, ''order_current is written by libpawl only: fire an event of order instead'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('order','trigger order_current_update',replace('CREATE TRIGGER order_current_update before update on order_current\nwhen new.order_id is not old.order_id\n  or only_libpawl_may_write(''order_current'', new.order_id, new.state, new.sort_key, new.since) is not 1\nbegin\n  select raise(abort, ''order_current is written by libpawl only: fire an event of order instead'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('order','trigger order_pending_delete',replace('CREATE TRIGGER order_pending_delete before delete on order_pending\nwhen only_libpawl_may_write(''order_pending'', old.order_id, old.declaration) is not 1\nbegin\n  select raise(abort, ''order_pending is written by libpawl only: it follows the events of order'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('order','trigger order_pending_insert',replace('CREATE TRIGGER order_pending_insert before insert on order_pending\nwhen only_libpawl_may_write(''order_pending'', new.order_id, new.declaration, new.is_work, new.due_at, new.fence,\n  new.claim, new.attempts, new.last_error, new.parked_at, new.is_asleep) is not 1\nbegin\n  select raise(abort, ''order_pending is written by libpawl only: it follows the events of order'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('order','trigger order_pending_update',replace('CREATE TRIGGER order_pending_update before update on order_pending\nwhen new.order_id is not old.order_id or new.declaration is not old.declaration\n  or only_libpawl_may_write(''order_pending'', new.order_id, new.declaration, new.is_work, new.due_at, new.fence,\n    new.claim, new.attempts, new.last_error, new.parked_at, new.is_asleep) is not 1\nbegin\n  select raise(abort, ''order_pending is written by libpawl only: it follows the events of order'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('order','trigger order_transitions_delete',replace('CREATE TRIGGER order_transitions_delete before delete on order_transitions\nwhen only_libpawl_may_write(''order_transitions'', old.order_id, old.sort_key) is not 1\nbegin\n  select raise(abort, ''order_transitions is history: its rows are neither changed nor deleted'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('order','trigger order_transitions_insert',replace('CREATE TRIGGER order_transitions_insert before insert on order_transitions\nwhen only_libpawl_may_write(''order_transitions(account, name, amount, reason)'',\n  new.order_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,\n  new.request_id,\n  new.account,\n  new.name,\n  new.amount,\n  new.reason) is not 1\nbegin\n  select raise(abort, ''order_transitions is written by libpawl only: fire an event of order instead'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('order','trigger order_transitions_update',replace('CREATE TRIGGER order_transitions_update before update on order_transitions\nwhen only_libpawl_may_write(''order_transitions'', old.order_id, old.sort_key) is not 1\n  or new.order_id is not old.order_id or new.sort_key is not old.sort_key\n  or new.event is not old.event or new.from_state is not old.from_state\n  or new.to_state is not old.to_state or new.created_at is not old.created_at\n  or new.actor is not old.actor or new.request_id is not old.request_id\n  or new.account is not old.account\n  or new.name is not null\n  or new.amount is not old.amount\n  or new.reason is not old.reason\nbegin\n  select raise(abort, ''order_transitions is history: its rows are neither changed nor deleted'');\nend','\n',char(10)));
INSERT INTO pawl_objects VALUES('order','view order_model_2_958525bfe854084f','CREATE VIEW order_model_2_958525bfe854084f as select 1');
INSERT INTO pawl_objects VALUES('order','view order_moves',replace('CREATE VIEW order_moves (event, from_state, to_state) as values\n  (''create'', '''', ''open''),\n  (''pay'', ''open'', ''paid''),\n  (''pay'', ''reminded'', ''paid''),\n  (''cancel'', ''open'', ''cancelled''),\n  (''cancel'', ''reminded'', ''cancelled''),\n  (''remind'', ''open'', ''reminded''),\n  (''packed'', ''paid'', ''ready''),\n  (''ship'', ''ready'', ''shipped'')','\n',char(10)));
INSERT INTO pawl_objects VALUES('order','view order_pending_rules',replace('CREATE VIEW order_pending_rules\n  (declaration, is_work, event, lease, every, attempts, backoff_from, backoff_to) as values\n  (''open.remind'', false, ''remind'', 60000000, 10000000, 20, 1000000, 600000000),\n  (''reminded.cancel'', false, ''cancel'', 60000000, 10000000, 20, 1000000, 600000000),\n  (''work paid'', true, cast(null as text), 60000000, 10000000, 1, 1000, 1000)','\n',char(10)));
INSERT INTO pawl_objects VALUES('order','view order_state',replace('CREATE VIEW order_state as\n  select order_id, state, sort_key, since from order_current','\n',char(10)));
CREATE TABLE pawl_repairs (
  machine         text    not null,
  entity          text    not null,
  repaired_at     integer not null,
  repaired_by     text    not null,
  reason          text    not null,
  before_state    text, -- null where there was no head
  before_sort_key integer,
  before_since    integer,
  after_state     text    not null,
  after_sort_key  integer not null,
  after_since     integer not null,
  primary key (machine, entity, repaired_at)
) without rowid;
INSERT INTO pawl_repairs VALUES('order','O6',1795910191254594,'somebody','erased name: request 17','shipped',40,1795910190950495,'shipped',40,1795910190950495);
INSERT INTO pawl_repairs VALUES('order','O8',1795910191218389,'somebody','backfilled from orders.state: ready',NULL,NULL,NULL,'ready',10,1795910191217640);
CREATE TABLE pawl_lock_keys (
  key        text not null,
  last_token integer not null,
  primary key (key)
) without rowid;
INSERT INTO pawl_lock_keys VALUES('A1',1);
INSERT INTO pawl_lock_keys VALUES('A9',1);
INSERT INTO pawl_lock_keys VALUES('B1',1);
INSERT INTO pawl_lock_keys VALUES('B2',1);
INSERT INTO pawl_lock_keys VALUES('B3',1);
INSERT INTO pawl_lock_keys VALUES('B4',1);
INSERT INTO pawl_lock_keys VALUES('B6',1);
CREATE TABLE pawl_locks (
  key   text not null,
  type  text not null,
  owner text not null,
  token integer not null,
  since integer not null,
  until integer,
  primary key (key, type)
) without rowid;
INSERT INTO pawl_locks VALUES('A1','order','clerk',1,1795910191032769,NULL);
INSERT INTO pawl_locks VALUES('B2','','run 2',1,1795910190982068,NULL);
INSERT INTO pawl_locks VALUES('B3','','run 3',1,1795910190982702,NULL);
INSERT INTO pawl_locks VALUES('B4','','run 4',1,1795910190983154,NULL);
INSERT INTO pawl_locks VALUES('B6','','run 6',1,1795910191006861,NULL);
CREATE TABLE pawl_lock_waiters (
  key   text not null,
  type  text not null,
  owner text not null,
  since integer not null,
  until integer not null,
  primary key (key, type, owner)
) without rowid;
INSERT INTO pawl_lock_waiters VALUES('A1','order','another clerk',1795910191041039,1795910201041039);
CREATE TABLE pawl_lock_log (
  number    integer not null,
  logged_at integer not null,
  login     text not null,
  action    text not null,
  type      text not null,
  key       text,
  owner     text,
  token     integer,
  reason    text,
  primary key (number)
) without rowid;
INSERT INTO pawl_lock_log VALUES(1,1795910191076052,'somebody','break','','A9','somebody who is gone',1,'its owner is gone');
INSERT INTO pawl_lock_log VALUES(2,1795910191109508,'somebody','freeze','badge',NULL,NULL,NULL,'the printer is cleaned');
CREATE TABLE pawl_freezes (
  machine   text not null,
  mode      text not null,
  until     integer,
  reason    text not null,
  since     integer not null,
  frozen_by text not null,
  primary key (machine)
) without rowid;
INSERT INTO pawl_freezes VALUES('badge','sleep',NULL,'the printer is cleaned',1795910191109108,'somebody');
CREATE TABLE pawl_deferred (
  number      integer not null,
  machine     text not null,
  entity      text not null,
  request_id  text not null,
  event       text not null,
  arguments   text not null,
  actor       text not null,
  lock_owner  text,
  lock_token  integer,
  deferred_at integer not null,
  fired_at    integer,
  status      text,
  from_state  text,
  to_state    text,
  sort_key    integer,
  created_at  integer,
  detail      text,
  unique (machine, entity, request_id),
  primary key (number)
) without rowid;
INSERT INTO pawl_deferred VALUES(1,'badge','1','d1','hand_out','','porter',NULL,NULL,1795910191142971,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO pawl_deferred VALUES(2,'badge','1','d2','give_back','','porter',NULL,NULL,1795910191146347,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE pawl_outbox (
  slot        integer not null,
  created_at  integer not null,
  machine     text not null,
  entity      text not null,
  sort_key    integer not null,
  event       text not null,
  from_state  text not null,
  to_state    text not null,
  request_id  text,
  topic       text not null,
  fingerprint text not null,
  parameters  text not null,
  primary key (slot, created_at, machine, entity, sort_key)
) without rowid;
INSERT INTO pawl_outbox VALUES(3,1795910190947299,'order','O2',10,'create','','open',NULL,'orders','958525bfe854084f','{"account":"A2","name":null}');
INSERT INTO pawl_outbox VALUES(5,1795910191006855,'deliver','6',10,'start','','ready',NULL,'deliveries','0fcdcfc69125d96f','{"step":null,"iteration":[],"direction":"forward","attempt":0,"unique":["R6"],"args":{"account": "B6", "order_id": "R6"},"data":{},"error":null}');
INSERT INTO pawl_outbox VALUES(11,1795910190999168,'order','R1',40,'ship','ready','shipped',NULL,'orders','958525bfe854084f','{}');
INSERT INTO pawl_outbox VALUES(25,1795910190949442,'order','O4',10,'create','','open',NULL,'orders','958525bfe854084f','{"account":"A4","name":null}');
INSERT INTO pawl_outbox VALUES(25,1795910190949936,'order','O4',20,'pay','open','paid','pay O4','orders','958525bfe854084f','{"amount":50}');
INSERT INTO pawl_outbox VALUES(25,1795910190982054,'deliver','2',10,'start','','ready',NULL,'deliveries','0fcdcfc69125d96f','{"step":null,"iteration":[],"direction":"forward","attempt":0,"unique":["R2"],"args":{"account": "B2", "order_id": "R2"},"data":{},"error":null}');
INSERT INTO pawl_outbox VALUES(25,1795910190990475,'deliver','2',20,'step','ready','ready',NULL,'deliveries','0fcdcfc69125d96f','{"step":"reserve","iteration":[],"direction":"forward","attempt":1,"unique":["R2"],"args":null,"data":{"parcel": 2},"error":null}');
INSERT INTO pawl_outbox VALUES(25,1795910190990867,'deliver','2',30,'step','ready','ready',NULL,'deliveries','0fcdcfc69125d96f','{"step":"fetch","iteration":[],"direction":"forward","attempt":1,"unique":["R2"],"args":null,"data":null,"error":null}');
INSERT INTO pawl_outbox VALUES(25,1795910190991210,'deliver','2',40,'stop','ready','paused',NULL,'deliveries','0fcdcfc69125d96f','{"step":"for_check","iteration":[],"direction":"forward","attempt":1,"unique":["R2"],"args":{"account": "B2", "order_id": "R2"},"data":{"parcel": 2},"error":null}');
INSERT INTO pawl_outbox VALUES(25,1795910190992709,'deliver','2',50,'step','ready','ready',NULL,'deliveries','0fcdcfc69125d96f','{"step":"for_check","iteration":[],"direction":"forward","attempt":1,"unique":["R2"],"args":null,"data":null,"error":null}');
INSERT INTO pawl_outbox VALUES(25,1795910190993048,'deliver','2',60,'stop','ready','waiting',NULL,'deliveries','0fcdcfc69125d96f','{"step":"signed","iteration":[],"direction":"forward","attempt":1,"unique":["R2"],"args":{"account": "B2", "order_id": "R2"},"data":{"parcel": 2},"error":null}');
INSERT INTO pawl_outbox VALUES(26,1795910190944325,'order','O1',10,'create','','open',NULL,'orders','958525bfe854084f','{"account":"A1","name":"Ann"}');
INSERT INTO pawl_outbox VALUES(46,1795910190982695,'deliver','3',10,'start','','ready',NULL,'deliveries','0fcdcfc69125d96f','{"step":null,"iteration":[],"direction":"forward","attempt":0,"unique":["R3"],"args":{"account": "B3", "order_id": "R3"},"data":{},"error":null}');
INSERT INTO pawl_outbox VALUES(46,1795910191004026,'deliver','3',20,'step','ready','ready',NULL,'deliveries','0fcdcfc69125d96f','{"step":"reserve","iteration":[],"direction":"forward","attempt":1,"unique":["R3"],"args":null,"data":{"parcel": 3},"error":null}');
INSERT INTO pawl_outbox VALUES(46,1795910191004704,'deliver','3',30,'step','ready','ready',NULL,'deliveries','0fcdcfc69125d96f','{"step":"fetch","iteration":[],"direction":"forward","attempt":1,"unique":["R3"],"args":null,"data":null,"error":null}');
INSERT INTO pawl_outbox VALUES(46,1795910191005295,'deliver','3',40,'stop','ready','paused',NULL,'deliveries','0fcdcfc69125d96f','{"step":"for_check","iteration":[],"direction":"forward","attempt":1,"unique":["R3"],"args":{"account": "B3", "order_id": "R3"},"data":{"parcel": 3},"error":null}');
INSERT INTO pawl_outbox VALUES(47,1795910190983149,'deliver','4',10,'start','','ready',NULL,'deliveries','0fcdcfc69125d96f','{"step":null,"iteration":[],"direction":"forward","attempt":0,"unique":["R4"],"args":{"account": "B4", "order_id": "R4"},"data":{},"error":null}');
INSERT INTO pawl_outbox VALUES(47,1795910190993786,'deliver','4',20,'step','ready','ready',NULL,'deliveries','0fcdcfc69125d96f','{"step":"reserve","iteration":[],"direction":"forward","attempt":1,"unique":["R4"],"args":null,"data":{"parcel": 4},"error":null}');
INSERT INTO pawl_outbox VALUES(47,1795910190994203,'deliver','4',30,'step','ready','ready',NULL,'deliveries','0fcdcfc69125d96f','{"step":"fetch","iteration":[],"direction":"forward","attempt":1,"unique":["R4"],"args":null,"data":null,"error":null}');
INSERT INTO pawl_outbox VALUES(47,1795910190994713,'deliver','4',40,'stop','ready','paused',NULL,'deliveries','0fcdcfc69125d96f','{"step":"for_check","iteration":[],"direction":"forward","attempt":1,"unique":["R4"],"args":{"account": "B4", "order_id": "R4"},"data":{"parcel": 4},"error":null}');
INSERT INTO pawl_outbox VALUES(47,1795910190996414,'deliver','4',50,'step','ready','ready',NULL,'deliveries','0fcdcfc69125d96f','{"step":"for_check","iteration":[],"direction":"forward","attempt":1,"unique":["R4"],"args":null,"data":null,"error":null}');
INSERT INTO pawl_outbox VALUES(47,1795910190996745,'deliver','4',60,'stop','ready','waiting',NULL,'deliveries','0fcdcfc69125d96f','{"step":"signed","iteration":[],"direction":"forward","attempt":1,"unique":["R4"],"args":{"account": "B4", "order_id": "R4"},"data":{"parcel": 4},"error":null}');
INSERT INTO pawl_outbox VALUES(47,1795910191001419,'deliver','4',70,'step','waiting','ready',NULL,'deliveries','0fcdcfc69125d96f','{"step":"signed","iteration":[],"direction":"forward","attempt":1,"unique":["R4"],"args":null,"data":null,"error":null}');
INSERT INTO pawl_outbox VALUES(47,1795910191002801,'deliver','4',80,'stop','ready','parked',NULL,'deliveries','0fcdcfc69125d96f','{"step":"fetch","iteration":[],"direction":"undo","attempt":1,"unique":["R4"],"args":{"account": "B4", "order_id": "R4"},"data":{"parcel": 4},"error":"the warehouse is closed"}');
INSERT INTO pawl_outbox VALUES(48,1795910190948122,'order','O3',10,'create','','open',NULL,'orders','958525bfe854084f','{"account":"A3","name":"Bob"}');
INSERT INTO pawl_outbox VALUES(48,1795910190948618,'order','O3',20,'remind','open','reminded',NULL,'orders','958525bfe854084f','{}');
INSERT INTO pawl_outbox VALUES(48,1795910190978916,'deliver','1',10,'start','','ready',NULL,'deliveries','0fcdcfc69125d96f','{"step":null,"iteration":[],"direction":"forward","attempt":0,"unique":["R1"],"args":{"account": "B1", "order_id": "R1"},"data":{},"error":null}');
INSERT INTO pawl_outbox VALUES(48,1795910190984916,'deliver','1',20,'step','ready','ready',NULL,'deliveries','0fcdcfc69125d96f','{"step":"reserve","iteration":[],"direction":"forward","attempt":1,"unique":["R1"],"args":null,"data":{"parcel": 1},"error":null}');
INSERT INTO pawl_outbox VALUES(48,1795910190985866,'deliver','1',30,'step','ready','ready',NULL,'deliveries','0fcdcfc69125d96f','{"step":"fetch","iteration":[],"direction":"forward","attempt":1,"unique":["R1"],"args":null,"data":null,"error":null}');
INSERT INTO pawl_outbox VALUES(48,1795910190986612,'deliver','1',40,'stop','ready','paused',NULL,'deliveries','0fcdcfc69125d96f','{"step":"for_check","iteration":[],"direction":"forward","attempt":1,"unique":["R1"],"args":{"account": "B1", "order_id": "R1"},"data":{"parcel": 1},"error":null}');
INSERT INTO pawl_outbox VALUES(48,1795910190988919,'deliver','1',50,'step','ready','ready',NULL,'deliveries','0fcdcfc69125d96f','{"step":"for_check","iteration":[],"direction":"forward","attempt":1,"unique":["R1"],"args":null,"data":null,"error":null}');
INSERT INTO pawl_outbox VALUES(48,1795910190989442,'deliver','1',60,'stop','ready','waiting',NULL,'deliveries','0fcdcfc69125d96f','{"step":"signed","iteration":[],"direction":"forward","attempt":1,"unique":["R1"],"args":{"account": "B1", "order_id": "R1"},"data":{"parcel": 1},"error":null}');
INSERT INTO pawl_outbox VALUES(48,1795910190998352,'deliver','1',70,'step','waiting','ready',NULL,'deliveries','0fcdcfc69125d96f','{"step":"signed","iteration":[],"direction":"forward","attempt":1,"unique":["R1"],"args":null,"data":null,"error":null}');
INSERT INTO pawl_outbox VALUES(48,1795910190999377,'deliver','1',80,'step','ready','ready',NULL,'deliveries','0fcdcfc69125d96f','{"step":"hand_over","iteration":[],"direction":"forward","attempt":1,"unique":["R1"],"args":null,"data":null,"error":null}');
INSERT INTO pawl_outbox VALUES(48,1795910190999377,'deliver','1',90,'end','ready','done',NULL,'deliveries','0fcdcfc69125d96f','{"step":null,"iteration":[],"direction":"forward","attempt":0,"unique":["R1"],"args":{"account": "B1", "order_id": "R1"},"data":{"parcel": 1},"error":null}');
INSERT INTO pawl_outbox VALUES(60,1795910191006348,'deliver','5',10,'start','','blocked',NULL,'deliveries','0fcdcfc69125d96f','{"step":null,"iteration":[],"direction":"forward","attempt":0,"unique":["R5"],"args":{"account": "B2", "order_id": "R5"},"data":{},"error":null}');
INSERT INTO pawl_outbox VALUES(63,1795910190950495,'order','O6',40,'ship','ready','shipped',NULL,'orders','958525bfe854084f','{}');
CREATE TABLE pawl_outbox_parked (
  slot        integer not null,
  machine     text not null,
  entity      text not null,
  sort_key    integer not null,
  created_at  integer not null,
  event       text not null,
  from_state  text not null,
  to_state    text not null,
  request_id  text,
  topic       text not null,
  fingerprint text not null,
  parameters  text not null,
  parked_at   integer not null,
  error       text,
  primary key (slot, machine, entity, sort_key)
) without rowid;
INSERT INTO pawl_outbox_parked VALUES(44,'order','O7',10,1795910190950874,'create','','open',NULL,'orders','958525bfe854084f','{"account":"A7","name":"O''Neill"}',1795910191183300,'the message is too large');
INSERT INTO pawl_outbox_parked VALUES(44,'order','O7',20,1795910190951380,'cancel','open','cancelled',NULL,'orders','958525bfe854084f','{"reason":"it''s \"late\",\nas ever; \\ größer €"}',1795910191183494,NULL);
CREATE TABLE pawl_outbox_slots (
  slot         integer not null,
  relay        text,
  claim        integer not null,
  leased_until integer not null,
  primary key (slot)
) without rowid;
INSERT INTO pawl_outbox_slots VALUES(3,'relay',1,1795910191183931);
INSERT INTO pawl_outbox_slots VALUES(5,'relay',1,1795910191183931);
INSERT INTO pawl_outbox_slots VALUES(7,'relay',1,1795910190920748);
INSERT INTO pawl_outbox_slots VALUES(11,'relay',2,1795910191183931);
INSERT INTO pawl_outbox_slots VALUES(22,'relay',1,1795910190920748);
INSERT INTO pawl_outbox_slots VALUES(25,'relay',1,1795910191183931);
INSERT INTO pawl_outbox_slots VALUES(26,'relay',1,1795910191183931);
INSERT INTO pawl_outbox_slots VALUES(30,'relay',1,1795910190920748);
INSERT INTO pawl_outbox_slots VALUES(34,'relay',1,1795910190920748);
INSERT INTO pawl_outbox_slots VALUES(44,'relay',1,1795910191183931);
INSERT INTO pawl_outbox_slots VALUES(46,'relay',1,1795910191183931);
INSERT INTO pawl_outbox_slots VALUES(47,'relay',1,1795910191183931);
INSERT INTO pawl_outbox_slots VALUES(48,'relay',1,1795910191183931);
INSERT INTO pawl_outbox_slots VALUES(52,'relay',1,1795910190920748);
INSERT INTO pawl_outbox_slots VALUES(53,'relay',1,1795910190920748);
INSERT INTO pawl_outbox_slots VALUES(60,'relay',1,1795910191183931);
INSERT INTO pawl_outbox_slots VALUES(63,NULL,3,1795910191254275);
CREATE TABLE pawl_flows (
  flow           text    not null,
  fingerprint    text    not null,
  abi            integer not null,
  deployed_at    integer not null,
  topic          text, -- what its runs do goes there, or where
  topic_argument text, -- this one says, if it is given; both null: nowhere
  model          text, -- JSON, what pawlctl knows of it
  primary key (flow, fingerprint)
) without rowid;
INSERT INTO pawl_flows VALUES('deliver','0fcdcfc69125d96f',2,1795910190000000,'deliveries',NULL,'{"name":"deliver","label":"Deliver an order","fingerprint":"0fcdcfc69125d96f","doc":"Leaves rows in all that flows share: its runs hold locks, queue for them, wait for people, and tell others.","unique":["order_id"],"retry":{"count":0},"emit_topic":"deliveries","args":[{"name":"account","type":"text","optional":false},{"name":"order_id","type":"text","optional":false}],"data":[{"name":"parcel","type":"bigint"}],"locks":[{"global":true,"class":"account","keys":["account"]}],"callbacks":[{"name":"reserve","kind":"tx","sets":["parcel"]},{"name":"release","kind":"undo_tx","sets":[]},{"name":"fetch","kind":"call","sets":[]},{"name":"put_back","kind":"undo_call","sets":[]},{"name":"hand_over","kind":"tx","sets":[]}],"steps":[{"path":"reserve","kind":"tx","label":"reserve","delivery":"exactly_once","callback":"reserve","undo":"release","irreversible":false,"retry":{"count":0},"sets":["parcel"],"depth":0},{"path":"fetch","kind":"call","label":"fetch","delivery":"at_least_once","callback":"fetch","undo":"put_back","irreversible":false,"retry":{"count":0},"sets":[],"depth":0},{"path":"for_check","kind":"pause","label":"for check","delivery":"no_effect","depth":0},{"path":"signed","kind":"wait","label":"signed","delivery":"no_effect","signal":"signed","depth":0},{"path":"hand_over","kind":"tx","label":"hand over","delivery":"exactly_once","callback":"hand_over","irreversible":false,"retry":{"count":0},"sets":[],"depth":0}],"scopes":[],"allows":[],"diagram":"digraph \"deliver\" {\n  graph [rankdir=TB, compound=true, newrank=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16,\n         fontcolor=\"#1f2733\", nodesep=0.25, ranksep=0.2, pad=0.1, bgcolor=\"#ffffff\",\n         labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13,\n        fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\",\n        arrowsize=0.75];\n\n  subgraph \"cluster_deliver\" {\n    class=flow; penwidth=0; margin=0;\n    label=<<b>Deliver an order</b><!--deliver-->>;\n    \"deliver 0\" [label=<Start<br/><font point-size=\"12\" color=\"#556070\">with account, order id</font><br/><font point-size=\"12\" color=\"#556070\">once for each order id</font>>, class=\"begin created\", fillcolor=\"#e0edfb\", color=\"#2f6fb3\", tooltip=\"Leaves rows in all that flows share: its runs hold locks, queue for them, wait for people, and tell others.\"];\n    \"deliver 1\" [label=<global lock: account>, class=\"lock\", fillcolor=\"#1f2733\", color=\"#1f2733\", style=filled, fontcolor=\"#ffffff\", fontsize=12, margin=\"0.3,0.03\", height=0.22];\n    \"deliver.reserve\" [label=<reserve<br/><font point-size=\"12\" color=\"#556070\">undo: release</font><br/><font point-size=\"12\" color=\"#556070\">sets parcel</font><!--deliver.reserve-->>, class=\"step tx\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\"];\n    \"deliver.fetch\" [label=<fetch<br/><font point-size=\"12\" color=\"#556070\">undo: put back</font><!--deliver.fetch-->>, class=\"step call\", fillcolor=\"#ffffff\", color=\"#1d4f91\"];\n    \"deliver.for_check\" [label=<Pause: for check<!--deliver.for_check-->>, class=\"step waiting\", fillcolor=\"#fcf0d4\", color=\"#a8761a\"];\n    \"deliver.signed\" [label=<Wait for: signed<!--deliver.signed-->>, class=\"step waiting\", fillcolor=\"#fcf0d4\", color=\"#a8761a\"];\n    \"deliver.hand_over\" [label=<hand over<!--deliver.hand_over-->>, class=\"step tx\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\"];\n    \"deliver 7\" [label=<let go: account>, class=\"lock\", fillcolor=\"#1f2733\", color=\"#1f2733\", style=filled, fontcolor=\"#ffffff\", fontsize=12, margin=\"0.3,0.03\", height=0.22];\n    \"deliver 8\" [label=<Done>, class=\"end final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2];\n    \"deliver 0\" -> \"deliver 1\" [class=\"move\", weight=8];\n    \"deliver 1\" -> \"deliver.reserve\" [class=\"move\", weight=8];\n    \"deliver.reserve\" -> \"deliver.fetch\" [class=\"move\", weight=8];\n    \"deliver.fetch\" -> \"deliver.for_check\" [class=\"move\", weight=8];\n    \"deliver.for_check\" -> \"deliver.signed\" [class=\"move\", weight=8];\n    \"deliver.signed\" -> \"deliver.hand_over\" [class=\"move\", weight=8];\n    \"deliver.hand_over\" -> \"deliver 7\" [class=\"move\", weight=8];\n    \"deliver 7\" -> \"deliver 8\" [class=\"move\", weight=8];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#e0edfb\" color=\"#2f6fb3\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">the flow begins </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#f5f6f8\" color=\"#8c96a5\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">in the database, exactly once </td></tr>\n    <tr><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#ffffff\" color=\"#1d4f91\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">outside, at least once </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#fcf0d4\" color=\"#a8761a\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">stops until somebody says so </td></tr>\n    <tr><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#1f2733\" color=\"#1f2733\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">takes or lets go of a lock </td><td align=\"right\"><font color=\"#556070\">undo</font></td><td align=\"left\">what undoes it if the flow turns round </td></tr>\n    <tr><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" bgcolor=\"#e1f3e5\" color=\"#2e8246\"><tr><td width=\"22\" height=\"11\"> </td></tr></table></td><td align=\"left\">the flow is done </td></tr></table>>;\n}\n","database":{"shared_objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name like ''pawl\\_%'' escape ''\\''"}}');
CREATE TABLE pawl_runs (
  id           integer not null,
  flow         text not null,
  fingerprint  text not null,
  status       text not null,
  direction    text not null,
  path         text,
  iteration    text not null,
  entered      integer not null,
  counts       text not null,
  args         text not null,
  data         text not null,
  locks        text not null,
  unique_key text,
  attempt      integer not null,
  failures     integer not null,
  is_uncertain integer not null,
  was_cut_off  integer not null,
  undoing      integer,
  undo_until   integer,
  steps        integer not null,
  undone       integer not null,
  error        text,
  waits_for    text,
  wish         text,
  wish_place   text,
  wish_actor   text,
  claim        integer not null,
  actor        text not null,
  started_at   integer not null,
  updated_at   integer not null,
  ended_at     integer,
  topic        text,
  events       integer not null,
  unique (flow, unique_key),
  primary key (id)
) without rowid;
INSERT INTO pawl_runs VALUES(1,'deliver','0fcdcfc69125d96f','done','forward',NULL,'',0,'{}','{"account": "B1", "order_id": "R1"}','{"parcel": 1}','[]','["R1"]',0,0,0,0,NULL,NULL,6,0,NULL,NULL,NULL,NULL,'checker',3,'shop',1795910190978916,1795910190999377,1795910190999377,'deliveries',9);
INSERT INTO pawl_runs VALUES(2,'deliver','0fcdcfc69125d96f','waiting','forward','signed','',0,'{}','{"account": "B2", "order_id": "R2"}','{"parcel": 2}','[["", "", "B2", 1]]','["R2"]',1,0,0,0,NULL,NULL,4,0,NULL,'signed',NULL,NULL,'checker',2,'shop',1795910190982054,1795910190993048,NULL,'deliveries',6);
INSERT INTO pawl_runs VALUES(3,'deliver','0fcdcfc69125d96f','paused','forward','for_check','',0,'{}','{"account": "B3", "order_id": "R3"}','{"parcel": 3}','[["", "", "B3", 1]]','["R3"]',1,0,0,0,NULL,NULL,2,0,NULL,NULL,NULL,NULL,NULL,1,'shop',1795910190982695,1795910191005295,NULL,'deliveries',4);
INSERT INTO pawl_runs VALUES(4,'deliver','0fcdcfc69125d96f','parked','undo','fetch','',0,'{}','{"account": "B4", "order_id": "R4"}','{"parcel": 4}','[["", "", "B4", 1]]','["R4"]',1,1,0,0,NULL,NULL,7,0,'the warehouse is closed',NULL,NULL,NULL,'checker',3,'shop',1795910190983149,1795910191002801,NULL,'deliveries',8);
INSERT INTO pawl_runs VALUES(5,'deliver','0fcdcfc69125d96f','blocked','forward',NULL,'',0,'{}','{"account": "B2", "order_id": "R5"}','{}','[]','["R5"]',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,NULL,NULL,0,'shop',1795910191006348,1795910191006348,NULL,'deliveries',1);
INSERT INTO pawl_runs VALUES(6,'deliver','0fcdcfc69125d96f','ready','forward',NULL,'',0,'{}','{"account": "B6", "order_id": "R6"}','{}','[["", "", "B6", 1]]','["R6"]',0,0,0,0,NULL,NULL,0,0,NULL,NULL,NULL,NULL,NULL,0,'shop',1795910191006855,1795910191006855,NULL,'deliveries',1);
CREATE TABLE pawl_run_steps (
  run         integer not null,
  number      integer not null,
  path        text not null,
  iteration   text not null,
  generation  integer not null,
  is_undo     integer not null,
  outcome     text not null,
  attempt     integer not null,
  undoes      integer,
  after       text,
  error       text,
  actor       text not null,
  at          integer not null,
  duration_us integer not null,
  unique (run, undoes),
  primary key (run, number)
) without rowid;
INSERT INTO pawl_run_steps VALUES(1,1,'reserve','',1,0,'done',1,NULL,'{"parcel": 1}',NULL,'somebody',1795910190984916,50);
INSERT INTO pawl_run_steps VALUES(1,2,'fetch','',1,0,'done',1,NULL,NULL,NULL,'somebody',1795910190985866,0);
INSERT INTO pawl_run_steps VALUES(1,3,'for_check','',1,0,'resume',1,NULL,NULL,NULL,'checker',1795910190988419,0);
INSERT INTO pawl_run_steps VALUES(1,4,'for_check','',1,0,'done',1,NULL,NULL,NULL,'checker',1795910190988919,0);
INSERT INTO pawl_run_steps VALUES(1,5,'signed','',1,0,'done',1,NULL,NULL,NULL,'somebody',1795910190998352,0);
INSERT INTO pawl_run_steps VALUES(1,6,'hand_over','',1,0,'done',1,NULL,NULL,NULL,'somebody',1795910190999377,634);
INSERT INTO pawl_run_steps VALUES(2,1,'reserve','',1,0,'done',1,NULL,'{"parcel": 2}',NULL,'somebody',1795910190990475,20);
INSERT INTO pawl_run_steps VALUES(2,2,'fetch','',1,0,'done',1,NULL,NULL,NULL,'somebody',1795910190990867,0);
INSERT INTO pawl_run_steps VALUES(2,3,'for_check','',1,0,'resume',1,NULL,NULL,NULL,'checker',1795910190992345,0);
INSERT INTO pawl_run_steps VALUES(2,4,'for_check','',1,0,'done',1,NULL,NULL,NULL,'checker',1795910190992709,0);
INSERT INTO pawl_run_steps VALUES(3,1,'reserve','',1,0,'done',1,NULL,'{"parcel": 3}',NULL,'somebody',1795910191004026,22);
INSERT INTO pawl_run_steps VALUES(3,2,'fetch','',1,0,'done',1,NULL,NULL,NULL,'somebody',1795910191004704,0);
INSERT INTO pawl_run_steps VALUES(4,1,'reserve','',1,0,'done',1,NULL,'{"parcel": 4}',NULL,'somebody',1795910190993786,17);
INSERT INTO pawl_run_steps VALUES(4,2,'fetch','',1,0,'done',1,NULL,NULL,NULL,'somebody',1795910190994203,1);
INSERT INTO pawl_run_steps VALUES(4,3,'for_check','',1,0,'resume',1,NULL,NULL,NULL,'checker',1795910190996022,0);
INSERT INTO pawl_run_steps VALUES(4,4,'for_check','',1,0,'done',1,NULL,NULL,NULL,'checker',1795910190996414,0);
INSERT INTO pawl_run_steps VALUES(4,5,'signed','',1,0,'done',1,NULL,NULL,NULL,'somebody',1795910191001419,0);
INSERT INTO pawl_run_steps VALUES(4,6,'hand_over','',1,0,'failed',1,NULL,NULL,'order R4: ship is not allowed in paid','somebody',1795910191001998,34);
INSERT INTO pawl_run_steps VALUES(4,7,'fetch','',1,1,'failed',1,NULL,NULL,'the warehouse is closed','somebody',1795910191002801,1);
CREATE TABLE pawl_run_ready (
  run       integer not null,
  flow      text not null,
  due_at    integer not null,
  is_leased integer not null,
  primary key (run)
) without rowid;
INSERT INTO pawl_run_ready VALUES(6,'deliver',1795910191006855,0);
CREATE TABLE pawl_run_signals (
  run     integer not null,
  name    text not null,
  actor   text not null,
  sent_at integer not null,
  primary key (run, name)
) without rowid;
INSERT INTO pawl_run_signals VALUES(1,'signed','Cem',1795910190997097);
INSERT INTO pawl_run_signals VALUES(3,'signed','Cem',1795910191005996);
INSERT INTO pawl_run_signals VALUES(4,'signed','Cem',1795910191000482);
CREATE TABLE pawl_run_waits (
  run    integer not null,
  key    text not null,
  type   text not null,
  flow   text not null,
  number integer not null,
  primary key (run, key, type)
) without rowid;
INSERT INTO pawl_run_waits VALUES(5,'B2','','deliver',1);
CREATE TABLE order_current (
  order_id text not null primary key references orders (id),
  state text not null,
  sort_key integer not null, -- of its last move
  since integer not null
) without rowid;
INSERT INTO order_current VALUES('O1','open',10,1795910190944325);
INSERT INTO order_current VALUES('O2','open',10,1795910190947299);
INSERT INTO order_current VALUES('O3','reminded',20,1795910190948618);
INSERT INTO order_current VALUES('O4','paid',20,1795910190949936);
INSERT INTO order_current VALUES('O5','paid',20,1795910190882870);
INSERT INTO order_current VALUES('O6','shipped',40,1795910190950495);
INSERT INTO order_current VALUES('O7','cancelled',20,1795910190951380);
INSERT INTO order_current VALUES('O8','ready',10,1795910191217640);
INSERT INTO order_current VALUES('R1','shipped',40,1795910190999168);
INSERT INTO order_current VALUES('R2','ready',30,1795910190886180);
INSERT INTO order_current VALUES('R3','ready',30,1795910190886939);
INSERT INTO order_current VALUES('R4','paid',20,1795910190879827);
INSERT INTO order_current VALUES('R5','ready',30,1795910190888196);
INSERT INTO order_current VALUES('R6','ready',30,1795910190888968);
CREATE TABLE order_transitions (
  order_id text not null,
  sort_key integer not null,
  event text not null,
  from_state text not null, -- '' for a creation
  to_state text not null,
  created_at integer not null,
  actor text not null check (length(cast(actor as blob)) <= 255),
  request_id text,
  account text,
  name text,
  amount integer,
  reason text,
  primary key (order_id, sort_key)
) without rowid;
INSERT INTO order_transitions VALUES('O1',10,'create','','open',1795910190944325,'shop',NULL,'A1','Ann',NULL,NULL);
INSERT INTO order_transitions VALUES('O2',10,'create','','open',1795910190947299,'shop',NULL,'A2',NULL,NULL,NULL);
INSERT INTO order_transitions VALUES('O3',10,'create','','open',1795910190948122,'shop',NULL,'A3','Bob',NULL,NULL);
INSERT INTO order_transitions VALUES('O3',20,'remind','open','reminded',1795910190948618,'shop',NULL,NULL,NULL,NULL,NULL);
INSERT INTO order_transitions VALUES('O4',10,'create','','open',1795910190949442,'shop',NULL,'A4',NULL,NULL,NULL);
INSERT INTO order_transitions VALUES('O4',20,'pay','open','paid',1795910190949936,'shop','pay O4',NULL,NULL,50,NULL);
INSERT INTO order_transitions VALUES('O5',10,'create','','open',1795910190882494,'shop',NULL,'A5','Cem',NULL,NULL);
INSERT INTO order_transitions VALUES('O5',20,'pay','open','paid',1795910190882870,'shop','pay O5',NULL,NULL,50,NULL);
INSERT INTO order_transitions VALUES('O6',10,'create','','open',1795910190883301,'shop',NULL,'A6',NULL,NULL,NULL);
INSERT INTO order_transitions VALUES('O6',20,'pay','open','paid',1795910190883707,'shop','pay O6',NULL,NULL,50,NULL);
INSERT INTO order_transitions VALUES('O6',30,'packed','paid','ready',1795910190890303,'packer',NULL,NULL,NULL,NULL,NULL);
INSERT INTO order_transitions VALUES('O6',40,'ship','ready','shipped',1795910190950495,'shop',NULL,NULL,NULL,NULL,NULL);
INSERT INTO order_transitions VALUES('O7',10,'create','','open',1795910190950874,'shop',NULL,'A7','O''Neill',NULL,NULL);
INSERT INTO order_transitions VALUES('O7',20,'cancel','open','cancelled',1795910190951380,'shop',NULL,NULL,NULL,NULL,replace('it''s "late",\nas ever; \ größer €','\n',char(10)));
INSERT INTO order_transitions VALUES('O8',10,'','','ready',1795910191217640,'backfill',NULL,'A8',NULL,NULL,NULL);
INSERT INTO order_transitions VALUES('R1',10,'create','','open',1795910190873191,'shop',NULL,'B1','Cem',NULL,NULL);
INSERT INTO order_transitions VALUES('R1',20,'pay','open','paid',1795910190876005,'shop','pay R1',NULL,NULL,50,NULL);
INSERT INTO order_transitions VALUES('R1',30,'packed','paid','ready',1795910190885457,'packer',NULL,NULL,NULL,NULL,NULL);
INSERT INTO order_transitions VALUES('R1',40,'ship','ready','shipped',1795910190999168,'deliver',NULL,NULL,NULL,NULL,NULL);
INSERT INTO order_transitions VALUES('R2',10,'create','','open',1795910190876925,'shop',NULL,'B2','Cem',NULL,NULL);
INSERT INTO order_transitions VALUES('R2',20,'pay','open','paid',1795910190877664,'shop','pay R2',NULL,NULL,50,NULL);
INSERT INTO order_transitions VALUES('R2',30,'packed','paid','ready',1795910190886180,'packer',NULL,NULL,NULL,NULL,NULL);
INSERT INTO order_transitions VALUES('R3',10,'create','','open',1795910190878192,'shop',NULL,'B3','Cem',NULL,NULL);
INSERT INTO order_transitions VALUES('R3',20,'pay','open','paid',1795910190878752,'shop','pay R3',NULL,NULL,50,NULL);
INSERT INTO order_transitions VALUES('R3',30,'packed','paid','ready',1795910190886939,'packer',NULL,NULL,NULL,NULL,NULL);
INSERT INTO order_transitions VALUES('R4',10,'create','','open',1795910190879321,'shop',NULL,'B4','Cem',NULL,NULL);
INSERT INTO order_transitions VALUES('R4',20,'pay','open','paid',1795910190879827,'shop','pay R4',NULL,NULL,50,NULL);
INSERT INTO order_transitions VALUES('R5',10,'create','','open',1795910190880358,'shop',NULL,'B2','Cem',NULL,NULL);
INSERT INTO order_transitions VALUES('R5',20,'pay','open','paid',1795910190881031,'shop','pay R5',NULL,NULL,50,NULL);
INSERT INTO order_transitions VALUES('R5',30,'packed','paid','ready',1795910190888196,'packer',NULL,NULL,NULL,NULL,NULL);
INSERT INTO order_transitions VALUES('R6',10,'create','','open',1795910190881542,'shop',NULL,'B6','Cem',NULL,NULL);
INSERT INTO order_transitions VALUES('R6',20,'pay','open','paid',1795910190882012,'shop','pay R6',NULL,NULL,50,NULL);
INSERT INTO order_transitions VALUES('R6',30,'packed','paid','ready',1795910190888968,'packer',NULL,NULL,NULL,NULL,NULL);
CREATE TABLE order_pending (
  order_id text not null,
  declaration text not null,
  is_work integer not null,
  due_at integer not null, -- for whoever has claimed it: the end of his lease
  fence integer not null, -- the sort_key of the move that began it
  claim integer not null, -- grows with each claim: of two workers the later one counts
  attempts integer not null,
  last_error text,
  parked_at integer, -- put aside, because its attempts are spent
  is_asleep integer not null, -- the state answers the timer's event in another way
  primary key (order_id, declaration)
) without rowid;
INSERT INTO order_pending VALUES('O1','open.remind',0,1795910190954325,10,0,0,NULL,NULL,0);
INSERT INTO order_pending VALUES('O2','open.remind',0,1795910190957299,10,0,0,NULL,NULL,0);
INSERT INTO order_pending VALUES('O3','reminded.cancel',0,4819910190948618,20,0,0,NULL,NULL,0);
INSERT INTO order_pending VALUES('O4','work paid',1,1795910190949936,20,0,0,NULL,NULL,0);
INSERT INTO order_pending VALUES('O5','work paid',1,1795910190889683,20,2,1,'the box is too small',1795910190889683,0);
INSERT INTO order_pending VALUES('R4','work paid',1,1795910190887625,20,2,1,'the box is too small',1795910190887625,0);
CREATE TABLE badge_transitions (
  id integer not null primary key,
  badge_id integer not null references badges (id),
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
  holder text,
  unique (badge_id, sort_key),
  unique (badge_id, most_recent),
  unique (badge_id, request_id),
  unique (to_state, badge_id, sort_key)
);
INSERT INTO badge_transitions VALUES(1,1,10,'printed',NULL,'{}','2026-11-28 23:56:30.609157','2026-11-28 23:56:30.657985','create','','shop',NULL,'Cem');
INSERT INTO badge_transitions VALUES(2,1,20,'made',1,'{}','2026-11-28 23:56:30.657985','2026-11-28 23:56:30.657985','(retired)','printed','migration',NULL,NULL);
INSERT INTO badge_transitions VALUES(3,2,10,'made',NULL,'{}','2026-11-28 23:56:30.702913','2026-11-28 23:56:30.737760','create','','shop',NULL,'Bob');
INSERT INTO badge_transitions VALUES(4,2,20,'worn',0,'{}','2026-11-28 23:56:30.737760','2026-11-28 23:56:30.848000','hand_out','made','shop',NULL,NULL);
INSERT INTO badge_transitions VALUES(5,3,10,'made',NULL,'{}','2026-11-28 23:56:30.826028','2026-11-28 23:56:30.829293','create','','shop',NULL,'Ann');
INSERT INTO badge_transitions VALUES(6,3,20,'destroyed',1,'{}','2026-11-28 23:56:30.829293','2026-11-28 23:56:30.829293','give_back','made','shop',NULL,NULL);
INSERT INTO badge_transitions VALUES(7,4,10,'made',1,'{}','2026-11-28 23:56:30.830478','2026-11-28 23:56:30.830478','create','','shop',NULL,'Ann');
INSERT INTO badge_transitions VALUES(8,2,30,'made',1,'{}','2026-11-28 23:56:30.850000','2026-11-28 23:56:30.850000',NULL,NULL,NULL,NULL,NULL);
CREATE INDEX pawl_deferred_pending on pawl_deferred (machine, number)
  where status is null;
CREATE INDEX pawl_deferred_entity on pawl_deferred (machine, entity, number)
  where status is null;
CREATE INDEX pawl_runs_status on pawl_runs (flow, status, id)
  where status not in ('ready', 'done', 'undone', 'cancelled');
CREATE INDEX pawl_run_ready_due on pawl_run_ready (flow, due_at);
CREATE INDEX pawl_run_waits_next on pawl_run_waits (key, type, number);
CREATE INDEX pawl_run_waits_order on pawl_run_waits (key, number);
CREATE INDEX order_current_state_since on order_current (state, since);
CREATE UNIQUE INDEX order_transitions_request
  on order_transitions (order_id, request_id) where request_id is not null;
CREATE VIEW order_moves (event, from_state, to_state) as values
  ('create', '', 'open'),
  ('pay', 'open', 'paid'),
  ('pay', 'reminded', 'paid'),
  ('cancel', 'open', 'cancelled'),
  ('cancel', 'reminded', 'cancelled'),
  ('remind', 'open', 'reminded'),
  ('packed', 'paid', 'ready'),
  ('ship', 'ready', 'shipped');
CREATE VIEW order_state as
  select order_id, state, sort_key, since from order_current;
CREATE VIEW order_model_2_958525bfe854084f as select 1;
CREATE TRIGGER order_current_insert before insert on order_current
when only_libpawl_may_write('order_current', new.order_id, new.state, new.sort_key, new.since) is not 1
begin
  select raise(abort, 'order_current is written by libpawl only: fire an event of order instead');
end;
CREATE TRIGGER order_current_update before update on order_current
when new.order_id is not old.order_id
  or only_libpawl_may_write('order_current', new.order_id, new.state, new.sort_key, new.since) is not 1
begin
  select raise(abort, 'order_current is written by libpawl only: fire an event of order instead');
end;
CREATE TRIGGER order_current_delete before delete on order_current
when only_libpawl_may_write('order_current', old.order_id) is not 1
begin
  select raise(abort, 'order_current keeps its rows: a order that has been created stays');
end;
CREATE TRIGGER order_transitions_insert before insert on order_transitions
when only_libpawl_may_write('order_transitions(account, name, amount, reason)',
  new.order_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,
  new.request_id,
  new.account,
  new.name,
  new.amount,
  new.reason) is not 1
begin
  select raise(abort, 'order_transitions is written by libpawl only: fire an event of order instead');
end;
CREATE TRIGGER order_transitions_update before update on order_transitions
when only_libpawl_may_write('order_transitions', old.order_id, old.sort_key) is not 1
  or new.order_id is not old.order_id or new.sort_key is not old.sort_key
  or new.event is not old.event or new.from_state is not old.from_state
  or new.to_state is not old.to_state or new.created_at is not old.created_at
  or new.actor is not old.actor or new.request_id is not old.request_id
  or new.account is not old.account
  or new.name is not null
  or new.amount is not old.amount
  or new.reason is not old.reason
begin
  select raise(abort, 'order_transitions is history: its rows are neither changed nor deleted');
end;
CREATE TRIGGER order_transitions_delete before delete on order_transitions
when only_libpawl_may_write('order_transitions', old.order_id, old.sort_key) is not 1
begin
  select raise(abort, 'order_transitions is history: its rows are neither changed nor deleted');
end;
CREATE INDEX order_pending_due on order_pending (is_work, due_at)
  where parked_at is null and is_asleep = false;
CREATE VIEW order_pending_rules
  (declaration, is_work, event, lease, every, attempts, backoff_from, backoff_to) as values
  ('open.remind', false, 'remind', 60000000, 10000000, 20, 1000000, 600000000),
  ('reminded.cancel', false, 'cancel', 60000000, 10000000, 20, 1000000, 600000000),
  ('work paid', true, cast(null as text), 60000000, 10000000, 1, 1000, 1000);
CREATE TRIGGER order_pending_insert before insert on order_pending
when only_libpawl_may_write('order_pending', new.order_id, new.declaration, new.is_work, new.due_at, new.fence,
  new.claim, new.attempts, new.last_error, new.parked_at, new.is_asleep) is not 1
begin
  select raise(abort, 'order_pending is written by libpawl only: it follows the events of order');
end;
CREATE TRIGGER order_pending_update before update on order_pending
when new.order_id is not old.order_id or new.declaration is not old.declaration
  or only_libpawl_may_write('order_pending', new.order_id, new.declaration, new.is_work, new.due_at, new.fence,
    new.claim, new.attempts, new.last_error, new.parked_at, new.is_asleep) is not 1
begin
  select raise(abort, 'order_pending is written by libpawl only: it follows the events of order');
end;
CREATE TRIGGER order_pending_delete before delete on order_pending
when only_libpawl_may_write('order_pending', old.order_id, old.declaration) is not 1
begin
  select raise(abort, 'order_pending is written by libpawl only: it follows the events of order');
end;
CREATE INDEX order_transitions_key on order_transitions (account, order_id)
  where sort_key = 10;
CREATE VIEW badge_moves (event, from_state, to_state) as values
  ('create', '', 'made'),
  ('hand_out', 'made', 'worn'),
  ('give_back', 'made', 'destroyed'),
  ('give_back', 'worn', 'made');
CREATE VIEW badge_history as
  select made.badge_id, made.sort_key,
    coalesce(made.event, (select case count(distinct move.event) when 1 then move.event end
      from badge_moves move where move.from_state = made.left_state and move.to_state = made.to_state), '') as event,
    made.left_state as from_state, made.to_state, made.made_at as created_at,
    coalesce(made.actor, '') as actor, made.request_id, made.holder
  from (select row.*, cast(strftime('%s', substr(row.created_at, 1, 19)) as integer) * 1000000
    + cast(substr(substr(row.created_at, 21) || '000000', 1, 6) as integer) as made_at,
      coalesce(row.from_state, (select before.to_state from badge_transitions before
        where before.badge_id = row.badge_id and before.sort_key < row.sort_key
        order by before.sort_key desc limit 1), '') as left_state
    from badge_transitions row) made;
CREATE VIEW badge_current as
  select row.badge_id, row.to_state as state, row.sort_key,
    cast(strftime('%s', substr(row.created_at, 1, 19)) as integer) * 1000000
      + cast(substr(substr(row.created_at, 21) || '000000', 1, 6) as integer) as since
  from badge_transitions row
  where not exists (select 1 from badge_transitions later
                    where later.badge_id = row.badge_id and later.sort_key > row.sort_key);
CREATE VIEW badge_state as
  select badge_id, state, sort_key, since from badge_current;
CREATE VIEW badge_model_2_acd1487c56c600e3 as select 1;
CREATE TRIGGER badge_transitions_next before insert on badge_transitions
begin
  -- in SQLite's own words, which Statesman understands
  select raise(abort, 'UNIQUE constraint failed: badge_transitions.badge_id, badge_transitions.sort_key')
    where exists (select 1 from badge_transitions there
                  where there.badge_id = new.badge_id and there.sort_key = new.sort_key);
  select raise(abort, 'badge_transitions takes only moves that the diagram of badge allows')
    where not exists (select 1 from badge_moves move
      where move.to_state = new.to_state and coalesce(new.event, move.event) = move.event
        and move.from_state = coalesce((select last.to_state from badge_transitions last
          where last.badge_id = new.badge_id order by last.sort_key desc limit 1), '')
        and coalesce(new.from_state, move.from_state) = move.from_state);
  select raise(abort, 'the next transition of a badge is its most recent one, and no other is; its sort_key is 10 more')
    where new.sort_key is not coalesce((select last.sort_key from badge_transitions last
            where last.badge_id = new.badge_id order by last.sort_key desc limit 1), 0) + 10
      or new.most_recent is not true
      or exists (select 1 from badge_transitions there where there.badge_id = new.badge_id
                   and (there.most_recent or there.request_id = new.request_id))
      or exists (select 1 from badge_transitions there where there.rowid = new.rowid)
      -- behind the last number there is no row, for nobody
      or new.rowid > (select coalesce(max(there.rowid), 0) + 1 from badge_transitions there);
end
;
CREATE TRIGGER badge_transitions_kept before update on badge_transitions
when new.rowid is not old.rowid or new.badge_id is not old.badge_id
  or new.sort_key is not old.sort_key or new.to_state is not old.to_state
  or new.metadata is not old.metadata or new.created_at is not old.created_at
  or new.event is not old.event or new.from_state is not old.from_state
  or new.actor is not old.actor or new.request_id is not old.request_id
  or (new.most_recent is true and old.most_recent is not true)
  or new.holder is not old.holder
begin
  select raise(abort, 'badge_transitions is history: its rows are not changed');
end;
CREATE TRIGGER badge_transitions_stay before delete on badge_transitions
begin
  select raise(abort, 'badge_transitions is history: its rows stay');
end;
CREATE TRIGGER badge_transitions_readable before insert on badge_transitions
begin
  select raise(abort, 'FOREIGN KEY constraint failed: there is no such badge')
    where not exists (select 1 from main.badges parent where parent.id = new.badge_id);
  select raise(abort, 'a transition of badge has a key, a time and texts that can be read: YYYY-MM-DD HH:MM:SS')
    where typeof(new.badge_id) <> 'integer'
      or typeof(new.created_at) <> 'text' or strftime('%s', substr(new.created_at, 1, 19)) is null
      or new.created_at not glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9][ T][0-9][0-9]:[0-9][0-9]:[0-9][0-9]*'
      or substr(new.created_at, 21, 1) glob '[^0-9]' or instr(new.created_at, char(0))
      or instr(coalesce(new.actor, '') || coalesce(new.request_id, ''), char(0))
      or typeof(new.actor) not in ('text', 'null')
      or typeof(new.request_id) not in ('text', 'null')
      or typeof(new.holder) = 'blob'
      or instr(coalesce(new.holder, ''), char(0))
;
end;
CREATE TRIGGER badge_transitions_superseded before update of most_recent on badge_transitions
when new.most_recent is not old.most_recent
  and exists (select 1 from badge_transitions there where there.badge_id = new.badge_id
                and there.rowid <> new.rowid and there.most_recent = new.most_recent)
  and not exists (select 1 from sqlite_master made where made.tbl_name = 'badge_transitions'
                    and made.type = 'index' and made.sql like '%where%most_recent%')
begin
  select raise(abort, 'badge_transitions is history: its rows stay');
end;
CREATE VIEW badge_model_2_0253fa6d69e58062 as select * from main.badge_model_2_acd1487c56c600e3;
CREATE TRIGGER pawl_schema_insert before insert on pawl_schema
begin
  select raise(abort, 'pawl_schema is written by the file that installs what machines share');
end;
CREATE TRIGGER pawl_schema_update before update on pawl_schema
begin
  select raise(abort, 'pawl_schema is written by the file that installs what machines share');
end;
CREATE TRIGGER pawl_schema_delete before delete on pawl_schema
begin
  select raise(abort, 'pawl_schema is written by the file that installs what machines share');
end;
CREATE TRIGGER pawl_machines_insert before insert on pawl_machines
begin
  select raise(rollback, 'this machine is deployed already; another version cannot be laid over it: apply the file that belongs to the deployed version, or use another database')
   where exists (select 1 from pawl_machines where machine = new.machine)
     and not exists (select 1 from pawl_machines known
                      where known.machine = new.machine and known.fingerprint = new.fingerprint
                        and known.abi < new.abi and new.abi <= 2 and known.deployed_at = new.deployed_at
                        and known.is_deployed and new.is_deployed and new.is_accepted);
  select raise(abort, 'pawl_machines is written by the files that pawl generates: apply the file of the machine instead')
   where not exists (select 1 from sqlite_master
                      where type = 'table' and name = new.machine || '_transitions');
end;
CREATE TRIGGER pawl_machines_update before update on pawl_machines
when new.machine is not old.machine or new.fingerprint is not old.fingerprint
  or new.is_accepted is not old.is_accepted or new.is_deployed is not old.is_deployed
  or new.abi is not old.abi or new.deployed_at is not old.deployed_at
  or only_libpawl_may_write('pawl_machines', new.machine, new.fingerprint, new.abi,
    new.deployed_at, new.model) is not 1
begin
  select raise(abort, 'pawl_machines is written by libpawl only: apply the generated SQL again');
end;
CREATE TRIGGER pawl_machines_delete before delete on pawl_machines
begin
  select raise(abort, 'pawl_machines is never changed: its rows say what was done');
end;
CREATE TRIGGER pawl_objects_insert before insert on pawl_objects
when new.definition is not (select sql from sqlite_master where type || ' ' || name = new.object)
  or exists (select 1 from pawl_objects where machine = new.machine and object = new.object)
  or exists (select 1 from pawl_machines where machine = new.machine)
    and not exists (select 1 from pawl_machines where machine = new.machine and is_deployed and abi < 2)
  or new.machine = '' and new.object not like '% pawl\_%' escape '\'
  or new.machine <> '' and not exists (select 1 from sqlite_master
                                        where name = new.machine || '_transitions')
begin
  select raise(abort, 'pawl_objects is written by the files that pawl generates');
end;
CREATE TRIGGER pawl_objects_update before update on pawl_objects
begin
  select raise(abort, 'pawl_objects is never changed: its rows say what was done');
end;
CREATE TRIGGER pawl_objects_delete before delete on pawl_objects
begin
  select raise(abort, 'pawl_objects is never changed: its rows say what was done');
end;
CREATE TRIGGER pawl_past_moves_insert before insert on pawl_past_moves
begin
  select raise(abort, 'pawl_past_moves is written by the files that pawl generates');
end;
CREATE TRIGGER pawl_past_moves_update before update on pawl_past_moves
begin
  select raise(abort, 'pawl_past_moves is never changed: its rows say what was done');
end;
CREATE TRIGGER pawl_past_moves_delete before delete on pawl_past_moves
begin
  select raise(abort, 'pawl_past_moves is never changed: its rows say what was done');
end;
CREATE TRIGGER pawl_repairs_insert before insert on pawl_repairs
when only_libpawl_may_write('pawl_repairs', new.machine, new.entity, new.repaired_at,
  new.repaired_by, new.reason, new.before_state, new.before_sort_key, new.before_since,
  new.after_state, new.after_sort_key, new.after_since) is not 1
begin
  select raise(abort, 'pawl_repairs is written by pawlctl only');
end;
CREATE TRIGGER pawl_repairs_update before update on pawl_repairs
begin
  select raise(abort, 'pawl_repairs is never changed: its rows say what was done');
end;
CREATE TRIGGER pawl_repairs_delete before delete on pawl_repairs
begin
  select raise(abort, 'pawl_repairs is never changed: its rows say what was done');
end;
CREATE TRIGGER pawl_lock_keys_insert before insert on pawl_lock_keys
when only_libpawl_may_write('pawl_lock_keys', new.key, new.last_token) is not 1
begin
  select raise(abort, 'pawl_lock_keys is written by libpawl only: call its functions for locks');
end;
CREATE TRIGGER pawl_lock_keys_update before update on pawl_lock_keys
when new.key is not old.key or only_libpawl_may_write('pawl_lock_keys', new.key, new.last_token) is not 1
begin
  select raise(abort, 'pawl_lock_keys is written by libpawl only: call its functions for locks');
end;
CREATE TRIGGER pawl_lock_keys_delete before delete on pawl_lock_keys
begin
  select raise(abort, 'pawl_lock_keys is written by libpawl only: call its functions for locks');
end;
CREATE TRIGGER pawl_locks_insert before insert on pawl_locks
when only_libpawl_may_write('pawl_locks', new.key, new.type, new.owner, new.token, new.since, new.until) is not 1
begin
  select raise(abort, 'pawl_locks is written by libpawl only: call its functions for locks');
end;
CREATE TRIGGER pawl_locks_update before update on pawl_locks
when new.key is not old.key or new.type is not old.type
  or only_libpawl_may_write('pawl_locks', new.key, new.type, new.owner, new.token, new.since, new.until) is not 1
begin
  select raise(abort, 'pawl_locks is written by libpawl only: call its functions for locks');
end;
CREATE TRIGGER pawl_locks_delete before delete on pawl_locks
when only_libpawl_may_write('pawl_locks', old.key, old.type, old.owner, old.token) is not 1
begin
  select raise(abort, 'pawl_locks is written by libpawl only: call its functions for locks');
end;
CREATE TRIGGER pawl_lock_waiters_insert before insert on pawl_lock_waiters
when only_libpawl_may_write('pawl_lock_waiters', new.key, new.type, new.owner, new.since, new.until) is not 1
begin
  select raise(abort, 'pawl_lock_waiters is written by libpawl only: call its functions for locks');
end;
CREATE TRIGGER pawl_lock_waiters_update before update on pawl_lock_waiters
begin
  select raise(abort, 'pawl_lock_waiters is written by libpawl only: call its functions for locks');
end;
CREATE TRIGGER pawl_lock_waiters_delete before delete on pawl_lock_waiters
when only_libpawl_may_write('pawl_lock_waiters', old.key, old.type, old.owner) is not 1
begin
  select raise(abort, 'pawl_lock_waiters is written by libpawl only: call its functions for locks');
end;
CREATE TRIGGER pawl_lock_log_insert before insert on pawl_lock_log
when only_libpawl_may_write('pawl_lock_log', new.number, new.logged_at, new.login, new.action, new.type, new.key,
    new.owner, new.token, new.reason) is not 1
begin
  select raise(abort, 'pawl_lock_log is written by libpawl only: call its functions for locks');
end;
CREATE TRIGGER pawl_lock_log_update before update on pawl_lock_log
begin
  select raise(abort, 'pawl_lock_log is written by libpawl only: call its functions for locks');
end;
CREATE TRIGGER pawl_lock_log_delete before delete on pawl_lock_log
begin
  select raise(abort, 'pawl_lock_log is written by libpawl only: call its functions for locks');
end;
CREATE TRIGGER pawl_freezes_insert before insert on pawl_freezes
when only_libpawl_may_write('pawl_freezes', new.machine, new.mode, new.until, new.reason, new.since,
    new.frozen_by) is not 1
begin
  select raise(abort, 'pawl_freezes is written by libpawl only: call its functions for locks');
end;
CREATE TRIGGER pawl_freezes_update before update on pawl_freezes
when new.machine is not old.machine
  or only_libpawl_may_write('pawl_freezes', new.machine, new.mode, new.until, new.reason, new.since,
      new.frozen_by) is not 1
begin
  select raise(abort, 'pawl_freezes is written by libpawl only: call its functions for locks');
end;
CREATE TRIGGER pawl_freezes_delete before delete on pawl_freezes
when only_libpawl_may_write('pawl_freezes', old.machine) is not 1
begin
  select raise(abort, 'pawl_freezes is written by libpawl only: call its functions for locks');
end;
CREATE TRIGGER pawl_deferred_insert before insert on pawl_deferred
when only_libpawl_may_write('pawl_deferred', new.number, new.machine, new.entity, new.request_id, new.event,
    new.arguments, new.actor, new.lock_owner, new.lock_token, new.deferred_at, new.fired_at, new.status,
    new.from_state, new.to_state, new.sort_key, new.created_at, new.detail) is not 1
begin
  select raise(abort, 'pawl_deferred is written by libpawl only: call its functions for locks');
end;
CREATE TRIGGER pawl_deferred_update before update on pawl_deferred
when new.number is not old.number
  or only_libpawl_may_write('pawl_deferred', new.number, new.machine, new.entity, new.request_id, new.event,
      new.arguments, new.actor, new.lock_owner, new.lock_token, new.deferred_at, new.fired_at, new.status,
      new.from_state, new.to_state, new.sort_key, new.created_at, new.detail) is not 1
begin
  select raise(abort, 'pawl_deferred is written by libpawl only: call its functions for locks');
end;
CREATE TRIGGER pawl_deferred_delete before delete on pawl_deferred
when only_libpawl_may_write('pawl_deferred', old.number) is not 1
begin
  select raise(abort, 'pawl_deferred is written by libpawl only: call its functions for locks');
end;
CREATE TRIGGER pawl_outbox_insert before insert on pawl_outbox
when only_libpawl_may_write('pawl_outbox', new.slot, new.created_at, new.machine, new.entity, new.sort_key,
    new.event, new.from_state, new.to_state, new.request_id, new.topic, new.fingerprint, new.parameters) is not 1
begin
  select raise(abort, 'pawl_outbox is written by libpawl only: it follows the events of machines');
end;
CREATE TRIGGER pawl_outbox_update before update on pawl_outbox
begin
  select raise(abort, 'pawl_outbox is written by libpawl only: it follows the events of machines');
end;
CREATE TRIGGER pawl_outbox_delete before delete on pawl_outbox
when only_libpawl_may_write('pawl_outbox', old.slot, old.created_at, old.machine, old.entity, old.sort_key) is not 1
begin
  select raise(abort, 'pawl_outbox is written by libpawl only: it follows the events of machines');
end;
CREATE TRIGGER pawl_outbox_parked_insert before insert on pawl_outbox_parked
when only_libpawl_may_write('pawl_outbox_parked', new.slot, new.machine, new.entity, new.sort_key, new.created_at,
    new.event, new.from_state, new.to_state, new.request_id, new.topic, new.fingerprint, new.parameters,
    new.parked_at, new.error) is not 1
begin
  select raise(abort, 'pawl_outbox_parked is written by libpawl only: it follows the events of machines');
end;
CREATE TRIGGER pawl_outbox_parked_update before update on pawl_outbox_parked
begin
  select raise(abort, 'pawl_outbox_parked is written by libpawl only: it follows the events of machines');
end;
CREATE TRIGGER pawl_outbox_parked_delete before delete on pawl_outbox_parked
when only_libpawl_may_write('pawl_outbox_parked', old.slot, old.machine, old.entity, old.sort_key) is not 1
begin
  select raise(abort, 'pawl_outbox_parked is written by libpawl only: it follows the events of machines');
end;
CREATE TRIGGER pawl_outbox_slots_insert before insert on pawl_outbox_slots
when only_libpawl_may_write('pawl_outbox_slots', new.slot, new.relay, new.claim, new.leased_until) is not 1
begin
  select raise(abort, 'pawl_outbox_slots is written by libpawl only: it follows the events of machines');
end;
CREATE TRIGGER pawl_outbox_slots_update before update on pawl_outbox_slots
when new.slot is not old.slot
  or only_libpawl_may_write('pawl_outbox_slots', new.slot, new.relay, new.claim, new.leased_until) is not 1
begin
  select raise(abort, 'pawl_outbox_slots is written by libpawl only: it follows the events of machines');
end;
CREATE TRIGGER pawl_outbox_slots_delete before delete on pawl_outbox_slots
begin
  select raise(abort, 'pawl_outbox_slots is written by libpawl only: it follows the events of machines');
end;
CREATE TRIGGER pawl_flows_insert before insert on pawl_flows
when exists (select 1 from pawl_flows where flow = new.flow and fingerprint = new.fingerprint)
begin
  select raise(abort, 'this version of the flow is deployed already, and a row of pawl_flows is never changed');
end;
CREATE TRIGGER pawl_flows_update before update on pawl_flows
begin
  select raise(abort, 'pawl_flows is never changed: its rows say what was done');
end;
CREATE TRIGGER pawl_flows_delete before delete on pawl_flows
begin
  select raise(abort, 'pawl_flows is never changed: its rows say what was done');
end;
CREATE TRIGGER pawl_runs_insert before insert on pawl_runs
when only_libpawl_may_write('pawl_runs', new.id, new.flow, new.fingerprint, new.status, new.direction, new.path,
    new.iteration, new.entered, new.counts, new.args, new.data, new.locks, new.unique_key, new.attempt, new.failures,
    new.is_uncertain, new.was_cut_off, new.undoing, new.undo_until, new.steps, new.undone, new.error, new.waits_for,
    new.wish, new.wish_place, new.wish_actor, new.claim, new.actor, new.started_at, new.updated_at, new.ended_at,
    new.topic, new.events) is not 1
begin
  select raise(abort, 'pawl_runs is written by libpawl only: call its functions for runs');
end;
CREATE TRIGGER pawl_runs_update before update on pawl_runs
when new.id is not old.id
  or only_libpawl_may_write('pawl_runs', new.id, new.flow, new.fingerprint, new.status, new.direction, new.path,
      new.iteration, new.entered, new.counts, new.args, new.data, new.locks, new.unique_key, new.attempt,
      new.failures, new.is_uncertain, new.was_cut_off, new.undoing, new.undo_until, new.steps, new.undone, new.error,
      new.waits_for, new.wish, new.wish_place, new.wish_actor, new.claim, new.actor, new.started_at, new.updated_at,
      new.ended_at, new.topic, new.events) is not 1
begin
  select raise(abort, 'pawl_runs is written by libpawl only: call its functions for runs');
end;
CREATE TRIGGER pawl_runs_delete before delete on pawl_runs
begin
  select raise(abort, 'pawl_runs is written by libpawl only: call its functions for runs');
end;
CREATE TRIGGER pawl_run_steps_insert before insert on pawl_run_steps
when only_libpawl_may_write('pawl_run_steps', new.run, new.number, new.path, new.iteration, new.generation,
    new.is_undo, new.outcome, new.attempt, new.undoes, new.after, new.error, new.actor, new.at,
    new.duration_us) is not 1
begin
  select raise(abort, 'pawl_run_steps is written by libpawl only: call its functions for runs');
end;
CREATE TRIGGER pawl_run_steps_update before update on pawl_run_steps
begin
  select raise(abort, 'pawl_run_steps is written by libpawl only: call its functions for runs');
end;
CREATE TRIGGER pawl_run_steps_delete before delete on pawl_run_steps
begin
  select raise(abort, 'pawl_run_steps is written by libpawl only: call its functions for runs');
end;
CREATE TRIGGER pawl_run_ready_insert before insert on pawl_run_ready
when only_libpawl_may_write('pawl_run_ready', new.run, new.flow, new.due_at, new.is_leased) is not 1
begin
  select raise(abort, 'pawl_run_ready is written by libpawl only: call its functions for runs');
end;
CREATE TRIGGER pawl_run_ready_update before update on pawl_run_ready
when new.run is not old.run
  or only_libpawl_may_write('pawl_run_ready', new.run, new.flow, new.due_at, new.is_leased) is not 1
begin
  select raise(abort, 'pawl_run_ready is written by libpawl only: call its functions for runs');
end;
CREATE TRIGGER pawl_run_ready_delete before delete on pawl_run_ready
when only_libpawl_may_write('pawl_run_ready', old.run) is not 1
begin
  select raise(abort, 'pawl_run_ready is written by libpawl only: call its functions for runs');
end;
CREATE TRIGGER pawl_run_signals_insert before insert on pawl_run_signals
when only_libpawl_may_write('pawl_run_signals', new.run, new.name, new.actor, new.sent_at) is not 1
begin
  select raise(abort, 'pawl_run_signals is written by libpawl only: call its functions for runs');
end;
CREATE TRIGGER pawl_run_signals_update before update on pawl_run_signals
begin
  select raise(abort, 'pawl_run_signals is written by libpawl only: call its functions for runs');
end;
CREATE TRIGGER pawl_run_signals_delete before delete on pawl_run_signals
begin
  select raise(abort, 'pawl_run_signals is written by libpawl only: call its functions for runs');
end;
CREATE TRIGGER pawl_run_waits_insert before insert on pawl_run_waits
when only_libpawl_may_write('pawl_run_waits', new.run, new.key, new.type, new.flow, new.number) is not 1
begin
  select raise(abort, 'pawl_run_waits is written by libpawl only: call its functions for runs');
end;
CREATE TRIGGER pawl_run_waits_update before update on pawl_run_waits
begin
  select raise(abort, 'pawl_run_waits is written by libpawl only: call its functions for runs');
end;
CREATE TRIGGER pawl_run_waits_delete before delete on pawl_run_waits
when only_libpawl_may_write('pawl_run_waits', old.run, old.key, old.type) is not 1
begin
  select raise(abort, 'pawl_run_waits is written by libpawl only: call its functions for runs');
end;
COMMIT;
