/** What a future version may add. The second column is in a table that the code reads by `*`. */
export const expansion = {
  '9001-expand-notes': `
alter table documents add column later_note {{text}};

alter table webhook_deliveries add column later_note {{text}} not null default 'none';

create index if not exists documents_by_later_note on documents (org_id, later_note);

create table later_notes (
  org_id {{text}} not null references organisations (id),
  document_id {{text}} not null,
  note {{text}} not null,
  primary key (org_id, document_id)
) {{strict}};

{{tenant(later_notes)}};
`,
}

/** What a version after that may remove: the one before still uses it. */
export const removal = {
  ...expansion,
  '9002-contract-notes': `
drop table later_notes;

alter table webhook_deliveries drop column later_note;
`,
}
