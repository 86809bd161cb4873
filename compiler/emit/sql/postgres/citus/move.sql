-- A transition on Citus. The function of an event runs whole on the node that holds the entity. Each of its statements
-- uses either rows of this entity, by its key, or a table that the node has for itself, because Citus cannot join them.

{define move_at_once}
{! A statement of its own reads the freeze, after the lock.}
{>move_under_lock}

{define place_variable} {! A place is within a shard, and does not name the table.}

{define lock_row_of_head}
{! A later statement with a later snapshot reads the freeze. So it sees the freeze, or the freeze finds this transaction's lock on
the table and waits for it.}
select 'OK', head.state, head.sort_key, head.since
  into outcome.status, outcome.from_state, outcome.sort_key, outcome.created_at
  from {current} head where head.{name}_id = $1 for no key update;
is_free := {>is_free};

{define look_at_head}
select head.state, head.sort_key, head.since
  into outcome.from_state, outcome.sort_key, outcome.created_at
  from {current} head where head.{name}_id = $1;
is_free := {>is_free};

{define join_moves}
{! As a lock on the table, which Citus would take on all nodes.}
perform from {current} head where head.{name}_id = $1 for no key update;

{define join_before_history}
{! Machines on several nodes have no migrations; the current row is locked after the keys.}

{define raise_unless_key}
{! Constraints of shards have numbers in their names. Only the key can be violated in this way.}

{define is_of_parent}
{! Only the foreign key can be violated in this way.}
sqlstate = '23503'

{define write_head}
  update {current} head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.{name}_id = $1;

{define fire}
{! Citus runs a call on the node of its first parameter only if the statement is a `select` of one function without a condition. So
the program's version is a parameter: if it is not accepted, the function does not exist.}
select {event_function}({key:1}{#each params}, {param}{/each}, case when {is_accepted} then {actor_param} end, {request_id_param}{#if not is_creation}, {expected_sort_key_param}{/if}{>lock_call}{#if takes_verdicts}, {verdicts_param}{/if})

{define is_free}
{! Each node has this row for itself, and a freeze changes it on every node.}
(select type_lock.mode is null and {is_accepted} and {>may_move}
  from public.pawl_freezes type_lock where type_lock.machine = {machine})

{define and_is_free}
