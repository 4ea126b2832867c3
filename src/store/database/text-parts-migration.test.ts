import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachEmptyDatabase } from '../../../test/support/databases/databases.ts'
import { inFullRunOnly } from '../../../test/support/effort.ts'
import { partBytes, wholeBytesMax } from '../../text/packing.ts'
import { findDocument } from '../documents/find-document.ts'
import { revisionText } from '../documents/revision-texts.ts'
import { documentPlace } from '../legs/leg-document.ts'
import { Idempotency } from '../requests/idempotency.ts'
import { unlimitedRoom } from '../room.ts'
import { onlyRow } from './columns.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'
import { storedText } from './stored-text.ts'

const ours = new URL('../../../migrations/', import.meta.url)

eachEmptyDatabase('the migration to text parts', (open) => {
  test('older long texts are moved into parts and read back unchanged', { skip: inFullRunOnly }, async () => {
    const db = open.keep(await openDatabase(open.location))
    const folder = pathToFileURL(`${await mkdtemp(join(tmpdir(), 'selfbill-before-parts-'))}/`)
    await cp(ours, folder, { recursive: true })
    for (const name of await readdir(folder)) if (name >= '0022') await rm(new URL(name, folder))
    await migrate(db, 1, folder)
    await rm(folder, { recursive: true })

    const texts = {
      request: null,
      answer: 'x'.repeat(wholeBytesMax),
      ubl: `x${'é\\x41😀ع'.repeat(partBytes / 4)}`,
      findings: `[${'1,'.repeat(wholeBytesMax)}1]`,
    }
    await db.transaction([
      sql("insert into organisations (id, name, default_api_version, phase2, created_at) values ('o', 'o', '1', 1, 0)"),
      sql(`insert into profiles (org_id, profile_id, party, status, version, created_at, updated_at)
           values ('o', 'p', '{}', 'ACTIVE', 1, 0, 0)`),
      sql(`insert into documents (org_id, id, family, sequence, document_number, profile_id, profile_version, api_version,
             revision, issue_date, currency, payable_amount, tax_amount, billed_by_name, billed_to_name, created_at, updated_at)
           values ('o', 'd', 'sales-invoices', 1, 'n', 'p', 1, '1', 2, '2026-01-01', 'AED', '1', '0', 'a', 'b', 0, 0)`),
      ...[1, 2].map((revision) =>
        sql(
          `insert into revisions (org_id, document_id, revision, request, answer, ubl, findings, created_at)
           values ('o', 'd', $1, $2, $3, $4, $5, 0)`,
          revision,
          texts.request,
          revision === 1 ? '{}' : texts.answer,
          texts.ubl,
          texts.findings,
        ),
      ),
      sql(
        "insert into leg_documents (org_id, transmission_uuid, document_xml) values ('o', 't', $1), ('o', 's', '<a/>')",
        texts.ubl,
      ),
      sql(
        `insert into idempotency_answers (org_id, key_hash, fingerprint, status, type, headers, body, created_at)
         values ('o', 'k', 'f', 200, 't', '{}', $1, 1)`,
        texts.ubl,
      ),
    ])

    assert.ok((await migrate(db, 2)).includes('0022-text-parts'))

    const [row] = await db.query(
      sql(
        "select request, request_bytes, answer_bytes, ubl, ubl_bytes from revisions where org_id = 'o' and revision = 2",
      ),
    )
    assert.deepEqual(
      { ...row },
      { request: null, request_bytes: null, answer_bytes: null, ubl: '', ubl_bytes: Buffer.byteLength(texts.ubl) },
    )
    const document = await findDocument(db, 'o', 'sales-invoices', 'd', unlimitedRoom)
    assert.equal(document?.answer.whole, texts.answer)
    assert.equal(document?.findings.whole, undefined)
    assert.equal(await document?.findings.string(), texts.findings)
    for (const revision of [1, 2]) {
      const ubl = await revisionText(db, 'ubl', { orgId: 'o', documentId: 'd', revision })
      assert.ok((await ubl.string()) === texts.ubl, `the UBL of revision ${revision}`)
      assert.ok((await ubl.inParts()).every((part) => part.length <= partBytes))
    }
    const reportOf = async (uuid: string) => {
      const columns = 'select document_xml, document_xml_bytes from leg_documents where transmission_uuid = $1'
      return storedText(db, onlyRow(await db.query(sql(columns, uuid))), 'document_xml', documentPlace('o', uuid))
    }
    assert.ok((await (await reportOf('t')).string()) === texts.ubl, 'the document of a leg')
    assert.equal((await reportOf('s')).whole, '<a/>')
    const kept = await new Idempotency(db).answerTo({ orgId: 'o', hash: 'k', fingerprint: 'f' }, 2, unlimitedRoom)
    assert.ok((await kept?.body.string()) === texts.ubl, 'the kept answer')
  })
})
