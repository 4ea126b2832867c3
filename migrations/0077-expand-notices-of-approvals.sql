-- How far the approvals of an organisation have become notices (decision 0190). Null: as far as its stalled legs.
alter table notice_cursors add column approvals_at {{integer}};
alter table notice_cursors add column approvals_id {{text}};

create index if not exists approvals_by_asking on approvals (org_id, status, created_at, id);

create index if not exists approvals_by_decision on approvals (org_id, status, decided_at, id);
