import { writeJson } from '@selfbill/pint-ae/json'
import { spreadMs } from '../../clock/backoff.ts'
import type { Clock } from '../../clock/clock.ts'
import { headerPrefixOf } from '../../compatibility/header-prefix.ts'
import { entryOf } from '../../feed/entry.ts'
import { signatureHeaders } from '../../security/webhook-signature.ts'
import type { Database } from '../../store/database/database.ts'
import { stillValid } from '../../store/former-secrets.ts'
import { inHttpCall } from '../../tracing/http-call.ts'
import type { ClaimedDelivery } from './claims.ts'
import { compatibleHeaders, compatibleMembers } from './compatible-event.ts'
import type { WebhookObserver } from './observer.ts'
import type { PostOrder, PostOutcome } from './post.ts'
import { type AttemptResult, settleDelivery } from './settle-delivery.ts'

/**
 * Sends a delivery once and stores the result. The body is the feed entry, the same at every
 * attempt. Compatibility mode adds members and a second signature.
 */
export async function attempt(
  parts: AttemptParts,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<AttemptResult['target']> {
  const { clock } = parts
  const startedAt = clock.now()
  const began = clock.steady()
  const entry = entryOf(delivery.row)
  const prefix = headerPrefixOf(delivery.compatibility, parts.compatibility.serviceWide)
  const body = writeJson(
    prefix === undefined ? entry : { ...entry, ...compatibleMembers(delivery.row, parts.compatibility.baseUrl) },
  )
  const headersWith = (secrets: Secrets) => ({
    'content-type': 'application/json',
    'user-agent': 'Selfbill',
    ...parts.headers,
    ...(prefix !== undefined && compatibleHeaders(prefix, body, secrets[0])),
    ...signatureHeaders(entry.id, new Date(startedAt), body, secrets),
  })
  const secrets = secretsOf(parts, delivery)
  const outcome =
    secrets === undefined
      ? unsigned
      : await posted(parts, { url: delivery.url, body, headers: headersWith(secrets), signal })
  const durationMs = Math.round(clock.steady() - began)
  const judged = judgeAttempt(delivery.attempts, outcome, { now: clock.now(), random: parts.random() })
  await settleDelivery(parts.db, delivery, { ...judged, startedAt, durationMs })
  parts.observer.attempted(judged.target, judged.status, durationMs)
  return judged.target
}

function posted(parts: AttemptParts, order: PostOrder): Promise<PostOutcome> {
  return inHttpCall(
    { method: 'POST', url: order.url },
    (trace) => parts.post({ ...order, headers: { ...trace, ...order.headers } }),
    (outcome) => ('statusCode' in outcome ? outcome.statusCode : outcome.error),
  )
}

/** Counts like a target that does not answer, so that it is tried again after a rotation. */
const unsigned = { error: 'SECRET_UNREADABLE' } as const

export interface AttemptParts {
  readonly db: Database
  readonly clock: Clock
  /** In [0, 1). */
  readonly random: () => number
  readonly post: (order: PostOrder) => Promise<PostOutcome>
  /** Decrypts a secret from the database. Undefined: its key was changed or lost. */
  readonly open: (sealed: string) => string | undefined
  /** Headers added to every request. */
  readonly headers: Readonly<Record<string, string>>
  readonly observer: WebhookObserver
  readonly compatibility: {
    /** The setting of organisations that have not set their own. */
    readonly serviceWide: string | undefined
    /** The address of the API, before `/api`. */
    readonly baseUrl: string
  }
}

/** What an attempt means for its delivery and its webhook. `attempts` includes this one. */
function judgeAttempt(
  attempts: number,
  outcome: PostOutcome | typeof unsigned,
  moment: { readonly now: number; readonly random: number },
): Omit<AttemptResult, 'startedAt' | 'durationMs'> {
  const { now } = moment
  const statusCode = 'statusCode' in outcome ? outcome.statusCode : null
  const error = 'error' in outcome ? outcome.error : null
  const answerStart = 'start' in outcome ? outcome.start : undefined
  const result = { statusCode, error, answerStart, attempts, now, disable: undefined }
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) {
    return { ...result, status: 'DELIVERED', nextAttemptAt: null, target: 'succeeded' }
  }
  if (error === 'INTERRUPTED') {
    return { ...result, attempts: attempts - 1, status: 'PENDING', nextAttemptAt: now, target: 'unknown' }
  }
  if (statusCode === gone) {
    // Due, but an inactive webhook sends nothing: it waits until somebody switches it on again, and
    // has as many attempts then as it has now.
    const disable = { reason: 'GONE', failingBefore: null } as const
    return { ...result, attempts: attempts - 1, status: 'PENDING', nextAttemptAt: now, target: 'failed', disable }
  }
  const next = nextAttemptAt(attempts, moment)
  if (next !== undefined) return { ...result, status: 'PENDING', nextAttemptAt: next, target: 'failed' }
  const disable = { reason: 'FAILING', failingBefore: now - failingMaxMs } as const
  return { ...result, status: 'FAILED', nextAttemptAt: null, target: 'failed', disable }
}

/** The current secret first. */
type Secrets = readonly [current: string, ...former: string[]]

/**
 * Undefined when the current one cannot be decrypted. A former one whose key is lost, which may be
 * the reason for the rotation, is left out.
 */
function secretsOf({ open, clock }: AttemptParts, { secret, former }: ClaimedDelivery): Secrets | undefined {
  const current = open(secret)
  if (current === undefined) return undefined
  return [current, ...stillValid(former, clock.now()).flatMap(({ secret: sealed }) => open(sealed) ?? [])]
}

const gone = 410

/**
 * When to retry after this many failed attempts; undefined if the delivery is given up. Ten retries
 * within a day. Each is up to a tenth early at random, so that deliveries that failed together do
 * not come back together.
 */
function nextAttemptAt(
  attempts: number,
  moment: { readonly now: number; readonly random: number },
): number | undefined {
  const delayMs = delaysMs[attempts - 1]
  return delayMs === undefined ? undefined : moment.now + spreadMs(delayMs, 1 / 10, moment.random)
}

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
const delaysMs = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  1 * hour,
  2 * hour,
  4 * hour,
  8 * hour,
  8 * hour,
]

/**
 * A webhook whose attempts have all failed for this long is disabled when its next delivery is
 * given up.
 */
const failingMaxMs = 3 * 24 * hour
