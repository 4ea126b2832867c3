import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { addProfile } from '../../src/store/accounts/profiles.ts'
import { addDocument } from '../../src/store/documents/add-document.ts'
import { auditEntries } from '../../src/store/people/audit.ts'
import { openStore } from '../../src/store/store.ts'
import { sql } from '../support/databases/any-row.ts'
import { aNewDocument, aProfile } from '../support/databases/stored.ts'
import { commandLine, firstStart, jsonLines } from '../support/processes/command-line.ts'

describe('bin/selfbill hold, and the retention of an organisation', () => {
  const { folder, selfbill } = commandLine()
  before(() => firstStart(join(folder, 'data')))
  const open = () => openStore({ dataDir: join(folder, 'data') }, 1)

  test('a retention is set and shown, and refused beyond its limits', async () => {
    const added = await selfbill(['organisation', 'add', 'Falcon', '--retention', '9'])
    assert.equal(added.code, 0, added.stderr)
    assert.match(
      (await selfbill(['organisation', 'show', 'Falcon'])).stdout,
      /^retention +9 years, then nothing is removed$/m,
    )
    const set = await selfbill(['organisation', 'set', 'Falcon', '--remove-after-retention', 'on', '--yes'])
    assert.match(set.stdout, /^retention +9 years, then content is removed$/m)
    const shorter = await selfbill(['organisation', 'set', 'Falcon', '--retention', '8'])
    assert.notEqual(shorter.code, 0, 'nobody said yes')
    assert.match(shorter.stderr, /Keep documents of Falcon for 8 years instead of 9, .*for good\?/)
    const years = async () =>
      /^retention +(\d+)/m.exec((await selfbill(['organisation', 'show', 'Falcon'])).stdout)?.[1]
    assert.equal(await years(), '9')
    assert.equal((await selfbill(['organisation', 'set', 'Falcon', '--retention', '8', '--yes'])).code, 0)
    assert.equal(await years(), '8')
    assert.equal((await selfbill(['organisation', 'set', 'Falcon', '--retention', '9'])).code, 0, 'longer is no loss')
    const off = ['--retention', '8', '--remove-after-retention', 'off']
    assert.equal((await selfbill(['organisation', 'set', 'Falcon', ...off])).code, 0)
    assert.equal((await selfbill(['organisation', 'set', 'Falcon', '--retention', '7'])).code, 0, 'nothing is removed')
    const wrong = await selfbill(['organisation', 'set', 'Falcon', '--retention', '4'])
    assert.equal(wrong.code, 2)
    assert.match(wrong.stderr, /--retention must be a whole number from 5 to 30/)
  })

  test('holds are set, listed, released and audited; an unknown document is an error', async () => {
    const store = await open()
    const [organisation] = await store.database.query({
      sql: "select id from organisations where name = 'Falcon'",
      params: [],
    })
    const orgId = String(organisation?.id)
    await addProfile(store.database, aProfile({ orgId }))
    const document = aNewDocument({ orgId })
    await addDocument(store.database, document)
    await store.close()
    const org = ['--org', 'Falcon']
    for (const args of [
      ['set', '--reason', 'Audit 1'],
      ['set', document.id, '--all-documents', '--reason', 'Audit 1'],
      ['release'],
      ['release', document.id, '--all-documents'],
    ]) {
      const refused = await selfbill(['hold', ...args, ...org])
      assert.deepEqual([refused.code, refused.stdout], [2, ''], args.join(' '))
      assert.match(refused.stderr, /name one document, or use --all-documents/)
    }
    assert.equal((await selfbill(['hold', 'set', '--all-documents', '--reason', 'Audit 1', ...org])).code, 0)
    assert.equal((await selfbill(['hold', 'set', document.id, '--reason', 'Dispute 2', ...org])).code, 0)
    const listed = (await selfbill(['hold', 'list', ...org])).stdout.split('\n')
    assert.match(listed[1] ?? '', /^2\S+ {2}- .* Audit 1$/)
    assert.match(
      listed[2] ?? '',
      new RegExp(`${document.id}  purchase-invoices  ${document.documentNumber} .* Dispute 2$`),
    )
    assert.deepEqual(
      jsonLines((await selfbill(['hold', 'list', '--json', ...org])).stdout).map((hold) => [
        hold.document_id,
        hold.reason,
      ]),
      [
        [null, 'Audit 1'],
        [document.id, 'Dispute 2'],
      ],
    )
    assert.equal((await selfbill(['hold', 'release', '--all-documents', '--yes', ...org])).code, 0)
    assert.equal((await selfbill(['hold', 'release', document.id, ...org])).code, 0)
    assert.equal((await selfbill(['hold', 'list', ...org])).stdout, '')
    const unknown = await selfbill(['hold', 'set', orgId, '--reason', 'x', ...org])
    assert.equal(unknown.code, 1)
    assert.match(unknown.stderr, /there is no document/)
    const again = await open()
    const entries = await auditEntries(again.database, orgId, { limit: 4 })
    await again.close()
    assert.deepEqual(
      entries.map(({ action }) => action),
      ['releasePurchaseInvoice', 'releaseOrganisation', 'holdPurchaseInvoice', 'holdOrganisation'],
    )
  })

  test('a review that fails does not put off that of the service', async (t) => {
    const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env
    t.after(() => {
      delete process.env.AWS_ACCESS_KEY_ID
      delete process.env.AWS_SECRET_ACCESS_KEY
      Object.assign(process.env, { ...(AWS_ACCESS_KEY_ID && { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }) })
    })
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'selfbill', AWS_SECRET_ACCESS_KEY: 'selfbill' })
    const BLOBS_URL = 's3://texts?region=us-east-1&endpoint=http://127.0.0.1:1&path_style=on'
    const failed = await selfbill(['objects'], { BLOBS_URL })
    assert.notEqual(failed.code, 0)
    assert.match(failed.stderr, /ECONNREFUSED/)
    const store = await open()
    const claimed = await store.database.query(sql('select org_id from object_reviews')).finally(() => store.close())
    assert.deepEqual(claimed, [])
  })

  test('without an object store there is nothing to review', async () => {
    const refused = await selfbill(['objects', '--dry-run'])
    assert.equal(refused.code, 2)
    assert.match(refused.stderr, /BLOBS_URL is not set/)
  })
})
