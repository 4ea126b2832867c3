import type { Clock } from '../../../clock/clock.ts'
import type { Rulebook } from '../../../rulebook/rulebook.ts'
import type { Database } from '../../../store/database/database.ts'
import { stringOf } from '../../../text/text.ts'
import type { EnvelopeHeader } from '../../../ubl/network/envelope.ts'
import { envelopeInPieces } from '../../../ubl/network/write-envelope.ts'
import type { Gateway, InboundSink, Outcome, Transmission, TransmissionResponse } from '../../gateway.ts'
import { bareResponse } from '../../gateway.ts'
import type { SandboxDelays, Span } from './delays.ts'
import { within } from './delays.ts'
import { scanDocument } from './document-scan.ts'
import { EnvelopeCheck } from './envelope-check.ts'
import { Ledger } from './ledger.ts'
import { bare, chooseScript, scriptNamed } from './scripts.ts'
import { receiverProviderId } from './status.ts'
import { VerdictLoop } from './verdict-loop.ts'

/**
 * A stand-in for the network: it takes every document, confirms it after a moment and brings a
 * verdict later, and for some endpoints it does what networks do (docs/sandbox.md). Nothing leaves
 * the machine.
 */
export function createSandbox(parts: SandboxParts): Gateway {
  const ledger = new Ledger(parts.db)
  const loop = new VerdictLoop({ ...parts, ledger })
  const check = new EnvelopeCheck(parts.rulebook, parts.clock)

  async function submit(transmission: Transmission, signal: AbortSignal): Promise<Outcome> {
    const began = parts.clock.now()
    const { facts, fault } = await read(transmission)
    const isTooLate = await pause(parts, parts.delays.receiptMs, signal)
    if (isTooLate()) return givenUp
    if (fault !== undefined) return refusal('INVALID_ENVELOPE', fault)
    const { name, script } = chooseScript(transmission, facts)
    const now = parts.clock.now()
    // Of a transmission whose receipt is lost nothing is said before it is asked for: a status
    // would make the question needless.
    const isSaidLater = script.verdicts.length === 0 || script.receipt === 'lost'
    const verdictDueAt = isSaidLater ? null : now + within(parts.delays.verdictMs, parts.random())
    if (isTooLate()) return givenUp
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
    if (received === undefined) return givenUp
    if (!received.isSameContent)
      return refusal('DUPLICATE_ID', 'This transmission UUID came before, with other content')
    if (!received.isReceived) return failures[script.failure]
    if (verdictDueAt !== null) loop.expect(verdictDueAt)
    if (script.receipt === 'lost') {
      if (received.submissions === 1) return failures.unknown
      await oweVerdict(transmission.transmissionUuid)
    }
    return confirmed(name, receipt(transmission.transmissionUuid, parts.clock.now() - began))
  }

  /** As a whole only where somebody looks at it. */
  async function read(transmission: Transmission) {
    const { document, senderId, transmissionUuid } = transmission
    const isChecked = check.isDue(document.bytes)
    const pieces: Uint8Array[] = []
    const isKept = isChecked || parts.onEnvelope !== undefined
    const facts = await scanDocument(document, bare(senderId), (piece) => isKept && pieces.push(piece))
    if (!isKept) return { facts, fault: undefined }
    const header = { ...transmission, instanceId: transmissionUuid, mlsTo: null }
    const envelope = await envelopeOf(header, pieces)
    parts.onEnvelope?.(envelope)
    return { facts, fault: isChecked ? check.fault(transmission, envelope) : undefined }
  }

  async function oweVerdict(transmissionUuid: string): Promise<void> {
    const dueAt = parts.clock.now() + within(parts.delays.verdictMs, parts.random())
    await ledger.owe(transmissionUuid, dueAt)
    loop.expect(dueAt)
  }

  return {
    name: 'sandbox',
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
        if (scriptNamed(known.script).receipt === 'lost') await oweVerdict(transmissionUuid)
        return confirmed(known.script, receipt(transmissionUuid, null))
      }
      return scriptNamed(known.script).failure === 'permanent' ? failures.permanent : { kind: 'absent' }
    },
    lookNow: () => loop.lookNow(),
    stop: () => loop.stop(),
  }
}

export interface SandboxParts {
  readonly db: Database
  readonly clock: Clock
  /** In [0, 1). */
  readonly random: () => number
  readonly delays: SandboxDelays
  readonly rulebook: Rulebook
  /** Our own access point, `0242:…`: statuses are addressed to it. */
  readonly serviceProviderId: string
  readonly onTrouble: (during: 'verdicts', error: unknown) => void
  /** Sees every envelope that passes, in either direction, as it is on its way. */
  readonly onEnvelope?: ((envelope: string) => void) | undefined
}

/**
 * Answers whether it is too late to send: given up, or a process that stood still, whose work
 * another may have taken over by now.
 */
async function pause(parts: SandboxParts, span: Span, signal: AbortSignal): Promise<() => boolean> {
  const ms = within(span, parts.random())
  const began = performance.now()
  if (ms > 0) await parts.clock.sleep(ms, signal)
  return () => signal.aborted || performance.now() - began > ms + standstillMs
}

const standstillMs = 1_000
const givenUp: Outcome = {
  kind: 'unknown',
  response: bareResponse('TIMEOUT', 'Given up before it was received'),
}

/** The envelope around a document that was read. */
async function envelopeOf(header: EnvelopeHeader, read: readonly Uint8Array[]): Promise<string> {
  const bytes = read.reduce((total, piece) => total + piece.length, 0)
  const pieces = async function* () {
    yield* read
  }
  const envelope: Uint8Array[] = []
  for await (const piece of (await envelopeInPieces(header, { bytes, pieces })).pieces) envelope.push(piece)
  return stringOf(Buffer.concat(envelope))
}

/** The tax authority needs no introduction; for anybody else their access point answers. */
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
