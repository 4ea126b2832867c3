import { attempt } from '../../attempt.ts'
import type { Call } from '../../route.ts'
import type { InvoiceFamily } from '../documents/family.ts'
import type { StoredDocument } from '../drafts/calls.ts'
import { creditDryRun } from '../drafts/calls.ts'

/**
 * What is left to be credited of each listed line: a dry run of a credit of all of them says it. It
 * refuses by their place the lines that are credited whole; the second run is of the others.
 */
export async function leftOf(call: LeftCall, family: InvoiceFamily, invoice: StoredDocument): Promise<Left> {
  const lines = invoice.document_lines.slice(0, listedMax).map((_, at) => at + 1)
  const first = await quantities(call, family, invoice.id, lines)
  if ('left' in first) return first.left
  const others = lines.filter((_, place) => !first.gone.has(place))
  if (others.length === 0 || others.length === lines.length) return new Map()
  const second = await quantities(call, family, invoice.id, others)
  return 'left' in second ? second.left : new Map()
}

type LeftCall = Pick<Call, 'api' | 'say'>

/** Line number → what is left of it, in figures as the API answers them. */
export type Left = ReadonlyMap<number, LeftOfLine>

export interface LeftOfLine {
  readonly quantity: number
  readonly net: number
}

async function quantities(
  call: LeftCall,
  family: InvoiceFamily,
  id: string,
  lines: readonly number[],
): Promise<{ readonly left: Left } | { readonly gone: ReadonlySet<number> }> {
  const body = JSON.stringify({ discrepancy_response: 'DL8.61.1.D', lines: lines.map((line) => ({ line })) })
  const { answer, refusal } = await attempt(call, () => creditDryRun(call.api, { family, id }, body))
  if (answer !== undefined) {
    const credited = answer.document.document_lines
    return {
      left: new Map(
        lines.flatMap((line, at) => {
          const { quantity, net_amount: net } = credited[at] ?? {}
          return quantity === undefined || net === undefined ? [] : [[line, { quantity, net }] as const]
        }),
      ),
    }
  }
  const places = Object.keys(refusal.fields).flatMap((field) => /^lines\[(\d+)\]\.line$/.exec(field)?.[1] ?? [])
  return { gone: new Set(places.map(Number)) }
}

export const listedMax = 100
