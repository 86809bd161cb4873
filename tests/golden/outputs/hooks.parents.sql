create schema bank;
create table bank.transfers (number bigint primary key, state text);
create table bank.accounts (id text primary key, balance bigint not null check (balance >= 0), is_open boolean);
create table bank.notes (line serial, id bigint not null, note text);
insert into bank.transfers select generate_series(1, 9);
insert into bank.accounts values ('A', 500, true), ('B', 5, null);
create table stock_levels (item text, quantity integer);
insert into stock_levels values ('bolt', 10);
