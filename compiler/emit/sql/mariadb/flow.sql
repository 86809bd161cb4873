-- A version of a flow on MariaDB.

{define flow}
