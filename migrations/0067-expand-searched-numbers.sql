-- The numbers of documents for a search by any part of them (decision 0163): a row for each thousand documents of a family, written by
-- the upkeep when they are all there. numbers: in lower case, a line each, in the order of their sequence. block: 0 has the sequences
-- 1 to 1000.
create table searched_numbers (
  org_id {{text}} not null,
  family {{text}} not null,
  block {{integer}} not null,
  numbers {{text}} not null,
  primary key (org_id, family, block)
) {{strict}};

{{tenant(searched_numbers)}};
