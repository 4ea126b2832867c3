import { optionalText, text } from './database/columns.ts'
import { type Database, type Row, type Statement, sql, type Value } from './database/database.ts'
import { readOlderSecrets, writeOlderSecrets } from './former-secrets.ts'

/**
 * The tables with columns that are encrypted under SECRET_KEY, and those columns. `keys reseal`
 * encrypts all of them again, so a new one must be here: see src/service/reseal.full.test.ts.
 */
export const sealedTables = {
  signing_keys: { kind: 'signing keys', columns: ['private_jwk'], lists: [], pageRows: 50 },
  webhooks: {
    kind: 'webhook secrets',
    columns: ['secret', 'former_secret', 'older_secrets'],
    lists: ['older_secrets'],
    pageRows: 50,
  },
  clients: {
    kind: 'client secrets',
    columns: ['sealed_secret', 'previous_sealed_secret', 'older_sealed_secrets'],
    lists: ['older_sealed_secrets'],
    pageRows: 50,
  },
  // The long text is written together with the short one, so counting reads the short one alone.
  drafts: { kind: 'drafts', columns: ['summary', 'content'], lists: [], counted: ['summary'], pageRows: 20 },
  approvals: {
    kind: 'documents that wait for approval',
    columns: ['summary', 'request'],
    lists: [],
    counted: ['summary'],
    pageRows: 20,
  },
} as const satisfies Readonly<Record<string, SealedTable>>

export type SealedTableName = keyof typeof sealedTables

interface SealedTable {
  readonly kind: string
  readonly columns: readonly string[]
  /** Those that hold a JSON list of former secrets: see former-secrets.ts. */
  readonly lists: readonly string[]
  /** Default: all columns. */
  readonly counted?: readonly string[]
  /** Rows that are read, encrypted and written at once. */
  readonly pageRows: number
}

/** The encrypted columns of a row. */
export interface SealedRow {
  readonly id: string
  readonly values: Readonly<Record<string, string | undefined>>
}

/**
 * The next rows by their key, with all encrypted columns. `orgId` is ignored for signing keys: they
 * belong to no organisation.
 */
export async function sealedPage(
  db: Database,
  name: SealedTableName,
  orgId: string,
  after: string,
): Promise<readonly SealedRow[]> {
  const { columns, pageRows } = sealedTables[name]
  return (await db.query(pageOf(name, columns, { orgId, after, rows: pageRows }))).map((row) => rowOf(row, columns))
}

/**
 * The same without the long texts, to count what is encrypted. Signing keys that ended before `now`
 * are left out: nothing opens them again.
 */
export async function countedPage(
  db: Database,
  name: SealedTableName,
  orgId: string,
  { after, now }: { readonly after: string; readonly now: number },
): Promise<readonly SealedRow[]> {
  const { columns, counted = columns }: SealedTable = sealedTables[name]
  return (await db.query(pageOf(name, counted, { orgId, after, liveAt: now, rows: countedRows }))).map((row) =>
    rowOf(row, counted),
  )
}

/** Rows of a page that is only counted: its texts are short. */
export const countedRows = 500

/** One row as it is now; undefined if it was deleted. */
export async function sealedRow(
  db: Database,
  name: SealedTableName,
  orgId: string,
  id: string,
): Promise<SealedRow | undefined> {
  const { columns } = sealedTables[name]
  const list = columns.join(', ')
  const statement =
    name === 'signing_keys'
      ? sql(`select kid as id, ${list} from signing_keys where kid = $1`, id)
      : sql(`select id, ${list} from ${name} where org_id = $1 and id = $2`, orgId, id)
  const [row] = await db.query(statement)
  return row && rowOf(row, columns)
}

/**
 * Writes the values unless one of the columns has another value than `row` by now: the statement
 * then returns no row. It leaves versions and times as they are, since the content is the same.
 */
export function replaceSealed(
  name: SealedTableName,
  orgId: string,
  row: SealedRow,
  values: SealedRow['values'],
): Statement {
  const { columns } = sealedTables[name]
  const owner = name === 'signing_keys' ? 'kid = $1' : 'org_id = $1 and id = $2'
  const params: Value[] = name === 'signing_keys' ? [row.id] : [orgId, row.id]
  const place = (value: Value) => `$${params.push(value)}`
  const changes = columns.map((column) => `${column} = ${place(values[column] ?? null)}`)
  const held = columns.map((column) => `coalesce(${column}, '') = ${place(row.values[column] ?? '')}`)
  return sql(
    `update ${name} set ${changes.join(', ')} where ${owner} and ${held.join(' and ')} returning 1 as changed`,
    ...params,
  )
}

/** Every encrypted text of a row; those of a list one by one. */
export function textsOf(name: SealedTableName, { values }: SealedRow): readonly string[] {
  return Object.entries(values).flatMap(([column, value]) => {
    if (value === undefined) return []
    return isList(name, column) ? readOlderSecrets(value).map(({ secret }) => secret) : [value]
  })
}

/** The values of a row, each text changed by `change`. */
export function changedTexts(
  name: SealedTableName,
  { values }: SealedRow,
  change: (text: string) => string,
): SealedRow['values'] {
  const changed = Object.entries(values).map(([column, value]) => {
    if (value === undefined || !isList(name, column)) return [column, value === undefined ? undefined : change(value)]
    const list = readOlderSecrets(value).map((former) => ({ ...former, secret: change(former.secret) }))
    return [column, writeOlderSecrets(list) ?? undefined]
  })
  return Object.fromEntries(changed)
}

function isList(name: SealedTableName, column: string): boolean {
  const { lists }: SealedTable = sealedTables[name]
  return lists.includes(column)
}

interface PageBounds {
  readonly rows: number
  readonly orgId: string
  /** The key of the last row before; empty for the first page. */
  readonly after: string
  /** Only signing keys that are in use then. */
  readonly liveAt?: number
}

function pageOf(name: SealedTableName, columns: readonly string[], bounds: PageBounds): Statement {
  const { orgId, after, liveAt, rows } = bounds
  const list = columns.join(', ')
  if (name !== 'signing_keys') {
    const page = `where org_id = $1 and id > $2 order by id limit ${rows}`
    return { ...sql(`select id, ${list} from ${name} ${page}`, orgId, after), isLong: true }
  }
  const live = liveAt === undefined ? '' : 'and (retired_at is null or retired_at > $2)'
  const times = liveAt === undefined ? [] : [liveAt]
  const page = `where kid > $1 ${live} order by kid limit ${rows}`
  return sql(`select kid as id, ${list} from signing_keys ${page}`, after, ...times)
}

function rowOf(row: Row, columns: readonly string[]): SealedRow {
  return {
    id: text(row, 'id'),
    values: Object.fromEntries(columns.map((column) => [column, optionalText(row, column)])),
  }
}
