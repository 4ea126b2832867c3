-- How far the sandbox's clock is ahead of the real one, for every instance: one row, once somebody has advanced it.
create table sandbox_clock (
  id {{integer}} primary key,
  ahead_ms {{integer}} not null
) {{strict}};
