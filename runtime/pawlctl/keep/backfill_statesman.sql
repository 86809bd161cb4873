-- A history as Statesman keeps it.

{define metadata_as_text}
{as_text:metadata}

{define rows}
select {as_text:to_state}, {as_number:sort_key}, {instant:created_at}, {most_recent}, {metadata}
from {table}
where {column} = {key:1}
order by sort_key
