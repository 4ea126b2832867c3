import type { FastifyRequest } from 'fastify'
import type { StoreAnswer } from '../../application/once.ts'
import { asOneChange } from '../../store/database/commits.ts'
import type { Answer } from '../answer/answer.ts'
import type { Pass } from '../gate/pass.ts'
import { answerOnce, idempotencyHeader } from '../idempotency/idempotency.ts'
import { keepNothing } from '../idempotency/keep.ts'
import { isChange, isRepeatable, type ServedOperation } from '../operation.ts'
import { requireMedia } from '../request/body.ts'
import { languageHeaders, languageOf } from '../request/language.ts'
import { type Admission, authorize } from './admission.ts'
import { auditChange } from './audit.ts'
import type { ServerParts } from './server-parts.ts'

/** Makes the remaining checks and runs the operation; with an Idempotency-Key only once. */
export function answerRequest(
  operation: ServedOperation,
  request: AnswerableRequest,
  admission: Admission | undefined,
  parts: AnsweringParts,
  { pass, gone }: { readonly pass: Pass; readonly gone: () => AbortSignal },
): Promise<Answer> {
  const bytes = request.body instanceof Uint8Array ? request.body : emptyBody
  requireMedia(operation, request.headers, bytes.length > 0)
  const language = languageOf(request.headers['accept-language'])
  const authorized = () => {
    if (admission !== undefined) authorize(operation, admission)
  }
  const inLanguage = <Given extends Pick<Answer, 'headers'>>(answer: Given): Given =>
    operation.isTranslated === true
      ? { ...answer, headers: { ...languageHeaders(language), ...answer.headers } }
      : answer
  const handled = async (keep: StoreAnswer): Promise<Answer> => {
    authorized()
    const answer = await operation.handle({
      admission,
      language,
      header: (name) => headerOf(request, name),
      address: request.ip,
      path: request.params,
      query: request.query,
      bytes,
      keep,
      room: pass,
      gone,
    })
    if (admission !== undefined) await auditChange(operation, { admission, path: request.params, bytes }, answer, parts)
    return inLanguage(answer)
  }
  const work = isChange(operation) ? (keep: StoreAnswer) => asOneChange(() => handled(keep)) : handled
  const key = request.headers[idempotencyHeader]
  if (admission === undefined || !isRepeatable(operation) || typeof key !== 'string') return work(keepNothing)
  const once = {
    store: parts.store.idempotency,
    account: admission.account,
    language,
    method: request.method,
    url: request.url,
    key,
    isSecret: operation.isSecret === true,
    body: bytes,
    authorize: authorized,
    now: parts.now,
    room: pass,
  }
  return answerOnce(once, (keep) => work((answer) => keep(inLanguage(answer))))
}

function headerOf({ headers }: AnswerableRequest, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** What is left to know of a request that is admitted; the simulation makes it without HTTP. */
export type AnswerableRequest = Pick<FastifyRequest, 'method' | 'url' | 'headers' | 'ip' | 'params' | 'query' | 'body'>

export interface AnsweringParts {
  readonly store: Pick<ServerParts['store'], 'database' | 'idempotency'>
  readonly now: ServerParts['now']
}

const emptyBody = new Uint8Array(0)
