select status from gate_create('g', 'north');
select status from gate_open('g');
select status from gate_open('g');
