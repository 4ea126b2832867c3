-- Retention, legal hold, and objects without a row (decision 0108).
-- removed_at: when the content of the document was removed after its retention: texts, files, names. Its row, log and link stay.
-- held_at: since when a legal hold keeps the document, whatever its retention; null: there is none.
alter table documents add column removed_at {{integer}};
alter table documents add column held_at {{integer}};
alter table documents add column held_by {{text}};
alter table documents add column hold_reason {{text}};

create index if not exists documents_held on documents (org_id, id) where held_at is not null;

-- What an organisation has chosen; without a row: 7 years, nothing is removed, no hold.
create table retentions (
  org_id {{text}} primary key references organisations (id),
  -- counted from the end of the calendar year
  years {{integer}} not null,
  -- 1: the content of documents is removed afterwards
  removes {{integer}} not null,
  -- A legal hold on all its documents.
  held_at {{integer}},
  held_by {{text}},
  hold_reason {{text}},
  -- All that could be removed of the documents issued before this day was; null: look again.
  removed_before {{text}},
  -- a new random word with every change
  mark {{text}} not null
) {{strict}};

{{tenant(retentions)}};

-- Objects of past months in the object store that no row refers to. They are deleted some time after they were found.
create table unreferenced_objects (
  org_id {{text}} not null,
  object {{text}} not null,
  found_at {{integer}} not null,
  primary key (org_id, object)
) {{strict}};

{{tenant(unreferenced_objects)}};

-- When the objects of an organisation are next compared with its rows. One instance at a time moves it on, and does it.
create table object_reviews (
  org_id {{text}} primary key references organisations (id),
  due_at {{integer}} not null
) {{strict}};

{{tenant(object_reviews)}};

-- References to objects begin with their month, so these lists have them by month.
create index if not exists text_parts_by_object on text_parts (org_id, content) where packing in ('plain-blob', 'gzip-blob');

create index if not exists leg_statuses_by_object on leg_statuses (org_id, envelope) where octet_length(envelope) < 128;
