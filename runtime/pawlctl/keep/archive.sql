-- Which entities have finished, so long ago that they may be archived. They are found without a lock, and each is locked by its
-- key: where entities are spread over nodes, only rows of one can be locked.

{define deferred}
-- In a query of its own, since the rows of a table that is not spread are at hand on one node alone.
with deferred as (select entity from {schema}.pawl_deferred where machine = '{name}' and status is null)

{define finished}
-- What verify finds fault with is repaired first; and what still waits for the end of a freeze is not done with.
from {current} subject
where subject.state = {text:1} and subject.since < {moment:{bigint:2}}
  and exists (select 1 from {transitions} last
    where last.{name}_id = subject.{name}_id and last.sort_key = subject.sort_key and last.to_state = subject.state)
  and not exists (select 1 from deferred where deferred.entity = {as_text:subject.{name}_id})
  {waits_for_none} {is_unlocked}

{define waits_for_none}
-- Neither a timer nor a worker.
and not exists (select 1 from {pending} waiting where waiting.{name}_id = subject.{name}_id)

{define held}
-- Who holds the lock of an entity's key counts on it.
and not exists (select 1 from {schema}.pawl_locks held
  where held.type in ('', '{name}') and (held.until is null or held.until > {moment:{now}}) and held.{lock_key} =

{define entity_is_unlocked}
{>held}
  {as_text:subject.{name}_id})

{define key_is_unlocked}
{>held}
  (select {as_text:begun.{column}} from {transitions} begun
    where begun.{name}_id = subject.{name}_id and begun.sort_key = {PAWL_SORT_KEY_STEP}))

{define count}
{>deferred}
select count(*)
{>finished}

{define first_page}
{>deferred}
select subject.{name}_id, subject.sort_key, subject.since
{>finished}
order by subject.since, subject.{name}_id limit {rows}

{define next_page}
{>deferred}
select subject.{name}_id, subject.sort_key, subject.since
{>finished}
  and subject.since >= {moment:{bigint:3}} and (subject.since > {moment:{bigint:3}} or subject.{name}_id > {key:4})
order by subject.since, subject.{name}_id limit {rows}

{define lock}
-- No row where somebody else has locked it, or it has gone on meanwhile.
{>deferred}
select 1
{>finished}
  and subject.{name}_id = {key:3} and subject.sort_key = {bigint:4}{only_free}
