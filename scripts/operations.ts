import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { declaredAnswers, operationsPage } from './operations-page.ts'

/**
 * `npm run operations` writes docs/operations.md: every operation with every answer it declares,
 * and whether a test has received that answer. It runs the tests that use HTTP, which takes
 * minutes. It fails when a test fails or an answer was never received.
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
      'test/compatibility/*.test.ts',
      'test/property/api.full.test.ts',
      'test/client/*.test.ts',
      'test/fault/hostile-inbound.slow.test.ts',
    ],
    { env: { ...process.env, ANSWERS_SEEN: file }, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const seen = new Set(readFileSync(file, 'utf8').split('\n'))
  writeFileSync(new URL('../docs/operations.md', import.meta.url), operationsPage(seen))
  const missing = declaredAnswers().filter((answer) => !seen.has(answer))
  if (missing.length > 0) console.error(`declared answers that no test has received:\n${missing.join('\n')}`)
  process.exitCode = missing.length > 0 ? 1 : (run.status ?? 1)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
