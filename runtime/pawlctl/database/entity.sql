-- One entity of a machine.

{define has_moves} select 1 from {transitions} where {name}_id = {key:1} limit 1
{define lock_head} select 1 from {current} where {name}_id = {key:1} for update
{define archived_at} select max(archived_at) from {archive} where {name}_id = {key:1}

{define between}
-- Of the statement that reads the whole history.
select * from ({history}) own where own.sort_key >= {bigint:2} and own.sort_key <= {bigint:3} order by own.sort_key{by_index}
