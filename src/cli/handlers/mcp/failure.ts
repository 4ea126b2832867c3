import { SelfbillError } from '../../../../client/src/errors.ts'
import { type Answer, answer } from './answer.ts'
import { type ForeignText, foreign, isPath, isPlain, unlessPlain } from './foreign-text.ts'

/** A tool refuses the call itself, before it asks the service. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused'
  readonly id: string

  constructor(id: string, message: string) {
    super(message)
    this.id = id
  }
}

/** The answer of a failed call: the error of the API with its codes and members, or our own. */
export function answerFailure(error: unknown, address: string): Answer {
  if (error instanceof SelfbillError) return apiFailure(error)
  if (error instanceof CallRefused) return ownFailure(error.id, error.message)
  if (error instanceof Error) return ownFailure('service_unreachable', `${address} gave no answer: ${reasonOf(error)}`)
  throw error
}

function ownFailure(id: string, message: string): Answer {
  return { content: { error: { id, message } }, lines: [message] }
}

/** `fetch` hides the reason: `ECONNREFUSED`. */
function reasonOf(error: Error): string {
  const { cause = error } = error
  if (!(cause instanceof Error)) return error.message
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}

function apiFailure(error: SelfbillError): Answer {
  const { status, headers, codes, rulesNotJudged } = error
  const members = Object.entries(error.fields).map(([field, message]) => ({
    field: isPath(field) ? field : foreign(field),
    ...wordsOf(message, codes[field]),
  }))
  // Without a code of its own, the message is a list of the members, which come below.
  const isAboutMembers = codes.message === undefined && members.length > 0
  const whole = isAboutMembers
    ? { id: null, message: `Wrong members: ${members.length}`, values: {} }
    : wordsOf(error.message, codes.message)
  const retryAfter = Number(headers.get('retry-after'))
  const findings = error.findings.map(({ reasonCode, flag, field }) => ({ rule: reasonCode, flag, field }))
  const content = {
    error: {
      status,
      ...whole,
      members,
      ...(retryAfter > 0 && { retry_after_seconds: retryAfter }),
      ...(headers.has('x-request-id') && { request_id: unlessPlain(headers.get('x-request-id') ?? '') }),
      ...(findings.length > 0 && { findings }),
      ...(rulesNotJudged !== undefined && { rules_not_judged: rulesNotJudged }),
    },
  }
  return answer(content, (mark) => [
    `The service answered ${[status, whole.id ?? []].flat().join(' ')}: ${mark(whole.message)}`,
    ...members.map(({ field, id, message }) => `${mark(field)}: ${id ?? ''} ${mark(message)}`),
    ...findings.map(({ rule, flag, field }) => `${flag} ${rule} ${field ?? ''}`),
    ...(retryAfter > 0 ? [`Call again after ${retryAfter} seconds.`] : []),
  ])
}

/** The sentence is ours while none of its values is a text of the request; then it is marked. */
export function wordsOf(message: string, code: Code | undefined) {
  const values = Object.entries(code?.values ?? {}).map(([name, value]) => [name, markedValue(value)] as const)
  const isOurs = code !== undefined && values.every(([, value]) => typeof value !== 'object')
  return {
    id: code?.id ?? null,
    message: isOurs ? message : foreign(message),
    values: Object.fromEntries(values),
  }
}

interface Code {
  readonly id: string
  readonly values: Readonly<Record<string, unknown>>
}

function markedValue(value: unknown): string | number | ForeignText {
  if (typeof value === 'number') return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return isPlain(text) || isPath(text) ? text : foreign(text)
}
