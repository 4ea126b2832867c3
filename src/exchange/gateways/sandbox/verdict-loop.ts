import type { Clock } from '../../clock.ts'
import type { Verdict, VerdictIssue, VerdictSink } from '../../gateway.ts'
import type { SandboxDelays } from './delays.ts'
import { within } from './delays.ts'
import type { DueVerdict, Ledger, SentVerdict } from './ledger.ts'
import type { VerdictScript } from './scripts.ts'
import { scriptNamed } from './scripts.ts'

/**
 * Brings the verdicts that are due. What is due stands in the ledger, so that a verdict owed by a process that has died
 * is brought by the next one; one that the sink could not take comes again.
 */
export function createVerdictLoop(parts: VerdictLoopParts): VerdictLoop {
  let nap = new AbortController()
  let nextDueAt = Number.POSITIVE_INFINITY
  let isStopping = false
  let loop: Promise<void> | undefined

  async function bring(due: DueVerdict, verdicts: VerdictSink): Promise<SentVerdict | undefined> {
    const now = parts.clock.now()
    const { verdicts: script } = scriptNamed(due.script)
    const saying = script[due.verdictsSent]
    try {
      if (saying !== undefined) await verdicts(compose(due, saying, now, parts.random()))
    } catch (error) {
      parts.onTrouble('verdicts', error)
      return undefined
    }
    const verdictsSent = due.verdictsSent + 1
    const isLast = verdictsSent >= script.length
    const next = isLast ? null : now + within(parts.delays.verdictMs, parts.random())
    if (next !== null) expect(next)
    return { transmissionUuid: due.transmissionUuid, verdictsSent, nextDueAt: next }
  }

  /** True when there may be more to bring at once. */
  async function turn(verdicts: VerdictSink): Promise<boolean> {
    const now = parts.clock.now()
    nextDueAt = Number.POSITIVE_INFINITY
    const due = await parts.ledger.takeDue(now, batchMax, now + againMs)
    const sent = await Promise.all(due.map((verdict) => bring(verdict, verdicts)))
    const done = sent.filter((verdict) => verdict !== undefined)
    if (done.length > 0) await parts.ledger.markSent(done)
    return due.length === batchMax
  }

  async function run(verdicts: VerdictSink): Promise<void> {
    while (!isStopping) {
      const mine = new AbortController()
      nap = mine
      const isMore = await turn(verdicts).catch((error: unknown) => {
        parts.onTrouble('verdicts', error)
        return false
      })
      if (isStopping || isMore) continue
      const waitMs = Math.min(pollMs, Math.max(0, nextDueAt - parts.clock.now()))
      if (waitMs > 0) await parts.clock.sleep(waitMs, mine.signal)
    }
  }

  function expect(dueAt: number): void {
    if (dueAt >= nextDueAt) return
    nextDueAt = dueAt
    nap.abort()
  }

  return {
    start(verdicts) {
      loop ??= run(verdicts)
    },
    expect,
    async stop() {
      isStopping = true
      nap.abort()
      await loop
    },
  }
}

export interface VerdictLoop {
  start(verdicts: VerdictSink): void
  /** A verdict will be due at that instant: no need to find it by polling. */
  expect(dueAt: number): void
  stop(): Promise<void>
}

export interface VerdictLoopParts {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly random: () => number
  readonly delays: SandboxDelays
  readonly onTrouble: (during: 'verdicts', error: unknown) => void
}

/** Finds what other processes left behind. */
const pollMs = 1_000
const batchMax = 64
/** How long a verdict that was not taken waits before it is brought again. */
const againMs = 5_000

function compose(due: DueVerdict, saying: VerdictScript, now: number, random: number): Verdict {
  const [code, reason] = saying.split(':')
  const accepted = random < 0.2 ? 'AB' : 'AP'
  return {
    id: `${due.transmissionUuid}-${due.verdictsSent + 1}`,
    responseCode: code === 'RE' ? 'RE' : code === 'AB' ? 'AB' : accepted,
    issuedAt: new Date(now).toISOString(),
    senderId: due.script.startsWith('C5') ? due.receiverId : receiverProviderId,
    receiverId: senderProviderId,
    referenceId: due.transmissionUuid,
    description: code === 'RE' ? 'The sandbox rejects documents of this endpoint' : null,
    issues: code === 'RE' ? [issues[reason === 'FD' ? 'FD' : 'BV']] : [],
  }
}

/** The service providers of the sandbox: ours, and everybody else's. */
const senderProviderId = '0242:990001'
const receiverProviderId = '0242:990002'

const issues: Readonly<Record<'BV' | 'FD', VerdictIssue>> = {
  BV: { lineId: 'NA', description: 'A rule of the receiver is broken', statusReasonCode: 'BV' },
  FD: { lineId: 'NA', description: 'The receiver could not be reached', statusReasonCode: 'FD' },
}
