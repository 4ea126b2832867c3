import { systemClock } from '../../clock/clock.ts'
import type { Config } from '../../config/config.ts'
import { newSecret, signatureHeaders } from '../../security/webhook-signature.ts'
import { baseUrlOf } from '../../service/base-url.ts'
import { withStore } from '../../service/open-store.ts'
import type { OrgOption } from '../org-option.ts'
import { serviceUrl } from '../service-url.ts'
import type { Terminal } from '../terminal.ts'
import { UsageError } from '../usage-error.ts'
import { findOrganisation } from './find-organisation.ts'
import { auditedToken } from './print-token.ts'

/**
 * `selfbill listen`: posts the events of the feed to a receiver on the developer's machine, signed
 * like a webhook. The service needs no way to that machine: the command asks it for events.
 */
export async function listen(terminal: Terminal, config: Config, options: ListenOptions): Promise<number> {
  const { forward, secret = newSecret(), since = 'latest' } = options
  if (!/^https?:$/.test(URL.parse(forward)?.protocol ?? ''))
    throw new UsageError('--forward must be an address that begins with http:// or https://')
  if (!/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret)) throw new UsageError('--secret must be whsec_ and Base64')
  const url = options.url?.replace(/\/+$/, '') ?? (await serviceUrl(terminal.env, () => config))
  const token = terminal.env.SELFBILL_TOKEN || (await localToken(config, url, options))
  terminal.print(`Events of ${url} go to ${forward}, signed with ${secret}`)
  terminal.print('Time, event, document, what the receiver answered, and the cursor for --since:')
  // Nothing is left to do when the process is interrupted.
  const { signal } = new AbortController()
  return forwardEvents(terminal, { url, token, forward, secret, since, signal })
}

interface ListenOptions extends OrgOption {
  readonly forward: string
  readonly url?: string | undefined
  readonly secret?: string | undefined
  readonly since?: string | undefined
}

/** Where the service stands on this machine, its database says who may read. */
async function localToken(config: Config, url: string, { org }: ListenOptions): Promise<string> {
  if (url !== baseUrlOf(config))
    throw new UsageError(`for ${url}, set SELFBILL_TOKEN to a token with the scope documents:read`)
  return withStore(config, async (store) => auditedToken(store, config, await findOrganisation(store, org)))
}

/** Until `signal`, or until the service refuses to go on: then the exit code is 1. */
export async function forwardEvents(terminal: Terminal, way: Forwarding): Promise<number> {
  const { signal } = way
  let cursor = way.since
  let isAway = false
  while (!signal.aborted) {
    const read = await readEvents(way, cursor)
    if ('refusal' in read) {
      terminal.warn(`selfbill listen: ${read.refusal}`)
      return 1
    }
    if ('failure' in read) {
      if (!isAway && !signal.aborted) terminal.warn(`${way.url} cannot be reached (${read.failure}); trying again`)
      isAway = true
      await systemClock.sleep(retryMs, signal)
      continue
    }
    isAway = false
    for (const event of read.items) {
      if (signal.aborted) break
      const answered = await post(way, event)
      cursor = event.cursor
      terminal.print([event.timestamp, event.type, event.data.document_number, answered, cursor].join('  '))
    }
    if (read.items.length === 0) cursor = read.next
  }
  return 0
}

export interface Forwarding {
  /** Of the service, without a slash at the end. */
  readonly url: string
  readonly token: string
  readonly forward: string
  readonly secret: string
  /** A cursor, or `latest`. */
  readonly since: string
  readonly signal: AbortSignal
}

/** What is printed of an entry of the feed; the receiver gets all of it. */
interface Event {
  readonly id: string
  readonly type: string
  readonly timestamp: string
  readonly cursor: string
  readonly data: { readonly document_number: string }
}

type Read =
  | { readonly items: readonly Event[]; readonly next: string }
  | { readonly refusal: string }
  | { readonly failure: string }

async function readEvents({ url, token, signal }: Forwarding, since: string): Promise<Read> {
  // The answer to `latest` is where the feed ends now: it must not wait.
  const query = new URLSearchParams({ since, wait: since === 'latest' ? '0' : '20' })
  try {
    const response = await fetch(`${url}/api/events?${query}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.any([signal, AbortSignal.timeout(60_000)]),
    })
    const body = await response.text()
    if (response.ok) return JSON.parse(body)
    if (response.status === 429 || response.status >= 500) return { failure: `HTTP ${response.status}` }
    return { refusal: `${url} answered ${response.status}: ${body}` }
  } catch (error) {
    return { failure: reasonOf(error) }
  }
}

/** What became of the event, in a few words. */
async function post({ forward, secret, signal }: Forwarding, event: Event): Promise<string> {
  const body = JSON.stringify(event)
  const began = performance.now()
  try {
    const response = await fetch(forward, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', ...signatureHeaders(event.id, new Date(), body, [secret]) },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
    })
    await response.body?.cancel()
    return `${response.status} in ${Math.round(performance.now() - began)} ms`
  } catch (error) {
    return `no answer: ${reasonOf(error)}`
  }
}

/** `fetch` hides the reason: `ECONNREFUSED`. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (!(cause instanceof Error)) return String(cause)
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}

const retryMs = 1_000
