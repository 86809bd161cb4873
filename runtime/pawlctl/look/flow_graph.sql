-- Where the runs of a flow are.

{define runs_by_step}
select path, status, count(*) from {schema}.pawl_runs where flow = {text:1} group by path, status order by path, status
