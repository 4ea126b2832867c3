-- The documents of a month with their VAT in AED (decision 0164), so that the sums of a month read nothing but this index. One for
-- each side: the other party is the supplier of a purchase, and the customer of a sale.
create index if not exists documents_purchased on documents (org_id, issue_date, family, overall_status, billed_by_vat, billed_by_shown, vat_in_aed)
  where family in ('purchase-invoices', 'purchase-credit-notes');

create index if not exists documents_sold on documents (org_id, issue_date, family, overall_status, billed_to_vat, billed_to_shown, vat_in_aed)
  where family in ('sales-invoices', 'sales-credit-notes');
