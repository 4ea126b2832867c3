import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { approvalDuties } from '../api/approval-duties.ts'
import { withinPass } from '../api/gate/outer-pass.ts'
import { Pass } from '../api/gate/pass.ts'
import { isGone, isReaderGone } from '../api/http/caller-watch.ts'
import { announcedBytes, readBody } from '../api/http/read-body.ts'
import type { ServerParts } from '../api/http/server-parts.ts'
import type { SigningIn } from '../api/parts.ts'
import { networkOf } from '../api/rates/network-of.ts'
import { sendingOf } from '../api/sending.ts'
import type { Person, SignedIn } from '../people/people.ts'
import { subjectOf } from '../people/sign-in.ts'
import { roles, scopesOfRole } from '../security/roles.ts'
import { addAssets } from './assets.ts'
import { browserOf } from './http/browser.ts'
import { cookieNames } from './http/cookies.ts'
import { emptyForm, readForm } from './http/form.ts'
import { clientOf } from './http/in-process.ts'
import { Refused, replyTo } from './http/refused.ts'
import { returnTo } from './http/return-to.ts'
import { isOwnForm } from './http/same-origin.ts'
import { securityHeaders } from './http/security-headers.ts'
import { sendReply } from './http/send-reply.ts'
import { visitOf } from './http/visit.ts'
import type { Chrome } from './layout/chrome.ts'
import { navigationOf, searchPath } from './layout/navigation.ts'
import type { Received, Route, Visit } from './route.ts'

/**
 * The console: pages on the API's own server. Whatever they show or do is an operation of the
 * public API, called with the person's account. Every request is checked in one order: own form
 * (403), session (sign-in), role (403), rate of networks without a session (429), size (413), then
 * the page. Source: docs/decisions/0069.
 */
export function mountConsole(server: FastifyInstance, parts: ConsoleParts, routes: readonly Route[]): void {
  const chrome: Chrome = {
    navigation: navigationOf(routes),
    hasSearch: routes.some(({ path }) => path === searchPath),
    isSandbox: parts.gatewayName === 'sandbox',
    sending: (orgId) => sendingOf(parts.store, orgId).catch(() => undefined),
    approvals: (person) => waitingFor(person, parts).catch(() => 0),
    organisationName: async (orgId) => (await parts.organisation(orgId))?.name,
  }
  server.register(async (console) => {
    const states = new WeakMap<FastifyRequest, State>()
    const visitFor = (request: FastifyRequest) => {
      const { isSandbox } = chrome
      const known = { now: parts.now(), isSandbox, returnTo: returnTo(request, routes) }
      return visitOf(request, known, states.get(request)?.signedIn)
    }
    console.removeAllContentTypeParsers()
    console.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
      readBody(payload, {
        bytesMax: request.routeOptions.bodyLimit,
        announcedBytes: announcedBytes(request),
        announce: (bytes) => states.get(request)?.pass.announce(bytes),
        receive: (bytes) => states.get(request)?.pass.receive(bytes),
      }),
    )
    console.setErrorHandler((error, request, reply) => {
      const hasLeft = isGone(error, request.raw) || (isReaderGone(error) && reply.raw.destroyed)
      if (hasLeft) return reply.hijack()
      const visit = visitFor(request)
      return sendReply(reply, visit, replyTo(error, visit, parts.log), chrome)
    })
    console.addHook('onRequest', async (_request, reply) => {
      reply.headers(securityHeaders)
    })
    for (const route of routes) addRoute(server, console, route, { parts, chrome, states, visitFor })
    console.route({
      method: ['GET', 'POST'],
      url: '/console/*',
      // Before a body arrives.
      onRequest: async (request, reply) => {
        states.set(request, { ...(await sessionOf(request, parts)), pass: passFor(request, reply, parts, undefined) })
        throw new Refused('notFound')
      },
      handler: () => undefined,
    })
    addAssets(console)
  })
}

/** The parts of the API that the console shares, and who signs in. */
export interface ConsoleParts
  extends Pick<ServerParts, 'store' | 'gate' | 'anonymousGate' | 'publicRate' | 'gatewayName' | 'organisation' | 'now'>,
    Pick<SigningIn, 'people'> {
  readonly log: FastifyBaseLogger
}

async function waitingFor({ orgId, userId, role }: Person, parts: ConsoleParts): Promise<number> {
  const account = { id: subjectOf(userId), orgId, scopes: new Set(scopesOfRole[role]) }
  const { toDecide, returned } = await approvalDuties(account, parts)
  return toDecide + returned
}

/** What the checks before a page have found. */
interface State {
  readonly signedIn: SignedIn | undefined
  readonly pass: Pass
}

interface Mounted {
  readonly parts: ConsoleParts
  readonly chrome: Chrome
  readonly states: WeakMap<FastifyRequest, State>
  visitFor(request: FastifyRequest): Visit
}

