-- What was written without a transition.

{define write_repair}
insert into {schema}.pawl_repairs (machine, entity, repaired_at, repaired_by, reason,
  before_state, before_sort_key, before_since, after_state, after_sort_key, after_since)
values ({text:1}, {text:2}, {moment:{bigint:3}}, {text:4}, {text:5},
  {text:6}, {bigint:7}, {moment:{bigint:8}}, {text:9}, {bigint:10}, {moment:{bigint:11}})
