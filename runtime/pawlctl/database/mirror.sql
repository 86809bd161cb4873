-- The column that `mirror` keeps, against the heads.

{define different}
select head.{name}_id, {as_text:parent.{column}}, head.state, head.sort_key, {own_instant:head.since}
from {current} head join {parent} parent{as_table} on parent.{parent_column} = head.{name}_id
where {differs:parent.{column}}

{define differences}
{>different}
order by head.{name}_id limit {limit}

{define difference}
{>different}
and head.{name}_id = {key:1}

{define write} update {parent}{as_table} set {column} = {as_its_column:1} where {parent_column} = {key:2}
