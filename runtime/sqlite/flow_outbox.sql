-- What runs that emit write on SQLite.

{define topic_of_flow} select topic, topic_argument from main.pawl_flows where flow = ?1 and fingerprint = ?2
