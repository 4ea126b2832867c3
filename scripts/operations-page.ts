import { scopesOf } from '../src/api/declaration/access.ts'
import { faults } from '../src/api/faults.ts'
import { faultsOf } from '../src/api/openapi/operation-faults.ts'
import type { Operation } from '../src/api/operation.ts'
import { operations } from '../src/features/index.ts'

/**
 * The text of docs/operations.md. `seen` holds the answers that a test has received, named as in
 * `declaredAnswers`.
 */
export function operationsPage(seen: ReadonlySet<string>): string {
  const rows = operations.map((operation) => row(operation, seen))
  const all = declaredAnswers()
  return `# Operations

Every operation with every answer that it declares in [OpenAPI](integrating.md). An answer is **bold** when a test has received it; the tests check every answer
they receive against its schema. ${all.filter((one) => seen.has(one)).length} of ${all.length} are bold. Written by \`npm run operations\`.

500 means a fault of the service, 503 that the database is unavailable, 504 that it was lost during a change. A test may receive a 500 only if it broke the service on purpose
([failures.slow.test.ts](../test/conformance/failures.slow.test.ts)). Operations that declare neither need no database.

| Operation | Call | Scope | Answers |
|---|---|---|---|
${rows.join('\n')}
`
}

/** Every answer that an operation declares: `createClient 201`. */
export function declaredAnswers(): readonly string[] {
  return operations.flatMap((operation) => statusesOf(operation).map((status) => `${operation.id} ${status}`))
}

function row(operation: Operation, seen: ReadonlySet<string>): string {
  const { id, method, path, access } = operation
  const answers = statusesOf(operation).map((status) =>
    seen.has(`${id} ${status}`) ? `**${status}**` : String(status),
  )
  const scopes = scopesOf(operation).join(' or ') || 'public'
  return `| \`${id}\` | \`${method} ${path}\` | ${access.kind === 'gateway' ? 'inbound secret' : scopes} | ${answers.join(' ')} |`
}

function statusesOf(operation: Operation): readonly number[] {
  const declared = Object.keys(operation.answers).map(Number)
  return [...new Set([...declared, ...faultsOf(operation).map((code) => faults[code].status)])].toSorted(
    (a, b) => a - b,
  )
}
