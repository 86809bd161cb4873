-- How many entities of a machine there are, and where.

{define places} select head.state, count(*), min(head.since), null from {current} head group by head.state

{define places_and_oldest}
select head.state, count(*), min(head.since),
  (select {as_text:first.{name}_id} from {current} first where first.state = head.state order by first.since, first.{name}_id limit 1)
from {current} head group by head.state

{define count_parked}
-- What its workers have given up, and nobody has taken up again.
select count(*) from {pending} where (parked_at is not null or last_error is not null) and parked_at is not null{by_index}

{define count_locks}
-- On keys of the machine, or of all machines.
select count(*) from {schema}.pawl_locks held
where held.type in ('', '{name}') and (held.until is null or held.until > {moment:{now}})
