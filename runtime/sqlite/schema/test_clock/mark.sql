-- Only a database that was set up with a test clock has this table: pawl_test_clock_add() of libpawl needs it. It is never added
-- to a database with machines or flows: see the trigger on pawl_objects.
create table if not exists main.pawl_test_clock (is_here integer not null primary key) without rowid;
