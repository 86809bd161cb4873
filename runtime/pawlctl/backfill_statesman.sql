-- A history as Statesman keeps it.

{define rows}
select cast(to_state as text), {as_number:sort_key}, {instant:created_at}, {most_recent}, {metadata}
from {table}
where {column} = {key}
order by sort_key
