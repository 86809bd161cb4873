-- How many entities of a machine there are, and where.

{define places}
select state, count(*), min(since) from {current} group by state

{define count_put_aside}
-- What its workers have given up, and nobody has taken up again.
select count(*) from {pending} where parked_at is not null
