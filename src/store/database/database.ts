import type { TextPacking } from './text-packing.ts'

/**
 * The interface to a database: statements in, rows out. Two adapters implement it: SQLite inside
 * Node, and PostgreSQL. The SQL is written once, in the subset that both share (ids and JSON as
 * text, times as integer milliseconds, money as text, `$1` parameters, `returning`, `on conflict`);
 * `Dialect` holds the few differences.
 */
export interface Database {
  readonly dialect: Dialect
  query(statement: Statement): Promise<readonly Row[]>
  /**
   * Runs selects that all see the database at the same moment: a concurrent commit shows in all
   * results or in none.
   */
  snapshot(selects: readonly Statement[]): Promise<readonly (readonly Row[])[]>
  /**
   * Runs all statements or none, in one round trip. Resolves when the data is on disk. If it
   * rejects, nothing was written, unless the error is `OutcomeUnknown`. After `DatabaseAway` a
   * retry may succeed. Transactions that wait for the same row name it as their `lane`: they may be
   * committed together, but fail one by one (docs/decisions/0152).
   */
  transaction(statements: readonly Statement[], lane?: string): Promise<readonly (readonly Row[])[]>
  /**
   * For a stop: from now on no statement waits longer than `ms`, so that a silent server does not
   * delay it. Absent where the database is in this process.
   */
  hurry?(ms: number): void
  /** Waits for running statements, then frees every resource. */
  close(): Promise<void>
  /** Where parts of texts are that are not in the database; absent without an object store. */
  readonly blobs?: BlobSource
  /** Whether new texts are packed; absent: they are not. */
  readonly textPacking?: TextPacking
}

/** Immutable bytes beside the database. A row names them by a reference of `put`. */
export interface BlobSource {
  /** Resolves to the reference. Rejects with `DatabaseAway` if the store does not answer. */
  put(orgId: string, bytes: Uint8Array): Promise<Uint8Array>
  /** Rejects with `DatabaseAway` if the store does not answer. */
  get(orgId: string, reference: Uint8Array): Promise<Uint8Array>
}

/**
 * A column's value: text, an integer (times in ms since 1970) or bytes. Decimals and JSON are
 * stored as text.
 */
export type Value = string | number | null | Uint8Array

export type Row = Readonly<Record<string, Value>>

export interface Statement {
  readonly sql: string
  readonly params: readonly Value[]
  /** Reads a lot. SQLite runs it on a separate thread, so that short statements need not wait. */
  readonly isLong?: boolean
  /**
   * PostgreSQL plans it for its values each time: the best plan for a rare value is the worst for a
   * common one. All others it plans once, without values. A limit that is a parameter then counts
   * as a tenth of the rows, and the plan may sort all of them first; so a limit is in the text, or
   * few rows meet the condition.
   */
  readonly isPlannedByValues?: boolean
  /** Why it touches rows of many organisations: see `acrossOrganisations`. */
  readonly across?: string
  /** See `inPassing`. */
  readonly isInPassing?: boolean
  /** Called when the transaction that holds it is committed. Must not throw. */
  readonly onCommit?: () => void
  /** Its large byte parameters move to another thread; the caller must not use them again. */
  readonly isHandedOver?: boolean
  /**
   * It stores a part of a text, whose bytes may go to the object store: the places of its bytes and
   * of its packing in `params`, and the packing it has there. The first parameter is the
   * organisation.
   */
  readonly part?: { readonly content: number; readonly packing: number; readonly inObjects: BlobPacking } | undefined
}

/**
 * How a part is stored. Those that end in `-blob` are in the object store, and the row has the
 * reference in place of the bytes.
 */
export type PartPacking = 'plain' | 'gzip' | BlobPacking
export type BlobPacking = 'plain-blob' | 'gzip-blob'

/** The packings of parts in the object store. */
export const blobPackings: Readonly<Record<'plain' | 'gzip', BlobPacking>> = { plain: 'plain-blob', gzip: 'gzip-blob' }

