create schema depot;
create table depot.parcels (number bigint primary key);
insert into depot.parcels values (1);
