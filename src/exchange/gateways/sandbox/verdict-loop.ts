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
  /** Until then the loop looks at nothing. */
  let asleepUntil = 0
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
    return { transmissionUuid: due.transmissionUuid, verdictsSent, nextDueAt: next }
  }

  /** Brings what is due; answers when to look again. */
  async function turn(verdicts: VerdictSink): Promise<number> {
    const now = parts.clock.now()
    const due = await parts.ledger.takeDue(now, batchMax, now + againMs)
    const sent = await Promise.all(due.map((verdict) => bring(verdict, verdicts)))
    const done = sent.filter((verdict) => verdict !== undefined)
    if (done.length > 0) await parts.ledger.markSent(done)
    const nextDueAt = await parts.ledger.nextDueAt()
    return Math.min(nextDueAt ?? Number.POSITIVE_INFINITY, parts.clock.now() + pollMs)
  }

  async function run(verdicts: VerdictSink): Promise<void> {
    while (!isStopping) {
      const mine = new AbortController()
      nap = mine
      asleepUntil = Number.POSITIVE_INFINITY // what is expected from here on may be missed by the look that follows
      const nextLookAt = await turn(verdicts).catch((error: unknown) => {
        parts.onTrouble('verdicts', error)
        return parts.clock.now() + pollMs
      })
      asleepUntil = nextLookAt
      const waitMs = nextLookAt - parts.clock.now()
      if (waitMs > 0 && !isStopping) await parts.clock.sleep(waitMs, mine.signal)
    }
  }

  return {
    start(verdicts) {
      loop ??= run(verdicts)
    },
    expect(dueAt) {
      if (dueAt < asleepUntil) nap.abort()
    },
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
