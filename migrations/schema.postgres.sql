-- Written by scripts/generate.ts from the migrations: do not edit. Nothing runs this file.

-- The migrations that this database has applied. checksum: SHA-256 of the file.
create table migrations (
  name text collate "C" primary key,
  checksum text collate "C" not null,
  applied_at bigint not null
);

create table organisations (
  id text collate "C" primary key,
  name text collate "C" not null unique,
  default_api_version text collate "C" not null,
  phase2 bigint not null,
  created_at bigint not null,
  revoked_at bigint,
  -- Whether a document without a number is given one, and how minted numbers are written; null: as the code writes them.
  auto_numbering bigint not null default 1,
  number_format text collate "C",
  -- Compatibility mode (decision 0053): the prefix of the headers that the organisation's clients use, or "off"; null: as the service is configured.
  compatibility text collate "C"
);

-- Accounts: id is the `sub` of their tokens, so no two organisations share one. No secret hash: no secret was ever given out.
create table clients (
  org_id text collate "C" not null references organisations (id),
  id text collate "C" not null unique,
  name text collate "C" not null,
  secret_hash text collate "C",
  scopes text collate "C" not null,
  created_at bigint not null,
  revoked_at bigint,
  -- The secret that the last rotation replaced, and until when it is still good.
  previous_secret_hash text collate "C",
  previous_secret_until bigint,
  -- Secrets of clients in that mode, encrypted: a signature can only be checked with the secret itself.
  sealed_secret text collate "C",
  previous_sealed_secret text collate "C",
  -- Secrets that were replaced before the last rotation and are still within their promised time (decision 0115): JSON, a list of
  -- {"secret", "until"}. The secret before the last rotation has columns of its own, which the version before reads.
  older_secret_hashes text collate "C",
  -- The same secrets themselves, encrypted; only in compatibility mode.
  older_sealed_secrets text collate "C",
  -- When the last of them ends.
  older_secrets_until bigint,
  primary key (org_id, id)
);

alter table clients enable row level security;

alter table clients force row level security;

create policy of_organisation on clients using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- party is the JSON that becomes our side of every document; version goes up by one with every change of it.
create table profiles (
  org_id text collate "C" not null references organisations (id),
  profile_id text collate "C" not null,
  party text collate "C" not null,
  status text collate "C" not null,
  version bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (org_id, profile_id)
);

alter table profiles enable row level security;

alter table profiles force row level security;

create policy of_organisation on profiles using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- The service's own keys. The generation is unique so that two instances that start at once end with one first key.
create table signing_keys (
  kid text collate "C" primary key,
  generation bigint not null unique,
  alg text collate "C" not null,
  public_jwk text collate "C" not null,
  private_jwk text collate "C" not null,
  created_at bigint not null,
  retired_at bigint,
  -- A key is published before it signs, so that whoever keeps the published keys for some minutes knows it in time.
  signs_from bigint not null default 0
);

-- How far document_sequence has come (gapless), and how far blocks of minted numbers are handed out (gaps allowed).
create table sequences (
  org_id text collate "C" not null,
  family text collate "C" not null,
  last bigint not null,
  primary key (org_id, family)
);

alter table sequences enable row level security;

alter table sequences force row level security;

create policy of_organisation on sequences using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

create table number_blocks (
  org_id text collate "C" not null,
  family text collate "C" not null,
  last bigint not null,
  primary key (org_id, family)
);

alter table number_blocks enable row level security;

alter table number_blocks force row level security;

create policy of_organisation on number_blocks using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- The row that lists, filters and the delivery work on: small, because it is updated. Its texts are in revisions.
-- billed_* are search keys: names in lower case. A status is null until Peppol has one to say.
create table documents (
  org_id text collate "C" not null,
  id text collate "C" not null,
  family text collate "C" not null,
  sequence bigint not null,
  document_number text collate "C" not null,
  profile_id text collate "C" not null,
  profile_version bigint not null,
  api_version text collate "C" not null,
  revision bigint not null,
  issue_date text collate "C" not null,
  currency text collate "C" not null,
  payable_amount text collate "C" not null,
  tax_amount text collate "C" not null,
  billed_by_name text collate "C" not null,
  billed_by_vat text collate "C",
  billed_to_name text collate "C" not null,
  billed_to_vat text collate "C",
  overall_status text collate "C",
  participant_status text collate "C",
  fta_status text collate "C",
  created_at bigint not null,
  updated_at bigint not null,
  -- What a list over all families shows of a document. Null for documents from before: their texts say it.
  -- billed_*_shown: the names in the letter case of the document.
  billed_by_shown text collate "C",
  billed_to_shown text collate "C",
  fatal_findings bigint,
  warning_findings bigint,
  -- Retention, legal hold, and objects without a row (decision 0108).
  -- removed_at: when the content of the document was removed after its retention: texts, files, names. Its row, log and link stay.
  -- held_at: since when a legal hold keeps the document, whatever its retention; null: there is none.
  removed_at bigint,
  held_at bigint,
  held_by text collate "C",
  hold_reason text collate "C",
  -- Numbers that a reader cannot tell apart are one number (decision 0122).
  -- number_key: the number without what nobody sees. Null: not known yet, for documents of versions before this one. The upkeep fills it.
  number_key text collate "C",
  -- Warnings about documents that repeat another, and about credit notes above what is left of their invoice (decision 0123).
  -- billed_amount: the total with VAT and rounding, before prepaid amounts: what credit notes may take. Null for documents from before.
  billed_amount text collate "C",
  -- What lists are sorted and searched by, and what the month adds up (decision 0163). Null: not known yet, for documents of versions
  -- before this one. The upkeep fills them.
  -- payable_key: payable_amount in hundredths. order_key: the number of the purchase order in lower case; '' if there is none.
  -- vat_in_aed: net and VAT by VAT category: 'S 1000.00 50.00;Z 20.00 0.00'.
  payable_key bigint,
  order_key text collate "C",
  vat_in_aed text collate "C",
  -- Rejected and failed documents that a person has handled (decision 0166).
  -- handled_revision: the revision that is handled; a later one needs attention again. Null: nobody has handled the document.
  handled_revision bigint,
  handled_at bigint,
  handled_by text collate "C",
  handled_note text collate "C",
  primary key (org_id, id),
  unique (org_id, family, sequence),
  unique (org_id, family, document_number),
  foreign key (org_id, profile_id) references profiles (org_id, profile_id)
);

-- What lists are filtered by, each with the sequence behind it: the newest of any value are read from the end of its range.
create index documents_by_billed_by_name on documents (org_id, family, billed_by_name, sequence);

create index documents_by_billed_by_vat on documents (org_id, family, billed_by_vat, sequence);

