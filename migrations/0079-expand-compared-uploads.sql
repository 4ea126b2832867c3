-- What the check of a later document of the file compares a checked one with (decision 0196), as JSON: like, the SHA-256 of its parties, date
-- and amount; credit, what it takes of the one invoice that it names. Null: refused, or checked before this column.
alter table upload_results add column compared {{text}};
