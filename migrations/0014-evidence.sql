-- What the caller sent, as it was kept: card numbers masked, the bytes of attachments by their digest. Null for older documents.
alter table revisions add column request {{text}};

-- A chain through the documents of an organisation and family, in the order of their sequence: each link is a digest of what was
-- fixed at the create and of the link before it, so that nothing can be changed or taken out later without breaking what follows.
create table chain_links (
  org_id {{text}} not null,
  family {{text}} not null,
  sequence {{integer}} not null,
  document_id {{text}} not null,
  request_sha256 {{text}} not null,
  answer_sha256 {{text}} not null,
  ubl_sha256 {{text}} not null,
  -- '' for the first
  previous {{text}} not null,
  link {{text}} not null,
  primary key (org_id, family, sequence)
) {{strict}};

create unique index chain_links_of_document on chain_links (org_id, document_id);

-- The statuses that decided legs, as they came: envelopes, byte for byte.
create table leg_statuses (
  org_id {{text}} not null,
  transmission_uuid {{text}} not null,
  envelope {{bytes}} not null,
  received_at {{integer}} not null,
  primary key (org_id, transmission_uuid)
) {{strict}};
