-- Long texts in parts. owner: `document id/revision` for the texts of a revision, a transmission UUID for the document of a leg,
-- a key hash for a kept answer; name: the column that the text belongs to. Parts count from 0. packing: plain or gzip; a part is
-- UTF-8, cut anywhere, at most 1 MiB before it is packed.
create table text_parts (
  org_id {{text}} not null,
  owner {{text}} not null,
  name {{text}} not null,
  part {{integer}} not null,
  packing {{text}} not null,
  content {{bytes}} not null,
  primary key (org_id, owner, name, part)
) {{strict}};

-- How many bytes of a text lie in parts; the column itself holds what comes before them, for most texts nothing. Null: the column
-- holds the whole text.
alter table revisions add column request_bytes {{integer}};
alter table revisions add column answer_bytes {{integer}};
alter table revisions add column ubl_bytes {{integer}};
alter table revisions add column findings_bytes {{integer}};
alter table leg_documents add column document_xml_bytes {{integer}};
alter table idempotency_answers add column body_bytes {{integer}};

create index idempotency_answers_in_parts on idempotency_answers (created_at) where body_bytes is not null;

-- The long texts of before, as plain parts. Materialized, so that a text is read once and not for each of its parts.
--   {{utf8(…)}}  the bytes of a column in UTF-8

insert into text_parts (org_id, owner, name, part, packing, content)
with recursive long as materialized (
  select org_id, document_id || '/' || cast(revision as text) as owner, {{utf8(request)}} as content from revisions where octet_length(request) > 65536
), numbers (part) as (
  select 0 union all select part + 1 from numbers
  where (part + 1) * 1048576 < (select max(octet_length(request)) from revisions)
)
select org_id, owner, 'request', part, 'plain', substr(content, part * 1048576 + 1, 1048576)
from long join numbers on part * 1048576 < octet_length(content);

insert into text_parts (org_id, owner, name, part, packing, content)
with recursive long as materialized (
  select org_id, document_id || '/' || cast(revision as text) as owner, {{utf8(answer)}} as content from revisions where octet_length(answer) > 65536
), numbers (part) as (
  select 0 union all select part + 1 from numbers
  where (part + 1) * 1048576 < (select max(octet_length(answer)) from revisions)
)
select org_id, owner, 'answer', part, 'plain', substr(content, part * 1048576 + 1, 1048576)
from long join numbers on part * 1048576 < octet_length(content);

insert into text_parts (org_id, owner, name, part, packing, content)
with recursive long as materialized (
  select org_id, document_id || '/' || cast(revision as text) as owner, {{utf8(ubl)}} as content from revisions where octet_length(ubl) > 65536
), numbers (part) as (
  select 0 union all select part + 1 from numbers
  where (part + 1) * 1048576 < (select max(octet_length(ubl)) from revisions)
)
select org_id, owner, 'ubl', part, 'plain', substr(content, part * 1048576 + 1, 1048576)
from long join numbers on part * 1048576 < octet_length(content);

insert into text_parts (org_id, owner, name, part, packing, content)
with recursive long as materialized (
  select org_id, document_id || '/' || cast(revision as text) as owner, {{utf8(findings)}} as content from revisions where octet_length(findings) > 65536
), numbers (part) as (
  select 0 union all select part + 1 from numbers
  where (part + 1) * 1048576 < (select max(octet_length(findings)) from revisions)
)
select org_id, owner, 'findings', part, 'plain', substr(content, part * 1048576 + 1, 1048576)
from long join numbers on part * 1048576 < octet_length(content);

insert into text_parts (org_id, owner, name, part, packing, content)
with recursive long as materialized (
  select org_id, transmission_uuid as owner, {{utf8(document_xml)}} as content from leg_documents where octet_length(document_xml) > 65536
), numbers (part) as (
  select 0 union all select part + 1 from numbers
  where (part + 1) * 1048576 < (select max(octet_length(document_xml)) from leg_documents)
)
select org_id, owner, 'document_xml', part, 'plain', substr(content, part * 1048576 + 1, 1048576)
from long join numbers on part * 1048576 < octet_length(content);

insert into text_parts (org_id, owner, name, part, packing, content)
with recursive long as materialized (
  select org_id, key_hash as owner, {{utf8(body)}} as content from idempotency_answers where octet_length(body) > 65536
), numbers (part) as (
  select 0 union all select part + 1 from numbers
  where (part + 1) * 1048576 < (select max(octet_length(body)) from idempotency_answers)
)
select org_id, owner, 'body', part, 'plain', substr(content, part * 1048576 + 1, 1048576)
from long join numbers on part * 1048576 < octet_length(content);

update revisions set request_bytes = octet_length(request), request = '' where octet_length(request) > 65536;
update revisions set answer_bytes = octet_length(answer), answer = '' where octet_length(answer) > 65536;
update revisions set ubl_bytes = octet_length(ubl), ubl = '' where octet_length(ubl) > 65536;
update revisions set findings_bytes = octet_length(findings), findings = '' where octet_length(findings) > 65536;
update leg_documents set document_xml_bytes = octet_length(document_xml), document_xml = ''
where octet_length(document_xml) > 65536;
update idempotency_answers set body_bytes = octet_length(body), body = '' where octet_length(body) > 65536;
