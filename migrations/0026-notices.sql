-- Notices to people by e-mail (decision 0072).
-- at_once, daily, none; null: daily. A notice is only about events since notices_since; null: since the account exists.
alter table users add column notices {{text}};
alter table users add column notices_since {{integer}};

-- How far an organisation's events have become notices: a place in its feed, and the last stalled leg in the order of time.
create table notice_cursors (
  org_id {{text}} primary key references organisations (id),
  position {{integer}} not null,
  stalled_at {{integer}} not null,
  stalled_uuid {{text}} not null
) {{strict}};

-- One event for one person, once: event_key names the event. Deleted a month after it was last changed.
create table notices (
  org_id {{text}} not null,
  user_id {{text}} not null,
  event_key {{text}} not null,
  -- failed_rules, participant, authority, undelivered, stalled
  kind {{text}} not null,
  document_id {{text}} not null,
  reason {{text}},
  at {{integer}} not null,
  -- 1: in a daily digest
  in_digest {{integer}} not null,
  due_at {{integer}} not null,
  -- WAITING, SENDING, SENT; UNCERTAIN: handed over, but no answer came; DROPPED: not wanted any more; FAILED: the address refused it
  status {{text}} not null,
  -- the mail that the notice is in
  mail_id {{text}},
  updated_at {{integer}} not null,
  primary key (org_id, user_id, event_key)
) {{strict}};

create index notices_of_person on notices (org_id, user_id, status, due_at);
create index notices_of_mail on notices (org_id, user_id, mail_id, at);
create index notices_by_age on notices (updated_at);

-- Who gets the next mail, and when. One instance at a time holds the lease.
create table notice_turns (
  org_id {{text}} not null,
  user_id {{text}} not null,
  -- null: nothing waits
  due_at {{integer}},
  lease_owner {{text}},
  lease_until {{integer}},
  -- since the last mail that was accepted
  attempts {{integer}} not null,
  -- the hour in which mails at once are counted
  hour_start {{integer}} not null,
  mails_in_hour {{integer}} not null,
  primary key (org_id, user_id)
) {{strict}};

create index notice_turns_due on notice_turns (due_at) where lease_until is null;
create index notice_turns_leased on notice_turns (lease_until) where lease_until is not null;

-- One row: the key that signs the addresses in List-Unsubscribe. Who knows it can end notices, nothing else.
create table notice_key (
  id {{integer}} primary key,
  secret {{text}} not null
) {{strict}};

create index legs_stalled_by_time on legs (org_id, updated_at, transmission_uuid) where status = 'STALLED';
