The SQL of the program of `pawl test`, which fills the words in.

{define open} set synchronous_commit = off
{define create} create database {database}
{define drop} drop database if exists {database} with (force)
{define text} text
{define bigint} bigint
{define int} int
{define uuid} uuid
{define grant} grant select, insert, update, delete on all tables in schema public to pawl_owner

{define pass_time}
set role pawl_owner;
update {machine}_pending set due_at = due_at - interval '{us} microseconds'
 where {machine}_id = {key} and declaration = '{timer}';
do $$ begin
  update {machine}_pending set put_off_until = put_off_until - interval '{us} microseconds'
   where {machine}_id = {key} and declaration = '{timer}';
exception when undefined_column then null;
end $$;
reset role
