-- Files of documents that are checked and issued by the service (decision 0161).
-- content_removed_at: when the file and the requests were removed; the results stay.
-- due_at: when a worker may take the upload up; null: there is nothing to do. While one works, it is the end of its lease.
create table uploads (
  org_id {{text}} not null,
  id {{text}} not null,
  family {{text}} not null,
  profile_id {{text}} not null,
  name {{text}} not null,
  encoding {{text}},
  date_order {{text}},
  -- SHA-256 of the file, hexadecimal
  digest {{text}} not null,
  status {{text}} not null,
  created_by {{text}} not null,
  api_version {{text}} not null,
  documents {{integer}} not null,
  -- counts of upload_results
  checked {{integer}} not null,
  check_failed {{integer}} not null,
  check_refused {{integer}} not null,
  repeats {{integer}} not null,
  done {{integer}} not null,
  issued {{integer}} not null,
  to_repair {{integer}} not null,
  refused {{integer}} not null,
  skipped {{integer}} not null,
  created_at {{integer}} not null,
  updated_at {{integer}} not null,
  content_removed_at {{integer}},
  due_at {{integer}},
  lease_owner {{text}},
  primary key (org_id, id)
) {{strict}};

{{tenant(uploads)}};

create index uploads_by_digest on uploads (org_id, digest, id);
create index uploads_due on uploads (org_id, due_at, id) where due_at is not null;
create index uploads_due_of_all on uploads (due_at) where due_at is not null;
create index uploads_with_content on uploads (created_at) where content_removed_at is null;

-- The file as it came, in a zstd frame.
create table upload_files (
  org_id {{text}} not null,
  upload_id {{text}} not null,
  content {{bytes}} not null,
  primary key (org_id, upload_id)
) {{strict}};

{{tenant(upload_files)}};

-- The documents of a file. places: their rows as JSON. request: the JSON of the request in a zstd frame; null: cells are wrong.
create table upload_documents (
  org_id {{text}} not null,
  upload_id {{text}} not null,
  position {{integer}} not null,
  document_key {{text}},
  places {{text}} not null,
  request {{bytes}},
  primary key (org_id, upload_id, position)
) {{strict}};

{{tenant(upload_documents)}};

-- What came of a document in its check and in its issuing. The row of an issued document is stored in one transaction with the
-- document, and its key keeps it from being issued twice. errors: JSON.
create table upload_results (
  org_id {{text}} not null,
  upload_id {{text}} not null,
  phase {{text}} not null,
  position {{integer}} not null,
  outcome {{text}} not null,
  is_repeat {{integer}} not null,
  document_id {{text}},
  document_number {{text}},
  errors {{text}},
  primary key (org_id, upload_id, phase, position)
) {{strict}};

{{tenant(upload_results)}};
