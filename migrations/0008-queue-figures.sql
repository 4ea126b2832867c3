-- What waits is counted by corner without a look at the rows: the same indexes as before, with what is counted in them.
drop index legs_due;
create index legs_due on legs (next_attempt_at, corner) where next_attempt_at is not null;
drop index legs_awaiting_mls;
create index legs_awaiting_mls on legs (submitted_at, corner) where status = 'SUBMITTED' and mls_overdue_at is null;
drop index legs_overdue;
create index legs_overdue on legs (mls_overdue_at, submitted_at, corner) where status = 'SUBMITTED' and mls_overdue_at is not null;
