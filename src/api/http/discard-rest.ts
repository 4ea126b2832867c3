import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Discard } from './discard.ts'
import { Lingering } from './linger.ts'

/**
 * Discards what is left of a body when its request is answered. Begins before the answer ends:
 * after it Node would read an untouched body by itself.
 */
export function discardRest(server: FastifyInstance, discard: Discard): void {
  const lingering = new Lingering(discard)
  server.addHook('preClose', async () => lingering.end())
  server.addHook('onSend', (request, reply, _payload, done) => {
    if (isArriving(request.raw)) {
      if (isLastOnItsConnection(reply)) lingering.afterAnswer(request.raw.socket)
      else discard.read(request.raw, request.raw.socket)
    }
    done()
  })
}

/** The framework closes the connection after an error in a body, or the client asked for it. */
function isLastOnItsConnection(reply: FastifyReply): boolean {
  return reply.getHeader('connection') === 'close' || !reply.raw.shouldKeepAlive
}

function isArriving({ headers, complete, destroyed }: IncomingMessage): boolean {
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  return hasBody && !complete && !destroyed
}
