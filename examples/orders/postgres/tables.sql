-- The shop's own tables, made by the login that owns them, and what its service may do with them. Pawl's tables
-- and functions come from order.fsm.
create table articles (name text primary key, in_stock integer not null check (in_stock >= 0));
create table orders (id bigint generated always as identity primary key, placed_at timestamptz not null default now());
insert into articles values ('kettle', 5), ('lamp', 12), ('stool', 20);

-- The guards and effects run as pawl_owner, which the first machine makes that is applied.
do 'begin if not exists (select from pg_roles where rolname = ''pawl_owner'') then create role pawl_owner nologin; end if; end';
grant select, update (in_stock) on articles to pawl_owner;
grant select, references, update (id) on orders to pawl_owner;

create role orders_service login;
grant select on articles, orders to orders_service;
grant insert on orders to orders_service;
