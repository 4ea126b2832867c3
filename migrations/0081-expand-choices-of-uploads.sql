-- What becomes of a document that passed the check, and does not pass when it is issued (decision 0204).
-- repeats_choice, of one that repeats another: issue, skip, or none when nobody had to say. refuses_failing, of one that fails rules: 0 or 1.
-- Null: not issued yet, or by an instance of the version before, which stores all of them.
alter table uploads add column repeats_choice {{text}};
alter table uploads add column refuses_failing {{integer}};