create index documents_by_billed_to_name on documents (org_id, family, billed_to_name, sequence);

create index documents_by_billed_to_vat on documents (org_id, family, billed_to_vat, sequence);

create index documents_by_status on documents (org_id, family, overall_status, sequence);

create index documents_by_issue_date on documents (org_id, family, issue_date, sequence);

create index documents_by_creation on documents (org_id, family, created_at, id);

-- Ids sort by the time of creation, so each of these reads the newest of its value from the end of its range.
create index documents_of_family on documents (org_id, family, id);

create index documents_of_status on documents (org_id, overall_status, id);

create index documents_by_day on documents (org_id, issue_date, id);

create index documents_by_change on documents (org_id, updated_at, id);

alter table documents enable row level security;

alter table documents force row level security;

create policy of_organisation on documents using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

create index documents_held on documents (org_id, id) where held_at is not null;

-- The key comes first: PostgreSQL would take this index for statements that look for other columns of a family.
create index documents_by_number_key on documents (number_key, org_id, family);

-- The documents whose key is not known yet.
create index documents_without_number_key on documents (org_id, id) where number_key is null;

-- The parties come first: no list looks for them by these expressions, so PostgreSQL takes the index for this alone.
create index documents_alike on documents (coalesce(billed_by_vat, billed_by_name), coalesce(billed_to_vat, billed_to_name), issue_date, payable_amount, org_id, family);

create index documents_by_amount on documents (org_id, payable_key, id);

create index documents_by_order on documents (org_id, order_key, id) where order_key <> '';

-- The documents whose keys are not known yet.
create index documents_without_search_keys on documents (org_id, id) where payable_key is null;

create index documents_handled on documents (org_id, id) where handled_revision is not null;

-- What nobody has handled: few among many, however many were handled in the years before.
create index documents_failed on documents (org_id, id)
  where overall_status = 'VALIDATION_FAILED' and (handled_revision is null or handled_revision <> revision);

-- The documents of a month with their VAT in AED (decision 0164), so that the sums of a month read nothing but this index. One for
-- each side: the other party is the supplier of a purchase, and the customer of a sale.
create index documents_purchased on documents (org_id, issue_date, family, overall_status, billed_by_vat, billed_by_shown, vat_in_aed)
  where family in ('purchase-invoices', 'purchase-credit-notes');

create index documents_sold on documents (org_id, issue_date, family, overall_status, billed_to_vat, billed_to_shown, vat_in_aed)
  where family in ('sales-invoices', 'sales-credit-notes');

-- What was said, once and for all: revision 1 comes with the document, each resubmission adds one. answer is the JSON of the
-- answer without document_sequence and meta_info, findings the JSON of the validation results.
create table revisions (
  org_id text collate "C" not null,
  document_id text collate "C" not null,
  revision bigint not null,
  answer text collate "C" not null,
  ubl text collate "C" not null,
  findings text collate "C" not null,
  created_at bigint not null,
  -- What the caller sent, as it was kept: card numbers masked, the bytes of attachments by their digest. Null for older documents.
  request text collate "C",
  -- What a revision changed in the one before it, and which findings it cured: JSON; null for the first.
  changes text collate "C",
  -- How many bytes of a text lie in parts; the column itself holds what comes before them, for most texts nothing. Null: the column
  -- holds the whole text.
  request_bytes bigint,
  answer_bytes bigint,
  ubl_bytes bigint,
  findings_bytes bigint,
  -- The short texts of a revision as one frame (decision 0151): a head, and a body packed by zstd with a dictionary of ours. Null: the texts
  -- are in their columns. Otherwise request, answer, ubl and findings are empty, and the columns beside them have the lengths. With an object
  -- store the body may be in text_parts under the name 'packed', and only the head is here.
  packed bytea,
  -- The length of the report to the tax authority that came with the revision, when it is in the frame; null: it is in leg_documents.
  report_bytes bigint,
  primary key (org_id, document_id, revision),
  foreign key (org_id, document_id) references documents (org_id, id)
);

do $$ begin alter table revisions alter column packed set storage external; exception
  when feature_not_supported then null; end $$;

alter table revisions enable row level security;

alter table revisions force row level security;

create policy of_organisation on revisions using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

do $$ declare field name; begin
  if 'lz4' = any ((select enumvals from pg_settings where name = 'default_toast_compression')::text[]) then
    for field in select attname from pg_attribute
      where attrelid = 'revisions'::regclass and attnum > 0 and attstorage = 'x' and not attisdropped
    loop execute format('alter table revisions alter column %I set compression lz4', field); end loop; end if; end $$;

-- A resubmission without attachments keeps those it had: they belong to the document, and know the revision that brought them.
create table attachments (
  org_id text collate "C" not null,
  document_id text collate "C" not null,
  id text collate "C" not null,
  revision bigint not null,
  file_name text collate "C" not null,
  file_type text collate "C" not null,
  sha256 text collate "C" not null,
  content bytea not null,
  -- Attachments, statuses and texts in an object store (decision 0101). content_bytes: the attachment is in text_parts, and content is
  -- empty; null: content has it. The owner of its parts is `document id/attachments/id`. A status in the object store has a reference in
  -- place of its envelope. Packings that end in -blob: content is a reference, the month of the object and the SHA-256.
  content_bytes bigint,
  primary key (org_id, document_id, id),
  foreign key (org_id, document_id) references documents (org_id, id)
);

alter table attachments enable row level security;

alter table attachments force row level security;

create policy of_organisation on attachments using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

do $$ declare field name; begin
  if 'lz4' = any ((select enumvals from pg_settings where name = 'default_toast_compression')::text[]) then
    for field in select attname from pg_attribute
      where attrelid = 'attachments'::regclass and attnum > 0 and attstorage = 'x' and not attisdropped
    loop execute format('alter table attachments alter column %I set compression lz4', field); end loop; end if; end $$;

-- Requests counted by minute, shared by all instances. The minute comes first, so that old ones go with one range delete.
create unlogged table rate_windows (
  window_start bigint not null,
  rate_key text collate "C" not null,
  hits bigint not null,
  primary key (window_start, rate_key)
);

