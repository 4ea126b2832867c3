import type { Transmission } from '../../gateway.ts'

/**
 * What the sandbox does with a transmission. The other party's endpoint chooses it, on both legs:
 * the tax authority is the same receiver for everybody, so its behaviour too is chosen by the
 * endpoint that the tax data document names. docs/sandbox.md shows this table to integrators.
 */
export interface Script {
  /** How many submits fail before one gets through. */
  readonly failures: number
  /** How they fail: `unknown` is a message that vanished without an answer. */
  readonly failure: 'transient' | 'unknown' | 'permanent'
  /**
   * `lost`: the message arrives, the answer to its first submit does not, and nothing is said of it
   * before somebody asks.
   */
  readonly receipt: 'sent' | 'lost'
  /** What is said later, one after the other. */
  readonly verdicts: readonly VerdictScript[]
}

/**
 * `accepted` is AP, or at times AB; BV and FD are why it is rejected; `stray` is about a
 * transmission nobody sent.
 */
export type VerdictScript = 'accepted' | 'AB' | 'RE:BV' | 'RE:FD' | 'stray'

/**
 * The script of a transmission: by its receiver on C3; on C5 by any special endpoint in the
 * document but the sender's.
 */
export function chooseScript(
  { corner, receiverId }: Pick<Transmission, 'corner' | 'receiverId'>,
  facts: ChoosingFacts,
): { readonly name: string; readonly script: Script } {
  const chosen = corner === 'C3' ? bare(receiverId) : facts.specialEndpoint
  const isOver = specialEndpoints.get(chosen)?.isForFirstReport === true && !facts.isFirstReport
  const endpoint = isOver ? '' : chosen
  const name = `${corner}:${specialEndpoints.has(endpoint) ? endpoint : 'any'}`
  return { name, script: scriptNamed(name) }
}

/** What a document says that chooses. */
export interface ChoosingFacts {
  /** Its first special endpoint that is not the sender's; empty when it has none. */
  readonly specialEndpoint: string
  /** It is a report of type S, not one made again or a withdrawal. */
  readonly isFirstReport: boolean
}

/** By the name that `chooseScript` gave it. */
export function scriptNamed(name: string): Script {
  const endpoint = specialEndpoints.get(name.slice(3))
  return (name.startsWith('C3') ? endpoint?.c3 : endpoint?.c5) ?? plain
}

const plain: Script = { failures: 0, failure: 'transient', receipt: 'sent', verdicts: ['accepted'] }
const rejecting: Script = { ...plain, verdicts: ['RE:BV'] }
const silent: Script = { ...plain, verdicts: [] }
const always = 1_000_000

/** One leg behaves in a special way and the other as for any endpoint, unless both are given. */
export const specialEndpoints: ReadonlyMap<string, SpecialEndpoint> = new Map<string, SpecialEndpoint>([
  ['1000000001', { c3: { ...plain, verdicts: ['AB'] } }],
  ['1000000011', { c3: rejecting }],
  ['1000000012', { c3: { ...plain, verdicts: ['RE:FD'] } }],
  ['1000000013', { c3: { ...plain, failures: always, failure: 'permanent' } }],
  ['1000000021', { c3: { ...plain, failures: 2 } }],
  ['1000000022', { c3: { ...plain, receipt: 'lost' } }],
  ['1000000023', { c3: { ...plain, failures: 1, failure: 'unknown' } }],
  ['1000000024', { c3: { ...plain, failures: always } }],
  ['1000000031', { c3: silent }],
  ['1000000032', { c3: { ...plain, verdicts: ['AB', 'AB'] } }],
  ['1000000033', { c3: { ...plain, verdicts: ['AB', 'RE:BV'] } }],
  ['1000000034', { c3: { ...plain, verdicts: ['stray', 'accepted'] } }],
  ['1000000041', { c5: rejecting }],
  ['1000000042', { c5: silent }],
  ['1000000043', { c5: { ...plain, failures: 2 } }],
  ['1000000044', { c5: { ...plain, receipt: 'lost' } }],
  ['1000000045', { c5: rejecting, isForFirstReport: true }],
  ['1000000049', { c3: rejecting, c5: rejecting }],
])

interface SpecialEndpoint {
  readonly c3?: Script
  readonly c5?: Script
  /** On C5 a resubmission or a withdrawal goes as for any endpoint. */
  readonly isForFirstReport?: boolean
}

/** `0235:1000000001` → `1000000001`; ids under another scheme are nobody's. */
export function bare(participantId: string): string {
  return participantId.startsWith('0235:') ? participantId.slice(5) : ''
}
