-- A flow on PostgreSQL: what all flows share comes before it.

{define flow}
{! Another version is laid beside those that are there: runs are met by the paths of their steps.}

{flow_heading}
{flow_comment}

insert into public.pawl_freezes (machine, head) values ({flow}, 'public.pawl_runs')
  on conflict do nothing;
insert into public.pawl_flows (flow, fingerprint, abi, topic, topic_argument, model)
values ({flow}, {flow_fingerprint}, {abi}, {flow_topic}, {flow_topic_argument}, {flow_model})
on conflict (flow, fingerprint) do update set model = excluded.model, abi = excluded.abi;