-- One row a transmission: its own state machine and its own job. The UUID is fixed with the row, before anything is sent.
create table legs (
  org_id text collate "C" not null,
  transmission_uuid text collate "C" not null,
  document_id text collate "C" not null,
  revision bigint not null,
  corner text collate "C" not null,
  sender_id text collate "C" not null,
  receiver_id text collate "C" not null,
  doc_type_id text collate "C" not null,
  process_id text collate "C" not null,
  country text collate "C" not null,
  status text collate "C" not null,
  attempts bigint not null,
  -- 1: the outcome of an earlier attempt is unknown, so the gateway is asked before anything is sent
  in_doubt bigint not null,
  -- null: not to be claimed
  next_attempt_at bigint,
  lease_owner text collate "C",
  lease_until bigint,
  -- a new random word with every write: a write that expects an older one changes nothing
  mark text collate "C" not null,
  submitted_at bigint,
  transmission_response text collate "C",
  mls_response text collate "C",
  created_at bigint not null,
  updated_at bigint not null,
  -- Who confirmed receipt for the receiver of a leg, a service provider (0242:…): only its word on the leg counts. Null: nobody knows.
  receiver_provider_id text collate "C",
  -- Since when the status of a leg is overdue; null: it is not, or has not been noticed yet. A verdict needs no reset: it ends SUBMITTED.
  mls_overdue_at bigint,
  -- Attempts that are no failure of the leg's own: the gateway was away or still at work, or a person began anew.
  uncounted bigint not null default 0,
  -- A report to the tax authority beyond the one its document came with: R resubmits it, W withdraws it. Null: the leg came with its document.
  report text collate "C",
  -- Why a leg stalls, waits after a failure, or is overdue: the last error without what differs from leg to leg. Null while nothing is wrong.
  cause text collate "C",
  -- Where a leg, or an event of the feed, was created in a trace, as W3C Trace Context writes it (decision 0075). Null: nobody traced it.
  traceparent text collate "C",
  tracestate text collate "C",
  -- The access point that sends a leg, by its name in GATEWAY_URL (decision 0096). It never changes: the same one is asked about the leg later.
  access_point text collate "C" not null default 'default',
  -- When the gateway first answered that it has no record of a leg in doubt (decision 0109); null: it has not. A second answer confirms it.
  absent_at bigint,
  -- The mark of the row with which absent_at was written: a write by a version that does not know it leaves another mark, and absent_at
  -- no longer counts.
  absent_mark text collate "C",
  -- Since when a leg was due when it was last claimed: whether it may have been sent before another server of the database answered
  -- (decision 0029).
  claimed_due_at bigint,
  -- The same moment on the refused legs that were there: a report that is refused later has none, and needs attention.
  handled_at bigint,
  primary key (org_id, transmission_uuid)
);

create index legs_of_document on legs (org_id, document_id);

create index legs_by_transmission on legs (transmission_uuid);

create index legs_leased on legs (lease_until) where lease_until is not null;

-- Legs that wait for a person: few among many.
create index legs_stalled on legs (updated_at) where status = 'STALLED';

create index legs_awaiting_mls on legs (submitted_at, corner) where status = 'SUBMITTED' and mls_overdue_at is null;

create index legs_overdue on legs (mls_overdue_at, submitted_at, corner) where status = 'SUBMITTED' and mls_overdue_at is not null;

-- One withdrawal a revision, and one resubmission at a time, however many ask.
create unique index legs_withdrawal on legs (org_id, document_id, revision) where report = 'W';

create unique index legs_resubmission on legs (org_id, document_id, revision)
  where report = 'R' and status in ('PENDING', 'SENDING', 'RETRYING', 'SUBMITTED', 'STALLED');

-- Withdrawals that wait until the authority has what they withdraw: few, and only while there are any.
create index legs_withdrawal_waiting on legs (created_at) where report = 'W' and status = 'PENDING' and next_attempt_at is null;

create index legs_of_status on legs (org_id, corner, status, document_id);

-- Legs that may need a person: few among many.
create index legs_needing_attention on legs (org_id, document_id)
  where status in ('STALLED', 'REJECTED', 'FAILED') or (status = 'SUBMITTED' and mls_overdue_at is not null);

create index legs_by_cause on legs (org_id, status, cause, updated_at, transmission_uuid) where cause is not null;

create index legs_of_all_by_cause on legs (status, cause, updated_at, transmission_uuid) where cause is not null;

create index legs_stalled_by_time on legs (org_id, updated_at, transmission_uuid) where status = 'STALLED';

create index legs_waiting_of_organisation on legs (access_point, org_id, next_attempt_at) where next_attempt_at is not null;

alter table legs enable row level security;

alter table legs force row level security;

create policy of_organisation on legs using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

do $$ declare field name; begin
  if 'lz4' = any ((select enumvals from pg_settings where name = 'default_toast_compression')::text[]) then
    for field in select attname from pg_attribute
      where attrelid = 'legs'::regclass and attnum > 0 and attstorage = 'x' and not attisdropped
    loop execute format('alter table legs alter column %I set compression lz4', field); end loop; end if; end $$;

-- Statements about the legs of all organisations (decision 0103) use this index alone, by saying "attempts >= 0".
create index legs_due_of_all on legs (next_attempt_at, corner) where next_attempt_at is not null and attempts >= 0;

create index legs_waiting_for_person on legs (org_id, document_id)
  where (status in ('STALLED', 'REJECTED', 'FAILED') or (status = 'SUBMITTED' and mls_overdue_at is not null)) and handled_at is null;

create index legs_refused on legs (org_id, corner, status, document_id)
  where status in ('REJECTED', 'FAILED') and handled_at is null;

-- The tax data documents, beside the rows that change, which stay small. The C3 leg sends the document's own XML.
create table leg_documents (
  org_id text collate "C" not null,
  transmission_uuid text collate "C" not null,
  document_xml text collate "C" not null,
  document_xml_bytes bigint,
  -- The same for a report that was made later: a frame of its own.
  packed bytea,
  primary key (org_id, transmission_uuid)
);

do $$ begin alter table leg_documents alter column packed set storage external; exception
  when feature_not_supported then null; end $$;

alter table leg_documents enable row level security;

alter table leg_documents force row level security;

create policy of_organisation on leg_documents using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

do $$ declare field name; begin
  if 'lz4' = any ((select enumvals from pg_settings where name = 'default_toast_compression')::text[]) then
    for field in select attname from pg_attribute
      where attrelid = 'leg_documents'::regclass and attnum > 0 and attstorage = 'x' and not attisdropped
    loop execute format('alter table leg_documents alter column %I set compression lz4', field); end loop; end if; end $$;

-- The sandbox's own books: what the make-believe network received, and which verdicts it still owes.
create table sandbox_transmissions (
  transmission_uuid text collate "C" primary key,
  script text collate "C" not null,
  sender_id text collate "C" not null,
  receiver_id text collate "C" not null,
  content_digest text collate "C" not null,
  submissions bigint not null,
  received_at bigint,
  verdicts_sent bigint not null,
  verdict_due_at bigint,
  -- 1: the verdict is on its way, and verdict_due_at says when it is brought again unless it arrives. No advance makes that sooner.
  in_hand bigint not null default 0,
  -- When the network said that it does not have the transmission: a submit that began before then never arrives.
  absent_at bigint
);

