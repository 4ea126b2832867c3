import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { createServer } from '../../targets/node-http.ts'
import { describeSpan } from '../../tracing/active-span.ts'
import { faultOf, substituteFault } from '../answer/error-shape.ts'
import { needsAccount } from '../declaration/access.ts'
import { bodyBytesMax, bytesMaxOf, refusalsOf } from '../declaration/request-body.ts'
import type { Pass } from '../gate/pass.ts'
import { addressesOf, type ServedOperation } from '../operation.ts'
import { type Admission, admit, admitGateway, admitPublic, isPublicAndLimited } from './admission.ts'
import { answerRequest } from './answer-request.ts'
import { freeBody, thenFreeBody } from './body-bytes.ts'
import { CallerWatch } from './caller-watch.ts'
import { rememberSilent } from './close-server.ts'
import { allowOrigins } from './cors.ts'
import { Discard } from './discard.ts'
import { discardRest } from './discard-rest.ts'
import { addMetricsRoute } from './metrics-route.ts'
import { isAnswerRefusable, memoryFor, passFor, sizeOf } from './pass-for.ts'
import { announcedBytes, readBody } from './read-body.ts'
import { acceptUnknownExpectations, nodeServerOptions, requireHead } from './request-head.ts'
import { RequestLog } from './request-log.ts'
import { RequestNotes } from './request-notes.ts'
import { traceRequests } from './request-span.ts'
import { RequestsInTurn } from './requests-in-turn.ts'
import { sendAnswer, sendError } from './send-answer.ts'
import type { ServerParts } from './server-parts.ts'
import { routeNotFound, unknownRoute } from './unknown-route.ts'
import { answerUnreadable } from './unreadable-request.ts'

/**
 * The HTTP server over the list of operations. Every request is checked in one order: route, token
 * (401), version (400), rate (429), size (413), media type (415), scope and subscription (403),
 * then the operation. Source: docs/contract.md#order-of-checks.
 */
export function buildServer(
  operations: readonly ServedOperation[],
  parts: ServerParts,
  log: FastifyBaseLogger,
): FastifyInstance {
  const everywhere = parts.gatewayName === 'sandbox' ? { 'X-Selfbill-Gateway': 'sandbox' } : {}
  const callers = new CallerWatch((during) => {
    parts.observer.abandoned(during)
    log.debug({ during }, 'the caller disconnected')
  })
  const server = Fastify({
    serverFactory: (handle) => {
      const turns = new RequestsInTurn(handle, (socket) => callers.endedByUs(socket))
      const node = createServer(nodeServerOptions, turns.arrive)
      node.setTimeout(130_000)
      return node
    },
    loggerInstance: log,
    logController: new RequestLog(log, callers),
    bodyLimit: bodyBytesMax,
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: addressCharactersMax },
    trustProxy: [...parts.trustedProxies],
    forceCloseConnections: 'idle',
    // A request that arrives on a kept connection during the close is answered like any other.
    return503OnClosing: false,
    frameworkErrors: (error, _request, reply) => void sendError(reply.headers(everywhere), error, log),
    clientErrorHandler: (error, socket) => {
      callers.unreadable(error, socket)
      answerUnreadable(error, socket, everywhere)
    },
  })
  rememberSilent(server)
  callers.watch(server.server)
  acceptUnknownExpectations(server.server)
  server.removeAllContentTypeParsers()
  const passes = new WeakMap<FastifyRequest, Pass>()
  server.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
    readBody(payload, {
      bytesMax: request.routeOptions.bodyLimit,
      announcedBytes: announcedBytes(request),
      announce: (bytes) => passes.get(request)?.announce(bytes),
      receive: (bytes) => passes.get(request)?.receive(bytes),
    }),
  )
  discardRest(server, new Discard(discardedBytesPerSecond))
  server.setErrorHandler((error, _request, reply) => sendError(reply, error, log))
  const refusalOf = unknownRoute(operations, parts)
  traceRequests(server)
  const notes = new RequestNotes(parts)
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(everywhere).header('X-Request-Id', notes.idOf(request))
    requireHead(request.raw)
  })
  allowOrigins(server, parts.corsOrigins)
  // A hook rather than a not-found handler: before such a handler the framework reads the body, and
  // it fails at the method QUERY without one.
  server.addHook('onRequest', async (request, reply) => {
    if (request.is404 || isParameterEmpty(request)) throw refusalOf(request, reply)
  })
  reportAnswers(server, operations, parts, notes)
  for (const operation of operations) {
    for (const path of addressesOf(operation)) addRoute(server, operation, path, parts, { log, passes, notes })
  }
  if (parts.metrics !== undefined) addMetricsRoute(server, parts.metrics)
  return server
}

