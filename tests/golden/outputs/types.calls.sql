set time zone 'UTC';
select status from document_create('d', 'Title', 1, 2, true, '2001-02-03 04:05:06.000007', '007.50',
                                   '6BA7B810-9DAD-11D1-80B4-00C04FD430C8', '{"a":  1}', '\x00ff', 'bob', 'r-1');
select status from document_create('d', 'Title', 1, 2, true, '2001-02-03 04:05:06.000007', 7.5,
                                   '6ba7b810-9dad-11d1-80b4-00c04fd430c8', '{"a":  1}', '\x00ff', 'bob', 'r-1');
select status from document_create('d', 'Title', 1, 2, true, '2001-02-03 04:05:06.000007', 7.5,
                                   '6ba7b810-9dad-11d1-80b4-00c04fd430c8', '{"a": 1}', '\x00ff', 'bob', 'r-1');
select status from document_amend('d');
select status from document_amend('d', new_amount => 'NaN');
select status from document_amend('d', new_amount => '-Infinity');
select status from document_amend('d', new_amount => repeat('9', 1001)::numeric);
select status from document_amend('d', new_amount => repeat('9', 1000)::numeric, new_image => '');
select title, pages, size, signed_by_all, due, amount, number, content, image, actor
  from document_transitions where sort_key = 10;
select event, length(new_amount::text), length(new_image), new_number is null
  from document_transitions order by sort_key;
