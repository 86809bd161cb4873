-- How long entities usually stay in each state. The sample of a machine are those that were the last to enter each state.

{define latest}
-- The index of (state, since) serves it, backwards.
select * from (select head.{name}_id as entity, head.sort_key, head.state, head.since from {current} head
  where head.state = {state} order by head.since desc limit {SAMPLED_ENTITIES}) own

{define stays}
-- Of each state, how many stays in it are over, and how long the middle one and the 95th of a hundred lasted. The histories are
-- read by their keys.
select state, total, min(case when place >= {whole:(total + 1) / 2} then dwell end),
  min(case when place >= {whole:(total * 95 + 99) / 100} then dwell end) from (
  select ended.state, ended.dwell, row_number() over (partition by ended.state order by ended.dwell) as place,
    count(*) over (partition by ended.state) as total
  from (
    select made.to_state as state, {elapsed:lead(created_at) over (partition by made.{name}_id order by made.sort_key)} as dwell
    from ({entities}) sampled {for_each} {transitions} made
      {where_each} made.{name}_id = sampled.entity and made.sort_key > sampled.sort_key - {SAMPLED_SORT_KEYS}{end_each}) ended
  where ended.dwell is not null) ranked
group by state, total{by_index}

{define window}
-- Since when the sample has all entities that moved: before that, a state may have had more than were sampled.
select max(oldest) from (
  select min(since) as oldest, count(*) as total from ({entities}) sampled group by state) each_state
where total = {SAMPLED_ENTITIES}

{define entered}
-- Of each state, how many came into it from another since then, and when the first of all did.
select made.to_state, count(*), min(made.created_at)
from ({entities}) sampled {for_each} {transitions} made
  {where_each} made.{name}_id = sampled.entity and made.sort_key > sampled.sort_key - {SAMPLED_SORT_KEYS}{end_each}
where made.from_state <> made.to_state and made.created_at >= {moment:{bigint:1}}
group by made.to_state{by_index}
