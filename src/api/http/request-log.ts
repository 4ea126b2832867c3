import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type CallerWatch, isReaderGone } from './caller-watch.ts'
import { logFailure } from './log-failure.ts'

/** The log of the framework itself: only answers that failed on our side while they were sent. */
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
    this.#callers.endedByUs(request.raw.socket)
    logFailure(this.#log, error, 'part of a request')
  }
}
