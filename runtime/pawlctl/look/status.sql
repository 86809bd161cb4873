-- How many entities of a machine there are, and where.

{define places}
select state, count(*), min(since) from {current} group by state

{define count_parked}
-- What its workers have given up, and nobody has taken up again.
select count(*) from {pending} where parked_at is not null

{define count_locks}
-- On keys of the machine, or of all machines.
select count(*) from {schema}.pawl_locks held
where held.type in ('', '{name}') and (held.until is null or held.until > {moment:{now}})
