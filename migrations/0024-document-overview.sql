-- What a list over all families shows of a document. Null for documents from before: their texts say it.
-- billed_*_shown: the names in the letter case of the document.
alter table documents add column billed_by_shown {{text}};
alter table documents add column billed_to_shown {{text}};
alter table documents add column fatal_findings {{integer}};
alter table documents add column warning_findings {{integer}};

-- Ids sort by the time of creation, so each of these reads the newest of its value from the end of its range.
create index documents_of_family on documents (org_id, family, id);
create index documents_of_status on documents (org_id, overall_status, id);
create index documents_by_day on documents (org_id, issue_date, id);
create index documents_by_change on documents (org_id, updated_at, id);
create index legs_of_status on legs (org_id, corner, status, document_id);

-- Legs that may need a person: few among many.
create index legs_needing_attention on legs (org_id, document_id)
  where status in ('STALLED', 'REJECTED', 'FAILED') or (status = 'SUBMITTED' and mls_overdue_at is not null);

-- Why a leg stalls, waits after a failure, or is overdue: the last error without what differs from leg to leg. Null while nothing is wrong.
alter table legs add column cause {{text}};

update legs set cause = 'Not recorded' where status in ('STALLED', 'RETRYING');
update legs set cause = 'No status from ' || coalesce(receiver_provider_id, receiver_id)
where status = 'SUBMITTED' and mls_overdue_at is not null;

create index legs_by_cause on legs (org_id, status, cause, updated_at, transmission_uuid) where cause is not null;
create index legs_of_all_by_cause on legs (status, cause, updated_at, transmission_uuid) where cause is not null;
