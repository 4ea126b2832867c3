import { type Dialect, type Statement, sql } from './database.ts'

/** The statements of a migration in the words of one database. */
export function statementsIn(migration: string, dialect: Dialect): readonly Statement[] {
  const text = migration
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\{\{utf8\((\w+)\)\}\}/g, (_, column: string) => dialect.utf8(column))
  return statementTexts(spelt(text, dialect.name)).map((statement) => sql(statement))
}

/** A statement ends where a line ends with a semicolon. Returns the statements without it. */
export function statementTexts(text: string): readonly string[] {
  return text
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}

/** Replaces the tokens for what the databases spell differently. */
export function spelt(text: string, database: Dialect['name']): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (token, name: string) => {
    const replacement = tokens[database][name]
    if (replacement === undefined) throw new Error(`a migration has the unknown token ${token}`)
    return replacement
  })
}

/** migrations/0001-start.sql explains each. */
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

/** The one table that no migration creates: the runner needs it before the first. */
export const appliedMigrations = `
-- The migrations that this database has applied. checksum: SHA-256 of the file.
create table migrations (
  name {{text}} primary key,
  checksum {{text}} not null,
  applied_at {{integer}} not null
) {{strict}};
`
