create table spree_shipments (id bigint primary key, state text, requires_shipment boolean not null default true);
