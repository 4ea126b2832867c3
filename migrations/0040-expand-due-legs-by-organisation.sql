-- Statements about the legs of all organisations (decision 0103) use this index alone, by saying "attempts >= 0".
create index if not exists legs_due_of_all on legs (next_attempt_at, corner) where next_attempt_at is not null and attempts >= 0;
