import type { Outcome } from '../../src/exchange/gateway.ts'
import { bareResponse } from '../../src/exchange/gateway.ts'
import type { Happening, transition } from '../../src/exchange/legs/leg.ts'
import type { LegState, LegStatus } from '../../src/store/legs/legs.ts'

/**
 * Every state that one leg can reach with two attempts at it under way, as two instances make them:
 * all orders of claims, bodies on their way, records, answers, lapsed leases, crashes, statuses and
 * retries. `decide` is the table of leg.ts; what stands around it is written here as its rules say.
 * What takes time is a rule too: ten minutes after a first "no record" no body is on its way and no
 * record is missing (docs/decisions/0109), and nothing is sent without a lease.
 */
export function exploreLeg(decide: typeof transition): Explored {
  const first: State = {
    leg: { status: 'PENDING', inDoubt: false, hasAbsence: false, isDue: true, isLeased: false },
    attempts: [],
    onTheWay: 0,
    network: 'nothing',
  }
  const seen = new Map<string, State>([[JSON.stringify(first), first]])
  const broken: string[] = []
  const waiting = [first]
  for (let state = waiting.pop(); state !== undefined && broken.length < brokenMax; state = waiting.pop()) {
    for (const { name, to } of steps(state, decide)) {
      const wrong = wrongIn(state, to)
      if (wrong !== undefined) broken.push(`${wrong}: ${JSON.stringify(state)} ${name} ${JSON.stringify(to)}`)
      const key = JSON.stringify(to)
      if (seen.has(key) || to.network === 'twice' || to.onTheWay > 2) continue
      seen.set(key, to)
      waiting.push(to)
    }
  }
  return { states: seen.size, statuses: new Set([...seen.values()].map(({ leg }) => leg.status)), broken }
}

export interface Explored {
  readonly states: number
  readonly statuses: ReadonlySet<LegStatus>
  /** Each step that breaks a rule. */
  readonly broken: readonly string[]
}

interface State {
  readonly leg: Leg
  /** Two at most. */
  readonly attempts: readonly Attempt[]
  /** Bodies that an access point will get. */
  readonly onTheWay: number
  /** What the access point has. */
  readonly network: 'nothing' | 'refused' | 'unrecorded' | 'recorded' | 'twice'
}

interface Leg {
  readonly status: LegStatus
  readonly inDoubt: boolean
  readonly hasAbsence: boolean
  readonly isDue: boolean
  readonly isLeased: boolean
}

interface Attempt {
  readonly phase: 'claimed' | 'sent'
  /** The leg as it was claimed. */
  readonly read: Leg
  readonly hasLease: boolean
  /** The leg has been written since. */
  readonly isStale: boolean
}

interface Step {
  readonly name: string
  readonly to: State
}

function* steps(state: State, decide: typeof transition): Generator<Step> {
  const { leg, attempts, network, onTheWay } = state
  if (leg.isDue && attempts.length < 2) {
    const read: Leg = { ...leg, status: 'SENDING', isDue: false, isLeased: true }
    const others = attempts.map((attempt) => ({ ...attempt, isStale: true }))
    const attempt = { phase: 'claimed', read, hasLease: true, isStale: false } as const
    yield { name: 'claims', to: { ...state, leg: read, attempts: [...others, attempt] } }
  }
  for (const at of attempts.keys()) yield* stepsOf(state, at, decide)
  if (onTheWay > 0) {
    const arrived = network === 'nothing' || network === 'refused' ? 'unrecorded' : 'twice'
    yield { name: 'a body arrives', to: { ...state, onTheWay: onTheWay - 1, network: arrived } }
    yield { name: 'a body is lost', to: { ...state, onTheWay: onTheWay - 1 } }
  }
  if (network === 'unrecorded') yield { name: 'is recorded', to: { ...state, network: 'recorded' } }
  if (network === 'unrecorded' || network === 'recorded') {
    for (const responseCode of ['AP', 'RE'] as const)
      yield* written(state, leg, statusOf(responseCode), decide, `status ${responseCode}`)
  }
  if (leg.isLeased) {
    const lapsed = { ...state, attempts: attempts.map((attempt) => ({ ...attempt, hasLease: false, isStale: true })) }
    yield* written(lapsed, leg, unknown, decide, 'the lease lapses')
  }
  yield* written(state, leg, { kind: 'retry' }, decide, 'an operator retries')
}

/** What an attempt can do next. */
function* stepsOf(state: State, at: number, decide: typeof transition): Generator<Step> {
  const attempt = state.attempts[at]
  if (attempt === undefined) return
  const { network, onTheWay, attempts, leg } = state
  const rest = { ...state, attempts: attempts.filter((_, other) => other !== at) }
  yield { name: 'crashes', to: rest }
  const ends = (outcome: Outcome) => settled(rest, attempt, outcome, decide)
  if (attempt.phase === 'sent') {
    yield* ends(unknown)
    yield* ends(reset)
    if (network === 'recorded') yield* ends(receipt)
    if (onTheWay === 1 && network === 'nothing') {
      const refusing: State = { ...rest, onTheWay: 0, network: 'refused' }
      yield* settled(refusing, attempt, transient, decide)
      yield* settled(refusing, attempt, permanent, decide)
    }
    return
  }
  if (!attempt.hasLease) return
  const sent = (from: State, read: Leg): Step => ({
    name: 'sends',
    to: {
      ...from,
      onTheWay: onTheWay + 1,
      attempts: from.attempts.map((each, other) =>
        other === at ? { ...attempt, read, phase: 'sent', isStale: false } : each,
      ),
    },
  })
  yield* ends(noConnection)
  yield* ends(unsent)
  if (!attempt.read.inDoubt) {
    yield sent(state, attempt.read)
    return
  }
  if (network === 'recorded') {
    yield* ends(receipt)
    return
  }
  yield* ends(unconfirmed)
  const isCertain = onTheWay === 0 && network !== 'unrecorded'
  if (!attempt.read.hasAbsence || !isCertain || attempt.isStale) return
  // Written before the body leaves: the absence counts for no later submit.
  const recorded: Leg = { ...leg, inDoubt: true, hasAbsence: false }
  const stale = attempts.map((each) => ({ ...each, isStale: true }))
  yield sent({ ...state, leg: recorded, attempts: stale }, recorded)
}

