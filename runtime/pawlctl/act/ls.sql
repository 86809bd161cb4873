-- A page of the entities of a machine, those first that have been in their states for the longest time.

{define place} select since from {current} where {name}_id = {key:1}

{define within}
head.since <= {moment:{bigint:2}} and head.since >= {moment:{bigint:3}}
    and (head.since > {moment:{bigint:3}} or head.{name}_id > {key:4})

{define of_state}
-- The index of (state, since) serves both parts: the entities of the last page's time, and later ones. It is read from the place
-- of the last page, until the page is full; so each part is a range of it, also if many entities have the same time.
select * from (select head.{name}_id as entity, head.state, head.sort_key, head.since from {current} head
  where head.state = {state} and head.since = {moment:{bigint:3}} and head.since <= {moment:{bigint:2}} and head.{name}_id > {key:4}
  order by head.{name}_id limit {bigint:1}) own
union all
select * from (select head.{name}_id as entity, head.state, head.sort_key, head.since from {current} head
  where head.state = {state} and head.since > {moment:{bigint:3}} and head.since <= {moment:{bigint:2}}
  order by head.since, head.{name}_id limit {bigint:1}) later

{define of_key}
-- The index of the parameter that is the key of locks serves it.
select head.{name}_id as entity, head.state, head.sort_key, head.since
from {transitions} made join {current} head on head.{name}_id = made.{name}_id
where made.sort_key = {PAWL_SORT_KEY_STEP} and {compared} and head.state in ({states}) and {>within}

{define page}
select page.entity, page.state, page.since, last.event, last.actor, {matches}
from (select * from ({entities}) found order by since, entity limit {bigint:1}) page
  left join {transitions} last on last.{name}_id = page.entity and last.sort_key = page.sort_key
order by page.since, page.entity{by_index}

{define has_value}
case when exists (select 1 from {transitions} made where made.{name}_id = page.entity and {compared}) then 1 else 0 end
