-- What credit notes by reference take from an invoice. Numbered by invoice: of two at once that take the same number one fails, and
-- reads anew what is left. released: 1 once the credit note was edited and no longer is what was taken.
create table invoice_credits (
  org_id {{text}} not null,
  invoice_id {{text}} not null,
  number {{integer}} not null,
  credit_note_id {{text}} not null,
  amounts {{text}} not null,
  released {{integer}} not null,
  primary key (org_id, invoice_id, number)
) {{strict}};

create unique index invoice_credits_of_note on invoice_credits (org_id, credit_note_id);
