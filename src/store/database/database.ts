/**
 * The interface to a database: statements in, rows out. Two adapters implement it, SQLite inside
 * Node and PostgreSQL. The SQL is written once, in the language that both share (ids and JSON as
 * text, instants as integer milliseconds, money as text, `$1` parameters, `returning`, `on
 * conflict`); the dialect has the few differences.
 */
export interface Database {
  readonly dialect: Dialect
  /** One statement on its own. */
  query(statement: Statement): Promise<readonly Row[]>
  /**
   * Several selects that see the database at one moment: a commit meanwhile is in all results or in
   * none.
   */
  snapshot(selects: readonly Statement[]): Promise<readonly (readonly Row[])[]>
  /**
   * Runs all of the statements or none, in one round trip. Resolves when the data is on disk. When
   * it rejects, nothing was written, unless the error is `OutcomeUnknown`. After `DatabaseAway` a
   * retry may succeed. Transactions that wait for the same row name it as their `lane`: they may be
   * committed together, but fail one by one.
   */
  transaction(statements: readonly Statement[], lane?: string): Promise<readonly (readonly Row[])[]>
  /** Waits for running statements, then frees every resource. */
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
  /** Reads much. SQLite runs it on a thread of its own, so that short statements need not wait. */
  readonly isLong?: boolean
  /**
   * PostgreSQL plans it for its values each time: the best plan for a rare value is the worst for a
   * common one.
   */
  readonly isPlannedByValues?: boolean
  /** Its large byte parameters move to another thread; the caller must not use them again. */
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
  /** An expression for the present time, ms since 1970. */
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

/** The database is unreachable, full or too slow. Nothing was written; a retry may succeed. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway'

  constructor(cause: unknown) {
    super(`the database cannot be had: ${reasonOf(cause)}`, { cause })
  }
}

/** Each of several addresses fails for its own reason. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join('; ')
  return cause instanceof Error ? cause.message : String(cause)
}

/** The database was lost or is unavailable: not the caller's mistake, and over when it is back. */
export function isLoss(error: unknown): error is DatabaseAway | OutcomeUnknown {
  return error instanceof DatabaseAway || error instanceof OutcomeUnknown
}

/** The database or its copy cannot be opened or written at its place. The operator can fix that. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable'
}

/** The connection or the disk failed during a transaction, which may have been committed. */
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
 * Lets the bytes of a statement move to the database without a copy. The caller must not use them
 * again.
 */
export function handedOver(statement: Statement): Statement {
  return { ...statement, isHandedOver: true }
}
