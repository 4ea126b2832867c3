import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { ublDocument } from '@selfbill/pint-ae/ubl'
import type { Finding } from '@selfbill/schematron/engine'
import type { Element } from '@selfbill/schematron/xml'
import fc from 'fast-check'
import { Random } from '../random.ts'
import { arbitraryPurchase } from '../requests/arbitrary-requests.ts'
import { anIssued } from '../requests/issued.ts'
import type { Members } from '../requests/requests.ts'
import { cleanDocuments } from './clean-documents.ts'
import { containing, extended, extensionCases } from './extension-documents.ts'
import { dollarGapCases, gapCases } from './gap-cases.ts'
import { hostile } from './hostile-edits.ts'
import { codeListCases, sharedCases, uaeCases } from './rule-cases.ts'
import { systematicVariants } from './systematic-edits.ts'
import { tellingDocuments } from './telling-documents.ts'
import { tellingVatDocuments } from './telling-vat-documents.ts'
import { aSelfBilledCreditNote, aSelfBilledInvoice, type Edit, put } from './ubl-documents.ts'

/** A document to be judged, with the rule whose case it is. */
export interface JudgedDocument {
  readonly name: string
  readonly ruleId: string | undefined
  readonly root: Element
}

/**
 * Every case of every rule, including ours, and the documents without findings: as invoice and as
 * credit note where both exist.
 */
export function caseDocuments(): readonly JudgedDocument[] {
  const dollars = cleanDocuments().find(({ name }) => name === 'in US dollars')?.edits ?? []
  const cases = Object.entries({ ...sharedCases, ...codeListCases, ...uaeCases })
  return [
    ...cleanDocuments().flatMap(({ name, edits }) => ofBothKinds(name, undefined, edits)),
    ...cases.flatMap(([id, { edits }]) => ofBothKinds(id, id, edits)),
    ...gapCases.flatMap(({ id, what, edits }) => ofBothKinds(`${id}: ${what}`, id, edits)),
    ...dollarGapCases.flatMap(({ id, what, edits }) => ofBothKinds(`${id}: ${what}`, id, [...dollars, ...edits])),
  ]
}

/** The UBL of the requests in examples/. */
export function exampleDocuments(): readonly JudgedDocument[] {
  const directory = new URL('../../../examples/', import.meta.url)
  const names = readdirSync(directory).filter((name) => /^(invoice|credit-note|purchase)-.*\.json$/.test(name))
  return names.map((name) => {
    const request: Members = JSON.parse(readFileSync(new URL(name, directory), 'utf8'))
    return { name, ruleId: undefined, root: ublDocument(anIssued(request)) }
  })
}

/** All documents with a recorded verdict. They show the effect of a changed rule. */
export function recordedDocuments(): readonly JudgedDocument[] {
  const bases = [...caseDocuments(), ...exampleDocuments(), ...generatedDocuments(60, 1)]
  // Every other one is a credit note.
  const telling = [...tellingDocuments(), ...tellingVatDocuments()].flatMap(({ what, edits }, at) => {
    const [build, kind] = at % 2 === 0 ? [aSelfBilledInvoice, 'invoice'] : [aSelfBilledCreditNote, 'credit note']
    const root = builtOrNothing(() => build(...edits))
    return root ? [{ name: `${what}, ${kind}`, ruleId: undefined, root }] : []
  })
  return [
    ...bases,
    ...telling,
    ...identifierDocuments(),
    ...systematicDocuments(),
    ...hostileDocuments(bases, 400, 1),
    ...extensionDocuments(bases, 200, 1),
  ]
}

/**
 * The findings of a document: each rule's id and count, with a "!" where the rule could not be
 * evaluated.
 */
