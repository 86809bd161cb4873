.bail on
-- pawl: {"file":"machines","database":"sqlite","schema":3,"no_roles":false,"distributed":false,"machines":[{"name":"payment","fingerprint":"f7778b177c88b7a5"}],"flows":[]}
-- Written by pawl from payment.fsm. Do not edit: change payment.fsm and run pawl again.
-- Running it again changes nothing. Apply with:
--   sqlite3 -cmd '.timeout 5000' FILE <pawl.sqlite.sql
--   sqlite3 -cmd '.timeout 5000' FILE <payment.sqlite.sql
-- The first is for what all machines share, which pawl writes beside this file. pawlctl apply does both:
--   pawlctl apply payment.sqlite.sql --db=...

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

-- payment -----------------------------------------------------------------------------------------
-- Bank payment
-- A bank payment, from the moment it is asked for until the money has
-- arrived. The bank answers some time after it has been told.

-- the state of each payment
create table if not exists main.payment_current (
  payment_id text not null primary key references payments (id),
  state text not null,
  sort_key integer not null, -- of its last transition
  since integer not null
) without rowid;
create index if not exists main.payment_current_state_since on payment_current (state, since);

-- how it got there; rows are only ever added
create table if not exists main.payment_transitions (
  payment_id text not null,
  sort_key integer not null,
  event text not null,
  from_state text not null, -- '' for a creation
  to_state text not null,
  created_at integer not null,
  actor text not null check (length(cast(actor as blob)) <= 255),
  request_id text,
  amount integer,
  currency text,
  submission_id text,
  reason text,
  primary key (payment_id, sort_key)
) without rowid;
create unique index if not exists main.payment_transitions_request
  on payment_transitions (payment_id, request_id) where request_id is not null;

-- how it may move, for people and tools to read
create view if not exists main.payment_moves (event, from_state, to_state) as values
  ('create', '', 'pending_submission'),
  ('submit', 'pending_submission', 'submitted'),
  ('confirm', 'submitted', 'paid'),
  ('cancel', 'pending_submission', 'cancelled'),
  ('cancel', 'submitted', 'cancelled');

-- the state of each entity, to join in your queries
create view if not exists main.payment_state as
  select payment_id, state, sort_key, since from payment_current;

-- exists as long as programs of this version are accepted; those of an older libpawl use another name
drop view if exists main.payment_model_f7778b177c88b7a5;
create view if not exists main.payment_model_2_f7778b177c88b7a5 as select 1;

create trigger if not exists main.payment_current_insert before insert on payment_current
when only_libpawl_may_write('payment_current', new.payment_id, new.state, new.sort_key, new.since) is not 1
begin select raise(abort, 'payment_current is written by libpawl only: fire an event of payment instead'); end;
create trigger if not exists main.payment_current_update before update on payment_current
when new.payment_id is not old.payment_id
  or only_libpawl_may_write('payment_current', new.payment_id, new.state, new.sort_key, new.since) is not 1
begin select raise(abort, 'payment_current is written by libpawl only: fire an event of payment instead'); end;
create trigger if not exists main.payment_current_delete before delete on payment_current
when only_libpawl_may_write('payment_current', old.payment_id) is not 1
begin select raise(abort, 'payment_current keeps its rows: a payment that has been created stays'); end;
create trigger if not exists main.payment_transitions_insert before insert on payment_transitions
when only_libpawl_may_write('payment_transitions(amount, currency, submission_id, reason)',
  new.payment_id, new.sort_key, new.event, new.from_state, new.to_state, new.created_at, new.actor,
  new.request_id,
  new.amount,
  new.currency,
  new.submission_id,
  new.reason) is not 1
begin select raise(abort, 'payment_transitions is written by libpawl only: fire an event of payment instead'); end;
create trigger if not exists main.payment_transitions_update before update on payment_transitions
begin select raise(abort, 'payment_transitions is history: its rows are neither changed nor deleted'); end;
create trigger if not exists main.payment_transitions_delete before delete on payment_transitions
when only_libpawl_may_write('payment_transitions', old.payment_id, old.sort_key) is not 1
begin select raise(abort, 'payment_transitions is history: its rows are neither changed nor deleted'); end;

