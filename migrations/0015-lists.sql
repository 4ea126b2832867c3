-- What lists are filtered by, each with the sequence behind it: the newest of any value are read from the end of its range.
create index documents_by_billed_by_name on documents (org_id, family, billed_by_name, sequence);
create index documents_by_billed_by_vat on documents (org_id, family, billed_by_vat, sequence);
create index documents_by_billed_to_name on documents (org_id, family, billed_to_name, sequence);
create index documents_by_billed_to_vat on documents (org_id, family, billed_to_vat, sequence);
create index documents_by_status on documents (org_id, family, overall_status, sequence);
create index documents_by_issue_date on documents (org_id, family, issue_date, sequence);
create index documents_by_creation on documents (org_id, family, created_at, id);

-- The documents that a credit note refers to, by their numbers: one row for each, as its present revision names them.
create table billing_references (
  org_id {{text}} not null,
  family {{text}} not null,
  reference {{text}} not null,
  sequence {{integer}} not null,
  primary key (org_id, family, reference, sequence)
) {{strict}};

create index billing_references_of_document on billing_references (org_id, family, sequence);
