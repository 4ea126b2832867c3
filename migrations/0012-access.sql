-- A key is published before it signs, so that whoever keeps the published keys for some minutes knows it in time.
alter table signing_keys add column signs_from {{integer}} not null default 0;

-- The secret that the last rotation replaced, and until when it is still good.
alter table clients add column previous_secret_hash {{text}};
alter table clients add column previous_secret_until {{integer}};

-- Whether a document without a number is given one, and how minted numbers are written; null: as the code writes them.
alter table organisations add column auto_numbering {{integer}} not null default 1;
alter table organisations add column number_format {{text}};
