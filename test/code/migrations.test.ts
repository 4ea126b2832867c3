import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownMigrations, readMigrations } from '../../src/store/database/migration-files.ts'
import { statementTexts } from '../../src/store/database/migration-text.ts'

// An expanding migration leaves the version before it able to go on (docs/decisions/0107). This reads
// its statements: those that are not listed here are not expanding.

test('every migration that says it expands the schema does only that', async () => {
  const expanding = (await readMigrations(ownMigrations)).filter(({ kind }) => kind === 'expand')
  assert.ok(expanding.length > 0)
  assert.deepEqual(
    expanding.flatMap(({ name, text }) => problemsOf(text).map((problem) => `${name}: ${problem}`)),
    [],
    'name the migration NNNN-contract-…, or change it',
  )
})

test('the rule knows what the version before can live with', () => {
  const table = 'create table notes (\n  org_id {{text}} not null,\n  primary key (org_id)\n) {{strict}};\n'
  const good = [
    table,
    `${table}create unique index notes_one on notes (org_id);\n{{tenant(notes)}};\n{{append_only(notes)}};\n`,
    `${table}insert into notes (org_id) values ('');\n`,
    '-- drop table documents;\nalter table documents add column note {{text}};\n',
    "alter table documents add column note {{text}} not null default 'none';\n",
    'alter table documents add column weight {{integer}} default 0;\n',
    'create index if not exists documents_by_note on documents (org_id, note);\n',
    '{{fast_compression(documents)}};\n',
    '{{stored_plain(documents.note)}};\n',
  ]
  for (const text of good) assert.deepEqual(problemsOf(text), [], text)
  const bad = [
    'drop table documents;\n',
    'drop index documents_by_note;\n',
    'alter table documents drop column note;\n',
    'alter table documents rename column note to notes;\n',
    'alter table documents add column note {{text}} not null;\n',
    'alter table documents add column note {{text}} unique;\n',
    'alter table documents add column note {{text}} references organisations (id);\n',
    'alter table documents add column note {{text}} default gen_random_uuid();\n',
    'alter table documents alter column note set not null;\n',
    'create unique index if not exists documents_by_note on documents (org_id, note);\n',
    'create index documents_by_note on documents (org_id, note);\n',
    '{{tenant(documents)}};\n',
    '{{append_only(documents)}};\n',
    'update documents set note = null;\n',
    "insert into organisations (id) values ('');\n",
    `${table}drop table documents;\n`,
  ]
  for (const text of bad) assert.equal(problemsOf(text).length, 1, text)
})

/** Forms with a table that the same migration has made; nothing uses it yet. */
const onNewTable = [
  /^alter table (?<table>\w+) add column /,
  /^create (unique )?index (if not exists )?\w+ on (?<table>\w+) \(/,
  /^\{\{(tenant|append_only)\((?<table>\w+)\)\}\}$/,
  /^insert into (?<table>\w+) /,
]

/** Forms with any table. PostgreSQL adds a constant default without writing the rows. */
const onAnyTable = [
  /^create (\{\{unlogged\}\} )?table (if not exists )?\w+ \(/,
  /^alter table \w+ add column \w+ \{\{(text|integer|bytes)\}\}( (not null )?default ('[^']*'|-?\d+))?$/,
  // `if not exists`: the operator of a large database builds it beforehand.
  /^create index if not exists \w+ on \w+ \(/,
  /^\{\{fast_compression\(\w+\)\}\}$/,
  /^\{\{stored_plain\(\w+\.\w+\)\}\}$/,
]

/** The statements of a migration that the version before may not live with. */
function problemsOf(text: string): readonly string[] {
  const made = new Set<string>()
  return statementTexts(text.replaceAll(/--.*$/gm, '')).filter((statement) => {
    const created = /^create (?:\{\{unlogged\}\} )?table (\w+) \(/.exec(statement)?.[1]
    if (created !== undefined) made.add(created)
    const isOnNew = onNewTable.some((form) => made.has(form.exec(statement)?.groups?.table ?? ''))
    return !isOnNew && !onAnyTable.some((form) => form.test(statement))
  })
}
