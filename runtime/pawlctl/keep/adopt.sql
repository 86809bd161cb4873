-- What is wrong in the rows of a {table} that is to be taken over: how many keys, and some of them.

{define told} select (select count(*) from wrong), {as_text:{key}} from wrong order by {key} limit 5

{define unknown_states}
with wrong as (
  select distinct {key} from {table} where to_state is null or to_state not in ({states}))
{>told}

{define several_most_recent}
with wrong as (
  select {key} from {table} where most_recent group by {key} having count(*) > 1)
{>told}

{define other_most_recent}
with wrong as (
  select {key} from {table} made
  where coalesce(most_recent, false) = exists (select 1 from {table} later
    where later.{key} = made.{key} and later.sort_key > made.sort_key)
  group by {key})
{>told}

{define gaps}
with wrong as (
  select distinct {key}
  from (select {key}, sort_key, row_number() over (partition by {key} order by sort_key) as number from {table}) made
  where sort_key <> number * {PAWL_SORT_KEY_STEP})
{>told}
