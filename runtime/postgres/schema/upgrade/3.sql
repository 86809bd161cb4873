-- To version 3: what databases of version 2 lack.
do $pawl$
begin
  if current_setting('pawl.schema_version')::integer >= 3 then
    return;
  end if;
end
$pawl$;
