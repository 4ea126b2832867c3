import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { titleOf } from '../document/title.ts'
import { Fault, type FaultCode, fieldFault } from '../faults.ts'
import { bodyBytesMax, requireJson, requireNdjson, requireXml } from './body.ts'
import { errorBody, faultOf, isFailure, toldAs } from './error-shape.ts'
import { answerOnce, idempotencyHeader, type Keep, keepNothing } from './idempotency.ts'
import { languageHeaders, languageOf } from './language.ts'
import { addMetricsRoute } from './metrics-route.ts'
import { type Answer, addressesOf, isRepeatable, nobody, type Operation } from './operation.ts'
import { operations } from './operations/index.ts'
import type { Parts } from './parts.ts'
import { refuseStrangers } from './query.ts'
import { routeNotFound, unknownRoute } from './unknown-route.ts'
import { answerUnreadable } from './unreadable-request.ts'
import { type ApiVersion, versionHeader, versionOf, versions } from './versions.ts'

/**
 * The HTTP server over the list of operations. Every request is checked in one order: route, token (401), version (400),
 * rate (429), size (413), media type (415), scope and subscription (403), then the operation. Source: decisions §1, §5.
 */
export function buildServer(parts: Parts, log: FastifyBaseLogger): FastifyInstance {
  const everywhere = parts.gatewayName === 'sandbox' ? { 'X-Selfbill-Gateway': 'sandbox' } : {}
  const server = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyBytesMax,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: addressCharactersMax },
    trustProxy: [...parts.trustedProxies],
    requestTimeout: 120_000,
    connectionTimeout: 130_000,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, _request, reply) => void sendError(reply.headers(everywhere), error, log),
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, everywhere),
  })
  silentConnections.set(server, rememberSilent(server))
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => body)
  server.setErrorHandler((error, _request, reply) => sendError(reply, error, log))
  const refusalOf = unknownRoute(operations, parts)
  server.addHook('onRequest', async (_request, reply) => void reply.headers(everywhere))
  // Not in a handler for what is not found: the framework looks at the body first, and fails at the method QUERY without one.
  server.addHook('onRequest', async (request, reply) => {
    if (request.is404) throw refusalOf(request, reply)
  })
  tellAnswers(server, parts)
  for (const operation of operations) {
    for (const path of addressesOf(operation)) addRoute(server, operation, path, parts, log)
  }
  if (parts.metrics !== undefined) addMetricsRoute(server, parts.metrics)
  return server
}

/** Takes no new requests, answers those under way, and lets go of each connection as soon as it is idle. */
export async function closeServer(server: FastifyInstance): Promise<void> {
  const idle = setInterval(() => {
    server.server.closeIdleConnections()
    // A connection that never carried a request is not idle by the server's account: it would hold up the stop for minutes.
    for (const connection of silentConnections.get(server) ?? []) connection.destroy()
  }, 20)
  try {
    await server.close()
  } finally {
    clearInterval(idle)
  }
}

/** More than Node takes of a request before its body: an id that is too long is an unknown one. */
const addressCharactersMax = 64 * 1024

/** Tells each answer with the operation it came from; the body of a `HEAD` is left out, the operation is that of `GET`. */
function tellAnswers(server: FastifyInstance, { observer }: Parts): void {
  const ids = new Map<string, string>(
    operations.flatMap((operation) =>
      addressesOf(operation).map((path) => [`${operation.method} ${routeOf(path)}`, operation.id] as const),
    ),
  )
  server.addHook('onResponse', async (request, reply) => {
    const method = request.method === 'HEAD' ? 'GET' : request.method
    observer.answered(ids.get(`${method} ${request.routeOptions.url}`), reply.statusCode, reply.elapsedTime)
  })
}

/** `/a/{id}` → `/a/:id`. */
function routeOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

const silentConnections = new WeakMap<FastifyInstance, ReadonlySet<Socket>>()

/** The connections that have not asked for anything yet: clients like to open some before they need them. */
function rememberSilent({ server }: FastifyInstance): ReadonlySet<Socket> {
  const silent = new Set<Socket>()
  server.on('connection', (connection: Socket) => {
    silent.add(connection)
    connection.once('close', () => silent.delete(connection))
  })
  server.on('request', (request: IncomingMessage) => silent.delete(request.socket))
  return silent
}

function addRoute(
  server: FastifyInstance,
  operation: Operation,
  path: string,
  parts: Parts,
  log: FastifyBaseLogger,
): void {
  const admitted = new WeakMap<FastifyRequest, Admission>()
  server.route({
    method: operation.method,
    url: routeOf(path),
    bodyLimit: operation.xmlBytesMax ?? operation.bodyBytesMax ?? bodyBytesMax,
    errorHandler: (error: unknown, _request: FastifyRequest, reply: FastifyReply) =>
      sendError(reply, toldAs(error, wordsOfBody(operation)), log, operation),
    onRequest: async (request, reply) => {
      if (operation.isSandboxOnly === true && parts.sandboxClock === undefined) throw routeNotFound(request)
      if (operation.isForGateway === true) admitGateway(request, parts)
      if (operation.scope !== undefined) admitted.set(request, await admit(operation, request, reply, parts))
    },
    handler: async (request, reply) => {
      return send(
        request,
        reply,
        await answerTo(operation, request, admitted.get(request), parts, () => goneSignal(reply)),
      )
    },
  })
}

