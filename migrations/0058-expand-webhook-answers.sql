-- What a webhook's target answered: the first kilobyte, as text (decision 0147). Null: an empty answer, or none, or an attempt from before.
alter table webhook_attempts add column answer_start {{text}};
