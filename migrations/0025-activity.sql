-- The requests of an organisation's accounts in the last days: no bodies, no secrets. id is a UUID v7 with the time in it, so that
-- its order is the order of time. Rows are written in batches, up to a second after the answer.
create table requests (
  org_id {{text}} not null,
  id {{text}} not null,
  at {{integer}} not null,
  account {{text}} not null,
  operation {{text}} not null,
  method {{text}} not null,
  status {{integer}} not null,
  duration_ms {{integer}} not null,
  error_code {{text}},
  document_id {{text}},
  primary key (org_id, id)
) {{strict}};

create index requests_of_operation on requests (org_id, operation, id);

create index requests_failed on requests (org_id, id) where status >= 400;

create index requests_by_age on requests (at);

-- What filters of deliveries need, without a look at the events. A test event has no document.
alter table webhook_deliveries add column document_id {{text}};
alter table webhook_deliveries add column event_type {{text}};
alter table webhook_deliveries add column event_at {{integer}};
-- Of a test event only: the cursor that it shows. Its position is below zero, since the feed does not have it.
alter table webhook_deliveries add column test_cursor {{text}};

update webhook_deliveries set document_id = e.document_id, event_at = e.at,
  event_type = case d.family when 'purchase-invoices' then 'purchase.invoice' when 'purchase-credit-notes' then 'purchase.credit_note'
      when 'sales-invoices' then 'sales.invoice' else 'sales.credit_note' end
    || case when e.event = 'DOCUMENT_CREATED' then '.created' else '.updated' end
from events e join documents d on d.org_id = e.org_id and d.id = e.document_id
where e.org_id = webhook_deliveries.org_id and e.feed_position = webhook_deliveries.position;

create index webhook_deliveries_by_status on webhook_deliveries (org_id, webhook_id, status, position);

create index webhook_deliveries_of_document on webhook_deliveries (org_id, webhook_id, document_id, position);

create index webhook_deliveries_by_time on webhook_deliveries (org_id, webhook_id, event_at);

-- Times when documents could not be delivered. ended_at is null while it lasts; seen_at: when an instance last noticed it.
create table outages (
  id {{text}} primary key,
  cause {{text}} not null,
  reason {{text}},
  started_at {{integer}} not null,
  seen_at {{integer}} not null,
  ended_at {{integer}}
) {{strict}};

create index outages_by_start on outages (started_at);

-- One outage of a cause at a time, however many instances notice it.
create unique index outages_open on outages (cause) where ended_at is null;

-- Whose documents waited when an outage ended, and how many.
create table outage_documents (
  org_id {{text}} not null references organisations (id),
  outage_id {{text}} not null references outages (id),
  documents {{integer}} not null,
  primary key (org_id, outage_id)
) {{strict}};

-- The running instances. A stopped one deletes its row; a row that is not renewed any more shows an unexpected end.
create table instances (
  id {{text}} primary key,
  started_at {{integer}} not null,
  seen_at {{integer}} not null
) {{strict}};

-- One row, locked while outages are written, so that two instances do not record the same one.
create table outage_turn (
  id {{integer}} primary key,
  mark {{text}} not null
) {{strict}};

insert into outage_turn (id, mark) values (1, '');
