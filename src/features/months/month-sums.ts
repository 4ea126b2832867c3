import { vatCategories } from '@selfbill/pint-ae/code-lists'
import { type Family, isCreditNote } from '@selfbill/pint-ae/document'
import { Decimal } from '@selfbill/schematron/decimal'
import { integer, optionalText, text, word, wordOrNull } from '../../store/database/columns.ts'
import type { Database, Row } from '../../store/database/database.ts'
import { waitForPieceTurn } from '../../store/database/reading-turns.ts'
import { isCounted } from '../../store/documents/counted-for-vat.ts'
import { type OverallStatus, overallStatuses } from '../../store/documents/document-row.ts'
import {
  exceptions,
  type MonthWanted,
  partiesMax,
  partySums,
  type Side,
  sideFamilies,
  statusSums,
} from './month-statements.ts'

// The sums of a month (docs/decisions/0164). The database adds up the documents with one VAT
// category, and hands the figures of the others over as text.

/** Invoices, credit notes, and the first less the second, in AED. */
export interface MonthSum {
  readonly invoices: number
  readonly creditNotes: number
  readonly invoiced: Amounts
  readonly credited: Amounts
}

export interface Amounts {
  readonly net: Decimal
  readonly vat: Decimal
}

export interface MonthSide {
  readonly total: MonthSum
  readonly byCategory: readonly (MonthSum & { readonly category: VatCategory })[]
  readonly byStatus: readonly (MonthSum & { readonly status: OverallStatus | null; readonly isCounted: boolean })[]
  /** Those with the most documents, by what they are due; at most `partiesMax`. */
  readonly byParty: readonly PartySum[]
  readonly hasMoreParties: boolean
  /** Counted documents of an older version whose figures the upkeep has not read. */
  readonly withoutFigures: number
}

export interface PartySum extends MonthSum {
  readonly trn: string | undefined
  /** Empty after its removal. */
  readonly name: string
}

export type VatCategory = (typeof vatCategories)[number]

/** Both sides of a month, at one moment. */
export async function monthSums(db: Database, wanted: MonthWanted): Promise<Readonly<Record<Side, MonthSide>>> {
  const statements = (side: Side) => [
    statusSums(db, side, wanted),
    partySums(db, side, wanted),
    ...exceptions(side, wanted),
  ]
  const [purchases, sales] = [statements('purchases'), statements('sales')]
  const found = await db.snapshot([...purchases, ...sales])
  return {
    purchases: await sideOf({ orgId: wanted.orgId, side: 'purchases' }, found.slice(0, purchases.length)),
    sales: await sideOf({ orgId: wanted.orgId, side: 'sales' }, found.slice(purchases.length)),
  }
}

interface Of {
  readonly orgId: string
  readonly side: Side
}

async function sideOf(of: Of, found: readonly (readonly Row[])[]): Promise<MonthSide> {
  const [rows = [], parties = [], ...excepted] = found
  const groups = await Promise.all(rows.map((row) => groupOf(of, row)))
  const exceptions = await Promise.all(excepted.flat().map((row) => exceptionOf(of, row)))
  const apart = exceptions.map(({ group }) => group)
  const usual = [...groups, ...apart.map(negative)]
  const counted = [
    ...usual.filter(({ status }) => isCounted(status)),
    ...apart.filter(({ status }) => !isCounted(status)),
  ]
  const statuses = [...overallStatuses, null].filter((status) => groups.some((group) => group.status === status))
  const ofStatus = (from: readonly Group[], status: OverallStatus | null) =>
    sumOf(
      from.filter((group) => group.status === status),
      wholeOf,
    )
  const sums = await Promise.all(parties.slice(0, partiesMax).map((row) => partyOf(of.orgId, row)))
  const hasMoreParties = parties.length > partiesMax
  return {
    total: sumOf(counted, wholeOf),
    byCategory: vatCategories
      .map((category) => ({ category, ...sumOf(counted, ({ parts }) => parts.get(category)) }))
      .filter(({ invoices, creditNotes }) => invoices + creditNotes > 0),
    byStatus: statuses
      .flatMap((status) => [
        { status, isCounted: isCounted(status), ...ofStatus(usual, status) },
        { status, isCounted: !isCounted(status), ...ofStatus(apart, status) },
      ])
      .filter(({ invoices, creditNotes }) => invoices + creditNotes > 0),
    byParty: exceptions
      .reduce<readonly PartySum[]>((all, one) => withException(all, one, hasMoreParties), sums)
      .filter(({ invoices, creditNotes }) => invoices + creditNotes > 0)
      .toSorted((one, other) => dueOf(other).compare(dueOf(one))),
    hasMoreParties,
    withoutFigures: counted.reduce((sum, { withoutFigures }) => sum + withoutFigures, 0),
  }
}

/** Documents of a family and status that the database put together. */
interface Group {
  readonly family: Family
  readonly status: OverallStatus | null
  readonly documents: number
  readonly withoutFigures: number
  readonly parts: ReadonlyMap<VatCategory, Part>
}

interface Part extends Amounts {
  readonly documents: number
}

/** A document that counts although its status says no, or the other way round. */
interface Exception {
  readonly group: Group
  readonly trn: string | undefined
  readonly name: string
}

async function exceptionOf({ orgId, side }: Of, row: Row): Promise<Exception> {
  const figures = optionalText(row, 'vat_in_aed') ?? ''
  const group = {
    family: word(row, 'family', sideFamilies[side]),
    status: wordOrNull(row, 'overall_status', overallStatuses),
    documents: 1,
    withoutFigures: figures === '' ? 1 : 0,
    parts: await partsIn(orgId, figures),
  }
  return { group, trn: optionalText(row, 'trn'), name: optionalText(row, 'name') ?? '' }
}

