The SQL of the program of `pawl test`, which fills the words in.

{define open} pragma synchronous = off
{define text} text
{define bigint} bigint
{define int} int
{define uuid} text
{define grant} select 1

{define pass_time}
drop trigger {machine}_pending_update;
update {machine}_pending set due_at = due_at - {us} where {machine}_id = {key} and declaration = '{timer}'
