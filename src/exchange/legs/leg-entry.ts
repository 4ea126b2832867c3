import type { LegEntry, LegState } from '../../store/legs/legs.ts'

/** A log entry about a leg. Reports after the first one carry their type: `Report R: …`. */
export function legEntry(event: LegEventStem, leg: LegState, message: string): LegEntry {
  const text = leg.report === undefined ? message : `Report ${leg.report}: ${message}`
  return { event: `${event}_${leg.corner}`, message: text.slice(0, messageCharactersMax) }
}

type LegEventStem =
  | 'SUBMITTED_AGAIN_TO'
  | 'RECEIPT_FROM'
  | 'TRANSMISSION_RETRY'
  | 'TRANSMISSION_FAILED'
  | 'MLS_RECEIVED_FROM'

/** Messages from other systems can be long. */
const messageCharactersMax = 1_000
