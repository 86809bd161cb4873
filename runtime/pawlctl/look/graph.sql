-- How long entities stay.

{define medians}
-- Of stays that are over, by state; of two in the middle, the mean.
with stay as (
  select to_state as state, {elapsed:lead(created_at) over (partition by {name}_id order by sort_key)} as dwell
  from {transitions}),
ranked as (
  select state, dwell, row_number() over (partition by state order by dwell) as place,
    count(*) over (partition by state) as total
  from stay
  where dwell is not null)
select state, {whole:avg(dwell)} from ranked
where place in ({whole:(total + 1) / 2}, {whole:(total + 2) / 2})
group by state