/** The framework takes the slash in `/api/webhooks/` for the webhook without a name. */
function isParameterEmpty({ params }: FastifyRequest): boolean {
  return typeof params === 'object' && params !== null && Object.values(params).includes('')
}

/** An unwanted body of 8 MiB alone takes half a second. */
const discardedBytesPerSecond = 16 * 1024 * 1024

/** More than Node accepts before a body, so that an overlong id answers like an unknown one. */
const addressCharactersMax = 64 * 1024

/**
 * Our operations check their own requests. Fastify would load its own compilers, over a hundred
 * modules.
 */
function noCompiler(): never {
  throw new Error('no route has a Fastify schema')
}

/** Reports each answer with its operation; `HEAD` counts as `GET`. */
function reportAnswers(
  server: FastifyInstance,
  operations: readonly ServedOperation[],
  { observer }: ServerParts,
  notes: RequestNotes,
): void {
  const ids = new Map<string, string>(
    operations.flatMap((operation) =>
      addressesOf(operation).map((path) => [`${operation.method} ${routeOf(path)}`, operation.id] as const),
    ),
  )
  server.addHook('onResponse', async (request, reply) => {
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const id = ids.get(`${method} ${request.routeOptions.url}`)
    observer.answered(id, reply.statusCode, reply.elapsedTime)
    notes.answered(request, id, reply.statusCode, reply.elapsedTime)
  })
}

/** `/a/{id}` → `/a/:id`. */
function routeOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

function addRoute(
  server: FastifyInstance,
  operation: ServedOperation,
  path: string,
  parts: ServerParts,
  { log, passes, notes }: RouteParts,
): void {
  const admitted = new WeakMap<FastifyRequest, Admission>()
  server.route({
    method: operation.method,
    url: routeOf(path),
    bodyLimit: bytesMaxOf(operation.body),
    errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      const substituted = substituteFault(error, faultSubstitutes(operation))
      notes.fault(request, faultOf(substituted).code)
      return sendError(reply, substituted, log, operation)
    },
    onRequest: async (request, reply) => {
      if (operation.access.kind === 'sandbox' && parts.sandboxClock === undefined) throw routeNotFound(request)
      if (operation.access.kind === 'gateway') admitGateway(request, parts)
      if (isPublicAndLimited(operation)) admitPublic(operation, request, parts)
      if (needsAccount(operation)) admitted.set(request, await admit(operation, request, reply, parts, notes))
      passes.set(request, passFor(operation, request, reply, parts, admitted.get(request)))
    },
    handler: async (request, reply) => {
      const pass = passes.get(request)
      assert(pass, 'every request of an operation has a pass')
      const answer = await pass.work(async () => {
        await pass.takeMemory(memoryFor(operation, request.body)).catch((refusal: unknown) => {
          freeBody(request.body)
          throw refusal
        })
        return answerRequest(operation, request, admitted.get(request), parts, { pass, gone: () => goneSignal(reply) })
      })
      notes.document(request, answer.documentId)
      if (answer.documentId !== undefined) describeSpan({ 'selfbill.document.id': answer.documentId })
      const { stream } = answer
      if (stream === undefined) {
        freeBody(request.body)
        await pass.keepAnswer(sizeOf(answer), { isRefusable: isAnswerRefusable(operation) })
      }
      if (stream === undefined) return sendAnswer(request, reply, answer)
      return sendAnswer(request, reply, { ...answer, stream: thenFreeBody(stream, request.body) })
    },
  })
}

interface RouteParts {
  readonly log: FastifyBaseLogger
  readonly passes: WeakMap<FastifyRequest, Pass>
  readonly notes: RequestNotes
}

/** The operation's own faults for a body over the limit and for a wrong media type. */
function faultSubstitutes({ body }: ServedOperation) {
  const { tooLarge, wrongType } = refusalsOf(body)
  return { payload_too_large: tooLarge, media_type_unsupported: wrongType }
}

/** Aborted when the connection closes before the answer ends. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  if (raw.destroyed) gone.abort()
  raw.once('close', () => gone.abort())
  return gone.signal
}
