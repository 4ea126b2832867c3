-- Who issues an upload, so that nobody approves their own documents, and those that wait for a second person (decision 0180).
alter table uploads add column issuer_id {{text}};
alter table uploads add column issuer_name {{text}};
alter table uploads add column waiting {{integer}} not null default 0;
alter table uploads add column warned {{integer}} not null default 0;
alter table upload_results add column approval_id {{text}};
-- What the check warns about, as JSON; null: nothing.
alter table upload_results add column warnings {{text}};
