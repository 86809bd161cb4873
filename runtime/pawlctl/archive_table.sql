-- What is moved to a table of archived entities.

{define sort_keys}
select sort_key from {transitions} where {name}_id = {key} order by sort_key
