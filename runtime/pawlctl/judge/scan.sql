-- Tables in the order of their keys, by their bytes, a page at a time.

{define heads} select {name}_id, state, sort_key, since from {current}

{define heads_first}
{>heads}
order by {ordered_key} limit {PAGE_ROWS}

{define heads_next}
{>heads}
where {ordered_key} > {key:1} order by {ordered_key} limit {PAGE_ROWS}

{define heads_of_one}
{>heads}
where {name}_id = {key:1} order by {name}_id

{define moves}
select {name}_id, sort_key, event, from_state, to_state, created_at{parameters} from {transitions}

{define moves_first}
{>moves}
order by {ordered_key}, sort_key limit {PAGE_ROWS}

{define moves_next}
{>moves}
where {ordered_key} >= {key:1} and ({ordered_key} > {key:1} or sort_key > {bigint:2}) order by {ordered_key}, sort_key limit {PAGE_ROWS}

{define moves_of_one}
{>moves}
where {name}_id = {key:1} order by {name}_id, sort_key