create index sandbox_verdicts_due on sandbox_transmissions (verdict_due_at) where verdict_due_at is not null;

-- Requests that name themselves (Idempotency-Key). A mark: the request is being worked on, by nobody else until the mark dies.
-- key_hash: SHA-256 of account, method, path and key.
create table idempotency_marks (
  org_id text collate "C" not null,
  key_hash text collate "C" not null,
  mark text collate "C" not null,
  dies_at bigint not null,
  primary key (org_id, key_hash)
);

create index idempotency_marks_by_age on idempotency_marks (dies_at);

alter table idempotency_marks enable row level security;

alter table idempotency_marks force row level security;

create policy of_organisation on idempotency_marks using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- What was answered, written in the transaction of what was done. fingerprint: SHA-256 of the body's bytes.
create table idempotency_answers (
  org_id text collate "C" not null,
  key_hash text collate "C" not null,
  fingerprint text collate "C" not null,
  status bigint not null,
  type text collate "C" not null,
  headers text collate "C" not null,
  body text collate "C" not null,
  created_at bigint not null,
  body_bytes bigint,
  primary key (org_id, key_hash)
);

create index idempotency_answers_by_age on idempotency_answers (created_at);

create index idempotency_answers_in_parts on idempotency_answers (created_at) where body_bytes is not null;

alter table idempotency_answers enable row level security;

alter table idempotency_answers force row level security;

create policy of_organisation on idempotency_answers using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

do $$ declare field name; begin
  if 'lz4' = any ((select enumvals from pg_settings where name = 'default_toast_compression')::text[]) then
    for field in select attname from pg_attribute
      where attrelid = 'idempotency_answers'::regclass and attnum > 0 and attstorage = 'x' and not attisdropped
    loop execute format('alter table idempotency_answers alter column %I set compression lz4', field); end loop; end if; end $$;

-- How far the numbering of an organisation's feed has come; whoever numbers holds the row.
create table feed_heads (
  org_id text collate "C" primary key,
  last bigint not null
);

alter table feed_heads enable row level security;

alter table feed_heads force row level security;

create policy of_organisation on feed_heads using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- Requests that wait for events, so that an account has only so many on all instances together. Losing them harms nobody.
create unlogged table long_polls (
  account text collate "C" not null,
  slot bigint not null,
  holder text collate "C" not null,
  held_until bigint not null,
  primary key (account, slot)
);

-- A chain through the documents of an organisation and family, in the order of their sequence: each link is a digest of what was
-- fixed at the create and of the link before it, so that nothing can be changed or taken out later without breaking what follows.
create table chain_links (
  org_id text collate "C" not null,
  family text collate "C" not null,
  sequence bigint not null,
  document_id text collate "C" not null,
  request_sha256 text collate "C" not null,
  answer_sha256 text collate "C" not null,
  ubl_sha256 text collate "C" not null,
  -- '' for the first
  previous text collate "C" not null,
  link text collate "C" not null,
  primary key (org_id, family, sequence)
);

create unique index chain_links_of_document on chain_links (org_id, document_id);

alter table chain_links enable row level security;

alter table chain_links force row level security;

create policy of_organisation on chain_links using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- The statuses that decided legs, as they came: envelopes, byte for byte.
create table leg_statuses (
  org_id text collate "C" not null,
  transmission_uuid text collate "C" not null,
  envelope bytea not null,
  received_at bigint not null,
  primary key (org_id, transmission_uuid)
);

alter table leg_statuses enable row level security;

alter table leg_statuses force row level security;

create policy of_organisation on leg_statuses using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

do $$ declare field name; begin
  if 'lz4' = any ((select enumvals from pg_settings where name = 'default_toast_compression')::text[]) then
    for field in select attname from pg_attribute
      where attrelid = 'leg_statuses'::regclass and attnum > 0 and attstorage = 'x' and not attisdropped
    loop execute format('alter table leg_statuses alter column %I set compression lz4', field); end loop; end if; end $$;

create index leg_statuses_by_object on leg_statuses (org_id, envelope) where octet_length(envelope) < 128;

-- The documents that a credit note refers to, by their numbers: one row for each, as its present revision names them.
create table billing_references (
  org_id text collate "C" not null,
  family text collate "C" not null,
  reference text collate "C" not null,
  sequence bigint not null,
  primary key (org_id, family, reference, sequence)
);

create index billing_references_of_document on billing_references (org_id, family, sequence);

alter table billing_references enable row level security;

alter table billing_references force row level security;

create policy of_organisation on billing_references using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- What credit notes by reference take from an invoice. Numbered by invoice: of two at once that take the same number one fails, and
-- reads anew what is left. released: 1 once the credit note was edited and no longer is what was taken.
create table invoice_credits (
  org_id text collate "C" not null,
  invoice_id text collate "C" not null,
  number bigint not null,
  credit_note_id text collate "C" not null,
  amounts text collate "C" not null,
  released bigint not null,
  primary key (org_id, invoice_id, number)
);

create unique index invoice_credits_of_note on invoice_credits (org_id, credit_note_id);

alter table invoice_credits enable row level security;

alter table invoice_credits force row level security;

create policy of_organisation on invoice_credits using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- Where an organisation wants to be told of its feed. event_types is a JSON list, null for all of them; secrets are sealed.
create table webhooks (
  org_id text collate "C" not null references organisations (id),
  id text collate "C" not null,
  url text collate "C" not null,
  event_types text collate "C",
  description text collate "C",
  is_active bigint not null,
  -- why the service itself has switched it off, and when
  disabled_reason text collate "C",
  disabled_at bigint,
  -- since when every attempt has failed; null: the latest succeeded
  failing_since bigint,
  secret text collate "C" not null,
  -- the secret before the last rotation signs too, until then
  former_secret text collate "C",
  former_until bigint,
  -- of the feed: what stands up to here has become a delivery, or was not wanted
  position bigint not null,
  -- a new random word with every step along the feed
  mark text collate "C" not null,
  created_at bigint not null,
  updated_at bigint not null,
  -- Encrypted.
  older_secrets text collate "C",
  primary key (org_id, id)
);

create index webhooks_active on webhooks (org_id, id) where is_active = 1;

alter table webhooks enable row level security;

alter table webhooks force row level security;

