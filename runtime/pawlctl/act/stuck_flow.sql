-- Runs that no worker takes.

{define late}
select run, due_at from {schema}.pawl_run_ready
where flow = {text:1} and due_at < {moment:{bigint:2}}
order by due_at limit {LATE_MAX}
