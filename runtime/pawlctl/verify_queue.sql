-- What waits in the queue of a machine, against the heads.

{define missing}
select waiting.{name}_id, waiting.state from {current} waiting
where waiting.state in {present}
  and not exists (select 1 from {pending} there
    where there.{name}_id = waiting.{name}_id and there.declaration = {declaration})
order by waiting.{name}_id limit {LISTED_MAX}

{define rows}
select waiting.{name}_id, waiting.declaration, head.state, waiting.is_asleep
from {pending} waiting left join {current} head on head.{name}_id = waiting.{name}_id

{define wrong}
{>rows}
where waiting.declaration = {declaration}
  and (head.state is null or head.state not in {present} or waiting.is_asleep = (head.state in {awake}))
order by waiting.{name}_id limit {LISTED_MAX}

{define unknown}
{>rows}
where waiting.declaration not in {declarations}
order by waiting.{name}_id limit {LISTED_MAX}
