-- A flow on SQLite: what all flows share comes before it.

{define flow}
{! Another version is laid beside those that are there: runs are met by the paths of their steps.}

{flow_heading}
{flow_comment}

insert into main.pawl_flows
  (flow, fingerprint, abi, deployed_at, topic, topic_argument, model)
select {flow}, {flow_fingerprint}, {abi}, cast(strftime('%s', 'now') as integer) * 1000000,
  {flow_topic}, {flow_topic_argument},
  {flow_model}
 where not exists (select 1 from main.pawl_flows where flow = {flow} and fingerprint = {flow_fingerprint});
