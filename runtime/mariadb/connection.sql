-- What a connection to MariaDB says first, and asks about servers.

{define isolate} set session transaction isolation level read committed

{define settings}
-- wait_timeout: the longest that there is, since a worker does not use its connection during a call.
set session innodb_lock_wait_timeout = 100000000, wait_timeout = 31536000, autocommit = 1, completion_type = 0,
  sql_mode = 'STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_BACKSLASH_ESCAPES,ANSI_QUOTES,PIPES_AS_CONCAT,NO_ENGINE_SUBSTITUTION,NO_AUTO_CREATE_USER',
  collation_connection = utf8mb4_nopad_bin,
  sql_select_limit = 18446744073709551615, group_concat_max_len = 1048576, max_error_count = 64, lc_messages = 'en_US'

{define settings_of_node}
-- What is refused by a node comes to the caller, who repeats it, and not to a server that guesses whether it may.
set session wsrep_retry_autocommit = 0

{define since_start}
select unix_timestamp(now(6)) div 1 - variable_value from information_schema.global_status
where variable_name = 'UPTIME'

{define own_address}
-- Of a node that takes part; the others list it under that address.
select substring_index(substring_index(listed.variable_value, ',', own.variable_value + 1), ',', -1)
from information_schema.global_status listed, information_schema.global_status own
where listed.variable_name = 'WSREP_INCOMING_ADDRESSES' and own.variable_name = 'WSREP_LOCAL_INDEX'
  and own.variable_value < 1000

{define addresses}
select concat(',', listed.variable_value, ',') from information_schema.global_status listed
where listed.variable_name = 'WSREP_INCOMING_ADDRESSES'
