-- A flow on MariaDB. The shared schema comes before it.

{define flow}
{! A new version is added to the deployed ones: a run finds its steps by their paths.}

{flow_heading}
{flow_comment}

set @pawl_done = pawl_database.pawl_make_gate({flow});
insert into pawl_database.pawl_flows (flow, fingerprint, abi, deployed_at, topic, topic_argument, model)
  values ({flow}, {flow_fingerprint}, {abi}, {>now}, {flow_topic}, {flow_topic_argument}, {flow_model})
  on duplicate key update model = value(model), abi = value(abi);
