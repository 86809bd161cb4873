-- What pawlctl plan asks: {rows} is a query of a migration's header, whose one column names a row or an object.

{define count_rows} select count(*) from ({rows}) found

{define examples}
with found (id) as ({rows})
select {as_text:found.id} from found order by 1 limit 5

{define count_of} select count(*) from {of}

-- Without other columns, whose copy would take longer than reading the rows.
{define sample}
select count(*) from (select sort_key from {table} limit {rows}) sample
where sample.sort_key >= 0
