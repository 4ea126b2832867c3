-- Since when a leg was due when it was last claimed: whether it may have been sent before another server of the database answered
-- (decision 0029).
alter table legs add column claimed_due_at {{integer}};
