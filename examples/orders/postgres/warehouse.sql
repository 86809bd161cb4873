-- A terminal in the warehouse: claims what waits, and then says what has become of it. Claims of others are left
-- alone; a claim whose lease has ended is somebody else's, and completing it is CONFLICT.
create temp table claimed as select id, item from order_pending_claim(4, 'work', :'lease'::interval);
\if :dies
    select count(*) || ' claimed by a terminal that never comes back' from claimed;
    \q
\endif
select format('select status || '' -> '' || to_state from order_pending_complete(%s, %L::pawl_item, %L, %L)', id, item,
    case (item).declaration when 'work awaiting_shipment' then 'ship' else 'refund' end,
    json_build_object('parcel', 'DHL-' || id))
  from claimed \gexec
drop table claimed;
