import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { BusinessProfile, check, requests } from '@selfbill/pint-ae/document'
import { readJson } from '@selfbill/pint-ae/json'
import { taxDataDocument, ublDocument } from '@selfbill/pint-ae/ubl'
import { readXml } from '@selfbill/schematron/read-xml'
import { writeXml } from '@selfbill/schematron/xml'
import fc from 'fast-check'
import { addProfile } from '../../src/cli/handlers/add-profile.ts'
import { importFiles } from '../../src/cli/handlers/import/import-file.ts'
import { textIn } from '../../src/document-files/csv-cells.ts'
import { withoutApostrophe } from '../../src/document-files/csv-text.ts'
import type { Encoding } from '../../src/encoding/encodings.ts'
import { findOrganisation } from '../../src/store/accounts/organisations.ts'
import { times } from '../support/effort.ts'
import { eventually } from '../support/eventually.ts'
import { memberOf } from '../support/member-of.ts'
import { aCreditNoteWithEverything, anInvoiceWithEverything } from '../support/requests/everything.ts'
import { anIssued } from '../support/requests/issued.ts'
import {
  aBuyer,
  aLine,
  anAddress,
  aPurchaseInvoice,
  aSupplier,
  jsonOf,
  type Members,
} from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'
import { KeptTerminal } from '../support/terminal.ts'
import { arbitraryText } from '../support/text/arbitrary-text.ts'
import { encoded, repertoire } from '../support/text/encoded.ts'
import { withFreeText } from '../support/text/free-text.ts'
import { everyElement } from '../support/xml/xml-path.ts'

// No character of a caller's text changes on its way to the UBL, the tax data and the answers. Any
// text gets as far as a plain text does.

const report = {
  c3TransmissionUuid: 'u',
  issuedAt: 0,
  senderSpid: '000001',
  c5ReceiverId: '000002',
  type: 'S',
} as const
const everything = [
  ['purchase-invoices', anInvoiceWithEverything()],
  ['purchase-credit-notes', aCreditNoteWithEverything()],
] as const

test('every free text of a request is kept in its UBL and its tax data', () => {
  for (const [family, request] of everything) {
    const sent = readJson(jsonOf(request))
    const plain = new Map<string, string>()
    const plainRequest = withFreeText(sent, requests[family], (path) => remembered(plain, path, `text-${plain.size}`))
    const places = placesOf(documentsOf(plainRequest), plain)
    assert.ok(plain.size > 50, `${plain.size} free texts`)
    assert.ok(places.filter(([, path]) => path !== undefined).length > 50)
    fc.assert(
      fc.property(fc.array(arbitraryText(), { minLength: plain.size, maxLength: plain.size }), (texts) => {
        const made = new Map([...plain.keys()].map((path, at) => [path, texts[at] ?? '']))
        const documents = documentsOf(withFreeText(sent, requests[family], (path) => made.get(path) ?? ''))
        const values = documents.flatMap((xml) => valuesIn(xml))
        for (const [at, [value, path]] of places.entries())
          assert.equal(values[at], path === undefined ? value : made.get(path), path)
        assert.equal(values.length, places.length)
      }),
      { numRuns: times({ quick: 10, full: 60, long: 2_000 }) },
    )
  }
})

