-- Numbers that a reader cannot tell apart are one number (decision 0122).
-- number_key: the number without what nobody sees. Null: not known yet, for documents of versions before this one. The upkeep fills it.
alter table documents add column number_key {{text}};

-- The key comes first: PostgreSQL would take this index for statements that look for other columns of a family.
create index if not exists documents_by_number_key on documents (number_key, org_id, family);

-- The documents whose key is not known yet.
create index if not exists documents_without_number_key on documents (org_id, id) where number_key is null;
