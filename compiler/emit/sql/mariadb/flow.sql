-- A flow on MariaDB: what all flows share comes before it.

{define flow}
{! Another version is laid beside those that are there: runs are met by the paths of their steps.}

{flow_heading}
{flow_comment}

set @pawl_done = pawl_database.pawl_make_gate({flow});
insert into pawl_database.pawl_flows (flow, fingerprint, abi, deployed_at, topic, topic_argument, model)
  values ({flow}, {flow_fingerprint}, {abi}, {>now}, {flow_topic}, {flow_topic_argument}, {flow_model})
  on duplicate key update model = value(model), abi = value(abi);
