import { readdirSync, readFileSync } from 'node:fs'
import { appliedMigrations, replaceTokens } from '../../src/store/database/migration-text.ts'
import type { GeneratedFile } from './generated-file.ts'
import { Schema } from './schema-tables.ts'

const folder = new URL('../../migrations/', import.meta.url)

/**
 * The schema that all migrations together make, for readers: one file for each database. It is put
 * together from the text of the migrations, so that no database is needed and their comments stay.
 * src/store/database/schema.test.ts proves on both databases that it is the same schema.
 */
export function schemaFiles(): readonly GeneratedFile[] {
  const schema = new Schema()
  schema.apply(appliedMigrations)
  for (const name of migrationNames()) schema.apply(readFileSync(new URL(name, folder), 'utf8'))
  return (['sqlite', 'postgres'] as const).map((database) => ({
    path: `migrations/schema.${database}.sql`,
    text: tidy(replaceTokens(`${header}\n\n${schema.text()}`, database)),
  }))
}

function migrationNames(): readonly string[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-.*\.sql$/.test(name))
    .sort()
}

const header = '-- Written by scripts/generate.ts from the migrations: do not edit. Nothing runs this file.'

/** A token may stand for nothing and leave its blanks. */
function tidy(text: string): string {
  return text
    .replaceAll('create  table', 'create table')
    .replaceAll(') ;', ');')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replace(/\n+$/, '\n')
}