export function verdict(findings: readonly Finding[]): string {
  const counts = new Map<string, number>()
  for (const { assertion, error } of findings) {
    const what = `${assertion.id}${error === undefined ? '' : '!'}`
    counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  return [...counts]
    .map(([id, count]) => (count === 1 ? id : `${id}×${count}`))
    .sort()
    .join(' ')
}

/** The UBL of random requests, some of them with rates and decimals that rules refuse. */
export function generatedDocuments(count: number, seed: number): readonly JudgedDocument[] {
  const requests = [false, true].flatMap((isWild) =>
    fc.sample(arbitraryPurchase({ isWild, linesMax: 3 }), { numRuns: Math.ceil(count / 2), seed }),
  )
  return requests.slice(0, count).map(({ request }, at) => {
    return { name: `request ${at} of seed ${seed}`, ruleId: undefined, root: ublDocument(anIssued(request)) }
  })
}

/** Documents after hostile edits, spread evenly over `bases`. */
export function hostileDocuments(
  bases: readonly JudgedDocument[],
  count: number,
  seed: number,
): readonly JudgedDocument[] {
  const random = new Random(seed)
  return Array.from({ length: count }, (_, at) => {
    const base = bases[at % bases.length]
    assert(base)
    return {
      name: `${base.name}, hostile edits ${at} of seed ${seed}`,
      ruleId: undefined,
      root: hostile(base.root, random),
    }
  })
}

/**
 * Business elements in extensions: what is known of them, every case inside a document without
 * findings, and parts of `bases` at random.
 */
function extensionDocuments(bases: readonly JudgedDocument[], count: number, seed: number): readonly JudgedDocument[] {
  const random = new Random(seed)
  const known = (['invoice', 'credit note'] as const).flatMap((kind) =>
    extensionCases(kind).map(({ what, edits, fails }) => {
      const root = kind === 'invoice' ? aSelfBilledInvoice(...edits) : aSelfBilledCreditNote(...edits)
      return { name: `in an extension, ${kind}: ${what.replaceAll(/\s+/g, ' ')}`, ruleId: fails?.[0], root }
    }),
  )
  const others = Array.from({ length: count }, (_, at) => {
    const base = random.of(bases)
    const root = extended(base.root, random)
    return { name: `${base.name}, extension ${at} of seed ${seed}`, ruleId: undefined, root }
  })
  const clean = { invoice: aSelfBilledInvoice(), 'credit note': aSelfBilledCreditNote() }
  const cases = caseDocuments().map(({ name, ruleId, root }) => {
    const outside = clean[root.name.local === 'Invoice' ? 'invoice' : 'credit note']
    return { name: `inside an extension: ${name}`, ruleId, root: containing(outside, root) }
  })
  // Every other one is a credit note.
  return [...known, ...cases.filter((_, at) => at % 4 === 0 || at % 4 === 3), ...others]
}

/**
 * The first clean document with each kind of element and every place in it changed in the same few
 * ways; the others unchanged.
 */
export function systematicDocuments(): readonly JudgedDocument[] {
  return cleanDocuments()
    .flatMap(({ name, edits }) => ofBothKinds(name, undefined, edits))
    .flatMap((base, at) =>
      systematicVariants(base.root, (what) => at === 0 || isOfTheWhole.test(what)).map(({ what, root }) => {
        return { name: `${base.name}: ${what}`, ruleId: undefined, root }
      }),
    )
}

const isOfTheWhole = /^all (texts|names misplaced)|^another/

/** Right and wrong identifiers of every scheme with a check, in every place that allows one. */
function identifierDocuments(): readonly JudgedDocument[] {
  return identifierSchemes.flatMap((scheme) => {
    const ids = identifiersToCheck.flatMap((id) => [id, ` ${id} `])
    const many = (name: string) => ids.map((id) => `<cbc:${name} schemeID="${scheme}">${id}</cbc:${name}>`).join('')
    const party = 'cac:AccountingCustomerParty/cac:Party'
    const edits = [
      put(party, many('EndpointID')),
      put(party, `<cac:PartyIdentification>${many('ID')}</cac:PartyIdentification>`),
      put(`${party}/cac:PartyLegalEntity`, many('CompanyID')),
      put('cac:Delivery', many('ID')),
    ]
    return ofBothKinds(`identifiers of scheme ${scheme}`, undefined, edits)
  })
}

const identifierSchemes = [
  '0088',
  '0007',
  '0192',
  '0184',
  '0208',
  '0201',
  '0210',
  '9907',
  '0211',
  '9906',
  '0151',
  '9999',
]
const identifiersToCheck = [
  '',
  ...['5060012349998', '5060012349999', '12345670', '1234567x', '5', '55'],
  ...['5566778899', '556677889', '55667788990', '55667788x9'],
  ...['974760673', '974760674', '000000000', '0', '97476067', '9747606731', '974760670'],
  ...['DK12345678', 'DK1234567', 'dk12345678', 'XDK12345678', 'DK123456789'],
  ...['0202239951', '0202239952', '020223995', '02022399511', '0000000097', '0000000197'],
  ...['UFF123', 'UFF12', 'UFF1234', 'UFF-12', 'uff123'],
  ...[
    'RSSMRA85T10A562S',
    'RSSMRA85T10A56',
    '12345678901',
    '1234567890x',
    'rssmra85t10a562s',
    'RSSMRA8 T10A562S',
    'RSSMRA85T1 A562S',
  ],
  ...[
    'IT00743110157',
    'it00743110157',
    'IT00743110158',
    'IT0074311015',
    'IT007431101577',
    '00743110157',
    '00743110158',
    'XIT00743110157',
  ],
  ...['51824753556', '51824753557', '5182475355', '518247535566', '00000000000'],
]

function ofBothKinds(name: string, ruleId: string | undefined, edits: readonly Edit[]): JudgedDocument[] {
  return [aSelfBilledInvoice, aSelfBilledCreditNote].flatMap((build, at) => {
    const root = builtOrNothing(() => build(...edits))
    return root ? [{ name: `${name}, ${at === 0 ? 'invoice' : 'credit note'}`, ruleId, root }] : []
  })
}

/** Some cases remove something that only one kind of document has. */
function builtOrNothing(build: () => Element): Element | undefined {
  try {
    return build()
  } catch (error) {
    if (error instanceof assert.AssertionError) return undefined
    throw error
  }
}
