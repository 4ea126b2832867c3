-- A report to the tax authority beyond the one its document came with: R resubmits it, W withdraws it. Null: the leg came with its document.
alter table legs add column report {{text}};

-- One withdrawal a revision, and one resubmission at a time, however many ask.
create unique index legs_withdrawal on legs (org_id, document_id, revision) where report = 'W';
create unique index legs_resubmission on legs (org_id, document_id, revision)
  where report = 'R' and status in ('PENDING', 'SENDING', 'RETRYING', 'SUBMITTED', 'STALLED');

-- Withdrawals that wait until the authority has what they withdraw: few, and only while there are any.
create index legs_withdrawal_waiting on legs (created_at) where report = 'W' and status = 'PENDING' and next_attempt_at is null;
