The SQL of the program of `pawl test`, which fills the words in.

{define open} select 1

{define create}
create database {database} character set utf8mb4 collate utf8mb4_nopad_bin;
create role {database}_pawl_owner;
create role {database}_pawl_app;
create role {database}_pawl_operator;
create role {database}_pawl_reader;
create role {database}_pawl_hooks;
grant select, insert, update, delete on {database}.* to {database}_pawl_hooks

{define drop}
drop database if exists {database}_pawl;
drop database if exists {database};
drop role if exists {database}_pawl_owner;
drop role if exists {database}_pawl_app;
drop role if exists {database}_pawl_operator;
drop role if exists {database}_pawl_reader;
drop role if exists {database}_pawl_hooks

{define text} varchar(570) character set utf8mb4 collate utf8mb4_nopad_bin
{define bigint} bigint
{define int} int
{define uuid} uuid
{define grant} select 1

{define pass_time}
update {database}_pawl.{machine}_pending set due_at = due_at - {us}
 where {machine}_id = {key} and declaration = '{timer}'