create temp trigger if not exists payment_exact_key instead of insert on main.payment_model_2_f7778b177c88b7a5
begin
  select raise(rollback, 'machine payment: nothing can refer to the column of its key; nothing was changed: make it the primary key or unique, by itself, in a table')
    where new."1" = 1;
  select raise(rollback, 'machine payment: the column of its key takes different texts for the same, by its type or collation; nothing was changed: make it text with the collation BINARY')
    where new."1" = 2;
end;
insert into main.payment_model_2_f7778b177c88b7a5
select 1
 where exists (select 1 from pragma_table_xinfo('payments', 'main'))
   and not exists (select 1 from pragma_index_list('payments', 'main') i, pragma_index_xinfo(i.name, 'main') c
          where i."unique" and not i.partial and c.key and c.name = 'id' collate nocase
            and (select count(*) from pragma_index_xinfo(i.name, 'main') other where other.key) = 1)
   and (select group_concat(k.name) from pragma_table_xinfo('payments', 'main') k where k.pk)
     is not 'id' collate nocase
union all
select 2
 where exists (select 1 from pragma_table_xinfo('payments', 'main') c
          where c.name = 'id' collate nocase and (c.type like '%int%'
                      or c.type not like '%char%' and c.type not like '%clob%' and c.type not like '%text%'
                        and c.type not like '%blob%' and c.type <> '')
            and not (c.type = 'any' collate nocase and exists (select 1 from main.sqlite_master made
                               where made.name = 'payments' collate nocase and made.sql like '%strict%')))
   or (exists (select 1
          from pragma_index_list('payments', 'main') i, pragma_index_xinfo(i.name, 'main') c
          where i."unique" and c.key and c.name = 'id' collate nocase and c.coll <> 'BINARY' collate nocase)
   and not exists (select 1
          from pragma_index_list('payments', 'main') i, pragma_index_xinfo(i.name, 'main') c
          where i."unique" and c.key and c.name = 'id' collate nocase and c.coll = 'BINARY' collate nocase))
;

insert into main.pawl_objects (machine, object, definition)
select 'payment', found.object, found.definition from (
  select type || ' ' || name as object, sql as definition from main.sqlite_master
   where sql is not null and tbl_name in ('payment_current', 'payment_transitions', 'payment_moves', 'payment_state',
      'payment_model_2_f7778b177c88b7a5')) found
 where not exists (select 1 from main.pawl_machines m where m.machine = 'payment'
                    and (m.abi >= 2 or m.fingerprint <> 'f7778b177c88b7a5' and m.is_deployed))
   and not exists (select 1 from main.pawl_objects o
                    where o.machine = 'payment' and o.object = found.object);

