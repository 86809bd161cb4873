create table shipments (id bigint primary key);
insert into shipments values (1), (2), (3);
