import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { ublDocument } from '../../src/ubl/ubl-document.ts'
import type { Element } from '../../src/xml/element.ts'
import { arbitraryRequest } from './arbitrary-requests.ts'
import { cleanDocuments } from './clean-documents.ts'
import { dollarGapCases, gapCases } from './gap-cases.ts'
import { hostile } from './hostile-edits.ts'
import { anIssued } from './issued.ts'
import { Random } from './random.ts'
import type { Members } from './requests.ts'
import { codeListCases, sharedCases, uaeCases } from './rule-cases.ts'
import { systematicVariants } from './systematic-edits.ts'
import { aSelfBilledCreditNote, aSelfBilledInvoice, type Edit } from './ubl-documents.ts'

/** A document to be judged, with the rule whose case it is. */
export interface JudgedDocument {
  readonly name: string
  readonly ruleId: string | undefined
  readonly root: Element
}

/** Every case of every rule, ours too, and the documents without fault: as invoice and as credit note where both can be made. */
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
  const directory = new URL('../../examples/', import.meta.url)
  const names = readdirSync(directory).filter((name) => /^(invoice|credit-note|purchase)-.*\.json$/.test(name))
  return names.map((name) => {
    const request: Members = JSON.parse(readFileSync(new URL(name, directory), 'utf8'))
    return { name, ruleId: undefined, root: ublDocument(anIssued(request)) }
  })
}

/** The UBL of random requests, some of them with rates and decimals that rules refuse. */
export function generatedDocuments(count: number, seed: number): readonly JudgedDocument[] {
  const requests = [false, true].flatMap((isWild) =>
    fc.sample(arbitraryRequest({ isWild, linesMax: 3 }), { numRuns: Math.ceil(count / 2), seed }),
  )
  return requests.slice(0, count).map(({ request }, at) => {
    return { name: `request ${at} of seed ${seed}`, ruleId: undefined, root: ublDocument(anIssued(request)) }
  })
}

/** Documents after hostile edits, made from `bases`, each as often as the others. */
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

/** The first clean document, each kind of element and every place in it changed in the same few ways; the others as wholes. */
export function systematicDocuments(): readonly JudgedDocument[] {
  return cleanDocuments()
    .flatMap(({ name, edits }) => ofBothKinds(name, undefined, edits))
    .flatMap((base, at) =>
      systematicVariants(base.root)
        .filter(({ what }) => at < 2 || what.startsWith('all '))
        .map(({ what, root }) => ({ name: `${base.name}: ${what}`, ruleId: undefined, root })),
    )
}

function ofBothKinds(name: string, ruleId: string | undefined, edits: readonly Edit[]): JudgedDocument[] {
  return [aSelfBilledInvoice, aSelfBilledCreditNote].flatMap((build, at) => {
    const root = builtOrNothing(() => build(...edits))
    return root ? [{ name: `${name}, ${at === 0 ? 'invoice' : 'credit note'}`, ruleId, root }] : []
  })
}

/** Some cases take something away that only one kind of document has. */
function builtOrNothing(build: () => Element): Element | undefined {
  try {
    return build()
  } catch (error) {
    if (error instanceof assert.AssertionError) return undefined
    throw error
  }
}
