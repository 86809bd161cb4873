-- A history as Statesman keeps it.

{define metadata_as_text}
{as_text:metadata}

-- The type of the column may differ from that of the entities' key.

{define by_key} {column} = {key:1}
{define by_text} {column} = {text:1}
{define by_key_as_text} {as_text:{column}} = {text:1}

{define rows}
select {as_text:to_state}, {as_number:sort_key}, {instant:created_at}, {most_recent}, {metadata}
from {table}
where {match}
order by sort_key

{define entity}
-- A case-insensitive column of texts finds other spellings.
select 1 from {parent} subject where subject.{parent_column} = {key:1}

{define orphans}
-- Keys without an entity.
select {as_text:{column}} from {table} except select {as_text:{parent_column}} from {parent} order by 1
