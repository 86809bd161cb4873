create schema "table";
create table "table"."order" ("user" bigint primary key);
insert into "table"."order" values (1), (2);
