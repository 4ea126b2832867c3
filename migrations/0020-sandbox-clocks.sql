-- How much time each organisation has let pass in the sandbox. Its due times moved when it did, so this is a sum and nothing waits for it.
create table sandbox_clocks (
  org_id {{text}} primary key references organisations (id),
  ahead_ms {{integer}} not null,
  -- a new random word with every advance
  mark {{text}} not null
) {{strict}};

-- All organisations shared one clock, and what waited was due by it. From here on it is due by the real time.
update legs set next_attempt_at = next_attempt_at - (select ahead_ms from sandbox_clock)
  where next_attempt_at is not null and exists (select 1 from sandbox_clock);
update legs set lease_until = lease_until - (select ahead_ms from sandbox_clock)
  where lease_until is not null and exists (select 1 from sandbox_clock);
update legs set submitted_at = submitted_at - (select ahead_ms from sandbox_clock)
  where status = 'SUBMITTED' and mls_overdue_at is null and exists (select 1 from sandbox_clock);
update webhook_deliveries set next_attempt_at = next_attempt_at - (select ahead_ms from sandbox_clock),
    lease_until = lease_until - (select ahead_ms from sandbox_clock)
  where (next_attempt_at is not null or lease_until is not null) and exists (select 1 from sandbox_clock);
update webhooks set failing_since = failing_since - (select ahead_ms from sandbox_clock),
    former_until = former_until - (select ahead_ms from sandbox_clock)
  where exists (select 1 from sandbox_clock);
update sandbox_transmissions set verdict_due_at = verdict_due_at - (select ahead_ms from sandbox_clock)
  where verdict_due_at is not null and exists (select 1 from sandbox_clock);
drop table sandbox_clock;

-- 1: the verdict is on its way, and verdict_due_at says when it is brought again unless it arrives. No advance makes that sooner.
alter table sandbox_transmissions add column in_hand {{integer}} not null default 0;
-- When the network said that it does not have the transmission: a submit that began before then never arrives.
alter table sandbox_transmissions add column absent_at {{integer}};