insert or replace into main.pawl_machines (machine, fingerprint, abi, deployed_at, model)
select 'payment', 'f7778b177c88b7a5', 2,
  coalesce((select deployed_at from main.pawl_machines where machine = 'payment' and fingerprint = 'f7778b177c88b7a5'),
    cast(strftime('%s', 'now') as integer) * 1000000),
  '{"name":"payment","label":"Bank payment","fingerprint":"f7778b177c88b7a5","doc":"A bank payment, from the moment it is asked for until the money has\narrived. The bank answers some time after it has been told.","key_type":"text","entity":{"table":"payments","column":"id"},"storage":"head","initial_is_implicit":false,"states":[{"name":"pending_submission","label":"Waiting to be sent","stored":"pending_submission","initial":true,"final":false,"enter":[],"leave":[]},{"name":"submitted","label":"With the bank","stored":"submitted","initial":false,"final":false,"enter":[],"leave":[]},{"name":"paid","label":"Paid out","stored":"paid","doc":"The money is where it was meant to go.","initial":false,"final":true,"goal":true,"enter":[],"leave":[]},{"name":"cancelled","label":"Cancelled","stored":"cancelled","initial":false,"final":true,"enter":[],"leave":[]}],"composites":[],"events":[{"name":"create","label":"Ask for a payment","stored":"create","doc":"Somebody asks for a payment; nothing has left the house yet.","creation":true,"timer":false,"params":[{"name":"amount","type":"bigint","optional":false,"column":"amount"},{"name":"currency","type":"text","optional":false,"column":"currency"}],"serialize_by":[]},{"name":"submit","label":"Send to the bank","stored":"submit","doc":"The bank has taken the payment and named it.","creation":false,"timer":false,"params":[{"name":"submission_id","type":"text","optional":false,"column":"submission_id"}],"serialize_by":[]},{"name":"confirm","label":"Bank confirms","stored":"confirm","doc":"The bank reports that the money has arrived.","creation":false,"timer":false,"params":[],"serialize_by":[]},{"name":"cancel","label":"Cancel","stored":"cancel","doc":"The payment is given up, before or after it was sent.","creation":false,"timer":false,"params":[{"name":"reason","type":"text","optional":true,"column":"reason"}],"serialize_by":[]}],"columns":[{"name":"amount","type":"bigint"},{"name":"currency","type":"text"},{"name":"submission_id","type":"text"},{"name":"reason","type":"text"}],"arrows":[{"event":"create","from":null,"target":"to","to":"pending_submission","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"submit","from":"pending_submission","target":"to","to":"submitted","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"cancel","from":"pending_submission","target":"to","to":"cancelled","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"confirm","from":"submitted","target":"to","to":"paid","reopens":false,"conditions":[],"do":[],"then":[]},{"event":"cancel","from":"submitted","target":"to","to":"cancelled","reopens":false,"conditions":[],"do":[],"then":[]}],"moves":[{"event":"create","from":null,"to":"pending_submission","arrow":0},{"event":"submit","from":"pending_submission","to":"submitted","arrow":1},{"event":"confirm","from":"submitted","to":"paid","arrow":3},{"event":"cancel","from":"pending_submission","to":"cancelled","arrow":2},{"event":"cancel","from":"submitted","to":"cancelled","arrow":4}],"ignores":[],"timers":[],"guards":[],"effects":[],"works":[],"asserts":[],"scenarios":[],"allows":[],"database":{"dialect":"sqlite","current":"main.payment_current","transitions":"main.payment_transitions","parent":"main.payments","parent_column":"id","objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name in (''payment_current'', ''payment_transitions'', ''payment_moves'', ''payment_state'',\n    ''payment_model_2_f7778b177c88b7a5'')","shared_objects":"select type || '' '' || name as object, sql as definition from main.sqlite_master\n where sql is not null and tbl_name like ''pawl\\_%'' escape ''\\''","statements":{"fingerprints":"select known.version, accepted.fingerprint, null, accepted.is_deployed\nfrom main.pawl_schema known left join main.pawl_machines accepted\n  on accepted.is_accepted and accepted.machine = ?1","get":"select state, sort_key, since from main.payment_current where payment_id = ?1 and exists (select 1 from main.payment_model_2_f7778b177c88b7a5)","history":"select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency, submission_id, reason\nfrom main.payment_transitions where payment_id = ?1 and exists (select 1 from main.payment_model_2_f7778b177c88b7a5) order by sort_key","in_state":"select payment_id, state, sort_key, since from main.payment_current\nwhere state = ?1 and (since, payment_id) > (?2, ?3)\n  and exists (select 1 from main.payment_model_2_f7778b177c88b7a5) order by since, payment_id limit ?4","not_in_state":"select * from (\n  select * from (\n    select payment_id, state, sort_key, since from main.payment_current\n    where state < ?1 and (state, since, payment_id) > (?2, ?3, ?4)\n    order by state, since, payment_id limit ?8\n  ) before\n  union all\n  select * from (\n    select payment_id, state, sort_key, since from main.payment_current\n    where (state, since, payment_id) > (?5, ?6, ?7)\n    order by state, since, payment_id limit ?8\n  ) after\n) others where exists (select 1 from main.payment_model_2_f7778b177c88b7a5) order by state, since, payment_id limit ?8","count_by_state":"select state, count(*) from main.payment_current where exists (select 1 from main.payment_model_2_f7778b177c88b7a5) group by state","last_to":"select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency, submission_id, reason\nfrom main.payment_transitions where payment_id = ?1 and exists (select 1 from main.payment_model_2_f7778b177c88b7a5)\n  and to_state = ?2 order by sort_key desc limit 1","creation":"select sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency, submission_id, reason\nfrom main.payment_transitions where payment_id = ?1 and exists (select 1 from main.payment_model_2_f7778b177c88b7a5)\n  and sort_key = 10","find_parent":"select 1 from main.payments where id = ?1","find_request":"select event, from_state, to_state, sort_key, created_at, amount, currency, submission_id, reason\nfrom main.payment_transitions where payment_id = ?1 and request_id = ?2","insert_current":"insert into main.payment_current (payment_id, state, sort_key, since)\nvalues (?1, ?2, ?3, ?4)","update_current":"update main.payment_current set state = ?2, sort_key = ?3, since = ?4\nwhere payment_id = ?1","insert_transition":"insert into main.payment_transitions\n  (payment_id, sort_key, event, from_state, to_state, created_at, actor, request_id, amount, currency, submission_id, reason)\nvalues (?1, ?2, ?3, ?4, ?5, ?6, ?7,\n  ?8, ?9, ?10, ?11, ?12)"},"fire":{}},"diagram":"digraph \"payment\" {\n  graph [rankdir=LR, compound=true, fontname=\"DejaVu Sans,Verdana\", fontsize=16, fontcolor=\"#1f2733\", nodesep=0.2, ranksep=0.14, pad=0.1, bgcolor=\"#ffffff\", labelloc=t, labeljust=l, color=\"#c2cad5\", style=rounded];\n  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans,Verdana\", fontsize=13, fontcolor=\"#1f2733\", fillcolor=\"#f5f6f8\", color=\"#8c96a5\", margin=\"0.12,0.06\", height=0.32];\n  edge [fontname=\"DejaVu Sans,Verdana\", fontsize=12.5, fontcolor=\"#1f2733\", color=\"#687384\", arrowsize=0.75];\n\n  subgraph \"cluster_payment\" {\n    class=machine; penwidth=0; margin=0;\n    label=<<b>Bank payment</b><!--payment-->>; tooltip=\"A bank payment, from the moment it is asked for until the money has\\narrived. The bank answers some time after it has been told.\";\n    \"payment.\" [shape=point, width=0.16, class=begin, color=\"#1f2733\", fillcolor=\"#1f2733\", tooltip=\"nothing yet\"];\n    \"payment.pending_submission\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td cellpadding=\"6\">Waiting to be sent<br/><font point-size=\"12\" color=\"#556070\">pending_submission</font><!--payment.pending_submission--></td><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"b0\" width=\"1\" height=\"14\"></td></tr><tr><td port=\"b1\" width=\"1\" height=\"14\"></td></tr></table></td></tr></table>>, margin=0, class=\"state created\", fillcolor=\"#e0edfb\", color=\"#2f6fb3\"];\n    \"payment.submitted\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td cellpadding=\"6\">With the bank<br/><font point-size=\"12\" color=\"#556070\">submitted</font><!--payment.submitted--></td><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"b0\" width=\"1\" height=\"14\"></td></tr><tr><td port=\"b1\" width=\"1\" height=\"14\"></td></tr></table></td></tr></table>>, margin=0, class=\"state\"];\n    \"payment.paid\" [label=<Paid out<br/><font point-size=\"12\" color=\"#556070\">paid</font><!--payment.paid-->>, class=\"state final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2, tooltip=\"The money is where it was meant to go.\"];\n    \"payment.cancelled\" [label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td port=\"a0\" width=\"1\" height=\"14\"></td></tr><tr><td port=\"a1\" width=\"1\" height=\"14\"></td></tr></table></td><td cellpadding=\"6\">Cancelled<!--payment.cancelled--></td></tr></table>>, margin=0, class=\"state final\", fillcolor=\"#e1f3e5\", color=\"#2e8246\", peripheries=2];\n    { node [shape=plaintext, style=\"\", margin=\"0.05,0.04\", width=0.2, height=0.2, fontsize=12.5];\n      \"payment.>1\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#1d4f91\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>Ask for a payment<br align=\"left\"/></td></tr></table>>, class=\"event main\", tooltip=\"create: Somebody asks for a payment; nothing has left the house yet.\"];\n      \"payment.>2\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#1d4f91\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>Send to the bank<br align=\"left\"/></td></tr></table>>, class=\"event main\", tooltip=\"submit: The bank has taken the payment and named it.\"];\n      \"payment.>3\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>Cancel<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"cancel: The payment is given up, before or after it was sent.\"];\n      \"payment.>4\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#1d4f91\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>Bank confirms<br align=\"left\"/></td></tr></table>>, class=\"event main\", tooltip=\"confirm: The bank reports that the money has arrived.\"];\n      \"payment.>5\" [label=<<table port=\"e\" border=\"1\" style=\"rounded\" bgcolor=\"#ffffff\" color=\"#687384\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td>Cancel<br align=\"left\"/></td></tr></table>>, class=\"event\", tooltip=\"cancel: The payment is given up, before or after it was sent.\"];\n    }\n    \"payment.\" -> \"payment.>1\":e [class=\"move main\", color=\"#1d4f91\", dir=back, arrowtail=none, weight=8, penwidth=2.4];\n    \"payment.>1\":e -> \"payment.pending_submission\" [class=\"move main\", color=\"#1d4f91\", weight=8, penwidth=2.4];\n    \"payment.pending_submission\":b0 -> \"payment.>2\":e [class=\"move main\", color=\"#1d4f91\", dir=back, arrowtail=dot, weight=8, penwidth=2.4];\n    \"payment.>2\":e -> \"payment.submitted\" [class=\"move main\", color=\"#1d4f91\", weight=8, penwidth=2.4];\n    \"payment.pending_submission\":b1 -> \"payment.>3\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"payment.>3\":e -> \"payment.cancelled\":a0 [class=\"move\"];\n    \"payment.submitted\":b0 -> \"payment.>4\":e [class=\"move main\", color=\"#1d4f91\", dir=back, arrowtail=dot, weight=8, penwidth=2.4];\n    \"payment.>4\":e -> \"payment.paid\" [class=\"move main\", color=\"#1d4f91\", weight=8, penwidth=2.4];\n    \"payment.submitted\":b1 -> \"payment.>5\":e [class=\"move\", dir=back, arrowtail=dot];\n    \"payment.>5\":e -> \"payment.cancelled\":a1 [class=\"move\"];\n  }\n  labelloc=b; labeljust=l; fontsize=12; fontcolor=\"#556070\";\n  label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"1\">\n    <tr><td colspan=\"2\" align=\"left\"><font color=\"#687384\">●—</font>&#160; where an arrow begins </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"28\" height=\"16\" bgcolor=\"#e0edfb\" color=\"#2f6fb3\"><tr><td></td></tr></table></td><td align=\"left\">begins here </td><td align=\"right\"><table border=\"1\" style=\"rounded\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\" fixedsize=\"true\" width=\"28\" height=\"16\" color=\"#2e8246\"><tr><td><table border=\"1\" style=\"rounded\" cellborder=\"0\" fixedsize=\"true\" width=\"22\" height=\"10\" bgcolor=\"#e1f3e5\" color=\"#2e8246\"><tr><td></td></tr></table></td></tr></table></td><td align=\"left\">final </td><td align=\"right\"><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\"><tr><td width=\"24\" height=\"4\" border=\"2\" sides=\"B\" style=\"solid\" color=\"#1d4f91\"></td></tr><tr><td height=\"4\"></td></tr></table></td><td align=\"left\">shortest way to Paid out </td></tr>\n    <tr><td colspan=\"2\" align=\"left\"><font color=\"#556070\">a_b</font>&#160; its name in programs </td></tr></table>>;\n}\n"}'
 where not exists (select 1 from main.pawl_machines
                    where machine = 'payment' and fingerprint = 'f7778b177c88b7a5' and (abi >= 2 or not is_deployed));

commit;

-- This file is whole.
