-- How many runs of a flow there are.

{define runs_by_status}
select status, count(*), min(updated_at) from {schema}.pawl_runs where flow = {text:1} group by status
