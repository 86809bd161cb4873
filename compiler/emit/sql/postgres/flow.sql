-- A flow on PostgreSQL. The shared schema comes before it.

{define flow}
{! A new version is added to the deployed ones: a run finds its steps by their paths.}

{flow_heading}
{flow_comment}

insert into public.pawl_freezes (machine, head) values ({flow}, 'public.pawl_runs')
  on conflict do nothing;
insert into public.pawl_flows (flow, fingerprint, abi, topic, topic_argument, model)
values ({flow}, {flow_fingerprint}, {abi}, {flow_topic}, {flow_topic_argument}, {flow_model})
on conflict (flow, fingerprint) do update set model = excluded.model, abi = excluded.abi;
