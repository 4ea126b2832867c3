-- Texts are compressed with LZ4 (decision 0106): PostgreSQL's default took a third of its time for a create.

{{fast_compression(revisions)}};
{{fast_compression(leg_documents)}};
{{fast_compression(idempotency_answers)}};
{{fast_compression(legs)}};
{{fast_compression(leg_statuses)}};
{{fast_compression(attachments)}};
