import { type List, type Message, message, type Texts, type Value, withCommas } from '@selfbill/pint-ae/messages'
import { codeWithMeaning, commonUnits } from './code-meanings.ts'

// What is wrong with a document of a file, in words for the person who corrects the file.

/** A failed rule, as the answer to a dry run has it. */
export interface Finding {
  readonly flag: string
  readonly reasonCode: string
  readonly text: string
  readonly field?: string | null
  readonly value?: string | null
  readonly fix?: readonly { readonly value?: unknown }[] | null
}

/** The sentence with what each code of the column means. */
export function withMeanings(column: string, { id, values }: Message): Message {
  const { codes, code } = values
  if (id === 'mandatory_for_payment_means' && code !== undefined) {
    return { id, values: { ...values, code: meant('payment_means_code', code) } }
  }
  if (!isList(codes)) return { id, values }
  return { id, values: { ...values, codes: { ...codes, items: codes.items.map((code) => meant(column, code)) } } }
}

function isList(value: Value | undefined): value is List {
  return typeof value === 'object' && 'items' in value
}

/** The text of a finding with its certain repair, or with codes to choose from; else undefined. */
export function findingReason({ value, fix, reasonCode }: Finding, column: string, text: Texts): Message | undefined {
  if (typeof value !== 'string') return undefined
  const code = fix?.[0]?.value
  if (typeof code === 'string') return message('finding_with_repair', { text, value, code: meant(column, code) })
  if (reasonCode !== 'IBR-CL-23') return undefined
  const codes = withCommas(commonUnits.map((unit) => meant(column, unit)))
  return message('finding_with_codes', { text, value, codes })
}

function meant(column: string, code: Value): Value {
  return typeof code === 'string' ? codeWithMeaning(column, code) : code
}