eachService('text from JSON, NDJSON, CSV and profiles', (start) => {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-text-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  test('is answered, stored, sent and reported unchanged', { timeout: 600_000 }, async () => {
    const service = await start.shared()
    const tenant = await service.tenant()
    const texts = fc.sample(arbitraryText(), { seed: 20260715, numRuns: 2000 })[Symbol.iterator]()
    const next = () => texts.next().value ?? 'no text is left'

    const party = partyOf(aBuyer, next)
    await writeFile(join(folder, 'profile.json'), jsonOf({ ...party, profile_id: 'BP-TEXT' }))
    const org = await organisationName(service, tenant)
    assert.equal(await addProfile(new KeptTerminal(), service.config, join(folder, 'profile.json'), { org }), 0)

    const bodies = Array.from({ length: 12 }, () => aTextInvoice(next))
    for (const body of bodies) {
      const { status, text } = await tenant.post('/api/purchase-invoices/BP-TEXT', body)
      assert.equal(status, 201, text)
    }
    await holds(tenant, bodies, party)

    const lines = Array.from({ length: 12 }, () => aTextInvoice(next))
    await imported(service, tenant, 'lines.ndjson', Buffer.from(lines.map(jsonOf).join('\n')))
    await holds(tenant, lines, party)

    for (const encoding of [
      'utf-8',
      'utf-16le',
      'windows-1256',
      'windows-1252',
      'windows-1255',
      'windows-874',
    ] as const) {
      const written = Array.from({ length: 4 }, () => aTextInvoice(undamaged(textsOf(encoding, next))))
      await imported(service, tenant, `${encoding}.csv`, encoded(csvOf(written), encoding), encoding)
      await holds(tenant, written, party)
    }
  })

  async function imported(service: TestService, tenant: Tenant, name: string, bytes: Buffer, encoding?: Encoding) {
    const file = join(folder, name)
    await writeFile(file, bytes)
    const org = await organisationName(service, tenant)
    const options = { profile: 'BP-TEXT', family: 'purchase-invoices', org, encoding } as const
    const code = await importFiles(new KeptTerminal(), service.config, [file], options)
    assert.equal(code, 0, code === 0 ? '' : await readFile(`${file}.refused.ndjson`, 'utf8'))
  }
})

describe('text of a profile', () => {
  test('is read back unchanged', () => {
    fc.assert(
      fc.property(arbitraryText(), (text) => {
        const sent = readJson(jsonOf(partyOf(aBuyer, () => text)))
        const checked = check(BusinessProfile, sent)
        assert('value' in checked)
        assert.deepEqual(readJson(jsonOf(checked.value)), sent)
      }),
    )
  })
})

/**
 * Without texts that look like the work of a spreadsheet: a CSV file with those is refused, and the
 * apostrophe that it puts before a formula is taken off.
 */
function undamaged(next: () => string): () => string {
  return () => {
    for (let tries = 0; tries < 100; tries += 1) {
      const text = next()
      if (withoutApostrophe(text) !== text) continue
      if (textIn(text, { heading: 'note', name: 'note', isFreeText: true }) === undefined) return text
    }
    throw new Error('a hundred texts in turn look damaged')
  }
}

/** Compares each of the newest documents with its request: the answer, the UBL and the tax data. */
async function holds(tenant: Tenant, bodies: readonly Members[], party: Members): Promise<void> {
  for (const body of bodies) {
    const found = await tenant.get(`/api/purchase-invoices?document_number=${String(body.document_number)}`)
    const [document] = found.json.content
    assert.equal(document?.meta_info.peppol_status.overall_status !== 'VALIDATION_FAILED', true, found.text)
    const sent = JSON.parse(jsonOf(body))
    assertHeld(document, sent, '')
    assertHeld(document.accounting_customer_party, JSON.parse(jsonOf(party)), 'accounting_customer_party')
    const ubl = (await tenant.get(`/api/purchase-invoices/${document.id}/xml`)).text
    const issued = anIssued({ ...body, id: undefined }, party)
    const expected = valuesIn(writeXml(ublDocument(issued)))
    const isMinted = (value: string) => value === issued.id
    assert.deepEqual(
      valuesIn(ubl).filter((value) => value !== document.id),
      expected.filter((value) => !isMinted(value)),
    )
    const texts = new Set(valuesIn(ubl))
    for (const text of [
      sent.note,
      sent.document_lines[0].name,
      sent.accounting_supplier_party.name,
      String(party.name),
    ])
      assert.ok(texts.has(text), JSON.stringify(text))
    const snapshot = await eventually(async () => {
      const status = await tenant.get(`/api/purchase-invoices/${document.id}/peppol-status`)
      return status.json?.toC5?.documentXml ? status.json : undefined
    })
    const reported = new Set(valuesIn(Buffer.from(snapshot.toC5.documentXml, 'base64').toString()))
    for (const text of [sent.accounting_supplier_party.party_name, sent.document_lines[0].description])
      assert.ok(reported.has(text), JSON.stringify(text))
  }
}

