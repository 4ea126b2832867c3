import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { type ProgramOptions, runProgram } from '../support/processes/program.ts'
import { type DemoService, invoiceFile, startDemoService } from '../support/service/demo-service.ts'

// The programs in clients/ do what clients/README.md says, as a reader would run them. A language
// that the machine does not have is skipped.

const clients = new URL('../../clients/', import.meta.url).pathname
const examples = new URL('../../examples/', import.meta.url).pathname

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

  const noPython = isHere(['python3', '--version']) ? false : 'no Python on this machine'
  test('Python: prints the findings, and fails unless the invoice is approved', { skip: noPython }, async () => {
    const run = (example: string) =>
      runProgram('python3', ['issue_invoice.py', join(examples, example), example], {
        cwd: join(clients, 'python'),
        environment: demo.environment,
        limitMs: 60_000,
      })
    await assert.rejects(
      run('breaks-rules.json'),
      /^PINV-\d+ VALIDATION_FAILED\nfatal IBR-CL-23 document_lines\[0\]\.unit_code A unit /m,
    )
    await assert.rejects(run('rejected-by-authority.json'), /^PINV-\d+ REJECTED$/m)
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
      await assert.rejects(run('refused', { SELFBILL_CLIENT_SECRET: 'wrong' }), /401 .*invalid_client/)
    })

    test(`${language}: copes with a document that has no status, as without Phase 2`, { skip }, async () => {
      const stored = { access_token: 't', id: '1', document_number: 'PINV-1', meta_info: { peppol_status: null } }
      const service = createServer((request, response) => {
        const head = { 'content-type': 'application/json' }
        request.resume().on('end', () => response.writeHead(200, head).end(JSON.stringify(stored)))
      })
      await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
      const { port } = service.address() as AddressInfo
      try {
        assert.match(await run('stored', { SELFBILL_URL: `http://127.0.0.1:${port}` }), /^PINV-1 STORED$/m)
      } finally {
        service.close()
        service.closeAllConnections()
      }
    })

    test(`${language}: says when to try again`, { skip }, async () => {
      const full = createServer((request, response) => {
        request.resume().on('end', () => response.writeHead(429, { 'retry-after': '41' }).end('{"error":"full"}'))
      })
      await new Promise<void>((resolve) => full.listen(0, '127.0.0.1', resolve))
      const { port } = full.address() as AddressInfo
      try {
        const waiting = run('waiting', { SELFBILL_URL: `http://127.0.0.1:${port}` })
        await assert.rejects(waiting, /429 .*"full".*\(Retry-After: 41 seconds\)/)
      } finally {
        full.close()
        full.closeAllConnections()
      }
    })
  }
})

function isHere([program, ...args]: Recipe['needs']): boolean {
  return spawnSync(program, args, { stdio: 'ignore', timeout: 60_000 }).status === 0
}
