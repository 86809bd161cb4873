-- The queue of a machine with timers or work.

{define queue_tables}

{define queue_functions}
