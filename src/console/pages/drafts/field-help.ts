import { businessTerms } from '@selfbill/pint-ae/dictionary'
import { type Html, html } from '@selfbill/pint-ae/html'
import { nameOf } from '../../../api/openapi/places.ts'
import { dictionary } from '../../../features/dictionary.ts'
import { withCode } from '../../parts/code-block.ts'
import type { Call } from '../../route.ts'
import type { Family } from '../documents/family.ts'
import { namedSchema } from '../reference/plain-schema.ts'
import { draftWords } from './draft-words.ts'
import type { FormField } from './fields.ts'

/**
 * What the fields of a group mean, in the words of the API's dictionary. Closed until somebody
 * asks, and one stop for the keyboard: a mark beside each of forty fields would be forty.
 */
export function fieldHelp(
  { say, language }: Pick<Call, 'say' | 'language'>,
  family: Family,
  fields: readonly FormField[],
): Html {
  const entries = fields.map(({ name, label }) => {
    const path = name.replaceAll(/\[[0-9]+\]/g, '')
    const words = wordsAt(requestNames[family], path.split('.'))
    const term = businessTerms[path]
    return (
      words !== undefined &&
      html`<p><b>${say(label)}</b> ${withCode(words[language])}${term !== undefined && ` (${term})`}</p>`
    )
  })
  return html`<details class="help"><summary>${say(draftWords.meaning)}</summary>${entries}</details>`
}

const requestNames: Readonly<Record<Family, string>> = {
  'purchase-invoices': 'InvoiceRequest',
  'purchase-credit-notes': 'CreditNoteRequest',
  'sales-invoices': 'SalesInvoiceRequest',
  'sales-credit-notes': 'SalesCreditNoteRequest',
}

/** Undefined for a path that the request does not have. */
function wordsAt(schema: string, [step = '', ...rest]: readonly string[]): ReturnType<typeof dictionary.wordsOf> {
  const member = namedSchema(schema, 'en')?.properties?.[step]
  if (member === undefined) return undefined
  if (rest.length === 0) return dictionary.wordsOf(schema, step)
  const inner = nameOf(member) ?? nameOf(member.items ?? {})
  return inner === undefined ? undefined : wordsAt(inner, rest)
}
