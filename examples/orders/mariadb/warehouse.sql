-- A terminal in the warehouse: claims what waits, and writes the statements that say what has become of it. Claims of
-- others are left alone; a claim whose lease, @lease_s, has ended is somebody else's, and completing it is CONFLICT.
set @claimed = pawl_database.order_pending_claim(4, 'work', @lease_s * 1000000);
select concat('select ''', json_length(@claimed), ' claimed by a terminal that never comes back'';') from dual where @dies;
select concat('set @answer = pawl_database.', if(declaration = 'work awaiting_shipment',
      concat('order_ship$8(', id, ', ''DHL-', id, ''''), concat('order_refund$7(', id)),
    ', null, null, null, ''', declaration, ''', ', fence, ', ', claim, ');',
    ' select concat(json_value(@answer, ''$.status''), coalesce(concat('' -> '', json_value(@answer, ''$.to'')), ''''));')
  from json_table(@claimed, '$[*]' columns (
    id bigint path '$.id', declaration varchar(190) path '$.declaration', fence integer path '$.fence',
    claim bigint path '$.claim')) item
  where not @dies;
