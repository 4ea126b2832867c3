import type { Decimal } from '@selfbill/schematron/decimal'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import { type Attempted, attempt } from '../../attempt.ts'
import type { Call } from '../../route.ts'
import type { InvoiceFamily } from '../documents/family.ts'
import type { CreditDryRun, StoredDocument } from '../drafts/calls.ts'
import { creditDryRun } from '../drafts/calls.ts'

/** What is left of an invoice to be credited. */
export interface Left {
  /** Line number → what is left of it. */
  readonly lines: ReadonlyMap<number, LeftOfLine>
  readonly isAllCredited: boolean
  /** Why nothing of it can be credited now, although something may be left. */
  readonly refusal?: SelfbillError | undefined
  /** Whether the organisation numbers its documents itself. */
  readonly isNumberNeeded: boolean
}

/** Of an invoice that is not credited but repaired. */
export const nothingLeft: Left = { lines: new Map(), isAllCredited: false, isNumberNeeded: false }

export interface LeftOfLine {
  readonly quantity: Decimal
  readonly net: number
}

/**
 * What is left of each listed line: a dry run of a credit of all of them says it. It refuses by
 * their place the lines that are credited whole; the second run is of the others.
 */
export async function leftOf(call: LeftCall, family: InvoiceFamily, invoice: StoredDocument): Promise<Left> {
  const listed = linesOf(invoice).slice(0, listedMax)
  const unnumbered = await dryRunOf(call, { family, invoice }, listed)
  const isNumberNeeded = unnumbered.refusal?.codes.document_number?.id === 'mandatory_without_auto_numbering'
  const of = { family, invoice, isNumberNeeded }
  const first = isNumberNeeded ? await dryRunOf(call, of, listed) : unnumbered
  const found = await restOf(call, of, listed, first)
  if ('lines' in found) return { lines: found.lines, isAllCredited: false, isNumberNeeded }
  const refusal = await refusalOfAll(call, of, found.refusal)
  const isAllCredited = refusal !== undefined && isOfNothingLeft(refusal)
  return { lines: new Map(), isAllCredited, isNumberNeeded, ...(!isAllCredited && { refusal }) }
}

/**
 * Everything that is left, line by line. Undefined when it cannot be known: a refusal names a
 * thousand lines at most.
 */
export async function everythingLeft(
  call: LeftCall,
  { family, invoice, left }: { readonly family: InvoiceFamily; readonly invoice: StoredDocument; readonly left: Left },
): Promise<Left['lines'] | undefined> {
  const lines = linesOf(invoice)
  if (lines.length <= listedMax) return left.lines
  const of = { family, invoice, isNumberNeeded: left.isNumberNeeded }
  const found = await restOf(call, of, lines, await dryRunOf(call, of, lines))
  return 'lines' in found ? found.lines : undefined
}

type LeftCall = Pick<Call, 'api' | 'say'>

interface Credited {
  readonly family: InvoiceFamily
  readonly invoice: StoredDocument
  readonly isNumberNeeded?: boolean
}

function linesOf({ document_lines: lines }: StoredDocument): readonly number[] {
  return lines.map((_, at) => at + 1)
}

type Rest = Pick<Left, 'lines'> | { readonly refusal: SelfbillError }

async function restOf(
  call: LeftCall,
  of: Credited,
  lines: readonly number[],
  first: Attempted<CreditDryRun>,
): Promise<Rest> {
  if (first.refusal === undefined) return { lines: quantitiesOf(lines, first.answer) }
  const gone = goneIn(first.refusal)
  const others = lines.filter((_, place) => !gone.has(place))
  const isAboutOthersToo = gone.size === 0 || others.length === 0 || !isOfNothingLeft(first.refusal)
  if (isAboutOthersToo) return { refusal: first.refusal }
  const second = await dryRunOf(call, of, others)
  return second.refusal === undefined ? { lines: quantitiesOf(others, second.answer) } : { refusal: second.refusal }
}

/** Where not all lines are listed, something may be left of the others. */
async function refusalOfAll(call: LeftCall, of: Credited, refusal: SelfbillError): Promise<SelfbillError | undefined> {
  const isOfListed = of.invoice.document_lines.length > listedMax && isOfNothingLeft(refusal)
  return isOfListed ? (await dryRunOf(call, of, undefined)).refusal : refusal
}

/** `lines` undefined: everything that is left. */
function dryRunOf(
  call: LeftCall,
  of: Credited,
  lines: readonly number[] | undefined,
): Promise<Attempted<CreditDryRun>> {
  const { family, invoice, isNumberNeeded = false } = of
  const body = JSON.stringify({
    // Nothing is issued under it. No document has this number.
    ...(isNumberNeeded && { document_number: invoice.id }),
    discrepancy_response: 'DL8.61.1.D',
    lines: lines?.map((line) => ({ line })),
  })
  return attempt(call, () => creditDryRun(call.api, { family, id: invoice.id }, body))
}

function quantitiesOf(lines: readonly number[], answer: CreditDryRun): Left['lines'] {
  const quantities = answer.quantities()
  return new Map(
    lines.flatMap((line, at) => {
      const [quantity, net] = [quantities[at], answer.document.document_lines[at]?.net_amount]
      return quantity === undefined || net === undefined ? [] : [[line, { quantity, net }] as const]
    }),
  )
}

/** The places of the lines that are credited whole. */
function goneIn({ fields }: SelfbillError): ReadonlySet<number> {
  const places = Object.keys(fields).flatMap((field) => /^lines\[(\d+)\]\.line$/.exec(field)?.[1] ?? [])
  return new Set(places.map(Number))
}

/** Whether it says nothing else than that lines, or the whole invoice, are credited already. */
function isOfNothingLeft({ fields, codes }: SelfbillError): boolean {
  const names = Object.keys(fields)
  return names.length > 0 && names.every((name) => saysNothingLeft.has(codes[name]?.id ?? ''))
}

const saysNothingLeft: ReadonlySet<string> = new Set([
  'nothing_left_to_credit',
  'nothing_left_of_line_to_credit',
  'nothing_left_beside_other_credit_notes',
])

export const listedMax = 100
