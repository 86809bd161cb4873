-- On every node of Citus -------------------------------------------------------------------------------
-- Each node has its own copy of the shared schema. This script changes one node after another, the coordinator last. If it
-- fails, finished nodes keep their changes; apply it again to continue.
do $pawl_nodes$
declare
  answer record;
  script constant text := $pawl_node$
set local search_path = pg_catalog, pg_temp;
set local standard_conforming_strings = on;
set local citus.enable_ddl_propagation = off;
