import type { JsonValue } from '@selfbill/pint-ae/json'
import { Decimal } from '@selfbill/schematron/decimal'
import type { Say } from '../../../language/language.ts'
import { type Family, isPurchase } from '../../documents/family.ts'
import { stepsOf, valueAt } from '../edit-json.ts'
import { type FormField, isAbroad } from '../fields.ts'
import {
  amountFields,
  type Lists,
  partyMoreFields,
  payeeFields,
  payingFields,
  referenceFields,
  supplyFields,
  transactionFields,
} from './document-sections.ts'
import { lineMoreFields } from './line-sections.ts'
import { sectionWords } from './section-words.ts'

/**
 * Fields that few documents need. A section that is closed is not on the page: its members stay in
 * the request. It opens when somebody asks for it, has filled it in, or must correct it. Source:
 * docs/decisions/0170.
 */
export interface Section {
  /** `references`, or `line-0`. */
  readonly id: string
  readonly title: (say: Say) => string
  readonly fields: readonly FormField[]
}

/** The sections of the document, in the order of the form. */
export function documentSections(family: Family, lists: Lists): readonly Section[] {
  const titled = (id: Exclude<SectionName, 'more'>, fields: readonly FormField[]): Section => ({
    id,
    title: (say) => say(sectionWords[id]),
    fields,
  })
  const other = isPurchase(family) ? sectionWords.supplier : sectionWords.customer
  return [
    titled('references', referenceFields(family, lists)),
    titled('supply', supplyFields()),
    titled('transaction', transactionFields(family)),
    { id: 'more', title: (say) => say(other), fields: partyMoreFields(family) },
    titled('amounts', amountFields(lists)),
    titled('paying', payingFields()),
    titled('payee', payeeFields()),
  ]
}

export type SectionName = 'references' | 'supply' | 'transaction' | 'more' | 'amounts' | 'paying' | 'payee'

export function lineSection(lists: Lists, at: number): Section {
  return {
    id: `line-${at}`,
    title: (say) => say(sectionWords.line, { line: at + 1 }),
    fields: lineMoreFields(lists, at),
  }
}

/** Every section that a form with these lines has. */
function sectionsOf(family: Family, request: JsonValue, lines: readonly number[]): readonly Section[] {
  const lists = listsIn(request)
  return [...documentSections(family, lists), ...lines.map((at) => lineSection(lists, at))]
}

export function listsIn(request: JsonValue): Lists {
  const value = (path: string) => valueAt(request, stepsOf(path) ?? [])
  return {
    count(path) {
      const list = value(path)
      return Array.isArray(list) ? list.length : 0
    },
    text(path) {
      const text = value(path)
      return typeof text === 'string' ? text : undefined
    },
  }
}

/** The fields of the sections that a page showed. */
export function fieldsOfSections(
  open: readonly string[],
  family: Family,
  request: JsonValue,
  lines: readonly number[],
): readonly FormField[] {
  const asked = new Set(open)
  return sectionsOf(family, request, lines).flatMap(({ id, fields }) => (asked.has(id) ? fields : []))
}

interface Wanted {
  readonly family: Family
  readonly request: JsonValue
  readonly lines: readonly number[]
  /** The sections that somebody asked for. */
  readonly asked: readonly string[]
  /** The names of fields that must be corrected. */
  readonly wrong: ReadonlySet<string>
}

/** Which sections a page shows open. */
export function openSections({ family, request, lines, asked, wrong }: Wanted): readonly string[] {
  // With more lines, or with more fields, the page would be heavier than 100 KiB.
  let left = lines.length > 3 ? 0 : filledFieldsMax
  return sectionsOf(family, request, lines).flatMap((section) => {
    const { id, fields } = section
    if (asked.includes(id) || fields.some(({ name }) => wrong.has(name))) return [id]
    if (fields.length > left || !isFilled(section, family, request)) return []
    left -= fields.length
    return [id]
  })
}

const filledFieldsMax = 45

/** Whether somebody has filled in a field of the section. */
export function isFilled({ id, fields }: Section, family: Family, request: JsonValue): boolean {
  if (id === 'more' && isAbroad(request, family)) return true
  return fields.some(({ name, kind, isDerived, choices }) => {
    if (isDerived === true) return false
    if (kind === 'flag') return flagIn(request, name) === '1'
    const value = valueAt(request, stepsOf(name) ?? [])
    // The first choice of a type is the usual one.
    if (name.endsWith('_type_code') && value === choices?.[0]?.[0]) return false
    return typeof value === 'string' || value instanceof Decimal
  })
}

/** `profile_execution_id[3]`: the fourth character, 0 or 1. */
export function flagIn(request: JsonValue, name: string): string | undefined {
  const flags = valueAt(request, ['profile_execution_id'])
  return typeof flags === 'string' ? flags[Number(/\d/.exec(name)?.[0])] : undefined
}
