-- The shop's own tables, made by the login that owns them, and what its service may do with them. Pawl's tables
-- and functions come from order.fsm. pawl_database stands for Pawl's own database.
create table articles (
  name varchar(100) character set utf8mb4 collate utf8mb4_nopad_bin primary key,
  in_stock integer not null check (in_stock >= 0));
create table orders (id bigint auto_increment primary key, placed_at datetime(6) not null default current_timestamp(6));
insert into articles values ('kettle', 5), ('lamp', 12), ('stool', 20);

-- The guards and effects run with the rights of this role, which the first machine makes that is applied.
create role if not exists pawl_database_hooks;
grant select, update on articles to pawl_database_hooks;

create user orders_service;
grant select on articles to orders_service;
grant select, insert on orders to orders_service;
