-- Entities that were there before the machine.

-- ---- a column of theirs ----

{define time} {instant:subject.{column}}
{define number} {as_number:subject.{column}}
{define text} {as_text:subject.{column}}

{define as_it_is}
subject.{column}

-- ---- those without a head ----

{define candidates}
select subject.{parent_column}, {columns} from {parent} subject{as_table}
where not exists (select 1 from {current} head where head.{name}_id = subject.{parent_column})

{define first_page}
{>candidates}
order by subject.{parent_column} limit {rows}{locking}

{define next_page}
{>candidates}
  and subject.{parent_column} > {key:1}
order by subject.{parent_column} limit {rows}{locking}
