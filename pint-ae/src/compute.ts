import { Decimal } from '@selfbill/schematron/decimal'
import { ourRulebook } from '#rules'
import { check } from './document/declaration/check.ts'
import type { Family } from './document/family.ts'
import { BusinessProfile } from './document/objects/business-profile.ts'
import type { Party } from './document/objects/party.ts'
import { type Ids, systemIds } from './draft/ids.ts'
import type { Refusal } from './draft/judged-document.ts'
import { makeJudgedDocument } from './draft/make-judged-document.ts'
import { JsonUnreadable, readJson } from './json/read.ts'
import type { Message } from './messages/message.ts'
import { inEnglish, inArabic as textInArabic } from './messages/text-of.ts'
import { inArabic } from './rulebook/findings/arabic.ts'
import type { RuleFinding } from './rulebook/findings/finding.ts'
import type { Language } from './rulebook/findings/findings-in.ts'

/**
 * Makes a document of a request as the service does: checks it, computes every line, total and VAT
 * figure, writes its UBL and the tax data document, and judges both. Nothing is stored or sent.
 *
 * `request` is JSON text, or a plain object. Amounts with more digits than a JavaScript number
 * holds need text.
 *
 * @throws nothing for a wrong request: it comes back refused, with each field and what must change
 */
export function compute(request: string | object, options: ComputeOptions): Computed | Refused {
  const { family, number, issuedAt = new Date(), language = 'en', isOfficialOnly = false } = options
  const read = readProfile(options.profile, language)
  if ('errors' in read) return read
  const result = makeJudgedDocument(
    {
      family,
      text: typeof request === 'string' ? request : JSON.stringify(request),
      profile: read.profile,
      documentNumber: number,
      issuedAt: issuedAt.getTime(),
      serviceProviderId: options.serviceProviderId ?? '0242:000001',
      authorityId: options.authorityId ?? '0242:000006-TESTBED.3001',
    },
    ourRulebook(!isOfficialOnly),
    options.ids ?? systemIds,
  )
  if ('refusal' in result) return refused(problemsOf(result.refusal, language))
  const { judged } = result
  return {
    isRefused: false,
    isValid: judged.isValid,
    number: judged.documentNumber,
    document: JSON.parse(judged.answer),
    totals: totalsIn(judged.answer),
    json: judged.answer,
    ubl: judged.ubl,
    taxData: judged.taxData,
    findings: language === 'ar' ? judged.findings.map(inArabic) : judged.findings,
  }
}

export interface ComputeOptions {
  readonly family: Family
  /**
   * The party whose document it is, as JSON text or an object: the buyer of a self-billed document,
   * the seller of a sale.
   */
  readonly profile: string | object
  /** The number of a document whose request has none. */
  readonly number?: string
  /** The system's clock by default. */
  readonly issuedAt?: Date
  /** The language of findings and errors; English by default. */
  readonly language?: Language
  /** Without our own rules, which find what the official ones leave open. */
  readonly isOfficialOnly?: boolean
  /** The access point that sends, and the tax authority: `0242:…`. Those of the test bed by default. */
  readonly serviceProviderId?: string
  readonly authorityId?: string
  /** The ids of the document and of its transmissions; random by default. */
  readonly ids?: Ids
}

/** A document with its verdict. */
export interface Computed {
  readonly isRefused: false
  /** Whether no fatal rule failed. */
  readonly isValid: boolean
  readonly number: string
  /** The document with every computed figure; its amounts are JavaScript numbers, good to show. */
  readonly document: Readonly<Record<string, unknown>>
  /** The totals, digit for digit: `payable_amount` and others. */
  readonly totals: Readonly<Record<string, string>>
  /** The whole document as JSON, digit for digit. */
  readonly json: string
  /** The document as UBL. */
  readonly ubl: string
  /** The report to the tax authority; null when a fatal rule failed. */
  readonly taxData: string | null
  /** Official ones first. */
  readonly findings: readonly RuleFinding[]
}

/** A request that is no document. */
export interface Refused {
  readonly isRefused: true
  readonly errors: readonly FieldProblem[]
}

export interface FieldProblem {
  /** `document_lines[0].unit_code`; `profile.tin` of the profile; null for a text that is no JSON. */
  readonly field: string | null
  readonly message: string
}

function readProfile(profile: string | object, language: Language): { readonly profile: Party } | Refused {
  try {
    const checked = check(BusinessProfile, readJson(typeof profile === 'string' ? profile : JSON.stringify(profile)))
    if ('errors' in checked) {
      return refused(
        [...checked.errors].map(([path, found]) => ({ field: `profile.${path}`, message: textIn(language, found) })),
      )
    }
    const { profile_id: _, status: __, ...party } = checked.value
    return { profile: party }
  } catch (error) {
    if (!(error instanceof JsonUnreadable)) throw error
    return refused([{ field: 'profile', message: textIn(language, error.reason) }])
  }
}

function totalsIn(json: string): Readonly<Record<string, string>> {
  const document = readJson(json)
  const totals = document instanceof Map ? document.get('totals') : undefined
  if (!(totals instanceof Map)) throw new Error('a document has totals')
  const figures = [...totals].flatMap(([name, value]) =>
    value instanceof Decimal ? [[name, value.toString()] as const] : [],
  )
  return Object.fromEntries(figures)
}

function refused(errors: readonly FieldProblem[]): Refused {
  return { isRefused: true, errors }
}

function problemsOf({ unreadable, errors }: Refusal, language: Language): readonly FieldProblem[] {
  const fields = [...errors].map(([field, found]) => ({ field, message: textIn(language, found) }))
  if (unreadable === undefined) return fields
  return [{ field: unreadable.path ?? null, message: textIn(language, unreadable.reason) }, ...fields]
}

function textIn(language: Language, message: Message): string {
  return language === 'ar' ? textInArabic(message) : inEnglish(message)
}