/** Every sent value stands in the answer at the same place. */
function assertHeld(answered: unknown, sent: unknown, path: string): void {
  if (typeof sent === 'string') {
    assert.equal(answered, sent, path)
  } else if (typeof sent === 'object' && sent !== null && typeof answered === 'object' && answered !== null) {
    for (const [name, value] of Object.entries(sent)) assertHeld(memberOf(answered, name), value, `${path}.${name}`)
  }
}

/**
 * An invoice whose only findings are about its e-mail. Every member that accepts free text has its
 * own, and no rule is broken.
 */
function aTextInvoice(text: () => string): Members {
  numbers += 1
  return aPurchaseInvoice({
    document_number: `TEXT-${numbers}`,
    note: text(),
    document_source: text(),
    accounting_cost: text(),
    buyer_reference: text(),
    accounting_supplier_party: partyOf(aSupplier, text),
    payment_terms: { note: text() },
    invoice_period: { start_date: '2026-07-01', end_date: '2026-07-31', description: text() },
    document_lines: [
      aLine({
        name: text(),
        description: text(),
        note: text(),
        accounting_cost: text(),
        lot_number_id: text(),
        line_object_identifier: text(),
        additional_item_property: [{ name: text(), value: text() }],
      }),
    ],
  })
}

let numbers = 0

function partyOf(party: (overrides: Members) => Members, text: () => string): Members {
  return party({
    name: text(),
    party_name: text(),
    postal_address: anAddress({
      street_name: text(),
      additional_street_name: text(),
      city_name: text(),
      postal_zone: text(),
      address_line: text(),
      country: text(),
    }),
    authority_name: text(),
    email: text(),
    telephone: text(),
    party_name_in_local_language: text(),
    company_legal_form: text(),
    logo_url: text(),
    contact_name: text(),
  })
}

/** Texts of the characters that an encoding contains. */
function textsOf(encoding: Encoding, next: () => string): () => string {
  if (encoding.startsWith('utf-')) return next
  const characters = repertoire(encoding).replace(/\p{Nd}/gu, '')
  const text = fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 30 })
  const made = fc.sample(text, { seed: 20260715, numRuns: 2000 })
  const texts = made.filter((text) => /[^ ]/.test(text))[Symbol.iterator]()
  return () => texts.next().value ?? 'no text is left'
}

/** A row for each document, with every cell in quotes. */
function csvOf(documents: readonly Members[]): string {
  const rows = documents.map((document) => new Map(cellsOf(JSON.parse(jsonOf(document)), '')))
  const headings = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  const cell = (text = '') => `"${text.replaceAll('"', '""')}"`
  const lines = rows.map((row) => headings.map((heading) => cell(row.get(heading))).join(';'))
  return ['sep=;', headings.join(';'), ...lines].join('\r\n')
}

function cellsOf(value: unknown, path: string): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null)
    return [[path.replace(/^document_lines\[0\]/, 'line'), String(value)]]
  return Object.entries(value).flatMap(([name, inner]) => {
    const step = Array.isArray(value) ? `[${name}]` : path === '' ? name : `.${name}`
    return cellsOf(inner, path + step)
  })
}

async function organisationName({ service }: TestService, { orgId }: Tenant): Promise<string | undefined> {
  const found = await findOrganisation(service.parts.store.database, orgId)
  return found?.name
}

function documentsOf(request: Members): readonly string[] {
  const issued = anIssued(request)
  return [writeXml(ublDocument(issued)), writeXml(taxDataDocument(issued, report))]
}

/** Every text and every attribute of a document, in document order. */
function valuesIn(xml: string): readonly string[] {
  return everyElement(readXml(xml)).flatMap(({ children, attributes, text }) => [
    ...attributes.filter((_, at) => at % 2 === 1),
    ...(children.length === 0 ? [text] : []),
  ])
}

/** Each value, with the path of the text if it is one. */
function placesOf(
  documents: readonly string[],
  texts: ReadonlyMap<string, string>,
): readonly (readonly [value: string, path: string | undefined])[] {
  const paths = new Map([...texts].map(([path, text]) => [text, path]))
  return documents.flatMap((xml) => valuesIn(xml)).map((value) => [value, paths.get(value)] as const)
}

function remembered(texts: Map<string, string>, path: string, text: string): string {
  texts.set(path, text)
  return text
}
