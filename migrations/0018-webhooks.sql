-- Where an organisation wants to be told of its feed. event_types is a JSON list, null for all of them; secrets are sealed.
create table webhooks (
  org_id {{text}} not null references organisations (id),
  id {{text}} not null,
  url {{text}} not null,
  event_types {{text}},
  description {{text}},
  is_active {{integer}} not null,
  -- why the service itself has switched it off, and when
  disabled_reason {{text}},
  disabled_at {{integer}},
  -- since when every attempt has failed; null: the latest succeeded
  failing_since {{integer}},
  secret {{text}} not null,
  -- the secret before the last rotation signs too, until then
  former_secret {{text}},
  former_until {{integer}},
  -- of the feed: what stands up to here has become a delivery, or was not wanted
  position {{integer}} not null,
  -- a new random word with every step along the feed
  mark {{text}} not null,
  created_at {{integer}} not null,
  updated_at {{integer}} not null,
  primary key (org_id, id)
) {{strict}};

create index webhooks_active on webhooks (org_id, id) where is_active = 1;

-- One row an event and webhook: its own job. What is sent is read from the event, which never changes.
create table webhook_deliveries (
  org_id {{text}} not null,
  webhook_id {{text}} not null,
  position {{integer}} not null,
  event_id {{text}} not null,
  -- PENDING, DELIVERED, FAILED: given up
  status {{text}} not null,
  -- of the present round: a replay begins anew
  attempts {{integer}} not null,
  next_attempt_at {{integer}},
  lease_owner {{text}},
  lease_until {{integer}},
  -- a new random word with every claim
  mark {{text}} not null,
  created_at {{integer}} not null,
  updated_at {{integer}} not null,
  primary key (org_id, webhook_id, position)
) {{strict}};

create index webhook_deliveries_due on webhook_deliveries (org_id, webhook_id, next_attempt_at) where next_attempt_at is not null;
create index webhook_deliveries_leased on webhook_deliveries (lease_until) where lease_until is not null;
create index webhook_deliveries_by_event on webhook_deliveries (org_id, webhook_id, event_id);
create index webhook_deliveries_by_age on webhook_deliveries (updated_at);

-- What came of each attempt: the HTTP status, or the kind of failure. Nothing that the target said.
create table webhook_attempts (
  org_id {{text}} not null,
  webhook_id {{text}} not null,
  position {{integer}} not null,
  at {{integer}} not null,
  -- of the claim that it belongs to
  mark {{text}} not null,
  status_code {{integer}},
  error {{text}},
  duration_ms {{integer}} not null,
  primary key (org_id, webhook_id, position, at, mark)
) {{strict}};

create index webhook_attempts_by_age on webhook_attempts (at);
