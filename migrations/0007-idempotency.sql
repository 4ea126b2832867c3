-- Requests that name themselves (Idempotency-Key). A mark: the request is being worked on, by nobody else until the mark dies.
-- key_hash: SHA-256 of account, method, path and key.
create table idempotency_marks (
  org_id {{text}} not null,
  key_hash {{text}} not null,
  mark {{text}} not null,
  dies_at {{integer}} not null,
  primary key (org_id, key_hash)
) {{strict}};

-- What was answered, written in the transaction of what was done. fingerprint: SHA-256 of the body's bytes.
create table idempotency_answers (
  org_id {{text}} not null,
  key_hash {{text}} not null,
  fingerprint {{text}} not null,
  status {{integer}} not null,
  type {{text}} not null,
  headers {{text}} not null,
  body {{text}} not null,
  created_at {{integer}} not null,
  primary key (org_id, key_hash)
) {{strict}};

create index idempotency_answers_by_age on idempotency_answers (created_at);
create index idempotency_marks_by_age on idempotency_marks (dies_at);
