-- What is written in the place of a head that is wrong.

{define insert_head}
insert into {current} ({name}_id, state, sort_key, since) values ({key:1}, {text:2}, {bigint:3}, {moment:{bigint:4}})

{define update_head}
update {current} set state = {text:2}, sort_key = {bigint:3}, since = {moment:{bigint:4}} where {name}_id = {key:1}
