-- The requests that programs sent: the console's own calls, which are those of people, are many more (decision 0174).
create index if not exists requests_of_programs on requests (org_id, id) where (account < 'user:' or account >= 'user;');
