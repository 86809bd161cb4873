create schema shop;
create table shop.orders (id bigint primary key, state text);
create table shop.bookings (amount bigint);
create table refunds (id text primary key);
insert into shop.orders values (1), (2), (3);
insert into refunds values ('R1'), ('R2');
