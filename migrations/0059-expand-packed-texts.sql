-- The short texts of a revision as one frame (decision 0151): a head, and a body packed by zstd with a dictionary of ours. Null: the texts
-- are in their columns. Otherwise request, answer, ubl and findings are empty, and the columns beside them have the lengths. With an object
-- store the body may be in text_parts under the name 'packed', and only the head is here.
alter table revisions add column packed {{bytes}};
-- The length of the report to the tax authority that came with the revision, when it is in the frame; null: it is in leg_documents.
alter table revisions add column report_bytes {{integer}};
-- The same for a report that was made later: a frame of its own.
alter table leg_documents add column packed {{bytes}};

{{stored_plain(revisions.packed)}};
{{stored_plain(leg_documents.packed)}};

-- How far the upkeep has packed the older texts of an organisation: up to this revision. done: 1 when there are no more.
create table text_packing (
  org_id {{text}} not null,
  document_id {{text}} not null,
  revision {{integer}} not null,
  done {{integer}} not null,
  primary key (org_id)
) {{strict}};
{{tenant(text_packing)}};