create policy of_organisation on webhooks using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- One row an event and webhook: its own job. What is sent is read from the event, which never changes.
create table webhook_deliveries (
  org_id text collate "C" not null,
  webhook_id text collate "C" not null,
  position bigint not null,
  event_id text collate "C" not null,
  -- PENDING, DELIVERED, FAILED: given up
  status text collate "C" not null,
  -- of the present round: a replay begins anew
  attempts bigint not null,
  next_attempt_at bigint,
  lease_owner text collate "C",
  lease_until bigint,
  -- a new random word with every claim
  mark text collate "C" not null,
  created_at bigint not null,
  updated_at bigint not null,
  -- What filters of deliveries need, without a look at the events. A test event has no document.
  document_id text collate "C",
  event_type text collate "C",
  event_at bigint,
  -- Of a test event only: the cursor that it shows. Its position is below zero, since the feed does not have it.
  test_cursor text collate "C",
  primary key (org_id, webhook_id, position)
);

create index webhook_deliveries_due on webhook_deliveries (org_id, webhook_id, next_attempt_at) where next_attempt_at is not null;

create index webhook_deliveries_leased on webhook_deliveries (lease_until) where lease_until is not null;

create index webhook_deliveries_by_event on webhook_deliveries (org_id, webhook_id, event_id);

create index webhook_deliveries_by_age on webhook_deliveries (updated_at);

create index webhook_deliveries_by_status on webhook_deliveries (org_id, webhook_id, status, position);

create index webhook_deliveries_of_document on webhook_deliveries (org_id, webhook_id, document_id, position);

create index webhook_deliveries_by_time on webhook_deliveries (org_id, webhook_id, event_at);

alter table webhook_deliveries enable row level security;

alter table webhook_deliveries force row level security;

create policy of_organisation on webhook_deliveries using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- What came of each attempt: the HTTP status, or the kind of failure. Nothing that the target said.
create table webhook_attempts (
  org_id text collate "C" not null,
  webhook_id text collate "C" not null,
  position bigint not null,
  at bigint not null,
  -- of the claim that it belongs to
  mark text collate "C" not null,
  status_code bigint,
  error text collate "C",
  duration_ms bigint not null,
  -- What a webhook's target answered: the first kilobyte, as text (decision 0147). Null: an empty answer, or none, or an attempt from before.
  answer_start text collate "C",
  primary key (org_id, webhook_id, position, at, mark)
);

create index webhook_attempts_by_age on webhook_attempts (at);

alter table webhook_attempts enable row level security;

alter table webhook_attempts force row level security;

create policy of_organisation on webhook_attempts using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- What readiness writes: one row, replaced by each check. Belongs to no organisation.
create table readiness (
  id text collate "C" primary key,
  -- as large as a small document, so that a check fails when a create would find no room
  padding text collate "C" not null
);

-- Document numbers that an instance had reserved and gave back unused when it stopped: ranges, minted before new ones.
create table spare_numbers (
  org_id text collate "C" not null,
  family text collate "C" not null,
  first bigint not null,
  last bigint not null,
  primary key (org_id, family, first)
);

alter table spare_numbers enable row level security;

alter table spare_numbers force row level security;

create policy of_organisation on spare_numbers using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- How much time each organisation has let pass in the sandbox. Its due times moved when it did, so this is a sum and nothing waits for it.
create table sandbox_clocks (
  org_id text collate "C" primary key references organisations (id),
  ahead_ms bigint not null,
  -- a new random word with every advance
  mark text collate "C" not null
);

alter table sandbox_clocks enable row level security;

alter table sandbox_clocks force row level security;

create policy of_organisation on sandbox_clocks using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- Long texts in parts. owner: `document id/revision` for the texts of a revision, a transmission UUID for the document of a leg,
-- a key hash for a kept answer; name: the column that the text belongs to. Parts count from 0. packing: plain or gzip; a part is
-- UTF-8, cut anywhere, at most 1 MiB before it is packed.
create table text_parts (
  org_id text collate "C" not null,
  owner text collate "C" not null,
  name text collate "C" not null,
  part bigint not null,
  packing text collate "C" not null,
  content bytea not null,
  primary key (org_id, owner, name, part)
);

alter table text_parts enable row level security;

alter table text_parts force row level security;

create policy of_organisation on text_parts using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- References to objects begin with their month, so these lists have them by month.
create index text_parts_by_object on text_parts (org_id, content) where packing in ('plain-blob', 'gzip-blob');

-- People with an account (decision 0068). Of a removed person the name stays, for the audit log.
create table users (
  org_id text collate "C" not null references organisations (id),
  id text collate "C" not null,
  name text collate "C" not null,
  -- in lower case
  email text collate "C",
  -- viewer, clerk, admin, operator
  role text collate "C" not null,
  -- en, ar; null: the browser's
  language text collate "C",
  -- the person's identity at an OpenID provider, from the first sign-in there
  oidc_issuer text collate "C",
  oidc_subject text collate "C",
  created_at bigint not null,
  removed_at bigint,
  -- Notices to people by e-mail (decision 0072).
  -- at_once, daily, none; null: daily. A notice is only about events since notices_since; null: since the account exists.
  notices text collate "C",
  notices_since bigint,
  -- Addresses and invitations of people (decisions 0116 and 0117).
  -- The address that the person has confirmed. It counts only while it is the same as email.
  confirmed_email text collate "C",
  -- When email was given, or asked for again: a confirmation and an invitation begin then; null: with the account.
  email_asked_at bigint,
  primary key (org_id, id)
);

create unique index users_by_id on users (id);

create unique index users_by_email on users (org_id, email);

create index users_by_email_alone on users (email);

create unique index users_by_identity on users (oidc_issuer, oidc_subject);

alter table users enable row level security;

alter table users force row level security;

create policy of_organisation on users using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- Signed-in browsers. Of the secret in the cookie only its SHA-256 is here. A session that ends is deleted.
create table sessions (
  org_id text collate "C" not null,
  id text collate "C" not null,
  secret_hash text collate "C" not null,
  user_id text collate "C" not null,
  created_at bigint not null,
  -- of a page, to the minute
  last_seen_at bigint not null,
  expires_at bigint not null,
  user_agent text collate "C",
  primary key (org_id, id)
);

create unique index sessions_by_id on sessions (id);

create unique index sessions_by_secret on sessions (secret_hash);

create index sessions_by_user on sessions (user_id);

create index sessions_by_end on sessions (expires_at);

alter table sessions enable row level security;

alter table sessions force row level security;

create policy of_organisation on sessions using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- Links that sign a person in once. Of the secret in the address only its SHA-256 is here.
create table login_links (
  org_id text collate "C" not null,
  hash text collate "C" not null,
  user_id text collate "C" not null,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  -- the session that its use made
  session_id text collate "C",
  primary key (org_id, hash)
);

create unique index login_links_by_hash on login_links (hash);

create index login_links_by_user on login_links (user_id);

create index login_links_by_end on login_links (expires_at);

alter table login_links enable row level security;

