import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, test } from 'node:test'
import { readEnvelope } from '@selfbill/pint-ae/read-envelope'
import type { JSONWebKeySet } from 'jose'
import { linkOf, sha256 } from '../../src/evidence/chain.ts'
import { verifyPack } from '../../src/evidence/verify.ts'
import { checkChain } from '../../src/service/check-chain.ts'
import { rotateKeys } from '../../src/service/token.ts'
import { bytesInParts, insertParts, revisionOwner } from '../../src/store/database/text-parts.ts'
import { linkOfDocument } from '../../src/store/documents/chain.ts'
import { pack } from '../../src/text/packing.ts'
import { sql } from '../support/databases/any-row.ts'
import { storePlainly } from '../support/databases/plain-texts.ts'
import { eventually } from '../support/eventually.ts'
import { filesIn } from '../support/evidence/files-in.ts'
import { moreRevisions } from '../support/evidence/kept-document.ts'
import {
  aLine,
  aPurchaseCreditNote,
  aPurchaseInvoice,
  aSalesCreditNote,
  aSalesInvoice,
  aSupplier,
} from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// GET …/{id}/evidence, and the chain of an organisation's documents.

eachService('evidence', (start) => {
  let running: TestService
  let tenant: Tenant
  before(async () => {
    running = await start()
    tenant = await running.tenant()
  })

  const create = async (own: Tenant, overrides = {}) => {
    const answer = await own.post(`/api/purchase-invoices/${own.profileId}`, aPurchaseInvoice(overrides))
    assert.equal(answer.status, 201, answer.text)
    return answer.json
  }

  const packOf = async (own: Tenant, id: string) => {
    const response = await fetch(`${running.address}/api/purchase-invoices/${id}/evidence`, {
      headers: { authorization: `Bearer ${own.token}` },
    })
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'application/zip')
    return new Uint8Array(await response.arrayBuffer())
  }

  const untilDecided = async (own: Tenant, id: string) => {
    await eventually(async () => {
      const { json } = await own.get(`/api/purchase-invoices/${id}`)
      const status = json.meta_info.peppol_status
      return status.overall_status !== 'PENDING' && status.participant_status && status.fta_status
    })
  }

  test('the pack holds everything from the request to the received statuses, and is signed', async () => {
    const pdf = Buffer.from('%PDF-1.7 evidence')
    const card = {
      payment_means_code: '54',
      card_account: { primary_account_number_id: '4111111111111111', network_id: 'VISA' },
    }
    const { id } = await create(tenant, {
      attachments: [{ file_name: 'x.pdf', file_type: 'application/pdf', file_content: pdf.toString('base64') }],
      payment_means: [card],
    })
    await untilDecided(tenant, id)
    const pack = await packOf(tenant, id)
    const verified = await verifyPack(pack)
    assert.deepEqual(verified.problems, [])
    const files = await filesIn(pack)
    const text = (path: string) => new TextDecoder().decode(files.get(path) ?? assert.fail(path))
    const paths = [...files.keys()]
    const folders = [
      ...new Set(paths.filter((path) => path.startsWith('legs/')).map((path) => path.split('/')[1] ?? '')),
    ]
    assert.deepEqual(folders.map((folder) => folder.slice(0, 2)).toSorted(), ['c3', 'c5'])
    for (const folder of folders) {
      const envelope = readEnvelope(text(`legs/${folder}/envelope.xml`))
      assert.equal(`${folder.slice(0, 3)}${envelope.instanceId}`, folder)
      assert.equal(envelope.mlsType, 'ALWAYS_SEND')
      const status = readEnvelope(files.get(`legs/${folder}/status.xml`) ?? assert.fail(folder))
      assert.match(status.docTypeId, /ApplicationResponse/)
      assert.equal(JSON.parse(text(`legs/${folder}/status.json`)).referenceId, envelope.instanceId)
      assert.equal(JSON.parse(text(`legs/${folder}/receipt.json`)).transmissionResult, 'SUCCESS')
    }
    assert.deepEqual(Buffer.from(files.get('attachments/1') ?? []), pdf)
    assert.ok(JSON.parse(text('log.json')).length >= 6)
    const request = text('revisions/1/request.json')
    assert.ok(!request.includes('4111111111111111') && request.includes('************1111'))
    assert.ok(request.includes(`sha256:${sha256(pdf)}`))
  })

  test("the chain of an organisation's documents has no break under concurrent creates", async () => {
    const own = await running.tenant()
    const documents = await Promise.all(Array.from({ length: 12 }, () => create(own)))
    const { database } = running.service.parts.store
    let previous = ''
    for (const { id } of documents.toSorted((one, other) => one.document_sequence - other.document_sequence)) {
      const link = await linkOfDocument(database, own.orgId, id)
      assert.ok(link !== undefined)
      assert.equal(link.previous, previous)
      assert.equal(linkOf(link), link.link)
      previous = link.link
    }
    const { links, problems } = await checkChain(running.service.parts.store)
    assert.ok(links >= 12)
    assert.deepEqual(problems, [])
  })

  test('a changed text or a deleted document breaks the chain', async () => {
    const own = await running.tenant()
    const ids = [await create(own), await create(own), await create(own)].map(({ id }) => String(id))
    const { store } = running.service.parts
    await storePlainly(store.database, { orgId: own.orgId, documentId: ids[1] ?? '' })
    const change = (from: string, to: string) =>
      store.database.query(
        sql(
          'update revisions set ubl = replace(ubl, $1, $2) where org_id = $3 and document_id = $4',
          from,
          to,
          own.orgId,
          ids[1] ?? '',
        ),
      )
    await change('<cbc:ID>', '<cbc:ID >')
    assert.match((await checkChain(store)).problems.join(), /the UBL is not the one that was stored/)
    await change('<cbc:ID >', '<cbc:ID>')
    assert.deepEqual((await checkChain(store)).problems, [])
    // A packed one, with its bytes changed, or another text beside it.
    const packed = [own.orgId, ids[2] ?? ''] as const
    const isPacked = 'org_id = $1 and document_id = $2 and packed is not null'
    for (const [spoil, value, mend] of [
      ['packed', new Uint8Array(9), undefined],
      ['ubl', '<Invoice/>', ''],
    ] as const) {
      const [row] = await store.database.query(sql(`select ${spoil} from revisions where ${isPacked}`, ...packed))
      const set = `update revisions set ${spoil} = $3 where ${isPacked}`
      await store.database.query(sql(set, ...packed, value))
      assert.match((await checkChain(store)).problems.join(), /the (request|UBL) is not the one that was stored/)
      await store.database.query(sql(set, ...packed, mend ?? row?.[spoil] ?? null))
    }
    assert.deepEqual((await checkChain(store)).problems, [])
    // A long UBL, with one part changed or missing.
    const lines = Array.from({ length: 300 }, (_, at) => aLine({ description: `Item ${at}` }))
    const { id: long } = await create(own, aPurchaseInvoice({ document_lines: lines }))
    assert.deepEqual((await checkChain(store)).problems, [])
    const ofUbl = [own.orgId, revisionOwner(long, 1), 'ubl'] as const
    const place = 'org_id = $1 and owner = $2 and name = $3'
    for (const [spoil, ...values] of [
      [`update text_parts set content = $4 where ${place}`, new Uint8Array(9)],
      [`delete from text_parts where ${place}`],
    ] as const) {
      const [spoilt] = await store.database.query(sql(`${spoil} returning part`, ...ofUbl, ...values))
      assert.ok(spoilt !== undefined, 'the text lies in parts')
      assert.match((await checkChain(store)).problems.join(), /the UBL is not the one that was stored/)
    }
    const link = await linkOfDocument(store.database, own.orgId, ids[1] ?? '')
    await store.database.query(
      sql('delete from chain_links where org_id = $1 and document_id = $2', own.orgId, ids[1] ?? ''),
    )
    assert.match((await checkChain(store)).problems.join(), /it does not follow the link before it/)
    assert.ok(link !== undefined)
  })

  test("an unknown document and another organisation's document have no pack", async () => {
    const { id } = await create(tenant, { accounting_supplier_party: aSupplier() })
    const stranger = await running.tenant()
    assert.equal((await stranger.get(`/api/purchase-invoices/${id}/evidence`)).status, 404)
    assert.equal((await tenant.get(`/api/sales-invoices/${id}/evidence`)).status, 404)
  })

  test('an oversized pack is refused before anything is sent', async () => {
    const creates = {
      'purchase-invoices': aPurchaseInvoice(),
      'purchase-credit-notes': aPurchaseCreditNote(),
      'sales-invoices': aSalesInvoice(),
      'sales-credit-notes': aSalesCreditNote(),
    }
    for (const [family, body] of Object.entries(creates)) {
      const { json, text, status } = await tenant.post(`/api/${family}/${tenant.profileId}`, body)
      assert.equal(status, 201, text)
      await running.service.parts.store.database.transaction(moreRevisions(tenant.orgId, json.id, 2_500))
      const refused = await tenant.get(`/api/${family}/${json.id}/evidence`)
      assert.equal(refused.status, 409)
      assert.match(refused.json.errors.message, /does not fit into one pack: \d+ files, at most 10000/)
    }
  })

  test('writes during a read stay out of the pack, and the pack is consistent', async () => {
    const { id } = await create(tenant)
    await untilDecided(tenant, id)
    const { database } = running.service.parts.store
    const { query } = database
    let isChanged = false
    database.query = async (statement) => {
      // The first text is read after the snapshot.
      if (/select answer, answer_bytes, /.test(statement.sql) && !isChanged) {
        isChanged = true
        await database.transaction([
          ...moreRevisions(tenant.orgId, id, 3),
          sql(
            "update legs set status = 'STALLED', attempts = 77 where org_id = $1 and document_id = $2",
            tenant.orgId,
            id,
          ),
          sql(
            `insert into entries (org_id, document_id, id, transmission_uuid, event, message, at)
             values ($1, $2, 1000, null, 'DOCUMENT_RESUBMITTED', 'later', 5)`,
            tenant.orgId,
            id,
          ),
        ])
      }
      return query(statement)
    }
    const files = await packOf(tenant, id)
      .then(filesIn)
      .finally(() => {
        database.query = query
      })
    assert.ok(isChanged)
    const paths = [...files.keys()]
    assert.ok(paths.includes('revisions/1/answer.json') && !paths.includes('revisions/2/answer.json'))
    const text = (path: string) => new TextDecoder().decode(files.get(path) ?? assert.fail(path))
    const legs = paths.filter((path) => path.endsWith('/leg.json')).map((path) => JSON.parse(text(path)).status)
    assert.deepEqual(legs, ['APPROVED', 'APPROVED'])
    const log = text('log.json')
    assert.ok(!log.includes('DOCUMENT_RESUBMITTED'))
    const now = new TextDecoder().decode((await filesIn(await packOf(tenant, id))).get('log.json'))
    assert.equal(JSON.parse(now).length, JSON.parse(log).length + 1)
  })

  /** Replaces the UBL of a document with one of five parts. */
  const makeLong = async (orgId: string, id: string) => {
    await storePlainly(running.service.parts.store.database, { orgId, documentId: id })
    const ubl = await pack(`<a>${randomBytes(2_500_000).toString('hex')}</a>`)
    await running.service.parts.store.database.transaction([
      sql(
        "update revisions set ubl = '', ubl_bytes = $3 where org_id = $1 and document_id = $2",
        orgId,
        id,
        bytesInParts(ubl),
      ),
      ...insertParts({ orgId, owner: revisionOwner(id, 1), name: 'ubl' }, ubl),
    ])
  }

  test('a database failure during a long answer breaks the connection', async () => {
    const { id } = await create(tenant)
    await untilDecided(tenant, id)
    const { database } = running.service.parts.store
    await makeLong(tenant.orgId, id)
    const { query } = database
    for (const path of ['evidence', 'peppol-status']) {
      let slices = 0
      database.query = async (statement) => {
        if (/ from text_parts /.test(statement.sql)) slices += 1
        if (slices > 3) throw new Error('the database is gone')
        return query(statement)
      }
      const cut = fetch(`${running.address}/api/purchase-invoices/${id}/${path}`, {
        headers: { authorization: `Bearer ${tenant.token}` },
      }).then(async (response) => {
        assert.equal(response.status, 200)
        return response.arrayBuffer()
      })
      await assert.rejects(cut, /terminated|other side closed|fetch failed/, path).finally(() => {
        database.query = query
      })
    }
  })

  test('HEAD returns the headers of GET and reads no text', async () => {
    const { id } = await create(tenant)
    const { database } = running.service.parts.store
    await makeLong(tenant.orgId, id)
    const { query } = database
    let slices = 0
    database.query = async (statement) => {
      if (/ from text_parts /.test(statement.sql)) slices += 1
      return query(statement)
    }
    const asked = async (method: string, path: string) =>
      fetch(`${running.address}/api/purchase-invoices/${id}/${path}`, {
        method,
        headers: { authorization: `Bearer ${tenant.token}` },
      })
    try {
      for (const path of ['evidence', 'peppol-status']) {
        slices = 0
        const head = await asked('HEAD', path)
        assert.equal(head.status, 200)
        assert.equal((await head.arrayBuffer()).byteLength, 0)
        assert.equal(slices, 0)
        const got = await asked('GET', path)
        const bytes = (await got.arrayBuffer()).byteLength
        assert.ok(bytes > 1_000_000 && slices > 3)
        for (const name of ['content-type', 'content-disposition', 'cache-control', 'content-language', 'vary'])
          assert.equal(head.headers.get(name), got.headers.get(name), name)
        if (path === 'peppol-status') {
          assert.equal(head.headers.get('content-length'), String(bytes))
          assert.equal(got.headers.get('content-length'), String(bytes))
        }
      }
    } finally {
      database.query = query
    }
  })

  // The last one: it ends the key that signed the tokens.
  test('a pack is verified with the published keys of evidence, also after its key has ended', async () => {
    const { id } = await create(tenant)
    await untilDecided(tenant, id)
    const signed = await packOf(tenant, id)
    const keysAt = async (path: string): Promise<JSONWebKeySet> =>
      Object(await (await fetch(`${running.address}/.well-known/${path}`)).json())
    const kept = await keysAt('jwks.json')
    assert.ok(await rotateKeys(running.service.parts.store, running.config, true))
    assert.equal((await verifyPack(signed, await keysAt('jwks.json'))).isSound, false)
    for (const keys of [kept, await keysAt('evidence-keys.json')]) {
      const { isSound, problems } = await verifyPack(signed, keys)
      assert.deepEqual([isSound, problems], [true, []])
    }
  })
})
