-- by number of machine.hooks: 1 checked, 6 suspicious
\set move 'status, from_state, to_state, sort_key, guard, move'
-- guards in order; null refuses; a missing parent
select :move from bank.transfer_create(1, 'A', 100);
select :move from bank.transfer_create(2, 'A', 2000);
select :move from bank.transfer_create(3, 'B', 2000);
select :move from bank.transfer_create(3, 'nobody', 2000);
select :move from bank.transfer_create(99, 'A', 100);
select :move from bank.transfer_create(1, 'A', 2000);
select :move from bank.transfer_import(4, 100);
select number, state from bank.transfers where state is not null order by number;
-- guards in C need a program of libpawl, which is asked for their verdicts
select :move from bank.transfer_accept(1);
select :move from bank.transfer_accept(1, verdicts => '?');
select :move from bank.transfer_accept(2, verdicts => '?');
select :move from bank.transfer_accept(99, verdicts => '?');
select :move from bank.transfer_accept(1, verdicts => '0----1');
select :move from bank.transfer_accept(1, verdicts => '------');
-- the first whose guards pass; effects of the states left and entered around its own; a request is done once
select :move from bank.transfer_accept(1, 'fine', request_id => 'r', verdicts => '?');
select :move from bank.transfer_accept(1, 'fine', request_id => 'r', verdicts => '0----0');
select :move from bank.transfer_accept(1, 'fine', request_id => 'r', verdicts => '0----1');
select :move from bank.transfer_accept(1, 'fine', verdicts => '?');
select balance from bank.accounts where id = 'A';
select :move from bank.transfer_create(5, 'B', 6, now());
select :move from bank.transfer_accept(5, verdicts => '1----0');
select :move from bank.transfer_create(6, 'B', 5, now());
select :move from bank.transfer_accept(6, verdicts => '1----0');
select :move from bank.transfer_create(7, 'B', 6, now());
select :move from bank.transfer_accept(7, verdicts => '-----1');
select :move from bank.transfer_wait(7);
select :move from bank.transfer_touch(2);
select :move from bank.transfer_look(2, verdicts => '');
select :move from bank.transfer_try_again(2);
select :move from bank.transfer_ship(2);
select :move from bank.transfer_delete(2, 'no more');
select :move from bank.transfer_delete(2, 'no more', verdicts => '?');
select id, note from bank.notes order by line;
select number, state from bank.transfers where state is not null order by number;
-- without C; the guard is asked anew each time
select :move from stock_create('bolt', 0);
select :move from stock_close('bolt', 10);
select :move from stock_take('bolt', 7);
select :move from stock_take('bolt', 4);
-- an error inside of a guard or an effect names it
\set VERBOSITY default
select :move from bank.transfer_import(8, 100);
alter table bank.notes add check (note <> 'entered') not valid;
select :move from bank.transfer_touch(8);
