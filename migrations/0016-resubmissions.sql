-- What a revision changed in the one before it, and which findings it cured: JSON; null for the first.
alter table revisions add column changes {{text}};
