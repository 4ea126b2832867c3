import { type Dialect, type Statement, sql } from './database.ts'

/** The statements of a migration in one database's dialect. */
export function statementsIn(migration: string, dialect: Dialect): readonly Statement[] {
  const text = migration
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\{\{utf8\((\w+)\)\}\}/g, (_, column: string) => dialect.utf8(column))
  return statementTexts(replaceTokens(text, dialect.name)).map((statement) => sql(statement))
}

/** Splits a text at lines that end with a semicolon, and drops the semicolon. */
export function statementTexts(text: string): readonly string[] {
  return text
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}

/** Replaces the tokens for words that the databases spell differently. */
export function replaceTokens(text: string, database: Dialect['name']): string {
  const spelled = text
    .replaceAll(/\{\{append_only\((\w+)\)\}\};/g, (_, table: string) => appendOnly[database](table))
    .replaceAll(/\{\{tenant\((\w+)\)\}\};\n*/g, (_, table: string) => tenant[database](table))
    .replaceAll(/\{\{fast_compression\((\w+)\)\}\};\n*/g, (_, table: string) => fastCompression[database](table))
    .replaceAll(/\{\{stored_plain\((\w+)\.(\w+)\)\}\};\n*/g, (_, table: string, column: string) =>
      storedPlain[database](table, column),
    )
  return spelled.replaceAll(/\{\{(\w+)\}\}/g, (token, name: string) => {
    const replacement = tokens[database][name]
    if (replacement === undefined) throw new Error(`a migration has the unknown token ${token}`)
    return replacement
  })
}

/**
 * `{{text}}`, `{{integer}}` and the like are the types of each database. `{{tenant(table)}};` lets
 * PostgreSQL show a transaction the rows of one organisation, and lets a cluster spread the table;
 * `{{append_only(table)}};` refuses changes of rows; `{{fast_compression(table)}};` is LZ4 where
 * the server has it; `{{stored_plain(table.column)}};` is packed already; `{{utf8(column)}}` counts
 * bytes.
 */
const tokens: Readonly<Record<Dialect['name'], Readonly<Record<string, string>>>> = {
  sqlite: {
    text: 'text',
    integer: 'integer',
    bytes: 'blob',
    serial: 'integer primary key autoincrement',
    strict: 'strict',
    unlogged: '',
  },
  postgres: {
    text: 'text collate "C"',
    integer: 'bigint',
    bytes: 'bytea',
    serial: 'bigint generated always as identity primary key',
    strict: '',
    unlogged: 'unlogged',
  },
}

/** The only table that no migration creates: the runner needs it before the first one. */
export const appliedMigrations = `
-- The migrations that this database has applied. checksum: SHA-256 of the file.
create table migrations (
  name {{text}} primary key,
  checksum {{text}} not null,
  applied_at {{integer}} not null
) {{strict}};
`

/**
 * Triggers that refuse to change a row of the table, and to delete one before it is five years old.
 * `{{append_only(table)}};` in a migration.
 */
const appendOnly: Readonly<Record<Dialect['name'], (table: string) => string>> = {
  sqlite: (table) => `create trigger ${table}_never_change before update on ${table}
begin select raise(abort, '${table} can only grow'); end;

create trigger ${table}_stay before delete on ${table}
when old.at > ${yearsAgo('cast(unixepoch() as integer)')}
begin select raise(abort, '${table} can only grow'); end;`,
  postgres: (table) => `create or replace function ${table}_refuse() returns trigger language plpgsql as
$$ begin raise exception '${table} can only grow'; end $$;

create trigger ${table}_never_change before update on ${table}
for each row execute function ${table}_refuse();

create trigger ${table}_stay before delete on ${table}
for each row when (old.at > ${yearsAgo('cast(extract(epoch from clock_timestamp()) as bigint)')})
execute function ${table}_refuse();`,
}

/**
 * Lets statements see and write only the rows of the organisation that the transaction names
 * (docs/decisions/0099). `{{tenant(table)}};` in a migration. `texteq` is the function of `=`: the
 * planner guesses too few rows for an operator that a query repeats.
 */
const tenant: Readonly<Record<Dialect['name'], (table: string) => string>> = {
  sqlite: () => '',
  postgres: (table) => `alter table ${table} enable row level security;

alter table ${table} force row level security;

create policy of_organisation on ${table} using (
  texteq(org_id, current_setting('selfbill.org', true)) or texteq(current_setting('selfbill.org', true), '*')
);

`,
}

/**
 * Compresses the long values of a table with LZ4 from now on, where the server was built with it:
 * PostgreSQL's default takes five times as long (docs/decisions/0106).
 * `{{fast_compression(table)}};` in a migration.
 */
const fastCompression: Readonly<Record<Dialect['name'], (table: string) => string>> = {
  sqlite: () => '',
  postgres: (table) => `do $$ declare field name; begin
  if 'lz4' = any ((select enumvals from pg_settings where name = 'default_toast_compression')::text[]) then
    for field in select attname from pg_attribute
      where attrelid = '${table}'::regclass and attnum > 0 and attstorage = 'x' and not attisdropped
    loop execute format('alter table ${table} alter column %I set compression lz4', field); end loop; end if; end $$;

`,
}

/**
 * Values that are packed already: PostgreSQL need not try to compress them. A cluster refuses it
 * for a table that is spread already; there it tries in vain.
 * `{{stored_plain(table.column)}};` in a migration.
 */
const storedPlain: Readonly<Record<Dialect['name'], (table: string, column: string) => string>> = {
  sqlite: () => '',
  postgres: (table, column) => `do $$ begin alter table ${table} alter column ${column} set storage external; exception
  when feature_not_supported then null; end $$;

`,
}

function yearsAgo(unixSeconds: string): string {
  return `(${unixSeconds} - 5 * 366 * 86400) * 1000`
}
