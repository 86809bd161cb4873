-- What pawlctl plan asks: {rows} is a query of a migration's header, whose one column names a row or an object.

{define count_rows} select count(*) from ({rows}) found

{define examples}
with found (id) as ({rows})
select {as_text:found.id} from found order by 1 limit 5

{define count_of} select count(*) from {of}

-- Reads all columns that a scan reads, so that the time is that of the rows.
{define sample}
select count(*) from (select sort_key, event, from_state, to_state, created_at from {table} limit {rows}) sample
where sample.sort_key >= 0
