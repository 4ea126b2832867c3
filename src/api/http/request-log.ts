import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type CallerWatch, isReaderGone } from './caller-watch.ts'

/**
 * What the framework logs by itself: only an answer that failed of its own while it was being sent.
 */
export class RequestLog extends LogController {
  readonly #log: FastifyBaseLogger
  readonly #callers: CallerWatch

  constructor(log: FastifyBaseLogger, callers: CallerWatch) {
    super({ disableRequestLogging: true })
    this.#log = log
    this.#callers = callers
  }

  override streamError(error: Error, request: FastifyRequest, _reply: FastifyReply): void {
    if (isReaderGone(error)) return
    this.#callers.brokenOff(request.raw)
    this.#log.error({ err: error }, 'part of a request failed')
  }
}
