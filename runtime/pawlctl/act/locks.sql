-- Who holds a lock.

{define login} select login from {schema}.pawl_held_locks where {lock_key} = {text:1} and type = {text:2}
