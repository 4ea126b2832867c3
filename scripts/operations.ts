import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Operation } from '../src/api/operation.ts'
import { faultsOf } from '../src/api/operation-faults.ts'
import { operations } from '../src/api/operations/index.ts'
import { faults } from '../src/faults.ts'

/**
 * `npm run operations` writes docs/operations.md: every operation with every answer it declares, and whether some test has received that answer. It runs the
 * tests that speak HTTP, which takes minutes.
 */
const folder = mkdtempSync(join(tmpdir(), 'selfbill-answers-'))
try {
  const file = join(folder, 'seen')
  writeFileSync(file, '')
  const run = spawnSync(
    process.execPath,
    [
      '--test',
      'test/conformance/*.test.ts',
      'test/property/api.test.ts',
      'test/client/*.test.ts',
      'test/fault/hostile-inbound.test.ts',
    ],
    { env: { ...process.env, ANSWERS_SEEN: file }, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const seen = new Set(readFileSync(file, 'utf8').split('\n'))
  writeFileSync(new URL('../docs/operations.md', import.meta.url), page(seen))
  process.exitCode = run.status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function page(seen: ReadonlySet<string>): string {
  const rows = operations.map((operation) => row(operation, seen))
  const all = operations.flatMap((operation) => statusesOf(operation).map((status) => `${operation.id} ${status}`))
  return `# Operations

Every operation with every answer that it declares in [OpenAPI](../README.md): **bold** when a test has received that answer, and it fitted its schema (every answer
that a test receives is held against the document); plain when no test has. ${all.filter((one) => seen.has(one)).length} of ${all.length} are bold. Written by \`npm run operations\`.

500 is what a failure of ours would answer: no test may receive it.

| Operation | Call | Scope | Answers |
|---|---|---|---|
${rows.join('\n')}
`
}

function row(operation: Operation, seen: ReadonlySet<string>): string {
  const { id, method, path, scope } = operation
  const answers = statusesOf(operation).map((status) =>
    seen.has(`${id} ${status}`) ? `**${status}**` : String(status),
  )
  const scopes = [scope ?? 'public'].flat().join(' or ')
  return `| \`${id}\` | \`${method} ${path}\` | ${operation.isForGateway === true ? 'inbound secret' : scopes} | ${answers.join(' ')} |`
}

function statusesOf(operation: Operation): readonly number[] {
  const declared = Object.keys(operation.answers).map(Number)
  return [...new Set([...declared, ...faultsOf(operation).map((code) => faults[code].status)])].toSorted(
    (a, b) => a - b,
  )
}
