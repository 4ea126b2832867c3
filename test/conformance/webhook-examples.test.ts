import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { newSecret, signatureHeaders } from '../../src/features/webhooks/secret.ts'

// The two examples in docs/integrating.md verify the service's signatures and refuse all others.

describe('examples of receivers', () => {
  let folder: string
  let guide: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'selfbill-examples-'))
    guide = await readFile(new URL('../../docs/integrating.md', import.meta.url), 'utf8')
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const exampleIn = (language: string) =>
    new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(guide)?.[1] ?? assert.fail(`no ${language} there`)

  const secret = newSecret()
  const body = '{"type":"purchase.invoice.created","data":{"document_number":"٤٢ é"}}'
  const now = () => new Date()
  const signed = (secrets: readonly string[], at = now()) => ({ ...signatureHeaders('evt_1', at, body, secrets) })
  const cases = () => [
    { what: 'signed', headers: signed([secret]), body, isGood: true },
    { what: 'signed with two secrets', headers: signed([newSecret(), secret]), body, isGood: true },
    { what: 'another secret', headers: signed([newSecret()]), body, isGood: false },
    { what: 'another body', headers: signed([secret]), body: body.replace('created', 'updated'), isGood: false },
    { what: 'another id', headers: { ...signed([secret]), 'webhook-id': 'evt_2' }, body, isGood: false },
    { what: 'too old', headers: signed([secret], new Date(Date.now() - 400_000)), body, isGood: false },
  ]

  test('TypeScript', async () => {
    const file = join(folder, 'verify.ts')
    await writeFile(file, exampleIn('ts'))
    const { verifyWebhook } = await import(pathToFileURL(file).href)
    for (const { what, headers, body, isGood } of cases()) {
      if (isGood) assert.deepEqual(verifyWebhook(secret, headers, body), JSON.parse(body), what)
      else assert.throws(() => verifyWebhook(secret, headers, body), Error, what)
    }
  })

  test('Python', async (context) => {
    const program = `${exampleIn('python')}
import sys
for case in json.load(sys.stdin):
    try:
        verify_webhook(${JSON.stringify(secret)}, case["headers"], case["body"].encode())
        print("good")
    except ValueError:
        print("bad")
`
    const run = spawnSync('python3', ['-c', program], { input: JSON.stringify(cases()), encoding: 'utf8' })
    if (run.error !== undefined) return context.skip('there is no Python')
    const expected = cases().map(({ isGood }) => (isGood ? 'good' : 'bad'))
    assert.deepEqual(run.stdout.trim().split('\n'), expected, run.stderr)
  })
})
