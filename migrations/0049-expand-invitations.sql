-- Addresses and invitations of people (decisions 0116 and 0117).
-- The address that the person has confirmed. It counts only while it is the same as email.
alter table users add column confirmed_email {{text}};
-- When email was given, or asked for again: a confirmation and an invitation begin then; null: with the account.
alter table users add column email_asked_at {{integer}};

-- Confirmations that were sent to an address, by its SHA-256: the address itself goes with its person.
create table confirmation_mails (
  org_id {{text}} not null,
  address_hash {{text}} not null,
  mails {{integer}} not null,
  last_at {{integer}} not null,
  primary key (org_id, address_hash)
) {{strict}};

{{tenant(confirmation_mails)}};

-- How many confirmations an organisation has sent on its last day of Gulf Standard Time.
create table confirmation_days (
  org_id {{text}} primary key,
  day {{text}} not null,
  mails {{integer}} not null
) {{strict}};

{{tenant(confirmation_days)}};

-- People who have proved an identity at the OpenID provider and not chosen an invitation yet. Of the secret in their cookie only its
-- SHA-256 is here. They belong to no organisation yet.
create table arrivals (
  secret_hash {{text}} primary key,
  issuer {{text}} not null,
  subject {{text}} not null,
  -- verified by the provider
  email {{text}} not null,
  expires_at {{integer}} not null
) {{strict}};

create index arrivals_by_end on arrivals (expires_at);
