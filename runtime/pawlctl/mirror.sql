-- The column that `mirror` keeps, against the heads.

{define different}
select head.{name}_id, cast(parent.{column} as text), head.state, head.sort_key, {instant:head.since}
from {current} head join {parent} parent on parent.{parent_column} = head.{name}_id
where {differs:parent.{column}}

{define differences}
{>different}
order by head.{name}_id limit {limit}

{define difference}
{>different}
and head.{name}_id = {key}

{define write}
update {parent} set {column} = $1::text where {parent_column} = $2::{key_type}
