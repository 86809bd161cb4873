-- What does not fit together in the tables of a machine: each query finds what is wrong, as key, sort key or null,
-- check and message.

-- ---- doubles ----

{define double_heads}
select {name}_id, null, 'duplicate', 'it has ' || count(*) || ' heads' from {current}
group by {name}_id
having count(*) > 1 limit {LISTED_MAX}

{define double_sort_keys}
select {name}_id, sort_key, 'duplicate', count(*) || ' moves have this sort key' from {transitions}
group by {name}_id, sort_key
having count(*) > 1 limit {LISTED_MAX}

{define double_requests}
select {name}_id, null, 'request-id', count(*) || ' moves have the request id ' || request_id from {transitions}
where request_id is not null
group by {name}_id, request_id
having count(*) > 1 limit {LISTED_MAX}

-- ---- rows of which another table knows nothing ----

{define heads_without_parent}
select head.{name}_id, null, 'parent', 'there is no such row in ' || {parent_text} from {current} head
where not exists (select 1 from {parent} parent{as_table} where parent.{parent_column} = head.{name}_id)
order by 1 limit {LISTED_MAX}

{define marked_otherwise}
-- Of `storage transitions`: Statesman goes by the mark, and Pawl by the sort key.
select made.{name}_id, made.sort_key, 'most-recent', case when coalesce(made.most_recent, false)
    then 'most_recent is true of it, and it is not the last one' else 'most_recent is not true of it, and it is the last one' end
from {rows} made{as_table}
where coalesce(made.most_recent, false) = exists (select 1 from {rows} later{as_table}
  where later.{name}_id = made.{name}_id and later.sort_key > made.sort_key)
order by 1, 2 limit {LISTED_MAX}

{define unrecorded_backfills}
-- Only backfill writes rows without an event, and it writes that down. Where entities are spread over nodes, what is read
-- beside them of a table that is not stands in a query of its own.
with written as (select entity from {schema}.pawl_repairs where machine = '{name}' and before_state is null)
select begun.{name}_id, null, 'backfill',
  'no event began its history, and pawl_repairs does not say that it was backfilled'
from {transitions} begun
where begun.sort_key = {PAWL_SORT_KEY_STEP} and begun.event = ''
  and not exists (select 1 from written where written.entity = {as_text:begun.{name}_id})
order by 1 limit {LISTED_MAX}