/** An attempt writes its outcome: to the leg as it was read, or as it is now while it has the lease. */
function* settled(rest: State, attempt: Attempt, outcome: Outcome, decide: typeof transition): Generator<Step> {
  const isIgnored = attempt.isStale && !attempt.hasLease
  if (isIgnored) yield { name: `is ignored: ${outcome.kind}`, to: rest }
  else yield* written(rest, attempt.isStale ? rest.leg : attempt.read, outcome, decide, outcome.kind)
}

/** The leg after a happening, in its first attempts and in its last. */
function* written(
  state: State,
  leg: Leg,
  happening: Happening,
  decide: typeof transition,
  name: string,
): Generator<Step> {
  for (const attempts of [1, policy.attemptsMax]) {
    const decision = decide(legState(leg, attempts), happening, policy, moment)
    if (decision.kind !== 'change') continue
    const { change } = decision
    const to: Leg = {
      status: change.status,
      inDoubt: change.inDoubt,
      hasAbsence: change.absentAt !== undefined,
      isDue: change.nextAttemptAt !== undefined,
      isLeased: leg.isLeased && !change.endsLease,
    }
    const stale = state.attempts.map((each) => ({ ...each, isStale: true, hasLease: each.hasLease && to.isLeased }))
    yield { name, to: { ...state, leg: to, attempts: stale } }
  }
}

/** The rules. */
function wrongIn({ leg: before }: State, { leg, network, onTheWay, attempts }: State): string | undefined {
  if (network === 'twice') return 'it is sent twice'
  if (ended.has(before.status) && before.status !== leg.status) return 'an ended leg changes'
  const has = network === 'unrecorded' || network === 'recorded'
  const mayHave = has || onTheWay > 0
  if ((leg.status === 'PENDING' || leg.status === 'RETRYING') && !leg.isDue) return 'it is forgotten'
  if (leg.status === 'SENDING' && !leg.isLeased) return 'it is forgotten without a lease'
  if (leg.isDue && leg.isLeased) return 'a leased leg is due'
  if (leg.isDue && !leg.inDoubt && mayHave) return 'it is due without doubt, and may have been sent'
  if (leg.isDue && (ended.has(leg.status) || leg.status === 'SUBMITTED' || leg.status === 'STALLED'))
    return 'it is due, and nothing is left to do'
  if (leg.status === 'SUBMITTED' && !has) return 'a receipt of nothing'
  if (leg.status === 'FAILED' && has) return 'it failed, and was delivered'
  if (attempts.filter(({ hasLease }) => hasLease).length > 1) return 'two leases'
  return undefined
}

/** Where a rule is broken, the states behind it are broken too. */
const brokenMax = 100

const ended: ReadonlySet<LegStatus> = new Set(['APPROVED', 'REJECTED', 'FAILED'])

const policy = {
  attemptsMax: 3,
  backoffFirstMs: 100,
  backoffLastMs: 1_000,
  submitTimeoutMs: 500,
  absenceMs: 5_000,
  patienceMs: 1,
}
const moment = { now: 10_000, random: 0 }

function legState({ status, inDoubt, hasAbsence, isLeased }: Leg, attempts: number): LegState {
  return {
    orgId: 'org-1',
    documentId: 'document-1',
    transmissionUuid: 'transmission-1',
    revision: 1,
    corner: 'C5',
    report: undefined,
    status,
    attempts,
    uncounted: 0,
    inDoubt,
    leaseOwner: isLeased ? 'one' : undefined,
    leaseUntil: isLeased ? 20_000 : undefined,
    submittedAt: undefined,
    receiverProviderId: undefined,
    absentAt: hasAbsence ? 5_000 : undefined,
    createdAt: 0,
    mark: 'mark',
  }
}

const response = bareResponse('RESULT', 'why')
const receipt: Outcome = { kind: 'receipt', response }
const transient: Outcome = { kind: 'transient', response }
const permanent: Outcome = { kind: 'permanent', response }
const unknown: Outcome = { kind: 'unknown', response }
const reset: Outcome = { kind: 'outage', hasMaybeLeft: true, response }
const noConnection: Outcome = { kind: 'outage', hasMaybeLeft: false, response }
const unsent: Outcome = { kind: 'unsent', isAttempt: true, response }
const unconfirmed: Outcome = { kind: 'unconfirmed', absentSince: 5_000, response }

function statusOf(responseCode: 'AP' | 'RE'): Happening {
  const verdict = {
    id: 'status-1',
    referenceId: 'transmission-1',
    responseCode,
    issuedAt: '2026-07-15T10:00:00.000Z',
    senderId: '0242:1',
    receiverId: '0242:2',
    description: null,
    issues: [],
  }
  return { kind: 'verdict', verdict, isVerified: true, envelope: new Uint8Array() }
}