alter table login_links force row level security;

create policy of_organisation on login_links using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- Who changed what. Only the upkeep deletes here, and only entries older than five years.
create table audit_entries (
  org_id text collate "C" not null,
  -- UUID v7: in the order of time
  id text collate "C" not null,
  at bigint not null,
  -- user, client, issuer, command_line
  actor_kind text collate "C" not null,
  actor_id text collate "C" not null,
  actor_name text collate "C",
  -- the operationId, or what happened: signIn, signOut
  action text collate "C" not null,
  target_kind text collate "C" not null,
  target_id text collate "C",
  -- JSON, small, without secrets
  detail text collate "C" not null,
  primary key (org_id, id)
);

create index audit_entries_by_age on audit_entries (at);

create or replace function audit_entries_refuse() returns trigger language plpgsql as
$$ begin raise exception 'audit_entries can only grow'; end $$;

create trigger audit_entries_never_change before update on audit_entries
for each row execute function audit_entries_refuse();

create trigger audit_entries_stay before delete on audit_entries
for each row when (old.at > (cast(extract(epoch from clock_timestamp()) as bigint) - 5 * 366 * 86400) * 1000)
execute function audit_entries_refuse();

alter table audit_entries enable row level security;

alter table audit_entries force row level security;

create policy of_organisation on audit_entries using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- The requests of an organisation's accounts in the last days: no bodies, no secrets. id is a UUID v7 with the time in it, so that
-- its order is the order of time. Rows are written in batches, up to a second after the answer.
create table requests (
  org_id text collate "C" not null,
  id text collate "C" not null,
  at bigint not null,
  account text collate "C" not null,
  operation text collate "C" not null,
  method text collate "C" not null,
  status bigint not null,
  duration_ms bigint not null,
  error_code text collate "C",
  document_id text collate "C",
  primary key (org_id, id)
);

create index requests_of_operation on requests (org_id, operation, id);

create index requests_failed on requests (org_id, id) where status >= 400;

create index requests_by_age on requests (at);

alter table requests enable row level security;

alter table requests force row level security;

create policy of_organisation on requests using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- The requests that programs sent: the console's own calls, which are those of people, are many more (decision 0174).
create index requests_of_programs on requests (org_id, id) where (account < 'user:' or account >= 'user;');

-- Times when documents could not be delivered. ended_at is null while it lasts; seen_at: when an instance last noticed it.
create table outages (
  id text collate "C" primary key,
  cause text collate "C" not null,
  reason text collate "C",
  started_at bigint not null,
  seen_at bigint not null,
  ended_at bigint
);

create index outages_by_start on outages (started_at);

-- One outage of a cause at a time, however many instances notice it.
create unique index outages_open on outages (cause) where ended_at is null;

-- Whose documents waited when an outage ended, and how many.
create table outage_documents (
  org_id text collate "C" not null references organisations (id),
  outage_id text collate "C" not null references outages (id),
  documents bigint not null,
  primary key (org_id, outage_id)
);

alter table outage_documents enable row level security;

alter table outage_documents force row level security;

create policy of_organisation on outage_documents using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- The running instances. A stopped one deletes its row; a row that is not renewed any more shows an unexpected end.
create table instances (
  id text collate "C" primary key,
  started_at bigint not null,
  seen_at bigint not null,
  -- The newest migration that the version of the instance knows; null: a version before this migration. A migration that removes
  -- something waits until every instance knows it (decision 0107).
  newest_migration text collate "C"
);

-- One row, locked while outages are written, so that two instances do not record the same one.
create table outage_turn (
  id bigint primary key,
  mark text collate "C" not null
);

-- How far an organisation's events have become notices: a place in its feed, and the last stalled leg in the order of time.
create table notice_cursors (
  org_id text collate "C" primary key references organisations (id),
  position bigint not null,
  stalled_at bigint not null,
  stalled_uuid text collate "C" not null,
  -- How far the approvals of an organisation have become notices (decision 0190). Null: as far as its stalled legs.
  approvals_at bigint,
  approvals_id text collate "C"
);

alter table notice_cursors enable row level security;

alter table notice_cursors force row level security;

create policy of_organisation on notice_cursors using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- One event for one person, once: event_key names the event. Deleted a month after it was last changed.
create table notices (
  org_id text collate "C" not null,
  user_id text collate "C" not null,
  event_key text collate "C" not null,
  -- failed_rules, participant, authority, undelivered, stalled
  kind text collate "C" not null,
  document_id text collate "C" not null,
  reason text collate "C",
  at bigint not null,
  -- 1: in a daily digest
  in_digest bigint not null,
  due_at bigint not null,
  -- WAITING, SENDING, SENT; UNCERTAIN: handed over, but no answer came; DROPPED: not wanted any more; FAILED: the address refused it
  status text collate "C" not null,
  -- the mail that the notice is in
  mail_id text collate "C",
  updated_at bigint not null,
  primary key (org_id, user_id, event_key)
);

create index notices_of_person on notices (org_id, user_id, status, due_at);

create index notices_of_mail on notices (org_id, user_id, mail_id, at);

create index notices_by_age on notices (updated_at);

alter table notices enable row level security;

alter table notices force row level security;

create policy of_organisation on notices using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- Who gets the next mail, and when. One instance at a time holds the lease.
create table notice_turns (
  org_id text collate "C" not null,
  user_id text collate "C" not null,
  -- null: nothing waits
  due_at bigint,
  lease_owner text collate "C",
  lease_until bigint,
  -- since the last mail that was accepted
  attempts bigint not null,
  -- the hour in which mails at once are counted
  hour_start bigint not null,
  mails_in_hour bigint not null,
  primary key (org_id, user_id)
);

create index notice_turns_due on notice_turns (due_at) where lease_until is null;

create index notice_turns_leased on notice_turns (lease_until) where lease_until is not null;

alter table notice_turns enable row level security;

alter table notice_turns force row level security;

create policy of_organisation on notice_turns using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- One row: the key that signs the addresses in List-Unsubscribe. Who knows it can end notices, nothing else.
create table notice_key (
  id bigint primary key,
  secret text collate "C" not null
);

-- Agreements on self-billing (decision 0081). An invoice is checked against them as soon as the organisation has one.
-- valid_from, valid_to: days, both included; valid_to is null while no end is agreed.
create table agreements (
  org_id text collate "C" not null references organisations (id),
  id text collate "C" not null,
  profile_id text collate "C" not null,
  supplier_tin text collate "C" not null,
  supplier_name text collate "C" not null,
  agreement_number text collate "C" not null,
  valid_from text collate "C" not null,
  valid_to text collate "C",
  created_at bigint not null,
  updated_at bigint not null,
  primary key (org_id, id),
  foreign key (org_id, profile_id) references profiles (org_id, profile_id)
);

