-- What moves do to the queue.

{define queue_check}

{define queue_follows}
