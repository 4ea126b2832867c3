-- Legs are claimed by organisation (decision 0103), by the index legs_waiting_of_organisation. An index in the order of time would tempt
-- the planner to read the due legs of all organisations in order to find those of one. So only statements about all of them use it, which
-- say "attempts >= 0".
drop index legs_due;
create index legs_due_of_all on legs (next_attempt_at, corner) where next_attempt_at is not null and attempts >= 0;
drop index legs_due_at_access_point;
