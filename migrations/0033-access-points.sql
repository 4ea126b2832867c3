-- The access point that sends a leg, by its name in GATEWAY_URL (decision 0096). It never changes: the same one is asked about the leg later.
alter table legs add column access_point {{text}} not null default 'default';

-- Each access point has its own queue and its own turns: no worker reads past the legs that wait for another one.
create index legs_due_at_access_point on legs (access_point, next_attempt_at) where next_attempt_at is not null;
drop index legs_waiting_of_organisation;
create index legs_waiting_of_organisation on legs (access_point, org_id, next_attempt_at) where next_attempt_at is not null;
