import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachDatabase } from '../../test/support/databases.ts'
import { addDeliverable, type Deliverable, hurriedPolicy, networkIds, standing } from '../../test/support/deliveries.ts'
import { anMls } from '../../test/support/mls.ts'
import { openRulebook } from '../rulebook/rulebook.ts'
import { type Database, sql } from '../store/database.ts'
import { logOf } from '../store/log.ts'
import { snapshotOf } from '../store/snapshot.ts'
import { readEnvelope, writeEnvelope } from '../ubl/sbdh.ts'
import { systemClock } from './clock.ts'
import type { InboundParts } from './inbound.ts'
import { receiveInbound } from './inbound.ts'
import { unobserved } from './observer.ts'
import { snapshotAnswer } from './snapshot.ts'

const rulebook = openRulebook({ gaps: true })
const stranger = '0242:990003'
const receiver = '0242:000306'

eachDatabase('inbound', (open) => {
  test('a status of the authority settles its leg, and its issues are answered', async () => {
    const { db, parts, deliverable, uuids } = await submitted(open)
    const issues = [{ lineId: '/pxs:TaxData', description: 'The total is wrong', statusReasonCode: 'BV' }]
    const text = anMls({ id: 'status-1', referenceId: uuids.c5, responseCode: 'RE', description: 'Wrong', issues })
    const result = await receiveInbound(parts, Buffer.from(text))
    assert.ok(result.kind === 'taken' && result.isVerified && result.applied === 'applied')
    assert.equal(await standing(db, deliverable), 'C3 SUBMITTED, C5 REJECTED, REJECTED')
    const rows = await snapshotOf(db, deliverable.orgId, deliverable.documentId)
    const mls = rows && snapshotAnswer(rows)?.toC5.mlsResponse
    assert.deepEqual(mls?.issues, issues)
    assert.equal(mls?.senderId, networkIds.authorityId)
    assert.deepEqual((await entriesOf(db, deliverable)).slice(-2), [
      'MLS_RECEIVED_FROM_C5: RE: Wrong (MLS status-1)',
      'DOCUMENT_REJECTED: Refused on a leg',
    ])
  })

  test('on C3 only the access point that confirmed receipt has a say, from whichever desk', async () => {
    const { db, parts, deliverable, uuids } = await submitted(open, receiver)
    const refused = await receiveInbound(parts, anMls({ referenceId: uuids.c3, senderId: stranger }))
    assert.ok(refused.kind === 'refused' && refused.code === 'WRONG_SENDER')
    assert.equal(await standing(db, deliverable), 'C3 SUBMITTED, C5 SUBMITTED, PENDING')
    assert.match((await entriesOf(db, deliverable)).at(-1) ?? '', /^MLS_REFUSED_C3: .*0242:990003/)
    const desk = `${receiver}-INV.01A`
    const taken = await receiveInbound(parts, anMls({ referenceId: uuids.c3, senderId: desk }))
    assert.ok(taken.kind === 'taken' && taken.isVerified)
    assert.equal(await standing(db, deliverable), 'C3 APPROVED, C5 SUBMITTED, PENDING')
  })

  test('on C5 nobody but the authority has a say', async () => {
    const { db, parts, deliverable, uuids } = await submitted(open)
    const result = await receiveInbound(parts, anMls({ referenceId: uuids.c5, senderId: stranger, responseCode: 'RE' }))
    assert.ok(result.kind === 'refused' && result.code === 'WRONG_SENDER')
    assert.equal(await standing(db, deliverable), 'C3 SUBMITTED, C5 SUBMITTED, PENDING')
  })

  test('where nobody knows who answers for the receiver, a status counts and is marked UNVERIFIED', async () => {
    const { db, parts, deliverable, uuids } = await submitted(open)
    const result = await receiveInbound(parts, anMls({ id: 'status-2', referenceId: uuids.c3, senderId: stranger }))
    assert.ok(result.kind === 'taken' && !result.isVerified)
    assert.equal(await standing(db, deliverable), 'C3 APPROVED, C5 SUBMITTED, PENDING')
    const last = (await entriesOf(db, deliverable)).at(-1)
    assert.equal(last, 'MLS_RECEIVED_FROM_C3: AP, UNVERIFIED from 0242:990003 (MLS status-2)')
  })

  test('a second status, a contradicting one and one about nothing of ours change nothing final', async () => {
    const { db, parts, deliverable, uuids } = await submitted(open)
    const first = anMls({ referenceId: uuids.c5 })
    await receiveInbound(parts, first)
    for (const later of [first, anMls({ referenceId: uuids.c5, responseCode: 'RE' })]) {
      const result = await receiveInbound(parts, later)
      assert.ok(result.kind === 'taken' && result.applied === 'noted')
      assert.match((await entriesOf(db, deliverable)).at(-1) ?? '', /it changes nothing, the leg is APPROVED/)
    }
    assert.equal(await standing(db, deliverable), 'C3 SUBMITTED, C5 APPROVED, PENDING')
    const before = await entriesOf(db, deliverable)
    const unknown = await receiveInbound(parts, anMls({ referenceId: '00000000-0000-4000-8000-000000000000' }))
    assert.equal(unknown.kind, 'unknown')
    assert.deepEqual(await entriesOf(db, deliverable), before)
  })

  test('what is no status for us is refused with its reason, and leaves no trace', async () => {
    const { db, parts, deliverable, uuids } = await submitted(open)
    const before = await entriesOf(db, deliverable)
    const good = anMls({ referenceId: uuids.c5 })
    const { document: _, ...header } = readEnvelope(good)
    const invoice = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'
    const cases: readonly (readonly [code: string, text: string])[] = [
      [
        'NOT_A_STATUS',
        writeEnvelope({ ...header, docTypeId: `a::${invoice}::Invoice##c::2.1` }, `<Invoice xmlns="${invoice}"/>`),
      ],
      ['NOT_A_STATUS', anMls({ referenceId: uuids.c5 }, { processId: 'cenbii-procid-ubl::urn:peppol:taxreporting' })],
      ['NOT_FOR_US', anMls({ referenceId: uuids.c5, receiverId: stranger })],
      ['INVALID_STATUS', anMls({ referenceId: uuids.c5, responseCode: 'RE', issues: [] })],
      ['INVALID_STATUS', anMls({ referenceId: 'NA' })],
      ['INVALID_STATUS', anMls({ referenceId: uuids.c5, senderId: stranger }, { senderId: networkIds.authorityId })],
      [
        'INVALID_STATUS',
        anMls({ referenceId: uuids.c5, receiverId: stranger }, { receiverId: networkIds.serviceProviderId }),
      ],
      ['INVALID_STATUS', good.replace(/<cac:DocumentResponse>.*<\/cac:DocumentResponse>/, '$&$&')],
    ]
    for (const [code, text] of cases) {
      const result = await receiveInbound(parts, text)
      assert.equal(result.kind === 'refused' && result.code, code, text)
    }
    assert.equal(await standing(db, deliverable), 'C3 SUBMITTED, C5 SUBMITTED, PENDING')
    assert.deepEqual(await entriesOf(db, deliverable), before)
  })

  test('hostile XML is refused as unreadable, at once, and nothing of this machine is in the answer', async () => {
    const { db, parts, deliverable, uuids } = await submitted(open)
    const before = await entriesOf(db, deliverable)
    for (const [what, source] of hostile(anMls({ referenceId: uuids.c5 }))) {
      const began = performance.now()
      const result = await receiveInbound(parts, source)
      assert.equal(result.kind === 'refused' && result.code, 'UNREADABLE', what)
      assert.ok(performance.now() - began < 2_000, what)
      assert.ok(JSON.stringify(result).length < 700, what)
      assert.doesNotMatch(JSON.stringify(result), /root:|nameserver|node_modules|src\/xml/, what)
    }
    assert.equal(await standing(db, deliverable), 'C3 SUBMITTED, C5 SUBMITTED, PENDING')
    assert.deepEqual(await entriesOf(db, deliverable), before)
    assert.equal((await receiveInbound(parts, anMls({ referenceId: uuids.c5 }))).kind, 'taken')
  })
})

