create table orders (id bigint not null primary key, state text);
