-- Attachments, statuses and texts in an object store (decision 0101). content_bytes: the attachment is in text_parts, and content is
-- empty; null: content has it. The owner of its parts is `document id/attachments/id`. A status in the object store has a reference in
-- place of its envelope. Packings that end in -blob: content is a reference, the month of the object and the SHA-256.
alter table attachments add column content_bytes {{integer}};
