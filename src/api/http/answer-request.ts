import type { FastifyRequest } from 'fastify'
import { titleOf } from '../../document/declaration/title.ts'
import { fieldFault } from '../../faults.ts'
import type { Pass } from '../gate/pass.ts'
import { answerOnce, idempotencyHeader } from '../idempotency/idempotency.ts'
import type { Keep } from '../../application/once.ts'
import { keepNothing } from '../idempotency/keep.ts'
import { type Answer, isRepeatable, nobody, type Operation } from '../operation.ts'
import type { Parts } from '../parts.ts'
import { requireJson, requireNdjson, requireXml } from '../request/body.ts'
import { languageHeaders, languageOf } from '../request/language.ts'
import { refuseStrangers } from '../request/query.ts'
import { type Admission, authorize } from './admission.ts'

/** What remains to be checked, then the operation; once only, when the request has an Idempotency-Key. */
export function answerRequest(
  operation: Operation,
  request: FastifyRequest,
  admission: Admission | undefined,
  parts: Parts,
  { pass, gone }: { readonly pass: Pass; readonly gone: () => AbortSignal },
): Promise<Answer> {
  const body = request.body instanceof Uint8Array ? request.body : emptyBody
  requireMedia(operation, request.headers, body.length > 0)
  const account = admission?.account ?? nobody
  const language = languageOf(request.headers['accept-language'])
  const authorized = () => {
    if (admission !== undefined) authorize(operation, admission)
  }
  const work = async (keep: Keep): Promise<Answer> => {
    authorized()
    // A mistyped dry_run must not send a document. Operations that read look at their parameters themselves, or have none.
    const isChange = isRepeatable(operation) || operation.lines !== undefined
    const query = isChange || operation.query !== undefined ? queryOf(request.query) : {}
    if (isChange) refuseStrangers(query, operation.query)
    const answer = await operation.handle({
      account,
      version: admission?.version ?? '20260101',
      compatibility: admission?.compatibility,
      language,
      header: (name) => headerOf(request, name),
      address: request.ip,
      param: (name) => textMembers(request.params)[name] ?? '',
      query,
      body,
      keep,
      room: pass,
      gone,
      parts,
    })
    if (operation.isTranslated !== true) return answer
    return { ...answer, headers: { ...languageHeaders(language), ...answer.headers } }
  }
  const key = request.headers[idempotencyHeader]
  if (!isRepeatable(operation) || typeof key !== 'string') return work(keepNothing)
  const once = {
    account,
    method: request.method,
    url: request.url,
    key,
    body,
    authorize: authorized,
    now: parts.now,
    room: pass,
  }
  return answerOnce({ ...once, isSecret: operation.isSecret === true, store: parts.store.idempotency }, work)
}

function requireMedia(operation: Operation, headers: FastifyRequest['headers'], hasBody: boolean): void {
  const isJson = operation.body !== undefined && (hasBody || operation.isBodyOptional !== true)
  if (isJson) requireJson(headers['content-type'], headers['content-encoding'])
  if (operation.xmlBytesMax !== undefined) requireXml(headers['content-type'], headers['content-encoding'])
  if (operation.lines !== undefined) requireNdjson(headers['content-type'], headers['content-encoding'])
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

const emptyBody = new Uint8Array(0)

/** A parameter that is sent twice is refused: nobody knows which of the two was meant. */
function queryOf(values: unknown): Readonly<Record<string, string>> {
  const members = Object.entries(typeof values === 'object' && values !== null ? values : {})
  const repeated = members.filter(([, value]) => Array.isArray(value)).map(([name]) => name)
  if (repeated.length > 0) {
    const errors = repeated.map((name) => [name, `${titleOf(name)} must be sent once`] as const)
    throw fieldFault('parameter_invalid', new Map(errors))
  }
  return textMembers(values)
}

/** A NUL is no text to a database: what stands in its place is found nowhere. */
function textMembers(values: unknown): Readonly<Record<string, string>> {
  const members = Object.entries(typeof values === 'object' && values !== null ? values : {})
  const texts = members.filter((member): member is [string, string] => typeof member[1] === 'string')
  return Object.fromEntries(texts.map(([name, value]) => [name, value.replaceAll('\0', '\ufffd')]))
}
