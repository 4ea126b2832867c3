import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { addClient } from '../../src/store/accounts/clients.ts'
import { findOrganisation } from '../../src/store/accounts/organisations.ts'
import {
  approvalIssued,
  decideApproval,
  insertApproval,
  type NewApproval,
} from '../../src/store/approvals/approvals.ts'
import { addDocument } from '../../src/store/documents/add-document.ts'
import { holdDocument } from '../../src/store/keeping/document-holds.ts'
import { addUser } from '../../src/store/people/users.ts'
import { openStore } from '../../src/store/store.ts'
import { eachDatabase } from '../support/databases/databases.ts'
import { aNewDocument, anOrganisationWithProfile } from '../support/databases/stored.ts'
import { jsonLines, selfbill } from '../support/processes/command-line.ts'

interface ExportedFile {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

eachDatabase('bin/selfbill export', (open) => {
  const content = Buffer.from('%PDF-1.7 of a delivery note')
  const longText = JSON.stringify({ note: 'a'.repeat(1_200_000) })

  async function anOrganisation() {
    const store = open.keep(await openStore(open.location, 1))
    const { orgId } = await anOrganisationWithProfile(store)
    const name = (await findOrganisation(store.database, orgId))?.name ?? ''
    return { db: store.database, orgId, name }
  }

  function aFolder(t: TestContext): string {
    const folder = mkdtempSync(join(tmpdir(), 'selfbill-export-'))
    t.after(() => rmSync(folder, { recursive: true }))
    return folder
  }

  const linesIn = (folder: string, path: string): readonly Record<string, unknown>[] =>
    jsonLines(readFileSync(join(folder, path), 'utf8'))

  test('an organisation leaves with documents, texts, files, people and audit log, and nobody else does', async (t) => {
    const { db, orgId, name } = await anOrganisation()
    const other = await anOrganisation()
    const file = { id: crypto.randomUUID(), fileName: 'note.pdf', fileType: 'application/pdf', content }
    const attachments = [{ ...file, sha256: createHash('sha256').update(content).digest('hex') }]
    const first = aNewDocument({ orgId, attachments })
    const long = aNewDocument({ orgId, answer: longText })
    const note = aNewDocument({ orgId, family: 'purchase-credit-notes' })
    for (const document of [first, long, note, aNewDocument({ orgId: other.orgId })]) await addDocument(db, document)
    await holdDocument(db, { orgId, family: first.family, id: first.id }, { reason: 'Dispute', heldBy: 'A', heldAt: 5 })
    await addUser(db, {
      orgId,
      id: crypto.randomUUID(),
      name: 'Amina',
      email: 'amina@falcon.ae',
      role: 'admin',
      createdAt: 1,
    })
    const client = {
      orgId,
      id: 'c1',
      name: 'ERP',
      secretHash: 'DIGEST-OF-A-SECRET',
      scopes: ['admin'] as const,
      createdAt: 1,
    }
    await addClient(db, { ...client, id: crypto.randomUUID(), sealedSecret: undefined })
    const waiting = anApproval(orgId, 'waiting', undefined)
    const approved = anApproval(orgId, 'approved', first.id)
    await db.transaction([insertApproval(waiting), insertApproval(approved)])
    const decision = { status: 'APPROVED', decidedBy: 'Omar', decidedAt: 6, note: 'Seen' } as const
    assert.ok(await decideApproval(db, approved, decision))
    await db.transaction(approvalIssued(approved, first.id))
    const folder = aFolder(t)
    const done = await selfbill(open.location, 'export', folder, '--org', name)
    assert.equal(done.code, 0, done.stderr)
    assert.match(done.stdout, /3 documents in \d+ files\. manifest\.json lists them\.\n$/)

    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
    assert.equal(manifest.org_id, orgId)
    const files: readonly ExportedFile[] = manifest.files
    let all = ''
    for (const { path, bytes, sha256 } of files) {
      const stored = readFileSync(join(folder, path))
      assert.deepEqual([stored.length, createHash('sha256').update(stored).digest('hex')], [bytes, sha256], path)
      all += stored.toString('latin1')
    }
    assert.ok(!all.includes(other.orgId) && !all.includes('DIGEST-OF-A-SECRET'))

    const invoices = linesIn(folder, 'documents/purchase-invoices-000000001.ndjson')
    assert.deepEqual(
      invoices.map(({ id, document_sequence, overall_status }) => [id, document_sequence, overall_status]),
      [
        [first.id, 1, 'PENDING'],
        [long.id, 2, 'PENDING'],
      ],
    )
    assert.deepEqual(invoices[0]?.legal_hold, {
      reason: 'Dispute',
      held_by: 'A',
      held_since: '1970-01-01T00:00:00.005Z',
    })
    const texts = filesOf(invoices[0])
    assert.equal(texts.get('revisions/1/document.xml')?.text, first.ubl)
    assert.equal(texts.get('revisions/1/answer.json')?.text, first.answer)
    assert.ok(texts.has('log.json'))
    const attached = texts.get('attachments/1')
    assert.deepEqual(readFileSync(join(folder, String(attached?.file))), content)
    const answer = filesOf(invoices[1]).get('revisions/1/answer.json')
    assert.equal(readFileSync(join(folder, String(answer?.file)), 'utf8'), longText)
    assert.equal(linesIn(folder, 'documents/purchase-credit-notes-000000001.ndjson').length, 1)
    assert.deepEqual(
      linesIn(folder, 'users.ndjson').map((user) => user.email),
      ['amina@falcon.ae'],
    )
    const [decided, ...others] = linesIn(folder, 'approvals.ndjson')
    assert.deepEqual(
      [decided?.id, decided?.issued_id, decided?.author_name, decided?.decided_by, decided?.decided_at, decided?.note],
      [approved.id, first.id, 'Amal', 'Omar', '1970-01-01T00:00:00.006Z', 'Seen'],
    )
    assert.deepEqual([others, Object.keys(manifest.rows_left_behind)], [[], ['approvals']])
    assert.ok(!all.includes('SEALED-REQUEST'))
    assert.equal(linesIn(folder, 'organisations.ndjson')[0]?.phase2, true)
    assert.equal(linesIn(folder, 'audit_entries.ndjson').at(-1)?.action, 'exportOrganisation')
    assert.ok('drafts' in manifest.left_behind && 'clients.secret_hash' in manifest.columns_left_behind)
  })

  test('an interrupted export continues where it was; later documents are not in it', async (t) => {
    const { db, orgId, name } = await anOrganisation()
    const family = 'purchase-invoices'
    await addDocument(db, aNewDocument({ orgId, family }))
    await addDocument(db, aNewDocument({ orgId, family: 'purchase-credit-notes' }))
    const folder = aFolder(t)
    assert.equal((await selfbill(open.location, 'export', folder, '--org', name)).code, 0)
    const block = join(folder, 'documents/purchase-invoices-000000001.ndjson')
    const before = readFileSync(block, 'utf8')
    // As if the process had ended in the second step, whose line was cut off.
    const progress = join(folder, 'progress.ndjson')
    const lines = readFileSync(progress, 'utf8').split('\n')
    writeFileSync(progress, [...lines.slice(0, 2), (lines[2] ?? '').slice(0, 20)].join('\n'))
    rmSync(join(folder, 'manifest.json'))
    rmSync(join(folder, 'documents/purchase-credit-notes-000000001.ndjson'))
    await addDocument(db, aNewDocument({ orgId, family }))
    const again = await selfbill(open.location, 'export', folder, '--org', name)
    assert.equal(again.code, 0, again.stderr)
    assert.match(again.stdout, /2 documents in/)
    assert.equal(readFileSync(block, 'utf8'), before, 'what was done is not done again')
    assert.equal(linesIn(folder, 'documents/purchase-credit-notes-000000001.ndjson').length, 1)
    const steps = jsonLines(readFileSync(progress, 'utf8')).map(({ step }) => step)
    assert.equal(new Set(steps).size, steps.length, 'the line that was cut off is gone')
  })

  test('a folder with anything else in it is refused', async (t) => {
    const { name } = await anOrganisation()
    const other = await anOrganisation()
    const folder = aFolder(t)
    writeFileSync(join(folder, 'mine.txt'), '')
    const refused = await selfbill(open.location, 'export', folder, '--org', name)
    assert.equal(refused.code, 2)
    assert.match(refused.stderr, /must be an empty folder/)
    rmSync(join(folder, 'mine.txt'))
    assert.equal((await selfbill(open.location, 'export', folder, '--org', name)).code, 0)
    assert.match((await selfbill(open.location, 'export', folder, '--org', name)).stderr, /has a finished export/)
    rmSync(join(folder, 'manifest.json'))
    assert.match(
      (await selfbill(open.location, 'export', folder, '--org', other.name)).stderr,
      /of another organisation/,
    )
    assert.ok(!existsSync(join(folder, 'manifest.json')))
  })
})

function anApproval(orgId: string, id: string, documentId: string | undefined): NewApproval {
  return {
    ...{ orgId, id, kind: 'create', family: 'purchase-invoices', profileId: 'BP-TEST000001', documentId },
    ...{ request: 'SEALED-REQUEST', summary: 'SEALED-REQUEST', digest: 'd', profileVersion: 1, amount: '105.00' },
    ...{ authorId: 'user:1', authorName: 'Amal', createdAt: 5, expiresAt: 1_000 },
  }
}

function filesOf(line: Readonly<Record<string, unknown>> | undefined): ReadonlyMap<string, Record<string, unknown>> {
  const files = line?.files
  assert.ok(Array.isArray(files))
  return new Map(files.map((file: Record<string, unknown>) => [String(file.path), file]))
}
