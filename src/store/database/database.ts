/**
 * The one narrow door to a database: statements in, rows out. Two adapters stand behind it, SQLite
 * inside Node and PostgreSQL; the SQL is written once, in what both understand (ids and JSON as
 * text, instants as integer milliseconds, money as text, `$1` parameters, `returning`, `on
 * conflict`), and the few places that differ ask the dialect.
 */
export interface Database {
  readonly dialect: Dialect
  /** One statement on its own. */
  query(statement: Statement): Promise<readonly Row[]>
  /**
   * Several selects that see the database as at one moment: what others commit meanwhile is in all
   * of them or in none.
   */
  snapshot(selects: readonly Statement[]): Promise<readonly (readonly Row[])[]>
  /**
   * All of the statements or none, in one round trip. Resolves when the disk has it. A rejected
   * promise means that nothing was written, unless the error is `OutcomeUnknown`; `DatabaseAway`
   * says that the same again may succeed. Transactions that contend for one row name it as their
   * `lane`: they are then committed together where that is quicker, and still fail each for itself.
   */
  transaction(statements: readonly Statement[], lane?: string): Promise<readonly (readonly Row[])[]>
  /** Waits for what is under way, then lets go of every resource. */
  close(): Promise<void>
}

/**
 * What a column holds: text, integers (instants in ms since 1970), bytes. Decimals and JSON travel
 * as text.
 */
export type Value = string | number | null | Uint8Array

export type Row = Readonly<Record<string, Value>>

export interface Statement {
  readonly sql: string
  readonly params: readonly Value[]
  /**
   * Reads much: where statements wait for each other, short ones do not wait for it. SQLite alone
   * asks.
   */
  readonly isLong?: boolean
  /**
   * Planned anew for its values: what is the best way for a rare value is the worst for a common
   * one. PostgreSQL alone asks.
   */
  readonly isPlannedByValues?: boolean
  /**
   * Its large byte parameters may move to another thread: whoever built the statement does not use
   * them again.
   */
  readonly isHandedOver?: boolean
}

/** The few places where the two databases differ. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /**
   * Appended to a select that claims rows: `for update skip locked`, or nothing where there is one
   * writer.
   */
  readonly skipLocked: string
  /**
   * Appended to a select that makes others wait: `for update`, or nothing where there is one
   * writer.
   */
  readonly forUpdate: string
  /** The SHA-256, in hexadecimal, of a text expression in UTF-8. */
  sha256(expression: string): string
  /** The bytes of a text expression in UTF-8. */
  utf8(expression: string): string
  /** An expression: what time it is, ms since 1970. */
  readonly now: string
}

/**
 * A constraint refused the write. `constraint` is its table and columns, the same for both
 * databases: `documents(org_id, family, document_number)`. src/store/constraints.ts lists those
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

/**
 * The database cannot be had: it is not there, has no room, or did not come to it in time. Nothing
 * was written, and the same again has every chance.
 */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway'

  constructor(cause: unknown) {
    super(`the database cannot be had: ${reasonOf(cause)}`, { cause })
  }
}

/** Of several addresses that were tried in vain each has its own. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join('; ')
  return cause instanceof Error ? cause.message : String(cause)
}

/**
 * The database was lost or cannot be had: no mistake of whoever asked it, and over when it is back.
 */
export function isLoss(error: unknown): error is DatabaseAway | OutcomeUnknown {
  return error instanceof DatabaseAway || error instanceof OutcomeUnknown
}

/**
 * The database, or a copy of it, cannot be opened or written where it is to be: something that
 * whoever runs the process can put right.
 */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable'
}

/**
 * The connection or the disk failed while a transaction was under way: it may have been committed.
 */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'

  constructor(cause: unknown) {
    super('the database was lost while a transaction was under way', { cause })
  }
}

/** `sql('select … where id = $1', id)` */
export function sql(text: string, ...params: readonly Value[]): Statement {
  return { sql: text, params }
}

/**
 * The same statement, whose builder does not use its bytes again: they move to the database without
 * being copied.
 */
export function handedOver(statement: Statement): Statement {
  return { ...statement, isHandedOver: true }
}
