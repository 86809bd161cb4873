create table payments (id text primary key);
insert into payments values ('PM1'), ('PM2');
