-- How many entities of a machine there are, and where.

{define places}
select state, count(*), min(since) from {current} group by state

-- What its workers have given up, and nobody has taken up again.
{define count_put_aside}
select count(*) from {pending} where parked_at is not null
