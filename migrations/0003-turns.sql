-- Whose turn it is: the organisations with waiting legs, and the longest due leg of each, without a look at any other leg.
create index legs_waiting_of_organisation on legs (org_id, next_attempt_at) where next_attempt_at is not null;
