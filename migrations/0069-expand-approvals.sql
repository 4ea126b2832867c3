-- Four eyes (decision 0167): documents of people wait for a second person. Without a row nothing waits.
-- amount_from: documents in AED from this total with VAT on; those in another currency always.
-- approvers: the least role of a person who approves, clerk or admin.
create table approval_rules (
  org_id {{text}} primary key,
  amount_from {{text}} not null,
  approvers {{text}} not null,
  changed_at {{integer}} not null
) {{strict}};

{{tenant(approval_rules)}};

-- A document that waits, or waited. It is no document yet: it has no number, and no program sees it among the documents.
-- request: the body of the request, sealed. summary: JSON of what a list shows, sealed.
-- digest: SHA-256 of everything that is issued from; an approval names it.
-- status: WAITING, RETURNED, or APPROVED. issued_id: the document; null while it is being issued.
create table approvals (
  org_id {{text}} not null,
  id {{text}} not null,
  status {{text}} not null,
  kind {{text}} not null,
  family {{text}} not null,
  profile_id {{text}},
  document_id {{text}},
  request {{text}} not null,
  summary {{text}} not null,
  digest {{text}} not null,
  profile_version {{integer}} not null,
  amount {{text}} not null,
  author_id {{text}} not null,
  author_name {{text}} not null,
  created_at {{integer}} not null,
  expires_at {{integer}} not null,
  decided_by {{text}},
  decided_at {{integer}},
  note {{text}},
  issued_id {{text}},
  primary key (org_id, id)
) {{strict}};

create index approvals_of_status on approvals (org_id, status, id);

create index approvals_by_expiry on approvals (expires_at);

{{tenant(approvals)}};
