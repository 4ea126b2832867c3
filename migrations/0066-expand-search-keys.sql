-- What lists are sorted and searched by, and what the month adds up (decision 0163). Null: not known yet, for documents of versions
-- before this one. The upkeep fills them.
-- payable_key: payable_amount in hundredths. order_key: the number of the purchase order in lower case; '' if there is none.
-- vat_in_aed: net and VAT by VAT category: 'S 1000.00 50.00;Z 20.00 0.00'.
alter table documents add column payable_key {{integer}};
alter table documents add column order_key {{text}};
alter table documents add column vat_in_aed {{text}};

create index if not exists documents_by_amount on documents (org_id, payable_key, id);
create index if not exists documents_by_order on documents (org_id, order_key, id) where order_key <> '';

-- The documents whose keys are not known yet.
create index if not exists documents_without_search_keys on documents (org_id, id) where payable_key is null;
