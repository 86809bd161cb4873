-- What libpawl and pawlctl ask every database, and what libpawl writes where it takes the steps of a move itself.

{define get}
select state, sort_key, since from {current} where {name}_id = {key:1} and {is_accepted}
