-- Warnings about documents that repeat another, and about credit notes above what is left of their invoice (decision 0123).
-- billed_amount: the total with VAT and rounding, before prepaid amounts: what credit notes may take. Null for documents from before.
alter table documents add column billed_amount {{text}};

-- The parties come first: no list looks for them by these expressions, so PostgreSQL takes the index for this alone.
create index if not exists documents_alike on documents (coalesce(billed_by_vat, billed_by_name), coalesce(billed_to_vat, billed_to_name), issue_date, payable_amount, org_id, family);
