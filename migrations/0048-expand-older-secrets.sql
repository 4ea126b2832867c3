-- Secrets that were replaced before the last rotation and are still within their promised time (decision 0115): JSON, a list of
-- {"secret", "until"}. The secret before the last rotation has columns of its own, which the version before reads.
alter table clients add column older_secret_hashes {{text}};
-- The same secrets themselves, encrypted; only in compatibility mode.
alter table clients add column older_sealed_secrets {{text}};
-- When the last of them ends.
alter table clients add column older_secrets_until {{integer}};
-- Encrypted.
alter table webhooks add column older_secrets {{text}};
