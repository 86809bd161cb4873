-- What tables hold of a person.

-- ---- moves: of the history, and of what has been archived ----

{define find_in_history}
select sort_key, 0 from {transitions} where {name}_id = {key:1} and ({is_there}) order by 2, 1

{define find_in_archive}
select sort_key, archived_at from {archive} where {name}_id = {key:1} and ({is_there}) order by 2, 1

{define erase_in_history}
update {transitions} set {to_null} where {name}_id = {key:1} and sort_key = {bigint:2}

{define erase_in_archive}
update {archive} set {to_null}
where {name}_id = {key:1} and sort_key = {bigint:2} and archived_at = {moment:{bigint:3}}

{define last_archived}
select to_state, sort_key, created_at from {archive}
where {name}_id = {key:1}
order by archived_at desc, sort_key desc limit 1

-- ---- events that were deferred ----

{define count_deferred}
select count(*) from {schema}.pawl_deferred where machine = {text:1} and entity = {text:2} and status is null

{define deferred} select number from {schema}.pawl_deferred where machine = {text:1} and entity = {text:2}
{define erase_deferred} delete from {schema}.pawl_deferred where number = {bigint:1}
