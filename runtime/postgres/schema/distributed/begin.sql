-- On every node of Citus -------------------------------------------------------------------------------
--
-- What all machines and flows share is not spread: each node has its own. The nodes are told one after the other, the
-- coordinator last; what was done on one stays, and is gone on with when this is applied again.
do $pawl_nodes$
declare
  answer record;
  script constant text := $pawl_node$
set local search_path = pg_catalog, pg_temp;
set local standard_conforming_strings = on;
set local citus.enable_ddl_propagation = off;
