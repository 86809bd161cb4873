-- What is due later than the clock of the database allows.

{define rows}
-- A row that nobody has claimed was armed by a transition. How late a claim, a failure or a pause may have made a row is
-- for callers to say, so such a row counts only while its entity has a time to come.
from {pending} waiting join {current} head on head.{name}_id = waiting.{name}_id
where waiting.declaration = {declaration} and waiting.parked_at is null
  and {own_instant:waiting.due_at} > {now} + {latest} and waiting.claim >= {least_claim}
  and (waiting.claim = 0 or {own_instant:head.since} > {now} + {TOLERANCE_US})

{define problems}
select waiting.{name}_id, null, 'pending-due', {declaration}
  || ' is due later than it can be: it was armed while the clock of the database ran ahead'
{>rows}
order by waiting.{name}_id limit {LISTED_MAX}

{define too_late}
select waiting.{name}_id, waiting.is_work, waiting.fence, waiting.claim, waiting.attempts, waiting.last_error,
  waiting.is_asleep, {own_instant:waiting.due_at}, {now}, head.state, head.sort_key, {own_instant:head.since}
{>rows}

{define too_late_of_one}
{>too_late}
  and waiting.{name}_id = {key:1}

{define write}
update {pending} set is_work = {boolean:3}, due_at = {moment:{bigint:4}}, fence = {integer:5}, claim = {bigint:6},
  attempts = {integer:7}, last_error = {text:8}, parked_at = {moment:{bigint:9}}, is_asleep = {boolean:10}
where {name}_id = {key:1} and declaration = {text:2}
