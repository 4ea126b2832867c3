import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { binary, commandLine, root } from '../support/processes/command-line.ts'
import { aBuyer, jsonOf } from '../support/requests/requests.ts'

// What somebody sees who has never run it: the demo, and the first start of the service.

describe('bin/selfbill, for the first time', () => {
  const { folder, selfbill } = commandLine()

  test('the demo shows each envelope that went out and the status that answers it, on 100 columns', async () => {
    const { code, stdout, stderr } = await selfbill(['demo'])
    assert.equal(code, 0, stderr)
    const lines = stdout.split('\n')
    assert.deepEqual(
      lines.filter((line) => line.length > 100),
      [],
    )
    const sent = Array.from(stdout.matchAll(/instance {2}(\S+), MLS_TYPE ALWAYS_SEND/g), ([, uuid]) => uuid)
    const judged = Array.from(stdout.matchAll(/says {6}(?:AP|AB|RE) about (\S+)/g), ([, uuid]) => uuid)
    assert.equal(new Set(sent).size, 6)
    assert.deepEqual(judged.toSorted(), sent.toSorted())
    assert.equal(stdout.match(/to {8}0242:000006-TESTBED\.3001\n/g)?.length, 3)
    assert.match(stdout, /RE about [\s\S]+ {10}because {3}BV at NA: /)
    assert.match(stdout, / {10}IBR-128-AE {2}accounting_supplier_party\.postal_address\.country_subentity: A UAE/)
    assert.match(stdout, /\(MLS\) with the verdict: AP accepted, AB [^,]+, RE rejected\./)
  })

  test('a first start seeds the demo, prints a curl that works, and the command line works beside it', async () => {
    const env = { ...process.env, DATA_DIR: join(folder, 'data'), PORT: '0', SANDBOX_DELAY_MS: '0' }
    const service = spawn(binary, ['serve'], { cwd: root, env, stdio: ['ignore', 'pipe', 'ignore'] })
    try {
      const printed = await untilPrinted(service.stdout, /bin\/selfbill token prints another/)
      const address = /listens on (\S+)/.exec(printed)?.[1] ?? ''
      const token = /Bearer (\S+)'/.exec(printed)?.[1] ?? ''
      const body = await readFile(join(root, /--data @(\S+)/.exec(printed)?.[1] ?? ''), 'utf8')
      const post = (authorization: string, profileId: string) =>
        fetch(`${address}/api/purchase-invoices/${profileId}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${authorization}`, 'content-type': 'application/json' },
          body,
        })
      assert.equal((await post(token, 'BP-DEMO000001')).status, 201)
      const another = await selfbill(['token'])
      assert.equal(another.code, 0, another.stderr)
      assert.equal((await post(another.stdout.trim(), 'BP-DEMO000001')).status, 201)
      const file = join(folder, 'new-profile.json')
      await writeFile(file, jsonOf(aBuyer()))
      const added = await selfbill(['profile', 'add', file])
      assert.match(added.stdout, /^BP-[0-9A-HJKMNP-TV-Z]{10}\n$/)
      assert.equal((await post(token, added.stdout.trim())).status, 201)
      assert.equal((await selfbill(['token', '--org', 'Nobody'])).code, 2)
      assert.equal((await selfbill(['legs'])).code, 2)
      assert.deepEqual(await selfbill(['legs', '--stalled']), { code: 0, stdout: '', stderr: '' })
      const notStalled = await selfbill(['retry', '00000000-0000-4000-8000-000000000000'])
      assert.equal(notStalled.code, 1)
      assert.match(notStalled.stderr, /^selfbill retry: there is no stalled leg/)
      const advanced = await selfbill(['sandbox', 'advance', '30m'])
      assert.match(advanced.stdout, /^Demo has come to \S+Z\.\n$/, advanced.stderr)
      const named = await selfbill(['sandbox', 'advance', '30m', '--org', 'Demo'])
      assert.match(named.stdout, /^Demo has come to \S+Z\.\n$/, named.stderr)
      assert.equal((await selfbill(['sandbox', 'advance', '30m', '--org', 'Nobody'])).code, 2)
      const tooFar = await selfbill(['sandbox', 'advance', '3650d'])
      assert.deepEqual([tooFar.code, tooFar.stdout], [1, ''])
      assert.match(tooFar.stderr, /^selfbill sandbox: Demo: The clock of the sandbox may be 3650 days ahead at most\n$/)
      assert.equal((await selfbill(['sandbox', 'advance', '-1h'])).code, 2)
      assert.equal((await selfbill(['token', '--scope', 'everything'])).code, 2)
      const admin = await selfbill(['token', '--scope', 'admin'])
      const further = await fetch(`${address}/sandbox/clock/advance`, {
        method: 'POST',
        headers: { authorization: `Bearer ${admin.stdout.trim()}`, 'content-type': 'application/json' },
        body: '{"by": "PT1H"}',
      })
      assert.equal(Reflect.get(Object(await further.json()), 'ahead_ms'), 2 * 3_600_000)
      assert.equal((await post(admin.stdout.trim(), 'BP-DEMO000001')).status, 403)
      assert.match((await selfbill(['migrate'])).stdout, /up to date/)
      assert.equal((await selfbill(['check'])).code, 0)
      const copy = join(folder, 'copy.db')
      assert.equal((await selfbill(['backup', copy])).code, 0)
      assert.ok((await readFile(copy)).subarray(0, 15).equals(Buffer.from('SQLite format 3')))
    } finally {
      service.kill('SIGTERM')
      await once(service, 'exit')
    }
    assert.equal(service.exitCode, 0)
  })
})

async function untilPrinted(stream: NodeJS.ReadableStream, wanted: RegExp): Promise<string> {
  let printed = ''
  for await (const chunk of stream) {
    printed += String(chunk)
    if (wanted.test(printed)) return printed
  }
  throw new Error(`the process ended: ${printed}`)
}
