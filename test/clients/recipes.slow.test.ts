import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { type ProgramOptions, runProgram } from '../support/processes/program.ts'
import { type DemoService, invoiceFile, startDemoService } from '../support/service/demo-service.ts'

// The programs in clients/ do what clients/README.md says, as a reader would run them. A language
// that the machine does not have is skipped.

const clients = new URL('../../clients/', import.meta.url).pathname

const recipes: readonly Recipe[] = [
  { language: 'Python', folder: 'python', command: ['python3', 'issue_invoice.py'], needs: ['python3', '--version'] },
  { language: 'Java', folder: 'java', command: ['java', 'IssueInvoice.java'], needs: ['javac', '-version'] },
  { language: 'Go', folder: 'go', command: ['go', 'run', 'issue_invoice.go'], needs: ['go', 'version'] },
  { language: 'C#', folder: 'csharp', command: ['dotnet', 'run'], needs: ['dotnet', '--version'] },
]

interface Recipe {
  readonly language: string
  readonly folder: string
  readonly command: readonly [string, ...string[]]
  /** Succeeds where the language is installed. */
  readonly needs: readonly [string, ...string[]]
}

suite('the recipes in clients/', () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-recipes-'))
  let demo: DemoService
  before(async () => {
    demo = await startDemoService(folder)
  })
  after(async () => {
    await demo.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  for (const { language, folder: own, command, needs } of recipes) {
    const skip = isHere(needs) ? false : `no ${language} on this machine`
    const run = (key: string, environment: Readonly<Record<string, string>> = {}) => {
      const [program, ...args] = command
      const options: ProgramOptions = {
        cwd: join(clients, own),
        environment: { ...demo.environment, ...environment },
        limitMs: 120_000,
      }
      return runProgram(program, [...args, invoiceFile, key], options)
    }

    test(`${language}: issues an invoice once and prints its final status`, { skip }, async () => {
      const first = await run(`order-${own}`)
      assert.match(first, /^PINV-\d+ APPROVED$/m)
      assert.equal(await run(`order-${own}`), first, 'the same key is the same document')
    })

    test(`${language}: shows what the service answered to a mistake`, { skip }, async () => {
      await assert.rejects(run('refused', { CLIENT_SECRET: 'wrong' }), /401 .*invalid_client/)
    })
  }
})

function isHere([program, ...args]: Recipe['needs']): boolean {
  return spawnSync(program, args, { stdio: 'ignore', timeout: 60_000 }).status === 0
}
