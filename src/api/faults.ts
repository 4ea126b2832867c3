import type { FieldErrors } from '@selfbill/pint-ae/document'
import type { JudgedInPart } from '@selfbill/pint-ae/draft'
import {
  type FaultRow,
  faultMessages,
  inEnglish,
  type Message,
  message,
  type PlainId,
  type Values,
  type ValuesOf,
} from '@selfbill/pint-ae/messages'

/** Every error a caller can see: code → status and message. Source: docs/contract.md#errors. */
export const faults = faultMessages

export type FaultCode = keyof typeof faults

/** A code whose message has no values. */
export type PlainFaultCode = FaultCode & PlainId

/**
 * An error that the caller sees. Operations throw it; one place turns it into the contract's shape.
 * It has no stack: it is an answer, and stacks were a tenth of what a refused request costs.
 */
export class Fault extends Error {
  override readonly name = 'Fault'
  readonly code: FaultCode
  readonly status: number
  readonly text: Message
  /**
   * Field path → message: by default the member of the table. Without any, the error body holds the
   * message alone.
   */
  readonly fields: FieldErrors | undefined
  /** Retry-After, in seconds. */
  readonly retryAfter: number | undefined
  /** What the rules say of the sound part of a document. */
  inPart: JudgedInPart | undefined

  constructor(code: PlainFaultCode, values?: NoValues, fields?: FieldErrors, retryAfter?: number)
  constructor(...of: WithValues)
  constructor(
    code: FaultCode,
    values: Values = {},
    fields?: FieldErrors,
    retryAfter = code === 'unavailable' ? 5 : undefined,
  ) {
    const text = { id: code, values }
    // Before the limit changes: an error in here would leave all later ones without a stack.
    const english = inEnglish(text)
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(english)
    Error.stackTraceLimit = stackTraceLimit
    this.code = code
    const { status, under }: FaultRow = faults[code]
    this.status = status
    this.text = text
    this.fields = fields ?? (under === undefined ? undefined : new Map([[under, text]]))
    this.retryAfter = retryAfter
    this.inPart = undefined
  }

  /** The same with what a dry run says of the rest. */
  with(inPart: JudgedInPart | undefined): this {
    this.inPart = inPart
    return this
  }
}

type NoValues = Readonly<Record<string, never>>

type WithValues = {
  [Code in Exclude<FaultCode, PlainFaultCode>]: [
    code: Code,
    values: ValuesOf<Code>,
    fields?: FieldErrors | undefined,
    retryAfter?: number,
  ]
}[Exclude<FaultCode, PlainFaultCode>]

/** A fault about one or more fields of the request. */
export function fieldFault(
  code: 'document_invalid' | 'totals_unexpected' | 'parameter_invalid',
  fields: FieldErrors,
): Fault {
  return code === 'parameter_invalid'
    ? new Fault(code, { reason: message('document_invalid') }, fields)
    : new Fault(code, {}, fields)
}

/** A fault about one field. */
export function oneFieldFault(code: 'document_invalid' | 'parameter_invalid', field: string, text: Message): Fault {
  return fieldFault(code, new Map([[field, text]]))
}
