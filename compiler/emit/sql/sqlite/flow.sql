-- A flow on SQLite. The shared schema comes before it.

{define flow}
{! A new version is added to the deployed ones: a run finds its steps by their paths.}

{flow_heading}
{flow_comment}

insert into main.pawl_flows
  (flow, fingerprint, abi, deployed_at, topic, topic_argument, model)
select {flow}, {flow_fingerprint}, {abi}, cast(strftime('%s', 'now') as integer) * 1000000,
  {flow_topic}, {flow_topic_argument},
  {flow_model}
 where not exists (select 1 from main.pawl_flows where flow = {flow} and fingerprint = {flow_fingerprint});