/** Takes a group out of a sum. */
function negative({ documents, withoutFigures, parts, ...group }: Group): Group {
  const taken = [...parts].map(([category, part]) => {
    const { net, vat } = leftOf({ invoiced: nothing, credited: part })
    return [category, { documents: -part.documents, net, vat }] as const
  })
  return { ...group, documents: -documents, withoutFigures: -withoutFigures, parts: new Map(taken) }
}

/**
 * The parties with a document that counts, or without one that does not. A party that is not among
 * them has nothing else that counts, unless there are more parties than these.
 */
function withException(
  parties: readonly PartySum[],
  { group, trn, name }: Exception,
  hasMoreParties: boolean,
): readonly PartySum[] {
  const at = parties.findIndex((party) => party.trn === trn && (trn !== undefined || party.name === name))
  if (at < 0 && hasMoreParties) return parties
  const party = parties[at] ?? { trn, name, invoices: 0, creditNotes: 0, invoiced: nothing, credited: nothing }
  const { documents, ...amounts } = wholeOf(isCounted(group.status) ? negative(group) : group)
  const changed = isCreditNote(group.family)
    ? { ...party, creditNotes: party.creditNotes + documents, credited: added(party.credited, amounts) }
    : { ...party, invoices: party.invoices + documents, invoiced: added(party.invoiced, amounts) }
  return at < 0 ? [...parties, changed] : parties.with(at, changed)
}

async function groupOf({ orgId, side }: Of, row: Row): Promise<Group> {
  const category = optionalText(row, 'category')
  const several = optionalText(row, 'several')
  return {
    family: word(row, 'family', sideFamilies[side]),
    status: wordOrNull(row, 'overall_status', overallStatuses),
    documents: integer(row, 'documents'),
    withoutFigures: integer(row, 'without_figures'),
    parts:
      category === undefined
        ? await partsIn(orgId, several ?? '')
        : new Map([[categoryOf(category), { documents: integer(row, 'documents'), ...amountsIn(row, '') }]]),
  }
}

/** Adds up `S 1000.00 50.00;Z 20.00 0.00;S 5.00 0.25`. A document has each category once. */
async function partsIn(orgId: string, several: string): Promise<ReadonlyMap<VatCategory, Part>> {
  const parts = new Map<VatCategory, Part>()
  for (const [at, figures] of several.split(';').entries()) {
    if (figures === '') continue
    if (at % figuresInRound === figuresInRound - 1) await waitForPieceTurn(orgId)
    const [code = '', net = '', vat = ''] = figures.split(' ')
    const category = categoryOf(code)
    const before = parts.get(category) ?? { documents: 0, ...nothing }
    const amounts = { net: Decimal.from(net), vat: Decimal.from(vat) }
    parts.set(category, { documents: before.documents + 1, ...added(before, amounts) })
  }
  return parts
}

/** A few milliseconds; other requests come between. */
const figuresInRound = 5_000

function categoryOf(code: string): VatCategory {
  const category = vatCategories.find((one) => one === code)
  if (category === undefined) throw new Error(`the figures of a document have the VAT category ${code}`)
  return category
}

function wholeOf({ documents, parts }: Group): Part {
  return { documents, ...[...parts.values()].reduce<Amounts>(added, nothing) }
}

function sumOf(groups: readonly Group[], partOf: (group: Group) => Part | undefined): MonthSum {
  const sides = Map.groupBy(groups, ({ family }) => (isCreditNote(family) ? 'notes' : 'invoices'))
  const total = (side: 'notes' | 'invoices') =>
    (sides.get(side) ?? []).reduce<Part>(
      (sum, group) => {
        const part = partOf(group) ?? { documents: 0, ...nothing }
        return { documents: sum.documents + part.documents, ...added(sum, part) }
      },
      { documents: 0, ...nothing },
    )
  const [invoices, notes] = [total('invoices'), total('notes')]
  return {
    invoices: invoices.documents,
    creditNotes: notes.documents,
    invoiced: { net: invoices.net, vat: invoices.vat },
    credited: { net: notes.net, vat: notes.vat },
  }
}

async function partyOf(orgId: string, row: Row): Promise<PartySum> {
  const amounts = async (of: string) =>
    [...(await partsIn(orgId, optionalText(row, `several_${of}`) ?? '')).values()].reduce<Amounts>(
      added,
      amountsIn(row, `_${of}`),
    )
  return {
    trn: optionalText(row, 'trn'),
    name: optionalText(row, 'name') ?? '',
    invoices: integer(row, 'invoices'),
    creditNotes: integer(row, 'notes'),
    invoiced: await amounts('invoices'),
    credited: await amounts('notes'),
  }
}

/** The database adds up hundredths. */
function amountsIn(row: Row, of: string): Amounts {
  return {
    net: Decimal.of(BigInt(text(row, `net${of}`)), 2),
    vat: Decimal.of(BigInt(text(row, `vat${of}`)), 2),
  }
}

const nothing: Amounts = { net: Decimal.of(0, 2), vat: Decimal.of(0, 2) }

function added(one: Amounts, other: Amounts): Amounts {
  return { net: one.net.plus(other.net), vat: one.vat.plus(other.vat) }
}

/** What is left of the invoices after the credit notes. */
export function leftOf({ invoiced, credited }: Pick<MonthSum, 'invoiced' | 'credited'>): Amounts {
  return { net: invoiced.net.minus(credited.net), vat: invoiced.vat.minus(credited.vat) }
}

function dueOf(sum: MonthSum): Decimal {
  const { net, vat } = leftOf(sum)
  return net.plus(vat)
}
