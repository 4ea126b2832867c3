-- The log of the documents: append-only; the rest of an entry is read from its leg and its document. id counts the entries of the
-- document, under the lock of its row (decision 0093), so that no counter is shared by all of them. Entries from before keep their ids,
-- which counted all documents.
create table entries (
  org_id {{text}} not null,
  document_id {{text}} not null,
  id {{integer}} not null,
  transmission_uuid {{text}},
  event {{text}} not null,
  message {{text}} not null,
  at {{integer}} not null,
  -- The change feed: entries that change what a caller sees of a document carry what it became. Others: revision is null.
  revision {{integer}},
  overall_status {{text}},
  participant_status {{text}},
  fta_status {{text}},
  -- The entry's place in its organisation's feed: 1, 2, 3 … without a gap; null until somebody reads that far.
  feed_position {{integer}},
  traceparent {{text}},
  tracestate {{text}},
  primary key (org_id, document_id, id)
) {{strict}};

-- Locks the table before it is read: an instance of the version before may still write.
drop index events_without_position;

insert into entries (org_id, document_id, id, transmission_uuid, event, message, at, revision, overall_status, participant_status,
  fta_status, feed_position, traceparent, tracestate)
select org_id, document_id, id, transmission_uuid, event, message, at, revision, overall_status, participant_status,
  fta_status, feed_position, traceparent, tracestate from events;

drop table events;

create index entries_of_document on entries (org_id, document_id, at, id);

-- A document ends once.
create unique index entries_end on entries (org_id, document_id) where event in ('DOCUMENT_APPROVED', 'DOCUMENT_REJECTED');

-- Once a transmission, however many instances notice it.
create unique index entries_overdue on entries (org_id, transmission_uuid) where event in ('MLS_OVERDUE_C3', 'MLS_OVERDUE_C5');

create index entries_without_position on entries (org_id, at, document_id, id) where revision is not null and feed_position is null;

create unique index entries_by_position on entries (org_id, feed_position) where feed_position is not null;
