-- The table of archived entities, and what is moved there.

{define find}
select max(archived_at) from {archive} where {name}_id = {key}

{define create}
create table {archive} ({name}_id {type_of_key} not null, sort_key {number} not null, event {text} not null,
  from_state {text} not null, to_state {text} not null, created_at {time} not null, actor {text} not null,
  request_id {text}, {parameters}archived_at {time} not null, archived_by {text} not null,
  primary key ({name}_id, archived_at, sort_key));

{define sort_keys}
select sort_key from {transitions} where {name}_id = {key} order by sort_key

-- ---- the whole history, or on SQLite one row of it ----

{define copy}
with given (id, at, login) as (select {key}, $2::bigint, $3::text)
insert into {archive} ({columns}, archived_at, archived_by)
select {columns_of_history}, {moment:given.at}, given.login
from given join {transitions} history on history.{name}_id = given.id

{define copy_row}
with given (id, sort_key, at, login) as (select {key}, $2::bigint, $3::bigint, $4::text)
insert into {archive} ({columns}, archived_at, archived_by)
select {columns_of_history}, {moment:given.at}, given.login
from given join {transitions} history on history.{name}_id = given.id and history.sort_key = given.sort_key

{define delete_history}
delete from {transitions} where {name}_id = {key}

{define delete_row}
delete from {transitions} where {name}_id = {key} and sort_key = $2::bigint

{define delete_head}
delete from {current} where {name}_id = {key}
