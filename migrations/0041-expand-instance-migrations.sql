-- The newest migration that the version of the instance knows; null: a version before this migration. A migration that removes
-- something waits until every instance knows it (decision 0107).
alter table instances add column newest_migration {{text}};
