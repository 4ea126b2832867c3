-- Rejected and failed documents that a person has handled (decision 0166).
-- handled_revision: the revision that is handled; a later one needs attention again. Null: nobody has handled the document.
alter table documents add column handled_revision {{integer}};
alter table documents add column handled_at {{integer}};
alter table documents add column handled_by {{text}};
alter table documents add column handled_note {{text}};

-- The same moment on the refused legs that were there: a report that is refused later has none, and needs attention.
alter table legs add column handled_at {{integer}};

create index if not exists documents_handled on documents (org_id, id) where handled_revision is not null;

-- What nobody has handled: few among many, however many were handled in the years before.
create index if not exists documents_failed on documents (org_id, id)
  where overall_status = 'VALIDATION_FAILED' and (handled_revision is null or handled_revision <> revision);

create index if not exists legs_waiting_for_person on legs (org_id, document_id)
  where (status in ('STALLED', 'REJECTED', 'FAILED') or (status = 'SUBMITTED' and mls_overdue_at is not null)) and handled_at is null;

create index if not exists legs_refused on legs (org_id, corner, status, document_id)
  where status in ('REJECTED', 'FAILED') and handled_at is null;
