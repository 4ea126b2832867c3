-- What readiness writes: one row, replaced by each check. Belongs to no organisation.
create table readiness (
  id {{text}} primary key,
  -- as large as a small document, so that a check fails when a create would find no room
  padding {{text}} not null
) {{strict}};

-- Document numbers that an instance had reserved and gave back unused when it stopped: ranges, minted before new ones.
create table spare_numbers (
  org_id {{text}} not null,
  family {{text}} not null,
  first {{integer}} not null,
  last {{integer}} not null,
  primary key (org_id, family, first)
) {{strict}};
