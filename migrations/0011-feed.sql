-- The change feed: entries of the log that change what a caller sees of a document carry what it became. Others: revision is null.
alter table events add column revision {{integer}};
alter table events add column overall_status {{text}};
alter table events add column participant_status {{text}};
alter table events add column fta_status {{text}};
-- The entry's place in its organisation's feed: 1, 2, 3 … without a gap; null until somebody reads that far.
alter table events add column feed_position {{integer}};

-- Documents from before the feed stand in it once, as created, with the status they have now.
update events set
  revision = (select d.revision from documents d where d.org_id = events.org_id and d.id = events.document_id),
  overall_status = (select d.overall_status from documents d where d.org_id = events.org_id and d.id = events.document_id),
  participant_status = (select d.participant_status from documents d where d.org_id = events.org_id and d.id = events.document_id),
  fta_status = (select d.fta_status from documents d where d.org_id = events.org_id and d.id = events.document_id)
where event = 'DOCUMENT_CREATED';

create index events_without_position on events (org_id, id) where revision is not null and feed_position is null;
create unique index events_by_position on events (org_id, feed_position) where feed_position is not null;

-- How far the numbering of an organisation's feed has come; whoever numbers holds the row.
create table feed_heads (
  org_id {{text}} primary key,
  last {{integer}} not null
) {{strict}};

-- Requests that wait for events, so that an account has only so many on all instances together. Losing them harms nobody.
create {{unlogged}} table long_polls (
  account {{text}} not null,
  slot {{integer}} not null,
  holder {{text}} not null,
  held_until {{integer}} not null,
  primary key (account, slot)
) {{strict}};
