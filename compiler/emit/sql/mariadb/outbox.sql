-- What a move writes into the outbox, when all else is written.

{define outbox_write}
