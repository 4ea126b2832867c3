import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { verifyPack } from '../../src/evidence/verify.ts'
import { aClient } from '../support/service/clients.ts'
import { eachService } from '../support/service/service.ts'

// Runs examples/integration.ts as a reader would.

const root = new URL('../../', import.meta.url).pathname

eachService('the integration example', (start) => {
  test('goes from a secret to the evidence of a credited invoice', async () => {
    const running = await start()
    const { orgId, profileId, post } = await running.tenant()
    // The example's invoices repeat this one, which is a warning without a fix.
    const invoice = await readFile(join(root, 'examples/purchase-invoice.json'), 'utf8')
    assert.equal((await post(`/api/purchase-invoices/${profileId}`, invoice)).status, 201)
    const scopes = ['documents:read', 'documents:write', 'profiles']
    const { id, secret } = await aClient(running.service.parts.store, orgId, scopes)
    const folder = await mkdtemp(join(tmpdir(), 'selfbill-example-'))
    try {
      const env = {
        ...process.env,
        SELFBILL_URL: running.address,
        SELFBILL_CLIENT_ID: id,
        SELFBILL_CLIENT_SECRET: secret,
        OUTPUT: folder,
      }
      const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'examples/integration.ts')], {
        env,
        timeout: 120_000,
      })
      const lines = stdout.trimEnd().split('\n')
      assert.match(
        stdout,
        /^profile {6}BP-[0-9A-Z]{10} Harbour Manufacturing LLC\ndry run {6}[0-9.]+ AED, 1 findings\n/,
      )
      assert.match(
        stdout,
        /fatal {8}IBR-128-AE at accounting_supplier_party\.postal_address\.country_subentity: Dubai; fix .*"DXB"/,
      )
      assert.match(stdout, /^warning {6}SB-DUPLICATE at [^\n;]+$/m)
      assert.match(stdout, /resubmitted {2}PINV-\d+ is PENDING/)
      assert.match(stdout, /credited {5}PCN-\d+: \d/)
      assert.equal(lines.filter((line) => line.includes(': APPROVED, APPROVED, APPROVED')).length, 2, stdout)
      assert.deepEqual((await verifyPack(await readFile(join(folder, 'evidence.zip')))).problems, [])
      assert.ok((await readFile(join(folder, 'invoice.pdf'), 'latin1')).startsWith('%PDF-'))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
