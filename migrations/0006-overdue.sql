-- Since when the status of a leg is overdue; null: it is not, or has not been noticed yet. A verdict needs no reset: it ends SUBMITTED.
alter table legs add column mls_overdue_at {{integer}};

-- Receipts that wait for their status, the oldest first; and those whose status is overdue, which a count reads and nothing else.
create index legs_awaiting_mls on legs (submitted_at) where status = 'SUBMITTED' and mls_overdue_at is null;
create index legs_overdue on legs (mls_overdue_at, corner) where status = 'SUBMITTED' and mls_overdue_at is not null;

-- Once a transmission, however many instances notice it.
create unique index events_overdue on events (org_id, transmission_uuid) where event in ('MLS_OVERDUE_C3', 'MLS_OVERDUE_C5');
