-- Finds the row of an upload by the approval that its document waits for (decision 0197).
create index if not exists upload_results_by_approval on upload_results (org_id, approval_id) where approval_id is not null;