create index agreements_of_supplier on agreements (org_id, profile_id, supplier_tin, valid_from);

alter table agreements enable row level security;

alter table agreements force row level security;

create policy of_organisation on agreements using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- The log of the documents: append-only; the rest of an entry is read from its leg and its document. id counts the entries of the
-- document, under the lock of its row (decision 0093), so that no counter is shared by all of them. Entries from before keep their ids,
-- which counted all documents.
create table entries (
  org_id text collate "C" not null,
  document_id text collate "C" not null,
  id bigint not null,
  transmission_uuid text collate "C",
  event text collate "C" not null,
  message text collate "C" not null,
  at bigint not null,
  -- The change feed: entries that change what a caller sees of a document carry what it became. Others: revision is null.
  revision bigint,
  overall_status text collate "C",
  participant_status text collate "C",
  fta_status text collate "C",
  -- The entry's place in its organisation's feed: 1, 2, 3 … without a gap; null until somebody reads that far.
  feed_position bigint,
  traceparent text collate "C",
  tracestate text collate "C",
  primary key (org_id, document_id, id)
);

create index entries_of_document on entries (org_id, document_id, at, id);

-- A document ends once.
create unique index entries_end on entries (org_id, document_id) where event in ('DOCUMENT_APPROVED', 'DOCUMENT_REJECTED');

-- Once a transmission, however many instances notice it.
create unique index entries_overdue on entries (org_id, transmission_uuid) where event in ('MLS_OVERDUE_C3', 'MLS_OVERDUE_C5');

create index entries_without_position on entries (org_id, at, document_id, id) where revision is not null and feed_position is null;

create unique index entries_by_position on entries (org_id, feed_position) where feed_position is not null;

alter table entries enable row level security;

alter table entries force row level security;

create policy of_organisation on entries using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- What an organisation has chosen; without a row: 7 years, nothing is removed, no hold.
create table retentions (
  org_id text collate "C" primary key references organisations (id),
  -- counted from the end of the calendar year
  years bigint not null,
  -- 1: the content of documents is removed afterwards
  removes bigint not null,
  -- A legal hold on all its documents.
  held_at bigint,
  held_by text collate "C",
  hold_reason text collate "C",
  -- All that could be removed of the documents issued before this day was; null: look again.
  removed_before text collate "C",
  -- a new random word with every change
  mark text collate "C" not null
);

alter table retentions enable row level security;

alter table retentions force row level security;

create policy of_organisation on retentions using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- Objects of past months in the object store that no row refers to. They are deleted some time after they were found.
create table unreferenced_objects (
  org_id text collate "C" not null,
  object text collate "C" not null,
  found_at bigint not null,
  primary key (org_id, object)
);

alter table unreferenced_objects enable row level security;

alter table unreferenced_objects force row level security;

create policy of_organisation on unreferenced_objects using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- When the objects of an organisation are next compared with its rows. One instance at a time moves it on, and does it.
create table object_reviews (
  org_id text collate "C" primary key references organisations (id),
  due_at bigint not null
);

alter table object_reviews enable row level security;

alter table object_reviews force row level security;

create policy of_organisation on object_reviews using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- Statuses of C3 legs whose sender cannot be checked yet, because no receipt has named the receiver's access point (decision 0110).
create table waiting_statuses (
  org_id text collate "C" not null,
  transmission_uuid text collate "C" not null,
  -- the order in which they came
  place bigint not null,
  -- a random word
  id text collate "C" not null,
  sender_id text collate "C" not null,
  mls_id text collate "C" not null,
  -- as it came, byte for byte
  envelope bytea not null,
  received_at bigint not null,
  -- One instance at a time moves it on, and decides.
  look_at bigint not null,
  primary key (org_id, transmission_uuid, place)
);

alter table waiting_statuses enable row level security;

alter table waiting_statuses force row level security;

create policy of_organisation on waiting_statuses using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

create index waiting_statuses_to_look_at on waiting_statuses (look_at);

-- Confirmations that were sent to an address, by its SHA-256: the address itself goes with its person.
create table confirmation_mails (
  org_id text collate "C" not null,
  address_hash text collate "C" not null,
  mails bigint not null,
  last_at bigint not null,
  primary key (org_id, address_hash)
);

alter table confirmation_mails enable row level security;

alter table confirmation_mails force row level security;

create policy of_organisation on confirmation_mails using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- How many confirmations an organisation has sent on its last day of Gulf Standard Time.
create table confirmation_days (
  org_id text collate "C" primary key,
  day text collate "C" not null,
  mails bigint not null
);

alter table confirmation_days enable row level security;

alter table confirmation_days force row level security;

create policy of_organisation on confirmation_days using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- People who have proved an identity at the OpenID provider and not chosen an invitation yet. Of the secret in their cookie only its
-- SHA-256 is here. They belong to no organisation yet.
create table arrivals (
  secret_hash text collate "C" primary key,
  issuer text collate "C" not null,
  subject text collate "C" not null,
  -- verified by the provider
  email text collate "C" not null,
  expires_at bigint not null
);

create index arrivals_by_end on arrivals (expires_at);

-- How far the upkeep has packed the older texts of an organisation: up to this revision. done: 1 when there are no more.
create table text_packing (
  org_id text collate "C" not null,
  document_id text collate "C" not null,
  revision bigint not null,
  done bigint not null,
  primary key (org_id)
);

alter table text_packing enable row level security;

alter table text_packing force row level security;

create policy of_organisation on text_packing using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- The logo that an organisation prints on its documents (decision 0156): a PNG or JPEG file, checked when it came.
create table organisation_logos (
  org_id text collate "C" primary key,
  file_type text collate "C" not null,
  width bigint not null,
  height bigint not null,
  content bytea not null,
  changed_at bigint not null
);

alter table organisation_logos enable row level security;

alter table organisation_logos force row level security;

create policy of_organisation on organisation_logos using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- Documents that a person has begun in the console and not issued yet (decision 0157). summary and content are sealed.
create table drafts (
  org_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  family text collate "C" not null,
  profile_id text collate "C" not null,
  -- what a list shows: the other party and the number
  summary text collate "C" not null,
  -- the request as it was typed, card numbers masked
  content text collate "C" not null,
  version bigint not null,
  -- the page that saved last
  writer text collate "C" not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (org_id, id)
);

create index drafts_by_person on drafts (org_id, user_id, updated_at, id);

create index drafts_by_change on drafts (org_id, updated_at, id);

create index drafts_by_age on drafts (updated_at);

alter table drafts enable row level security;

alter table drafts force row level security;

