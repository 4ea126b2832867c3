create index if not exists approvals_by_end on approvals (org_id, status, expires_at, id);
