-- Statements of libpawl that differ on MariaDB.

{define in_state}
{! MariaDB does not use an index for the comparison of two pairs of columns.}
select {name}_id, state, sort_key, since from {current}
where state = {text:1} and since >= {timestamp:2} and (since > {timestamp:2} or {name}_id > {key:3})
  and {is_accepted} order by since, {name}_id limit {bigint:4}

{define not_in_state}
{! For a range of most of the table, MariaDB would read and sort all of it to return a few rows.}
select * from (
  select * from (
    select {name}_id, state, sort_key, since from {current}{#if has_state_index} force index ({name}_current_state_since){/if}
    where state < {text:1} and state >= {text:2} and (state > {text:2} or since > {timestamp:3}
      or (since = {timestamp:3} and {name}_id > {key:4}))
    order by state, since, {name}_id limit {bigint:8}
  ) lower_ones
  union all
  select * from (
    select {name}_id, state, sort_key, since from {current}{#if has_state_index} force index ({name}_current_state_since){/if}
    where state >= {text:5} and (state > {text:5} or since > {timestamp:6}
      or (since = {timestamp:6} and {name}_id > {key:7}))
    order by state, since, {name}_id limit {bigint:8}
  ) higher_ones
) both_of_them where {is_accepted} order by state, since, {name}_id limit {bigint:8}

{define count_by_state}
{! In a FROM clause of its own the function is called once, not for each row.}
select state, count(*) from {current} join (select {is_accepted} as is_accepted) version on version.is_accepted group by state

{define find_key}
{#if has_created_key}
select {key_column} from {transitions} where {name}_id = {key:1} and sort_key = {step}
  and {is_accepted}
{/if}

{define find_spelling}
{#if has_entity and has_text_key}
select {schema}.{name}_spelling({key:1}) from dual where {is_accepted}
{/if}

{define fire_many}
{! Empty if libpawl makes the transitions one by one.}
{#if has_many}select {many_function}({text:1}, {text:2}{#if has_key}, {text:3}, {bigint:4}{/if}) as pawl_rows from dual where {is_accepted}{/if}

{define fire_gathered} {#if has_many and gathers}select {gathered_function}({text:1}) as pawl_rows{/if}

{define queue_claim}
{#if has_queue}
select pawl_database.{name}_pending_claim({int:1}, {text:2}, {bigint:3}) as pawl_rows from dual where {is_accepted}
{/if}

{define claimed_item} {text:2}, {int:3}, {bigint:4}

{define queue_not_yet}
select pawl_database.{name}_pending_not_yet({key:1}, {>claimed_item}, {bigint:5}) from dual where {is_accepted}

{define queue_fail}
select pawl_database.{name}_pending_fail({key:1}, {>claimed_item}, {text:5}) from dual where {is_accepted}

{define queue_extend}
select pawl_database.{name}_pending_extend({key:1}, {>claimed_item}, {bigint:5}) from dual where {is_accepted}

{define queue_retry}
select pawl_database.{name}_pending_retry({key:1}, {text:2}) from dual where {is_accepted}
