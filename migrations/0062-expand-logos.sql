-- The logo that an organisation prints on its documents (decision 0156): a PNG or JPEG file, checked when it came.
create table organisation_logos (
  org_id {{text}} primary key,
  file_type {{text}} not null,
  width {{integer}} not null,
  height {{integer}} not null,
  content {{bytes}} not null,
  changed_at {{integer}} not null
) {{strict}};

{{tenant(organisation_logos)}};
