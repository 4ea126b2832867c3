import assert from 'node:assert/strict'
import { appendFileSync } from 'node:fs'
import type { MessageCode } from '../../../pint-ae/src/messages/code-of.ts'
import { messages } from '../../../pint-ae/src/messages/messages.ts'
import type { MessageRow } from '../../../pint-ae/src/messages/texts.ts'
import { documentedPaths } from '../../../src/api/openapi/paths.ts'
import { operations } from '../../../src/features/index.ts'
import { apiDocument, apiValidator } from './api-schemas.ts'

/**
 * Throws unless the OpenAPI document declares this answer: the operation has that status, and a
 * JSON body fits its schema. Called for every answer that a test receives. Ignores paths without an
 * operation. Refuses a 500, although declared, unless the test has caused it.
 */
export function assertDeclared(
  method: string,
  url: string,
  answer: DeclaredAnswer,
  { isFailure = false }: Expectation = {},
): void {
  const path = url.split('?')[0] ?? ''
  const operation = routes.find((route) => route.method === method && route.pattern.test(path))
  if (operation === undefined || beforeOperations.has(answer.status)) return
  recordSeen(operation.id, answer.status)
  assert.ok(answer.status !== 500 || isFailure, `${method} ${url} failed: ${answer.text.slice(0, 300)}`)
  const responses = apiDocument.paths[operation.path]?.[method.toLowerCase()]?.responses ?? {}
  const answered = `${method} ${operation.path} answered ${answer.status}`
  const response =
    responses[String(answer.status)] ??
    assert.fail(`${answered}, which it does not declare: ${answer.text.slice(0, 300)}`)
  const type = answer.type?.split(';')[0]
  if (type !== 'application/json') return
  const schema = response.content?.['application/json']?.schema
  assert.ok(schema !== undefined, `${answered} with JSON, which it does not declare`)
  const fits = apiValidator(schema)
  const body: unknown = JSON.parse(answer.text)
  assert.ok(
    fits(body),
    `${answered} with a body that does not fit its schema: ${JSON.stringify(fits.errors?.slice(0, 3))}`,
  )
  assertCodes(answered, body)
}

/** docs/errors.md promises every value of a sentence, and the id of a message within it. */
function assertCodes(answered: string, body: unknown): void {
  if (!hasCodes(body)) return
  for (const { id, values } of Object.values(body.error_codes)) {
    const row: MessageRow = messages[id]
    const own = [...row.en.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const within = own.filter((name) => name === 'reason' || name === 'problem')
    const ids = within.filter((name) => row.quoted?.includes(name) !== true).map((name) => `${name}_id`)
    for (const name of [...own, ...(row.unsaid ?? []), ...ids])
      assert.ok(name in values, `${answered} with the code ${id} without ${name}: ${JSON.stringify(values)}`)
  }
}

/** Its schema was compared before. */
function hasCodes(body: unknown): body is { readonly error_codes: Readonly<Record<string, MessageCode>> } {
  return typeof body === 'object' && body !== null && 'error_codes' in body
}

export interface DeclaredAnswer {
  readonly status: number
  readonly type: string | null
  readonly text: string
}

export interface Expectation {
  /** The test has broken the service and expects a 500. */
  readonly isFailure?: boolean
}

/** The server answers these before it knows the operation: large headers, slow requests. */
const beforeOperations: ReadonlySet<number> = new Set([408, 431])

/** For scripts/operations.ts, which lists the declared answers that a test has received. */
function recordSeen(operationId: string, status: number): void {
  const line = `${operationId} ${status}\n`
  if (process.env.ANSWERS_SEEN === undefined || seen.has(line)) return
  seen.add(line)
  appendFileSync(process.env.ANSWERS_SEEN, line)
}

const seen = new Set<string>()

const documented = documentedPaths(operations)

const routes = operations
  .map((operation) => ({ ...operation, path: documented.get(operation)?.path ?? operation.path }))
  .map(({ id, method, path }) => ({
    id,
    method,
    path,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))
  // Paths without parameters match first: /uuids is not an id.
  .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)