type Open = () => Promise<Database>

/** A document whose legs both have their receipt; `provider` is who confirmed that of C3. */
async function submitted(open: Open, provider: string | null = null) {
  const db = await open()
  const deliverable = await addDeliverable(db)
  await db.query(
    sql(
      "update legs set status = 'SUBMITTED', attempts = 1, next_attempt_at = null where document_id = $1",
      deliverable.documentId,
    ),
  )
  const { c3 } = deliverable.transmissionUuids
  await db.query(sql('update legs set receiver_provider_id = $1 where transmission_uuid = $2', provider, c3))
  const parts: InboundParts = {
    db,
    rulebook,
    clock: systemClock,
    random: () => 0,
    policy: hurriedPolicy,
    observer: unobserved,
    ...networkIds,
  }
  return { db, parts, deliverable, uuids: deliverable.transmissionUuids }
}

async function entriesOf(db: Database, { orgId, family, documentId }: Deliverable): Promise<readonly string[]> {
  const rows = await logOf(db, orgId, family, documentId)
  return (rows ?? []).map(({ event, message }) => `${event}: ${message}`)
}

/** A good status, made bad in every way that has ever hurt a reader of XML. */
function hostile(good: string): readonly (readonly [what: string, source: string | Uint8Array])[] {
  const body = good.slice(good.indexOf('?>') + 2).trimStart()
  const doctype = (inside: string) => `<?xml version="1.0"?><!DOCTYPE x [${inside}]>${body}`
  const laughs = Array.from({ length: 12 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')
  const deep = (levels: number) => good.replace('<cbc:ID>', `${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}$&`)
  return [
    ['nothing', ''],
    ['an entity bomb', doctype(`<!ENTITY l0 "ha">${laughs}`).replace('>AP<', '>&l12;<')],
    [
      'one long entity, often',
      doctype(`<!ENTITY a "${'a'.repeat(100_000)}">`).replace('>AP<', `>${'&a;'.repeat(1_000)}<`),
    ],
    ['a file as an entity', doctype('<!ENTITY f SYSTEM "file:///etc/passwd">').replace('>AP<', '>&f;<')],
    ['a place on the network', doctype('<!ENTITY % p SYSTEM "http://127.0.0.1:9/x.dtd"> %p;')],
    ['a DTD elsewhere', `<!DOCTYPE x SYSTEM "file:///etc/passwd">${body}`],
    ['a DTD behind comments', `<?xml version="1.0"?><!-- a --><?b c?>\n<!DOCTYPE x>${body}`],
    ['an entity nobody declared', good.replace('>AP<', '>&who;<')],
    ['a thousand levels', deep(1_000)],
    ['a hundred levels', deep(120)],
    ['a million levels', deep(1_000_000)],
    ['50 MB of text', good.replace('>AP<', `>${'A'.repeat(50_000_000)}<`)],
    ['50 MB of bytes', Buffer.alloc(50_000_000, 0x20)],
    ['9 MB of elements never closed', `<?xml version="1.0"?>${'<a>'.repeat(3_000_000)}`],
    ['UTF-16 with its mark', Buffer.from(`\uFEFF${good}`, 'utf16le')],
    ['UTF-16 without', Buffer.from(good, 'utf16le')],
    ['a DTD in UTF-16', Buffer.from(doctype('<!ENTITY a "b">').replace('>AP<', '>&a;<'), 'utf16le').swap16()],
    ['an encoding far away', good.replace('encoding="UTF-8"', `${' '.repeat(500)}encoding="ISO-8859-1"`)],
    ['UTF-7', good.replace('UTF-8', 'UTF-7')],
    ['EBCDIC by name', good.replace('UTF-8', 'IBM037')],
    ['Latin 1 bytes called UTF-8', Buffer.from(good.replace('>AP<', '>\u00E9<'), 'latin1')],
    ['an overlong slash', Buffer.concat([Buffer.from(good), Buffer.from([0xc0, 0xaf])])],
    ['a NUL', good.replace('>AP<', '>A\u0000P<')],
    ['cut off', good.slice(0, -30)],
    ['two roots', `${good}<x/>`],
    ['JSON', '{"code":"AP"}'],
    ['the same attribute twice', good.replace('schemeID="0242"', 'schemeID="0242" schemeID="0235"')],
    ['a prefix nobody declared', good.replace('<cbc:ID>', '<evil:ID/><cbc:ID>')],
  ]
}
