import type { ErrorCode as AnsweredCode, ValidationResult } from './api-types.ts'

/**
 * An error answer of the service. `fields` has a message for each wrong field of the request by its
 * path (`document_lines[0].quantity`); it is empty when no field is wrong. `codes` has the same as
 * ids that never change, with the member `message` for the error itself. With the option
 * `language: 'ar'` the texts are there in Arabic too.
 */
export class SelfbillError extends Error {
  override readonly name = 'SelfbillError'
  readonly status: number
  readonly fields: Readonly<Record<string, string>>
  /** What is wrong, by field path, or by `message`. Decide by these: texts may change. */
  readonly codes: Readonly<Record<string, ErrorCode>>
  /** The message in Arabic, if there is one. */
  readonly messageAr: string | undefined
  /** `fields` in Arabic; empty when there is no Arabic. */
  readonly fieldsAr: Readonly<Record<string, string>>
  /** Of a refused dry run: what the rules say of the rest of the document. */
  readonly findings: readonly ValidationResult[]
  /** The ids of the rules that need what was refused; undefined where no rule was judged. */
  readonly rulesNotJudged: readonly string[] | undefined
  /** Such as `x-request-id`. */
  readonly headers: Headers
  /** As the service sent it. */
  readonly body: string

  constructor(
    status: number,
    message: string,
    fields: Readonly<Record<string, string>>,
    {
      headers = new Headers(),
      body = '',
      codes = {},
      messageAr,
      fieldsAr = {},
      findings = [],
      rulesNotJudged,
    }: SentWith = {},
  ) {
    super(message)
    this.status = status
    this.fields = fields
    this.codes = codes
    this.messageAr = messageAr
    this.fieldsAr = fieldsAr
    this.findings = findings
    this.rulesNotJudged = rulesNotJudged
    this.headers = headers
    this.body = body
  }
}

/** An id of the list in docs/errors.md, and the values of its message by name. */
export interface ErrorCode extends AnsweredCode {
  readonly values: Readonly<Record<string, string | number>>
}

interface SentWith {
  readonly headers?: Headers
  readonly body?: string
  readonly codes?: Readonly<Record<string, ErrorCode>>
  readonly messageAr?: string | undefined
  readonly fieldsAr?: Readonly<Record<string, string>>
  readonly findings?: readonly ValidationResult[]
  readonly rulesNotJudged?: readonly string[] | undefined
}

/** From an answer of 400 or above: the service's `errors`, or an OAuth error. */
export function errorOf(status: number, body: string, headers: Headers = new Headers()): SelfbillError {
  const { english, arabic, codes, findings, rulesNotJudged } = errorsIn(body)
  const { message, ...fields } = english
  const { message: messageAr, ...fieldsAr } = arabic
  const text = message ?? summaryOf(fields) ?? `the service answered ${status}`
  return new SelfbillError(status, withScope(text, codes.message), fields, {
    headers,
    body,
    codes,
    messageAr,
    fieldsAr,
    findings,
    rulesNotJudged,
  })
}

/** The names of the wrong fields, and what is wrong with the first: enough for a log. */
function summaryOf(fields: Texts): string | undefined {
  const [first, ...others] = Object.entries(fields)
  if (first === undefined) return undefined
  if (others.length === 0) return `1 invalid field: ${first[0]}. ${first[1]}`
  const names = [first, ...others].slice(0, namesMax).map(([name]) => name)
  const more = others.length < namesMax ? '.' : ' …'
  return `${others.length + 1} invalid fields: ${names.join(', ')}${more} ${first[0]}: ${first[1]}`
}

const namesMax = 5

/** The service's sentence is fixed; which scope the token lacks is among the values of its code. */
function withScope(text: string, code: ErrorCode | undefined): string {
  const scope = code?.id === 'scope_missing' ? code.values.scope : undefined
  return scope === undefined ? text : `${text}: the token needs the scope ${scope}`
}

function errorsIn(body: string): Errors {
  try {
    const parsed: {
      errors?: Texts
      error_codes?: Record<string, ErrorCode>
      errors_ar?: Texts
      validation_results?: ValidationResult[]
      rules_not_judged?: string[]
      error?: string
      error_description?: string
      error_description_ar?: string
    } = JSON.parse(body)
    if (parsed.errors !== undefined) {
      return {
        english: parsed.errors,
        arabic: parsed.errors_ar ?? {},
        codes: parsed.error_codes ?? {},
        findings: parsed.validation_results ?? [],
        rulesNotJudged: parsed.rules_not_judged,
      }
    }
    if (parsed.error !== undefined) {
      const { error_description: message = parsed.error, error_description_ar: messageAr } = parsed
      return { ...nothing, english: { message }, arabic: messageAr === undefined ? {} : { message: messageAr } }
    }
  } catch {
    // Not JSON, for example from a proxy between us and the service.
  }
  return nothing
}

const nothing: Errors = { english: {}, arabic: {}, codes: {}, findings: [], rulesNotJudged: undefined }

interface Errors {
  readonly english: Texts
  readonly arabic: Texts
  readonly codes: Record<string, ErrorCode>
  readonly findings: readonly ValidationResult[]
  readonly rulesNotJudged: readonly string[] | undefined
}

type Texts = Record<string, string>
