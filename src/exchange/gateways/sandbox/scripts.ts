import type { Transmission } from '../../gateway.ts'

/**
 * What the sandbox does with a transmission. The other party's endpoint chooses the script on both
 * legs: every report goes to the same tax authority, so the endpoint in the report chooses there
 * too. docs/sandbox.md shows this table to integrators.
 */
export interface Script {
  /** How many submits fail before one succeeds. */
  readonly failures: number
  /** How they fail. `unknown`: the message vanishes without an answer. */
  readonly failure: 'transient' | 'unknown' | 'permanent'
  /**
   * `lost`: the message arrives, but the answer to its first submit does not, and no verdict is
   * sent before the sandbox is asked.
   */
  readonly receipt: 'sent' | 'lost'
  /** The verdicts sent later, in order. */
  readonly verdicts: readonly VerdictScript[]
}

/**
 * `accepted` is AP or, in one of five cases, AB. BV and FD are reasons of a rejection. `stray` is
 * about an unknown transmission.
 */
export type VerdictScript = 'accepted' | 'AB' | 'RE:BV' | 'RE:FD' | 'stray'

/**
 * The script of a transmission. On C3 the receiver chooses it; on C5 the first special endpoint in
 * the document that is not the sender's.
 */
export function chooseScript(
  { corner, receiverId }: Pick<Transmission, 'corner' | 'receiverId'>,
  facts: ChoosingFacts,
): { readonly name: string; readonly script: Script } {
  const chosen = corner === 'C3' ? bare(receiverId) : facts.specialEndpoint
  const isUsedUp = specialEndpoints.get(chosen)?.isForFirstReport === true && !facts.isFirstReport
  const endpoint = isUsedUp ? '' : chosen
  const name = `${corner}:${specialEndpoints.has(endpoint) ? endpoint : 'any'}`
  return { name, script: scriptNamed(name) }
}

/** The facts of a document that choose its script. */
export interface ChoosingFacts {
  /** Its first special endpoint that is not the sender's; empty without one. */
  readonly specialEndpoint: string
  /** True for a report of type S; false for a report made again or a withdrawal. */
  readonly isFirstReport: boolean
}

/** The script of a name that `chooseScript` returned. */
export function scriptNamed(name: string): Script {
  const endpoint = specialEndpoints.get(name.slice(3))
  return (name.startsWith('C3') ? endpoint?.c3 : endpoint?.c5) ?? plain
}

const plain: Script = { failures: 0, failure: 'transient', receipt: 'sent', verdicts: ['accepted'] }
const rejecting: Script = { ...plain, verdicts: ['RE:BV'] }
const silent: Script = { ...plain, verdicts: [] }
const always = 1_000_000

/** One leg behaves specially and the other as usual, unless both are given. */
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
  /** True if on C5 later reports and withdrawals are treated like any other. */
  readonly isForFirstReport?: boolean
}

/** `0235:1000000001` → `1000000001`; ids with another scheme are never special. */
export function bare(participantId: string): string {
  return participantId.startsWith('0235:') ? participantId.slice(5) : ''
}
