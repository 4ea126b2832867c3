-- Statuses of C3 legs whose sender cannot be checked yet, because no receipt has named the receiver's access point (decision 0110).
create table waiting_statuses (
  org_id {{text}} not null,
  transmission_uuid {{text}} not null,
  -- the order in which they came
  place {{integer}} not null,
  -- a random word
  id {{text}} not null,
  sender_id {{text}} not null,
  mls_id {{text}} not null,
  -- as it came, byte for byte
  envelope {{bytes}} not null,
  received_at {{integer}} not null,
  -- One instance at a time moves it on, and decides.
  look_at {{integer}} not null,
  primary key (org_id, transmission_uuid, place)
) {{strict}};

{{tenant(waiting_statuses)}};

create index waiting_statuses_to_look_at on waiting_statuses (look_at);
