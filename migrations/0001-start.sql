-- Organisations, who may speak for them, what they issue.
--
-- One text for both databases. A statement ends with a semicolon at the end of its line. Types are tokens:
--   {{text}}    text compared by code point             {{integer}}   64 bits; instants are ms since 1970, flags 0 or 1
--   {{bytes}}   bytes                                   {{strict}}    SQLite then refuses a wrong type, as PostgreSQL does
--   {{serial}}  a primary key the database counts up    {{unlogged}}  a table that a crash may empty
-- Decimals and JSON are text. The organisation is the first column of every key of its data.

create table organisations (
  id {{text}} primary key,
  name {{text}} not null unique,
  default_api_version {{text}} not null,
  phase2 {{integer}} not null,
  created_at {{integer}} not null,
  revoked_at {{integer}}
) {{strict}};

-- Accounts: id is the `sub` of their tokens, so no two organisations share one. No secret hash: no secret was ever given out.
create table clients (
  org_id {{text}} not null references organisations (id),
  id {{text}} not null unique,
  name {{text}} not null,
  secret_hash {{text}},
  scopes {{text}} not null,
  created_at {{integer}} not null,
  revoked_at {{integer}},
  primary key (org_id, id)
) {{strict}};

-- party is the JSON that becomes our side of every document; version goes up by one with every change of it.
create table profiles (
  org_id {{text}} not null references organisations (id),
  profile_id {{text}} not null,
  party {{text}} not null,
  status {{text}} not null,
  version {{integer}} not null,
  created_at {{integer}} not null,
  updated_at {{integer}} not null,
  primary key (org_id, profile_id)
) {{strict}};

-- The service's own keys. The generation is unique so that two instances that start at once end with one first key.
create table signing_keys (
  kid {{text}} primary key,
  generation {{integer}} not null unique,
  alg {{text}} not null,
  public_jwk {{text}} not null,
  private_jwk {{text}} not null,
  created_at {{integer}} not null,
  retired_at {{integer}}
) {{strict}};

-- How far document_sequence has come (gapless), and how far blocks of minted numbers are handed out (gaps allowed).
create table sequences (
  org_id {{text}} not null,
  family {{text}} not null,
  last {{integer}} not null,
  primary key (org_id, family)
) {{strict}};

create table number_blocks (
  org_id {{text}} not null,
  family {{text}} not null,
  last {{integer}} not null,
  primary key (org_id, family)
) {{strict}};

-- The row that lists, filters and the delivery work on: small, because it is updated. Its texts are in revisions.
-- billed_* are search keys: names in lower case. A status is null until Peppol has one to say.
create table documents (
  org_id {{text}} not null,
  id {{text}} not null,
  family {{text}} not null,
  sequence {{integer}} not null,
  document_number {{text}} not null,
  profile_id {{text}} not null,
  profile_version {{integer}} not null,
  api_version {{text}} not null,
  revision {{integer}} not null,
  issue_date {{text}} not null,
  currency {{text}} not null,
  payable_amount {{text}} not null,
  tax_amount {{text}} not null,
  billed_by_name {{text}} not null,
  billed_by_vat {{text}},
  billed_to_name {{text}} not null,
  billed_to_vat {{text}},
  overall_status {{text}},
  participant_status {{text}},
  fta_status {{text}},
  created_at {{integer}} not null,
  updated_at {{integer}} not null,
  primary key (org_id, id),
  unique (org_id, family, sequence),
  unique (org_id, family, document_number),
  foreign key (org_id, profile_id) references profiles (org_id, profile_id)
) {{strict}};

-- What was said, once and for all: revision 1 comes with the document, each resubmission adds one. answer is the JSON of the
-- answer without document_sequence and meta_info, findings the JSON of the validation results.
create table revisions (
  org_id {{text}} not null,
  document_id {{text}} not null,
  revision {{integer}} not null,
  answer {{text}} not null,
  ubl {{text}} not null,
  findings {{text}} not null,
  created_at {{integer}} not null,
  primary key (org_id, document_id, revision),
  foreign key (org_id, document_id) references documents (org_id, id)
) {{strict}};

-- A resubmission without attachments keeps those it had: they belong to the document, and know the revision that brought them.
create table attachments (
  org_id {{text}} not null,
  document_id {{text}} not null,
  id {{text}} not null,
  revision {{integer}} not null,
  file_name {{text}} not null,
  file_type {{text}} not null,
  sha256 {{text}} not null,
  content {{bytes}} not null,
  primary key (org_id, document_id, id),
  foreign key (org_id, document_id) references documents (org_id, id)
) {{strict}};

-- Requests counted by minute, shared by all instances. The minute comes first, so that old ones go with one range delete.
create {{unlogged}} table rate_windows (
  window_start {{integer}} not null,
  rate_key {{text}} not null,
  hits {{integer}} not null,
  primary key (window_start, rate_key)
) {{strict}};
