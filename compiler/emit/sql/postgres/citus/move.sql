-- A move on Citus. The function of an event runs whole on the node that holds the entity; each of its statements is
-- about the rows of this entity, by its key, or about a table that the node has for itself, never both: Citus joins
-- neither with the other.

{define move_at_once}
{! A freeze is read by a statement of its own, which must come behind the lock.}
{>move_under_lock}

{define place_variable}
{! A place is one of a shard, and says nothing of the table.}

{define lock_row_of_head}
{! A freeze is read afterwards, by a statement with a later snapshot; so it is seen, or it finds the lock of this
transaction on the table and waits for it.}
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
{! There are no migrations of machines on several nodes; the head's row is locked after the keys.}

{define raise_unless_key}
{! Constraints of shards have their numbers in their names; the key's is the only one that can be violated so.}

{define raise_unless_parent}
{! Likewise.}

{define write_head}
  update {current} head set state = outcome.to_state, sort_key = outcome.sort_key, since = outcome.created_at
    where head.{name}_id = $1;

{define fire}
{! Only what is `select` of one function, and has no condition, runs where its first parameter says. So the version of
the program stands in a parameter: where it is not accepted, there is no such function.}
select {event_function}({key:1}{#each params}, {param}{/each}, case when {is_accepted} then {actor_param} end, {request_id_param}{#if not is_creation}, {expected_sort_key_param}{/if}{>lock_call}{#if takes_verdicts}, {verdicts_param}{/if})

{define is_free}
{! A row that each node has for itself, of which it is told.}
(select type_lock.mode is null and {is_accepted} and {>may_move}
  from public.pawl_freezes type_lock where type_lock.machine = {machine})

{define and_is_free}
