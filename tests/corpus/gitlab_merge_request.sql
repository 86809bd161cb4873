create table merge_requests (id bigint primary key, source_branch varchar(255), target_branch varchar(255),
  state_id smallint default 1 not null);
