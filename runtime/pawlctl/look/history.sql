-- What an entity waits for.

{define pending}
select declaration, case when is_asleep = false and parked_at is null then {due_at} end, attempts, parked_at, last_error
from {pending} where {name}_id = {key:1} order by declaration

{define first_of_page}
-- The sort key of the first of the last so many moves; the index of the history is read backwards.
select min(own.sort_key) from (select made.sort_key from {transitions} made
  where made.{name}_id = {key:1} and made.created_at >= {moment:{bigint:2}} and made.sort_key < {bigint:3}
  order by made.sort_key desc limit {bigint:4}) own
