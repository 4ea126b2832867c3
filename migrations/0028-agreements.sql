-- Agreements on self-billing (decision 0081). An invoice is checked against them as soon as the organisation has one.
-- valid_from, valid_to: days, both included; valid_to is null while no end is agreed.
create table agreements (
  org_id {{text}} not null references organisations (id),
  id {{text}} not null,
  profile_id {{text}} not null,
  supplier_tin {{text}} not null,
  supplier_name {{text}} not null,
  agreement_number {{text}} not null,
  valid_from {{text}} not null,
  valid_to {{text}},
  created_at {{integer}} not null,
  updated_at {{integer}} not null,
  primary key (org_id, id),
  foreign key (org_id, profile_id) references profiles (org_id, profile_id)
) {{strict}};

create index agreements_of_supplier on agreements (org_id, profile_id, supplier_tin, valid_from);