/** What remains to be checked, then the operation; once only, when the request has an Idempotency-Key. */
function answerTo(
  operation: Operation,
  request: FastifyRequest,
  admission: Admission | undefined,
  parts: Parts,
  gone: () => AbortSignal,
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
      language,
      header: (name) => headerOf(request, name),
      address: request.ip,
      param: (name) => textMembers(request.params)[name] ?? '',
      query,
      body,
      keep,
      gone,
      parts,
    })
    if (operation.isTranslated !== true) return answer
    return { ...answer, headers: { ...languageHeaders(language), ...answer.headers } }
  }
  const key = request.headers[idempotencyHeader]
  if (!isRepeatable(operation) || typeof key !== 'string') return work(keepNothing)
  const once = { account, method: request.method, url: request.url, key, body, authorize: authorized, now: parts.now }
  return answerOnce({ ...once, isSecret: operation.isSecret === true, store: parts.store.idempotency }, work)
}

/** What a body is told that is beyond the operation's limit, or of a type that cannot be read. */
function wordsOfBody({ xmlBytesMax, lines }: Operation): Partial<Record<FaultCode, FaultCode>> {
  if (xmlBytesMax !== undefined)
    return { payload_too_large: 'envelope_too_large', media_type_unsupported: 'xml_expected' }
  return lines === undefined ? {} : { payload_too_large: 'batch_too_large', media_type_unsupported: 'ndjson_expected' }
}

function requireMedia(operation: Operation, headers: FastifyRequest['headers'], hasBody: boolean): void {
  const isJson = operation.body !== undefined && (hasBody || operation.isBodyOptional !== true)
  if (isJson) requireJson(headers['content-type'], headers['content-encoding'])
  if (operation.xmlBytesMax !== undefined) requireXml(headers['content-type'], headers['content-encoding'])
  if (operation.lines !== undefined) requireNdjson(headers['content-type'], headers['content-encoding'])
}

/** No token, version or rate: an access point has a secret, and looking at it costs next to nothing. */
function admitGateway(request: FastifyRequest, { inbound }: Parts): void {
  if (inbound === undefined) throw routeNotFound(request)
  if (!inbound.secret.isIn(request.headers)) throw new Fault('secret_wrong')
}

interface Admission {
  readonly account: Awaited<ReturnType<Parts['authentication']['account']>>
  readonly version: ApiVersion
  readonly hasPhase2: boolean
}

/** Token, version and rate, with the headers that every answer to an authenticated request carries. */
async function admit(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Parts,
): Promise<Admission> {
  const account = await parts.authentication.account(onlyAuthorization(request))
  const organisation = await parts.organisation(account.orgId)
  if (!organisation) throw new Fault('unauthenticated')
  // Counted before the version is looked at, so that every answer carries the figures; told after it.
  const rate = await parts.rateLimit.hit(account.id, operation.id, operation.rate)
  reply.header('X-RateLimit-Limit', rate.limit).header('X-RateLimit-Remaining', rate.remaining)
  reply.header('X-RateLimit-Reset', rate.resetAt)
  const asked = request.headers[versionHeader]
  const version = versionOf(typeof asked === 'string' ? asked : undefined, organisation.defaultApiVersion)
  if (version === undefined) throw new Fault('version_unknown', [Object.keys(versions).join(', ')])
  reply.header('X-API-VERSION', version)
  if (rate.isExceeded) throw new Fault('rate_exceeded', [], undefined, rate.retryAfter)
  return { account, version, hasPhase2: organisation.hasPhase2 }
}

function authorize(operation: Operation, { account, hasPhase2 }: Admission): void {
  const scopes = [operation.scope ?? []].flat()
  if (scopes.length > 0 && !scopes.some((scope) => account.scopes.has(scope))) throw new Fault('scope_missing')
  if (operation.isPhase2 === true && !hasPhase2) throw new Fault('forbidden')
}

/** Aborted when the connection ends before the answer does. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  if (raw.destroyed) gone.abort()
  raw.once('close', () => gone.abort())
  return gone.signal
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  for (const [name, value] of Object.entries(answer.headers ?? {})) reply.header(name, value)
  const etag = request.method === 'GET' ? answer.headers?.etag : undefined
  if (etag !== undefined && isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (answer.status === 204) return reply.code(204).send()
  const body = answer.stream === undefined ? answer.body : Readable.from(answer.stream)
  return reply.code(answer.status).type(answer.type).send(body)
}

/** Two of them are none: whoever stands between us and the caller may have looked at the other one. */
function onlyAuthorization({ raw, headers }: FastifyRequest): string | undefined {
  const names = raw.rawHeaders.filter((_, at) => at % 2 === 0)
  return names.filter((name) => name.toLowerCase() === 'authorization').length > 1 ? undefined : headers.authorization
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** Whether the caller holds the answer already: its tag is among those of If-None-Match. Source: RFC 9110, 13.1.2. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}

function sendError(reply: FastifyReply, error: unknown, log: FastifyBaseLogger, operation?: Operation): FastifyReply {
  if (isFailure(error)) log.error({ err: error }, 'a request failed')
  const fault = faultOf(error)
  if (fault.retryAfter !== undefined) reply.header('Retry-After', fault.retryAfter)
  if (fault.code === 'unauthenticated') reply.header('WWW-Authenticate', 'Bearer')
  if (fault.code === 'scope_missing') reply.header('WWW-Authenticate', scopeChallenge(operation))
  // The framework would close the connection on a client that is still sending, and that then never reads why. What remains of the
  // body is read and thrown away instead, as long as a request may take.
  if (fault.status === 413) reply.removeHeader('connection')
  if (operation?.errors !== undefined) return send(reply.request, reply, operation.errors.answer(fault))
  return reply.code(fault.status).type('application/json; charset=utf-8').send(errorBody(fault))
}

/** The contract's sentence names no scope; this is where OAuth clients look for it. Source: RFC 6750, 3.1. */
function scopeChallenge(operation: Operation | undefined): string {
  return `Bearer error="insufficient_scope", scope="${[operation?.scope ?? []].flat().join(' ')}"`
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
