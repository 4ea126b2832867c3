import type { Database } from '../../../store/database/database.ts'
import type { Gateway, InboundSink, Outcome, Transmission, TransmissionResponse } from '../../gateway.ts'
import { bareResponse, defaultAccessPoint } from '../../gateway.ts'
import type { SandboxDelays, Span } from './delays.ts'
import { within } from './delays.ts'
import { scanDocument } from './document-scan.ts'
import { EnvelopeCheck, type EnvelopeCheckParts } from './envelope-check.ts'
import { envelopeOf } from './envelope-fault.ts'
import { Ledger } from './ledger.ts'
import { bare, chooseScript, scriptNamed } from './scripts.ts'
import { receiverProviderId } from './status.ts'
import { VerdictLoop } from './verdict-loop.ts'

/**
 * Simulates the network: accepts every document, confirms it after a moment and sends a verdict
 * later. Special endpoints behave differently (docs/sandbox.md). Nothing leaves the machine.
 */
export function createSandbox(parts: SandboxParts): Gateway {
  const ledger = new Ledger(parts.db, parts.gatherMs, parts.clock)
  const loop = new VerdictLoop({ ...parts, ledger })
  const check = new EnvelopeCheck(parts)

  async function submit(transmission: Transmission, signal: AbortSignal): Promise<Outcome> {
    const began = parts.clock.now()
    const { facts, fault } = await read(transmission)
    const isTooLate = await pause(parts, parts.delays.receiptMs, signal)
    if (isTooLate()) return gaveUp
    if (fault !== undefined) return refusal('INVALID_ENVELOPE', fault)
    const { name, script } = chooseScript(transmission, facts)
    const now = parts.clock.now()
    // After a lost receipt, send no verdict before the sandbox is asked: a verdict would make the
    // question needless.
    const isVerdictDue = script.verdicts.length > 0 && script.receipt !== 'lost'
    const verdictDueAt = isVerdictDue ? now + within(parts.delays.verdictMs, parts.random()) : null
    if (isTooLate()) return gaveUp
    const received = await ledger.receive({
      transmissionUuid: transmission.transmissionUuid,
      script: name,
      senderId: transmission.senderId,
      receiverId: transmission.receiverId,
      contentDigest: facts.digest,
      failures: script.failures,
      began,
      now,
      verdictDueAt,
    })
    if (received === undefined) return gaveUp
    if (!received.isSameContent)
      return refusal('DUPLICATE_ID', 'This transmission UUID was used before with other content')
    if (!received.isReceived) return failures[script.failure]
    if (verdictDueAt !== null) loop.expect(verdictDueAt)
    if (script.receipt === 'lost') {
      if (received.submissions === 1) return failures.unknown
      await scheduleVerdict(transmission.transmissionUuid)
    }
    return confirmed(name, receipt(transmission.transmissionUuid, parts.clock.now() - began))
  }

  /** Keeps the document only for a check or an observer. */
  async function read({ document, ...header }: Transmission) {
    const isChecked = check.isDue(document.bytes)
    const pieces: Uint8Array[] = []
    const isKept = isChecked || parts.onEnvelope !== undefined
    const facts = await scanDocument(document, bare(header.senderId), (piece) => isKept && pieces.push(piece))
    parts.onEnvelope?.(await envelopeOf(header, pieces))
    return { facts, fault: isChecked ? await check.fault(header, pieces) : undefined }
  }

  async function scheduleVerdict(transmissionUuid: string): Promise<void> {
    const dueAt = parts.clock.now() + within(parts.delays.verdictMs, parts.random())
    await ledger.scheduleVerdict(transmissionUuid, dueAt)
    loop.expect(dueAt)
  }

  return {
    name: 'sandbox',
    accessPoint: defaultAccessPoint,
    start(inbound: InboundSink) {
      loop.start(async (envelope) => {
        parts.onEnvelope?.(envelope)
        await inbound(envelope)
      })
    },
    submit,
    async ask(transmissionUuid) {
      const known = await ledger.ask(transmissionUuid, parts.clock.now())
      if (known.isReceived) {
        if (scriptNamed(known.script).receipt === 'lost') await scheduleVerdict(transmissionUuid)
        return confirmed(known.script, receipt(transmissionUuid, null))
      }
      return scriptNamed(known.script).failure === 'permanent' ? failures.permanent : { kind: 'absent', isFinal: true }
    },
    lookNow: () => loop.lookNow(),
    stop: () => loop.stop(),
  }
}

export interface SandboxParts extends EnvelopeCheckParts {
  readonly db: Database
  /** In [0, 1). */
  readonly random: () => number
  readonly delays: SandboxDelays
  /** How long submits and due verdicts gather after others, to be stored together. */
  readonly gatherMs: number
  /** Our own access point, `0242:…`, which statuses are addressed to. */
  readonly serviceProviderId: string
  readonly onTrouble: (during: 'verdicts', error: unknown) => void
  /** Gets every envelope sent or received, unchanged. */
  readonly onEnvelope?: ((envelope: string) => void) | undefined
}

/**
 * Waits, then returns a check whether it is too late to send: the caller gave up, or the process
 * was suspended and another may have taken over its work.
 */
async function pause(parts: SandboxParts, span: Span, signal: AbortSignal): Promise<() => boolean> {
  const ms = within(span, parts.random())
  const began = parts.clock.steady()
  if (ms > 0) await parts.clock.sleep(ms, signal)
  return () => signal.aborted || parts.clock.steady() - began > ms + suspensionMs
}

const suspensionMs = 1_000
const gaveUp: Outcome = {
  kind: 'unknown',
  response: bareResponse('TIMEOUT', 'The sender gave up before it was received'),
}

/** A receipt. On C3 it names the receiver's access point; the tax authority's is known. */
function confirmed(script: string, response: TransmissionResponse): Outcome & { readonly kind: 'receipt' } {
  return script.startsWith('C5') ? { kind: 'receipt', response } : { kind: 'receipt', response, receiverProviderId }
}

function refusal(result: string, error: string): Outcome & { readonly kind: 'permanent' } {
  return { kind: 'permanent', response: bareResponse(result, error) }
}

const failures = {
  transient: { kind: 'transient', response: bareResponse('TRANSPORT_ERROR', 'The connection was refused') },
  unknown: { kind: 'unknown', response: bareResponse('TIMEOUT', 'The connection ended before an answer came') },
  permanent: refusal('LOOKUP_ERROR', 'The receiver is not registered for this kind of document'),
} as const

function receipt(transmissionUuid: string, durationMs: number | null): TransmissionResponse {
  return {
    ...bareResponse('SUCCESS', null),
    conversationId: `${transmissionUuid}@conversation.sandbox`,
    messageId: `${transmissionUuid}@sandbox`,
    overallDurationToTransmit: durationMs,
  }
}
