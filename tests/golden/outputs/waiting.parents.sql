create table damages (id bigint primary key);
insert into damages values (7), (8), (108);
