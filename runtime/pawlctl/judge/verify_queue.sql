-- What waits in the queue of a machine, against the heads: what is wrong, as in verify.sql.

{define missing}
select head.{name}_id, null, 'pending-missing',
  'nothing waits for ' || {declaration} || ', though it is in ' || {told_state}
from {current} head
where head.state in {present}
  and not exists (select 1 from {pending} there
    where there.{name}_id = head.{name}_id and there.declaration = {declaration})
order by head.{name}_id limit {LISTED_MAX}

{define rows} from {pending} waiting left join {current} head on head.{name}_id = waiting.{name}_id

{define wrong}
select waiting.{name}_id, null, 'pending', {declaration} ||
  case when head.state is null then ' waits, and it has no current row'
    when head.state not in {present} then ' waits, though it is in ' || {told_state} || ', where nothing waits for that'
    when waiting.is_asleep then ' is asleep, though it is in ' || {told_state}
    else ' is awake, though it is in ' || {told_state} end
{>rows}
where waiting.declaration = {declaration}
  and (head.state is null or head.state not in {present} or waiting.is_asleep = (head.state in {awake}))
order by waiting.{name}_id limit {LISTED_MAX}

{define unknown}
select waiting.{name}_id, null, 'pending-unknown', waiting.declaration || ' waits, which the machine does not know'
{>rows}
where waiting.declaration not in {declarations}
order by waiting.{name}_id limit {LISTED_MAX}
