-- Documents that a person has begun in the console and not issued yet (decision 0157). summary and content are sealed.
create table drafts (
  org_id {{text}} not null,
  id {{text}} not null,
  user_id {{text}} not null,
  family {{text}} not null,
  profile_id {{text}} not null,
  -- what a list shows: the other party and the number
  summary {{text}} not null,
  -- the request as it was typed, card numbers masked
  content {{text}} not null,
  version {{integer}} not null,
  -- the page that saved last
  writer {{text}} not null,
  created_at {{integer}} not null,
  updated_at {{integer}} not null,
  primary key (org_id, id)
) {{strict}};

create index drafts_by_person on drafts (org_id, user_id, updated_at, id);

create index drafts_by_change on drafts (org_id, updated_at, id);

create index drafts_by_age on drafts (updated_at);

{{tenant(drafts)}};