function addRoute(server: FastifyInstance, console: FastifyInstance, route: Route, mounted: Mounted): void {
  const { parts, chrome, states, visitFor } = mounted
  console.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    ...(route.method === 'POST' && { bodyLimit: route.bytesMax }),
    onRequest: async (request, reply) => {
      if (route.method === 'POST') requireOwnForm(request)
      const session = await sessionOf(request, parts)
      const pass = passFor(request, reply, parts, session.signedIn)
      states.set(request, { ...session, pass })
      const isPart = request.headers['hx-request'] === 'true'
      if (isPart && session.signedIn === undefined && route.ended !== undefined) {
        requireRate(request, parts)
        const visit = visitFor(request)
        return sendReply(reply, visit, route.ended(visit), chrome)
      }
      requireAccess(route, session)
      if (session.signedIn === undefined) requireRate(request, parts)
    },
    handler: async (request, reply) => {
      const state = states.get(request)
      if (state === undefined) throw new Error('every request of the console has a state')
      const bytes = request.body instanceof Uint8Array ? request.body : undefined
      const answered = await state.pass.work(async () => {
        await state.pass.takeMemory(fixedBytes + perBodyByte * (bytes?.length ?? 0))
        const form = bytes === undefined ? emptyForm : await readForm(request.headers['content-type'], bytes)
        const visit = visitFor(request)
        const received = {
          ...visit,
          form,
          takeMemory: (bytes: number) => state.pass.takeMemory(bytes),
          params: textsIn(request.params),
          query: queryOf(route, request),
          personal: personalOf(server, request, reply, { ...state, visit, parts }),
        }
        return withinPass(state.pass, async () => route.answer(received))
      })
      const keep = (bytes: number) => state.pass.keepAnswer(bytes, { isRefusable: request.method === 'GET' })
      return sendReply(reply, visitFor(request), answered, chrome, keep)
    },
  })
}

/** A page of a hundred rows with what the API answered for it. The API takes memory of its own. */
const fixedBytes = 256 * 1024
/** A form is held as bytes, as its fields and as the JSON that is made of them. */
const perBodyByte = 4

/** Another site can make a browser send a form, but not from one of our pages. */
function requireOwnForm(request: FastifyRequest): void {
  const { 'sec-fetch-site': site, origin } = request.headers
  const sent = { site: typeof site === 'string' ? site : undefined, origin, host: request.host }
  if (!isOwnForm(sent)) throw new Refused('elsewhere')
}

interface Session {
  readonly signedIn: SignedIn | undefined
  /** The browser has a cookie of a session that is over. */
  readonly hasEnded: boolean
}

async function sessionOf(request: FastifyRequest, { people }: ConsoleParts): Promise<Session> {
  const secret = browserOf(request).cookie(cookieNames.session)
  if (secret === undefined || secret === '') return { signedIn: undefined, hasEnded: false }
  const signedIn = await people.signedIn(secret)
  return { signedIn, hasEnded: signedIn === undefined }
}

function requireAccess({ access }: Route, { signedIn, hasEnded }: Session): void {
  if (access === 'anyone') return
  if (signedIn === undefined) throw new Refused(hasEnded ? 'sessionEnded' : 'notSignedIn')
  if (roles.indexOf(signedIn.person.role) < roles.indexOf(access)) throw new Refused('forbidden')
}

function requireRate(request: FastifyRequest, { publicRate }: ConsoleParts): void {
  const rate = publicRate.hit(`network ${networkOf(request.ip)}`, 'console', 'public')
  if (rate.isExceeded) throw new Refused('busy')
}

/**
 * The person's organisation pays for the memory, or the network of a browser without a session, at
 * the gate of such callers.
 */
function passFor(
  request: FastifyRequest,
  reply: FastifyReply,
  { gate, anonymousGate }: ConsoleParts,
  signedIn: SignedIn | undefined,
): Pass {
  const pass = signedIn ? new Pass(gate, signedIn.person.orgId, 1) : new Pass(anonymousGate, networkOf(request.ip), 1)
  if (reply.raw.destroyed) pass.leave()
  else reply.raw.once('close', () => pass.leave())
  return pass
}

function personalOf(
  server: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  { signedIn, visit, parts }: State & { readonly visit: Visit; readonly parts: ConsoleParts },
): Received['personal'] {
  if (signedIn === undefined) return undefined
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const token = () => parts.people.tokenOf(signedIn)
  const caller = { token, language: visit.language, address: request.ip, gone: gone.signal }
  return { signedIn, person: signedIn.person, api: clientOf(server, caller), gone: gone.signal }
}

function queryOf({ query, exact }: Route, request: FastifyRequest): Received['query'] {
  const sent = textsIn(request.query)
  return Object.fromEntries(
    query.map((name) => {
      const trimmed = sent[name]?.trim() || undefined
      return [name, trimmed !== undefined && exact.includes(name) ? sent[name] : trimmed]
    }),
  )
}

/** Of a parameter that repeats, the last one counts. */
function textsIn(values: unknown): Readonly<Record<string, string>> {
  if (typeof values !== 'object' || values === null) return {}
  const texts = Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value])
  return Object.fromEntries(texts.filter(([, value]) => typeof value === 'string'))
}
