-- Values ----------------------------------------------------------------------------------------------

-- These read values that other programs wrote as texts, like libpawl does. They return null if a text is not a value of the
-- type, or is a value that libpawl rejects.
-- 1000: PAWL_NUMERIC_MAX_DIGITS
do $pawl$
declare
  kind record;
begin
  for kind in select * from (values ('bigint', 'true'), ('integer', 'true'), ('boolean', 'true'), ('uuid', 'true'),
      ('bytea', 'true'), ('jsonb', 'true'), ('json', 'public.pawl_json_fits($1::json)'),
      ('timestamptz', '$1::timestamptz between timestamptz ''4713-01-01 00:00+00 BC'' and timestamptz ''294247-01-01 00:00+00'''),
      ('numeric', '$1::numeric not in (''NaN'', ''Infinity'', ''-Infinity'')
        and length(translate($1::numeric::text, ''-.'', '''')) <= 1000')) known (name, is_accepted) loop
    execute format('create or replace function public.pawl_read_%1$s(given text) returns %1$s
      language plpgsql stable strict set search_path = pg_catalog, pg_temp as %2$L', kind.name, format('
begin
  return case when %s then $1::%s end;
exception when others then
  return null;
end
', kind.is_accepted, kind.name));
  end loop;
end
$pawl$;

-- Returns whether libpawl accepts the value: at most 268435456 bytes (268435456: PAWL_VALUE_MAX_BYTES), no \u0000, no half of a
-- surrogate pair, and at most 500 levels deep (500: PAWL_JSON_MAX_DEPTH).
create or replace function public.pawl_json_fits(value json) returns boolean
language plpgsql immutable strict set search_path = pg_catalog, pg_temp as $pawl$
declare
  given text := $1::text;
begin
  if octet_length(given) > 268435456 then
    return false;
  elsif strpos(given, E'\\u') > 0 then
    given := replace(given, E'\\\\', ''); -- each remaining backslash begins an escape
    given := regexp_replace(given, E'\\\\u[dD][89abAB]..\\\\u[dD][c-fC-F]..', '', 'g');
    if given ~ E'\\\\u(0000|[dD][89a-fA-F])' then
      return false;
    end if;
  end if;
  if length(given) - length(translate(given, '[{', '')) <= 500 then
    return true;
  end if;
  given := regexp_replace(given, E'"(?:[^"\\\\]|\\\\.)*"', '', 'g');
  given := regexp_replace(given, '[^][{}]', '', 'g');
  for depth in 1 .. 500 loop -- removes the innermost ones
    given := regexp_replace(given, '[[]]|{}', '', 'g');
    exit when given = '';
  end loop;
  return given = '';
end
$pawl$;

-- Returns a time for JSON: RFC 3339 in UTC; years outside 0001 to 9999 have a sign and six digits, as in ISO 8601.
create or replace function public.pawl_json_time(moment timestamptz) returns text
language sql immutable strict parallel safe
return (case when extract(year from moment at time zone 'UTC') between 1 and 9999
    then to_char(moment at time zone 'UTC', 'YYYY')
    else (select case when era.year < 0 then '-' else '+' end || lpad(abs(era.year)::text, 6, '0')
            from (select extract(year from moment at time zone 'UTC')::integer
                    + case when extract(year from moment at time zone 'UTC') < 0 then 1 else 0 end)
              era (year)) end)
  || to_char(moment at time zone 'UTC', '-MM-DD"T"HH24:MI:SS.US"Z"');
