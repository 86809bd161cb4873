-- Parts of prefixed.postgres.sql: see outputs/parts.

create or replace view public.gate_moves as select * from (values
  ('create', '', 'closed'),
  ('open', 'closed', 'opened'),
  ('close', 'opened', 'closed')
) move (event, from_state, to_state);
