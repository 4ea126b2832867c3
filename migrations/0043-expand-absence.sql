-- When the gateway first answered that it has no record of a leg in doubt (decision 0109); null: it has not. A second answer confirms it.
alter table legs add column absent_at {{integer}};
-- The mark of the row with which absent_at was written: a write by a version that does not know it leaves another mark, and absent_at
-- no longer counts.
alter table legs add column absent_mark {{text}};

{{fast_compression(legs)}};
