import type { AnsweredRequest } from '../../api/observer.ts'
import { integer, optionalText, text } from '../../store/database/columns.ts'
import { type Database, DatabaseAway, type Row, type Statement, sql } from '../../store/database/database.ts'
import { deleteAged } from '../../store/database/delete-aged.ts'

/**
 * Stores answered requests in one transaction. When a machine of the database is away, those of
 * each organisation are stored by themselves, and the call rejects for the rest.
 */
export async function addAnsweredRequests(db: Database, requests: readonly AnsweredRequest[]): Promise<void> {
  const ofEach = Map.groupBy(requests, ({ orgId }) => orgId)
  try {
    await addTogether(db, requests)
  } catch (error) {
    if (!(error instanceof DatabaseAway) || ofEach.size === 1) throw error
    const results = await Promise.allSettled([...ofEach.values()].map((own) => addTogether(db, own)))
    const failed = results.find((result) => result.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }
}

/** Each statement has requests of one organisation, so that a database sends it to one machine. */
async function addTogether(db: Database, requests: readonly AnsweredRequest[]): Promise<void> {
  const statements: Statement[] = []
  for (const own of Map.groupBy(requests, ({ orgId }) => orgId).values()) {
    let rest = own
    // A few fixed sizes, so that the database prepares few statements.
    for (const rows of [50, 10, 1]) {
      for (; rest.length >= rows; rest = rest.slice(rows)) statements.push(insertRequests(rest.slice(0, rows)))
    }
  }
  if (statements.length > 0) await db.transaction(statements)
}

function insertRequests(requests: readonly AnsweredRequest[]): Statement {
  const values = requests.map((_, row) => `(${columnNames.map((__, at) => `$${row * columnNames.length + at + 1}`)})`)
  return sql(
    `insert into requests (org_id, ${columnNames.slice(1).join(', ')}) values ${values.join(', ')}`,
    ...requests.flatMap(valuesOf),
  )
}

const columnNames = [
  ...['org_id', 'id', 'at', 'account', 'operation', 'method', 'status', 'duration_ms', 'error_code', 'document_id'],
] as const

function valuesOf(request: AnsweredRequest) {
  const { orgId, id, at, account, operation, method, status, durationMs, errorCode, documentId } = request
  return [orgId, id, at, account, operation, method, status, durationMs, errorCode ?? null, documentId ?? null]
}

/** Newest first, at most `limit`, each with the present number of its document. */
export async function listAnsweredRequests(
  db: Database,
  orgId: string,
  page: RequestPage,
): Promise<readonly ListedRequest[]> {
  const { operation, statusClass, sentBy, from, to, after, limit } = page
  const params = [orgId, from === undefined ? '' : firstIdOf(from), to === undefined ? lastId : firstIdOf(to)]
  const conditions = ['r.org_id = $1', 'r.id >= $2', 'r.id < $3']
  const bind = (value: string | number) => `$${params.push(String(value))}`
  if (after !== undefined) conditions.push(`r.id < ${bind(after[0])}`)
  if (operation !== undefined) conditions.push(`r.operation = ${bind(operation)}`)
  if (statusClass !== undefined) conditions.push(...statusConditions[statusClass])
  if (sentBy !== undefined) conditions.push(senderConditions[sentBy])
  const document = 'from documents d where d.org_id = $1 and d.id = r.document_id'
  const statement = sql(
    // The document's own id: an id that the caller made up is not shown as a document. No join:
    // planned for its values, one could read all documents for each row (docs/decisions/0104).
    `select r.id, r.at, r.account, r.operation, r.method, r.status, r.duration_ms, r.error_code,
       (select d.id ${document}) as document_id, (select d.document_number ${document}) as document_number
     from requests r where r.org_id = $1 and ${conditions.join(' and ')} order by r.id desc limit ${limit}`,
    ...params,
  )
  const rows = await db.query({ ...statement, isPlannedByValues: true })
  return rows.map((row) => listedRequest(row, orgId))
}

export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const
export type StatusClass = (typeof statusClasses)[number]

/** Those of failures begin like the index of failed requests. */
const statusConditions: Readonly<Record<StatusClass, readonly string[]>> = {
  '2xx': ['r.status < 300'],
  '3xx': ['r.status >= 300', 'r.status < 400'],
  '4xx': ['r.status >= 400', 'r.status < 500'],
  '5xx': ['r.status >= 400', 'r.status >= 500'],
}

/** People send theirs by the console. */
export const senders = ['programs', 'people'] as const
export type Sender = (typeof senders)[number]

/** The first is the predicate of the index `requests_of_programs`. */
const senderConditions: Readonly<Record<Sender, string>> = {
  programs: `(r.account < 'user:' or r.account >= 'user;')`,
  people: `r.account >= 'user:' and r.account < 'user;'`,
}

/** The least id that a request at this time can have; UUID v7 begins with the time. */
function firstIdOf(at: number): string {
  const digits = Math.max(0, Math.min(at, 2 ** 48 - 1))
    .toString(16)
    .padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`
}

const lastId = 'g'

export interface RequestPage {
  readonly operation: string | undefined
  readonly statusClass: StatusClass | undefined
  readonly sentBy: Sender | undefined
  /** ms since 1970: from this time, and before that. */
  readonly from: number | undefined
  readonly to: number | undefined
  /** Lists the requests before this one. */
  readonly after: readonly [id: string] | undefined
  readonly limit: number
}

export interface ListedRequest extends AnsweredRequest {
  readonly documentNumber: string | undefined
}

function listedRequest(row: Row, orgId: string): ListedRequest {
  return {
    orgId,
    id: text(row, 'id'),
    at: integer(row, 'at'),
    account: text(row, 'account'),
    operation: text(row, 'operation'),
    method: text(row, 'method'),
    status: integer(row, 'status'),
    durationMs: integer(row, 'duration_ms'),
    errorCode: optionalText(row, 'error_code'),
    documentId: optionalText(row, 'document_id'),
    documentNumber: optionalText(row, 'document_number'),
  }
}

/** Deletes older requests of every organisation: retention depends on age alone. */
export async function forgetAnsweredRequests(db: Database, before: number, isOver?: () => boolean): Promise<void> {
  await deleteAged(db, 'requests', before, isOver)
}
