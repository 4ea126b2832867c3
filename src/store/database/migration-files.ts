import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { installation } from '../../installation.ts'

export interface Migration {
  /** `0041-expand-instances`. */
  readonly name: string
  readonly kind: MigrationKind
  readonly text: string
  /** SHA-256 of the text, hexadecimal. */
  readonly checksum: string
}

/**
 * What a migration means to the version before it (docs/decisions/0107). After `expand` that
 * version goes on; after `contract` it cannot. `base`: from before the first release.
 */
export type MigrationKind = 'base' | 'expand' | 'contract'

const lastOfBase = '0037'

/** Undefined for a name that does not say it. */
export function kindOf(name: string): MigrationKind | undefined {
  if (name.slice(0, 4) <= lastOfBase) return 'base'
  const word = /^\d{4}-(expand|contract)-/.exec(name)?.[1]
  return word === 'expand' || word === 'contract' ? word : undefined
}

export const ownMigrations = new URL('migrations/', installation)

/** Leaves out `schema.*.sql`: those are generated from the migrations and never run. */
const fileName = /^(\d{4}-[a-z0-9-]+)\.sql$/

/** In their order. */
export async function readMigrations(folder: URL): Promise<readonly Migration[]> {
  return Promise.all(
    (await migrationNames(folder)).map(async (name) => {
      const kind = kindOf(name)
      if (kind === undefined) throw new Error(`migrations/${name}.sql: name it NNNN-expand-… or NNNN-contract-…`)
      const text = (await readFile(new URL(`${name}.sql`, folder), 'utf8')).replaceAll('\r\n', '\n')
      return { name, kind, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** The name of the newest one. */
export async function newestMigration(folder = ownMigrations): Promise<string> {
  return (await migrationNames(folder)).at(-1) ?? ''
}

/** In their order. */
export async function migrationNames(folder: URL): Promise<readonly string[]> {
  return (await readdir(folder)).flatMap((name) => fileName.exec(name)?.[1] ?? []).sort()
}
