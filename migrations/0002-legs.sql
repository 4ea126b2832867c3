-- One row a transmission: its own state machine and its own job. The UUID is fixed with the row, before anything is sent.
create table legs (
  org_id {{text}} not null,
  transmission_uuid {{text}} not null,
  document_id {{text}} not null,
  revision {{integer}} not null,
  corner {{text}} not null,
  sender_id {{text}} not null,
  receiver_id {{text}} not null,
  doc_type_id {{text}} not null,
  process_id {{text}} not null,
  country {{text}} not null,
  status {{text}} not null,
  attempts {{integer}} not null,
  -- 1: the outcome of an earlier attempt is unknown, so the gateway is asked before anything is sent
  in_doubt {{integer}} not null,
  -- null: not to be claimed
  next_attempt_at {{integer}},
  lease_owner {{text}},
  lease_until {{integer}},
  -- a new random word with every write: a write that expects an older one changes nothing
  mark {{text}} not null,
  submitted_at {{integer}},
  transmission_response {{text}},
  mls_response {{text}},
  created_at {{integer}} not null,
  updated_at {{integer}} not null,
  primary key (org_id, transmission_uuid)
) {{strict}};

create index legs_of_document on legs (org_id, document_id);
create index legs_by_transmission on legs (transmission_uuid);
create index legs_due on legs (next_attempt_at) where next_attempt_at is not null;
create index legs_leased on legs (lease_until) where lease_until is not null;

-- The tax data documents, beside the rows that change, which stay small. The C3 leg sends the document's own XML.
create table leg_documents (
  org_id {{text}} not null,
  transmission_uuid {{text}} not null,
  document_xml {{text}} not null,
  primary key (org_id, transmission_uuid)
) {{strict}};

-- What happened, append-only; the rest of an entry is read from its leg and its document.
--   {{serial}}  a primary key that counts by itself
create table events (
  id {{serial}},
  org_id {{text}} not null,
  document_id {{text}} not null,
  transmission_uuid {{text}},
  event {{text}} not null,
  message {{text}} not null,
  at {{integer}} not null
) {{strict}};

create index events_of_document on events (org_id, document_id, at, id);
-- A document ends once.
create unique index events_end on events (org_id, document_id) where event in ('DOCUMENT_APPROVED', 'DOCUMENT_REJECTED');

-- The sandbox's own books: what the make-believe network received, and which verdicts it still owes.
create table sandbox_transmissions (
  transmission_uuid {{text}} primary key,
  script {{text}} not null,
  sender_id {{text}} not null,
  receiver_id {{text}} not null,
  content_digest {{text}} not null,
  submissions {{integer}} not null,
  received_at {{integer}},
  verdicts_sent {{integer}} not null,
  verdict_due_at {{integer}}
) {{strict}};

create index sandbox_verdicts_due on sandbox_transmissions (verdict_due_at) where verdict_due_at is not null;
