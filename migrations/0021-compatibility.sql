-- Compatibility mode (decision 0053): the prefix of the headers that the organisation's clients use, or "off"; null: as the service is configured.
alter table organisations add column compatibility {{text}};

-- Secrets of clients in that mode, encrypted: a signature can only be checked with the secret itself.
alter table clients add column sealed_secret {{text}};
alter table clients add column previous_sealed_secret {{text}};
