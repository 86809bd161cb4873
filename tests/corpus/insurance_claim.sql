create table claims (number bigint primary key, covers_claim boolean not null default true);
