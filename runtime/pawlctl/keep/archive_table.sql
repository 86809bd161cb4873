-- The table of archived entities, and what is moved there.

{define create}
create table {archive} ({name}_id {type_of_key} not null, sort_key {number} not null, event {text} not null,
  from_state {text} not null, to_state {text} not null, created_at {time} not null, actor {text} not null,
  request_id {text}, {parameters}archived_at {time} not null, archived_by {text} not null,
  primary key ({name}_id, archived_at, sort_key));

{define sort_keys}
select sort_key from {transitions} where {name}_id = {key:1} order by sort_key

-- ---- the whole history, or on SQLite one row of it ----

{define copy}
insert into {archive} ({columns}, archived_at, archived_by)
select {columns_of_history}, {moment:{bigint:2}}, {text:3} from {transitions} history where history.{name}_id = {key:1}

{define copy_row}
insert into {archive} ({columns}, archived_at, archived_by)
select {columns_of_history}, {moment:{bigint:3}}, {text:4} from {transitions} history
where history.{name}_id = {key:1} and history.sort_key = {bigint:2}

{define delete_history} delete from {transitions} where {name}_id = {key:1}
{define delete_row} delete from {transitions} where {name}_id = {key:1} and sort_key = {bigint:2}
{define delete_head} delete from {current} where {name}_id = {key:1}
