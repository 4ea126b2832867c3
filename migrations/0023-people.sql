-- People with an account (decision 0068). Of a removed person the name stays, for the audit log.
create table users (
  org_id {{text}} not null references organisations (id),
  id {{text}} not null,
  name {{text}} not null,
  -- in lower case
  email {{text}},
  -- viewer, clerk, admin, operator
  role {{text}} not null,
  -- en, ar; null: the browser's
  language {{text}},
  -- the person's identity at an OpenID provider, from the first sign-in there
  oidc_issuer {{text}},
  oidc_subject {{text}},
  created_at {{integer}} not null,
  removed_at {{integer}},
  primary key (org_id, id)
) {{strict}};

create unique index users_by_id on users (id);
create unique index users_by_email on users (org_id, email);
create index users_by_email_alone on users (email);
create unique index users_by_identity on users (oidc_issuer, oidc_subject);

-- Signed-in browsers. Of the secret in the cookie only its SHA-256 is here. A session that ends is deleted.
create table sessions (
  org_id {{text}} not null,
  id {{text}} not null,
  secret_hash {{text}} not null,
  user_id {{text}} not null,
  created_at {{integer}} not null,
  -- of a page, to the minute
  last_seen_at {{integer}} not null,
  expires_at {{integer}} not null,
  user_agent {{text}},
  primary key (org_id, id)
) {{strict}};

create unique index sessions_by_id on sessions (id);
create unique index sessions_by_secret on sessions (secret_hash);
create index sessions_by_user on sessions (user_id);
create index sessions_by_end on sessions (expires_at);

-- Links that sign a person in once. Of the secret in the address only its SHA-256 is here.
create table login_links (
  org_id {{text}} not null,
  hash {{text}} not null,
  user_id {{text}} not null,
  created_at {{integer}} not null,
  expires_at {{integer}} not null,
  used_at {{integer}},
  -- the session that its use made
  session_id {{text}},
  primary key (org_id, hash)
) {{strict}};

create unique index login_links_by_hash on login_links (hash);
create index login_links_by_user on login_links (user_id);
create index login_links_by_end on login_links (expires_at);

-- Who changed what. Only the upkeep deletes here, and only entries older than five years.
create table audit_entries (
  org_id {{text}} not null,
  -- UUID v7: in the order of time
  id {{text}} not null,
  at {{integer}} not null,
  -- user, client, issuer, command_line
  actor_kind {{text}} not null,
  actor_id {{text}} not null,
  actor_name {{text}},
  -- the operationId, or what happened: signIn, signOut
  action {{text}} not null,
  target_kind {{text}} not null,
  target_id {{text}},
  -- JSON, small, without secrets
  detail {{text}} not null,
  primary key (org_id, id)
) {{strict}};

create index audit_entries_by_age on audit_entries (at);

{{append_only(audit_entries)}};
