-- What an entity waits for.

{define pending}
select declaration, case when is_asleep = false and parked_at is null then due_at end, attempts, parked_at, last_error
from {pending} where {name}_id = {key:1} order by declaration
