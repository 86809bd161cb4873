-- Values as JSON ----------------------------------------------------------------------------------------

-- Returns a text as JSON, with libpawl's escapes (runtime/outbox/json.c): json_quote() writes uppercase hexadecimal digits.
create or replace definer = pawl_database_owner function pawl_database.pawl_json_text(
  given longtext character set utf8mb4 collate utf8mb4_nopad_bin
) returns longtext character set utf8mb4 collate utf8mb4_nopad_bin deterministic no sql
begin
  declare code integer default 1;
  if given not regexp '[[:cntrl:]]' then
    return json_quote(given);
  end if;
  set given = replace(replace(given, '\', '\\'), '"', '\"');
  while code < 32 do
    set given = replace(given, char(code using utf8mb4), case code
      when 8 then '\b' when 9 then '\t' when 10 then '\n' when 12 then '\f' when 13 then '\r'
      else concat('\u00', lower(lpad(hex(code), 2, '0'))) end), code = code + 1;
  end while;
  return concat('"', given, '"');
end //

-- Returns a time in UTC, in libpawl's format. datetime ends with the year 9999, so days are counted here, in years that begin
-- with March. 400 such years have 146,097 days; the first of them begins 719,468 days before 1970.
create or replace definer = pawl_database_owner function pawl_database.pawl_json_time(given bigint)
returns varchar(64) character set utf8mb4 collate utf8mb4_nopad_bin deterministic no sql
begin
  declare second_count, day_number, era, day_of_era, year_of_era, day_of_year, shifted_month, its_year, its_month, second_of_day bigint;
  if given is null then
    return null;
  end if;
  set second_count = floor(given / 1000000), day_number = floor(second_count / 86400),
    second_of_day = second_count - day_number * 86400, day_number = day_number + 719468,
    era = floor(day_number / 146097), day_of_era = day_number - era * 146097,
    year_of_era = (day_of_era - day_of_era div 1460 + day_of_era div 36524 - day_of_era div 146096) div 365,
    day_of_year = day_of_era - (365 * year_of_era + year_of_era div 4 - year_of_era div 100),
    shifted_month = (5 * day_of_year + 2) div 153,
    its_month = shifted_month + if(shifted_month < 10, 3, -9),
    its_year = year_of_era + era * 400 + if(its_month <= 2, 1, 0);
  return concat(
    if(its_year between 1 and 9999, lpad(its_year, 4, '0'), concat(if(its_year < 0, '-', '+'), lpad(abs(its_year), 6, '0'))),
    '-', lpad(its_month, 2, '0'), '-', lpad(day_of_year - (153 * shifted_month + 2) div 5 + 1, 2, '0'),
    'T', lpad(second_of_day div 3600, 2, '0'), ':', lpad(second_of_day div 60 % 60, 2, '0'), ':', lpad(second_of_day % 60, 2, '0'),
    '.', lpad(given - second_count * 1000000, 6, '0'), 'Z');
end //
