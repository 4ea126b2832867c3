import { answerObject, gulfTime, Type, ValidationResult } from '@selfbill/pint-ae/document'
import type { JudgedInPart } from '@selfbill/pint-ae/draft'
import { RawJson, writeJson } from '@selfbill/pint-ae/json'
import {
  byField,
  codeOf,
  inArabic,
  inEnglish,
  type Message,
  type MessageCode,
  message,
} from '@selfbill/pint-ae/messages'
import { findingsIn, type Language } from '@selfbill/pint-ae/rulebook'
import { SecretKeyWrong } from '../../security/sealing.ts'
import { isLoss, OutcomeUnknown } from '../../store/database/database.ts'
import { ContentRemoved } from '../../store/documents/content-removed.ts'
import { ShareExceeded, ThreadBusy } from '../../threads/job.ts'
import { Fault, type FaultCode, type PlainFaultCode } from '../faults.ts'

/** What `errors` says, as ids that are promised. Source: docs/decisions/0144. */
const ErrorCode = answerObject(
  'ErrorCode',
  { id: Type.String(), values: Type.Record(Type.String(), Type.Unknown()) },
  { description: 'A message as a program reads it' },
)

const texts = Type.Record(Type.String(), Type.String())

export const ErrorAnswer = answerObject('ErrorAnswer', {
  errors: texts,
  error_codes: Type.Optional(Type.Record(Type.String(), ErrorCode)),
  errors_ar: Type.Optional(texts),
  validation_results: Type.Optional(Type.Array(ValidationResult)),
  rules_not_judged: Type.Optional(Type.Array(Type.String())),
})

/**
 * The contract's error body: `errors` with one message, or one per field, `error_codes` with the
 * same members for programs, and for callers who ask for Arabic `errors_ar`. A dry run adds what
 * the rules say of the rest of the document (docs/decisions/0171).
 * Source: docs/contract.md#errors.
 */
export function errorBody(fault: Fault, language: Language): string {
  return writeJson({
    errors: errorsOf(fault, inEnglish),
    error_codes: errorsOf(fault, codeOf),
    ...(language === 'ar' && { errors_ar: errorsOf(fault, inArabic) }),
    ...(fault.inPart && judgedInPart(fault.inPart, language)),
  })
}

function judgedInPart({ findings, notJudged }: JudgedInPart, language: Language) {
  const stored = writeJson(findings.map((finding) => ({ ...finding })))
  return { validation_results: new RawJson(findingsIn(language, stored)), rules_not_judged: notJudged }
}

/** One message, or one per field: as text or as a code. */
export function errorsOf<Shown extends string | MessageCode>(
  { fields, text }: Fault,
  shown: (message: Message) => Shown,
): Readonly<Record<string, Shown>> {
  return fields === undefined ? { message: shown(text) } : byField(fields, shown)
}

/** The headers of an error answer in a language. English is always there: it is the contract's. */
export function errorLanguageHeaders(language: Language): Readonly<Record<string, string>> {
  const vary = { vary: 'Accept-Language' }
  return language === 'ar' ? { 'content-language': 'en, ar', ...vary } : vary
}

/**
 * The Fault that answers an error: `outcome_unknown` when the database was lost during a change,
 * `unavailable` when it is out of reach and nothing was changed, or when an instance with another
 * SECRET_KEY has made the newest signing key, `internal` for every other failure of ours, without
 * details.
 */
export function faultOf(error: unknown): Fault {
  const fault = callersFault(error)
  if (fault !== undefined) return fault
  if (error instanceof OutcomeUnknown) return new Fault('outcome_unknown')
  return new Fault(isLoss(error) || error instanceof SecretKeyWrong ? 'unavailable' : 'internal')
}

/** A failure of ours. Log it: the caller does not see the cause. */
export function isFailure(error: unknown): boolean {
  return callersFault(error) === undefined
}

function callersFault(error: unknown): Fault | undefined {
  if (error instanceof Fault) return error
  if (error instanceof ShareExceeded) return new Fault('rate_exceeded', {}, undefined, retryAfterSeconds)
  if (error instanceof ContentRemoved) return new Fault('content_removed', { day: gulfTime(error.removedAt)[0] })
  if (error instanceof ThreadBusy) return new Fault('unavailable')
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? frameworkFaults.get(code)?.() : undefined
}

/**
 * Replaces the code of a Fault for an operation with its own limit or media type, so that the
 * message fits the operation.
 */
export function substituteFault(error: unknown, substitutes: Partial<Record<FaultCode, PlainFaultCode>>): unknown {
  const code = callersFault(error)?.code
  const substitute = code === undefined ? undefined : substitutes[code]
  return substitute === undefined ? error : new Fault(substitute)
}

/** The largest document occupies a thread for some seconds. */
const retryAfterSeconds = 5

function unreadableAddress(): Fault {
  return new Fault('route_not_found', { route: message('address_unreadable') })
}

/** Errors of the HTTP framework as our Faults. */
const frameworkFaults: ReadonlyMap<string, () => Fault> = new Map([
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', () => new Fault('media_type_unsupported')],
  ['FST_ERR_BAD_URL', unreadableAddress],
  // A page asks the API in the same process, where no server limits the address before.
  ['FST_ERR_MAX_PARAM_LENGTH', unreadableAddress],
])