create policy of_organisation on drafts using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- Files of documents that are checked and issued by the service (decision 0161).
-- content_removed_at: when the file and the requests were removed; the results stay.
-- due_at: when a worker may take the upload up; null: there is nothing to do. While one works, it is the end of its lease.
create table uploads (
  org_id text collate "C" not null,
  id text collate "C" not null,
  family text collate "C" not null,
  profile_id text collate "C" not null,
  name text collate "C" not null,
  encoding text collate "C",
  date_order text collate "C",
  -- SHA-256 of the file, hexadecimal
  digest text collate "C" not null,
  status text collate "C" not null,
  created_by text collate "C" not null,
  api_version text collate "C" not null,
  documents bigint not null,
  -- counts of upload_results
  checked bigint not null,
  check_failed bigint not null,
  check_refused bigint not null,
  repeats bigint not null,
  done bigint not null,
  issued bigint not null,
  to_repair bigint not null,
  refused bigint not null,
  skipped bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  content_removed_at bigint,
  due_at bigint,
  lease_owner text collate "C",
  -- What a person should look at before issuing an upload, such as cells computed by formulas (decision 0162). JSON; null: nothing.
  warnings text collate "C",
  -- Who issues an upload, so that nobody approves their own documents, and those that wait for a second person (decision 0180).
  issuer_id text collate "C",
  issuer_name text collate "C",
  waiting bigint not null default 0,
  warned bigint not null default 0,
  -- What becomes of a document that passed the check, and does not pass when it is issued (decision 0204).
  -- repeats_choice, of one that repeats another: issue, skip, or none when nobody had to say. refuses_failing, of one that fails rules: 0 or 1.
  -- Null: not issued yet, or by an instance of the version before, which stores all of them.
  repeats_choice text collate "C",
  refuses_failing bigint,
  primary key (org_id, id)
);

alter table uploads enable row level security;

alter table uploads force row level security;

create policy of_organisation on uploads using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

create index uploads_by_digest on uploads (org_id, digest, id);

create index uploads_due on uploads (org_id, due_at, id) where due_at is not null;

create index uploads_due_of_all on uploads (due_at) where due_at is not null;

create index uploads_with_content on uploads (created_at) where content_removed_at is null;

-- The file as it came, in a zstd frame.
create table upload_files (
  org_id text collate "C" not null,
  upload_id text collate "C" not null,
  content bytea not null,
  primary key (org_id, upload_id)
);

alter table upload_files enable row level security;

alter table upload_files force row level security;

create policy of_organisation on upload_files using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- The documents of a file. places: their rows as JSON. request: the JSON of the request in a zstd frame; null: cells are wrong.
create table upload_documents (
  org_id text collate "C" not null,
  upload_id text collate "C" not null,
  position bigint not null,
  document_key text collate "C",
  places text collate "C" not null,
  request bytea,
  primary key (org_id, upload_id, position)
);

alter table upload_documents enable row level security;

alter table upload_documents force row level security;

create policy of_organisation on upload_documents using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- What came of a document in its check and in its issuing. The row of an issued document is stored in one transaction with the
-- document, and its key keeps it from being issued twice. errors: JSON.
create table upload_results (
  org_id text collate "C" not null,
  upload_id text collate "C" not null,
  phase text collate "C" not null,
  position bigint not null,
  outcome text collate "C" not null,
  is_repeat bigint not null,
  document_id text collate "C",
  document_number text collate "C",
  errors text collate "C",
  approval_id text collate "C",
  -- What the check warns about, as JSON; null: nothing.
  warnings text collate "C",
  -- What the check of a later document of the file compares a checked one with (decision 0196), as JSON: like, the SHA-256 of its parties, date
  -- and amount; credit, what it takes of the one invoice that it names. Null: refused, or checked before this column.
  compared text collate "C",
  primary key (org_id, upload_id, phase, position)
);

alter table upload_results enable row level security;

alter table upload_results force row level security;

create policy of_organisation on upload_results using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- Finds the row of an upload by the approval that its document waits for (decision 0197).
create index upload_results_by_approval on upload_results (org_id, approval_id) where approval_id is not null;

-- The numbers of documents for a search by any part of them (decision 0163): a row for each thousand documents of a family, written by
-- the upkeep when they are all there. numbers: in lower case, a line each, in the order of their sequence. block: 0 has the sequences
-- 1 to 1000.
create table searched_numbers (
  org_id text collate "C" not null,
  family text collate "C" not null,
  block bigint not null,
  numbers text collate "C" not null,
  primary key (org_id, family, block)
);

alter table searched_numbers enable row level security;

alter table searched_numbers force row level security;

create policy of_organisation on searched_numbers using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- Four eyes (decision 0167): documents of people wait for a second person. Without a row nothing waits.
-- amount_from: documents in AED from this total with VAT on; those in another currency always.
-- approvers: the least role of a person who approves, clerk or admin.
create table approval_rules (
  org_id text collate "C" primary key,
  amount_from text collate "C" not null,
  approvers text collate "C" not null,
  changed_at bigint not null
);

alter table approval_rules enable row level security;

alter table approval_rules force row level security;

create policy of_organisation on approval_rules using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

-- A document that waits, or waited. It is no document yet: it has no number, and no program sees it among the documents.
-- request: the body of the request, sealed. summary: JSON of what a list shows, sealed.
-- digest: SHA-256 of everything that is issued from; an approval names it.
-- status: WAITING, RETURNED, or APPROVED. issued_id: the document; null while it is being issued.
create table approvals (
  org_id text collate "C" not null,
  id text collate "C" not null,
  status text collate "C" not null,
  kind text collate "C" not null,
  family text collate "C" not null,
  profile_id text collate "C",
  document_id text collate "C",
  request text collate "C" not null,
  summary text collate "C" not null,
  digest text collate "C" not null,
  profile_version bigint not null,
  amount text collate "C" not null,
  author_id text collate "C" not null,
  author_name text collate "C" not null,
  created_at bigint not null,
  expires_at bigint not null,
  decided_by text collate "C",
  decided_at bigint,
  note text collate "C",
  issued_id text collate "C",
  -- When the author of a returned or expired document took it up again, withdrew it, or gave it up (decision 0190). Null: the author still has to.
  closed_at bigint,
  primary key (org_id, id)
);

create index approvals_of_status on approvals (org_id, status, id);

create index approvals_by_expiry on approvals (expires_at);

alter table approvals enable row level security;

alter table approvals force row level security;

create policy of_organisation on approvals using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

create index approvals_by_asking on approvals (org_id, status, created_at, id);

create index approvals_by_decision on approvals (org_id, status, decided_at, id);

create index approvals_by_end on approvals (org_id, status, expires_at, id);
