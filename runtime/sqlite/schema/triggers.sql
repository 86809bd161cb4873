-- SQLite cannot replace a trigger, so this drops all of them and creates them again below, in the same transaction.
{drop_triggers}
