import type { FastifyRequest } from 'fastify'
import { v7 } from 'uuid'
import type { Account } from '../identity/authentication.ts'
import type { AnsweredRequest } from '../observer.ts'
import type { ServerParts } from './server-parts.ts'

/**
 * Notes what `GET /api/requests` shows while a request of an account is on its way. A request
 * without a valid token belongs to no organisation and is not noted.
 */
export class RequestNotes {
  readonly #parts: Pick<ServerParts, 'now' | 'answered'>
  readonly #ids = new WeakMap<FastifyRequest, string>()
  readonly #notes = new WeakMap<FastifyRequest, Note>()

  constructor(parts: Pick<ServerParts, 'now' | 'answered'>) {
    this.#parts = parts
  }

  /** The id of the request; every answer has it. */
  idOf(request: FastifyRequest): string {
    const known = this.#ids.get(request)
    if (known !== undefined) return known
    const id = v7({ msecs: this.#parts.now() })
    this.#ids.set(request, id)
    return id
  }

  begin(request: FastifyRequest, { id: account, orgId }: Account): void {
    this.#notes.set(request, {
      id: this.idOf(request),
      at: this.#parts.now(),
      account,
      orgId,
      errorCode: undefined,
      documentId: documentIn(request),
    })
  }

  fault(request: FastifyRequest, code: string): void {
    const note = this.#notes.get(request)
    if (note !== undefined) note.errorCode = code
  }

  /** The request created or changed this document. */
  document(request: FastifyRequest, documentId: string | undefined): void {
    const note = this.#notes.get(request)
    if (note !== undefined && documentId !== undefined) note.documentId = documentId
  }

  answered(request: FastifyRequest, operation: string | undefined, status: number, tookMs: number): void {
    const note = this.#notes.get(request)
    if (note === undefined || operation === undefined) return
    const { method } = request
    this.#parts.answered({ ...note, operation, method, status, durationMs: Math.round(tookMs) })
  }
}

interface Note extends Pick<AnsweredRequest, 'id' | 'at' | 'account' | 'orgId'> {
  errorCode: string | undefined
  documentId: string | undefined
}

/** Notes only a UUID: other text in a path is a caller's mistake, and could be anything. */
function documentIn({ params }: FastifyRequest): string | undefined {
  const id = typeof params === 'object' && params !== null && 'id' in params ? params.id : undefined
  return typeof id === 'string' && uuid.test(id) ? id : undefined
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