/** The few places where the two databases differ. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /**
   * Appended to a select that claims rows: `for update skip locked`, or empty where there is only
   * one writer.
   */
  readonly skipLocked: string
  /**
   * Appended to a select that locks its rows: `for update`, or empty where there is only one
   * writer.
   */
  readonly forUpdate: string
  /**
   * Before a column: keeps SQLite from using an index for it. Without statistics it takes every
   * index by organisation for a good one, and would read all rows of the organisation.
   */
  readonly noIndex: string
  /** The SHA-256, in hexadecimal, of a text expression in UTF-8. */
  sha256(expression: string): string
  /** The bytes of a text expression in UTF-8. */
  utf8(expression: string): string
  /** The bytes that a text expression has in hexadecimal. */
  unhex(expression: string): string
  /** Where a text begins in another one, from 1; 0 if it is not there. */
  position(text: string, sought: string): string
  /** An expression for the current time, ms since 1970. */
  readonly now: string
  /**
   * An expression for the server that answers, as a text: another one after a restart, a failover
   * or a restore. In a select of one organisation's rows it is the machine that has them.
   */
  readonly server: string
  /** Of a cluster; absent where all tables are on one machine. */
  readonly placement?: Placement
}

/** How a cluster takes the tables that a migration adds. */
export interface Placement {
  /** A statement of a migration, so that its table belongs to no machine yet. */
  unplaced(statement: Statement): readonly Statement[]
  /** Gives each new table its place, in a database that is spread over machines. */
  placeNewTables(database: Database): Promise<void>
}

/**
 * A constraint refused the write. `constraint` is its table and columns, the same for both
 * databases: `documents(org_id, family, document_number)`. src/store/constraints.ts lists the ones
 * that callers expect.
 */
export class ConstraintFailure extends Error {
  override readonly name = 'ConstraintFailure'
  readonly kind: 'unique' | 'not_null'
  readonly constraint: string

  constructor(kind: 'unique' | 'not_null', constraint: string) {
    super(`${kind} constraint failed: ${constraint}`)
    this.kind = kind
    this.constraint = constraint
  }
}

/** The database is unreachable, full or too slow. Nothing was written; a retry may succeed. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway'

  constructor(cause: unknown) {
    super(`the database is not available: ${reasonOf(cause)}`, { cause })
  }
}

/** This process has closed it, because it stops. */
export class DatabaseClosed extends DatabaseAway {
  constructor() {
    super('it is closed')
  }
}

/** When a host has several addresses, each one fails for its own reason. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join('; ')
  return cause instanceof Error ? cause.message : String(cause)
}

/**
 * The database was lost or is unavailable. Not the caller's mistake: requests succeed again once it
 * is back.
 */
export function isLoss(error: unknown): error is DatabaseAway | OutcomeUnknown {
  return error instanceof DatabaseAway || error instanceof OutcomeUnknown
}

/**
 * The database or its copy cannot be opened or written at this location. The operator can fix that.
 */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable'
}

/**
 * The connection or the disk failed during a write, which may have been committed. A lost read is
 * `DatabaseAway`.
 */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'

  constructor(cause: unknown) {
    super(`the database was lost during a change, which may have been stored: ${reasonOf(cause)}`, { cause })
  }
}

/**
 * A write on which nothing depends until it is answered, such as a claim that lapses or a
 * reservation: lost, it counts as a lost read.
 */
export function inPassing(statement: Statement): Statement {
  return { ...statement, isInPassing: true }
}

/** Whether a caller would miss the statement if it was carried out without an answer. */
export function isChange({ sql, isInPassing = false }: Statement): boolean {
  if (isInPassing || /^\s*select\b/i.test(sql)) return false
  // In our SQL no function of a select writes.
  return !/^\s*with\b/i.test(sql) || /\b(insert|update|delete)\b/i.test(sql)
}

/** `sql('select … where id = $1', id)` */
export function sql(text: string, ...params: readonly Value[]): Statement {
  return { sql: text, params }
}

/**
 * A statement's text, written once for each database. Writing a long one anew, and finding its
 * prepared statement by it, costs as much as a small row.
 */
export function textOnce(write: (dialect: Dialect) => string): (dialect: Dialect) => string {
  const texts = new WeakMap<Dialect, string>()
  return (dialect) => {
    const text = texts.get(dialect) ?? write(dialect)
    texts.set(dialect, text)
    return text
  }
}

/** The parameters of an insert of several rows: `($1, $2), ($3, $4)`. */
export function rowPlaces(rows: readonly (readonly Value[])[]): string {
  let number = 0
  return rows.map((values) => `(${values.map(() => `$${++number}`).join(', ')})`).join(', ')
}

/**
 * Moves the bytes of a statement to the database without a copy. The caller must not use them
 * again.
 */
export function handedOver(statement: Statement): Statement {
  return { ...statement, isHandedOver: true }
}
