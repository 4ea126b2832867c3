import type { LegEntry, LegState } from '../../store/legs/legs.ts'

/**
 * An entry of the log about a leg: the event says which one. A report beyond the first is told by
 * its letter.
 */
export function legEntry(event: LegEventStem, leg: LegState, message: string): LegEntry {
  const told = leg.report === null ? message : `Report ${leg.report}: ${message}`
  return { event: `${event}_${leg.corner}`, message: told.slice(0, messageCharactersMax) }
}

type LegEventStem = 'RECEIPT_FROM' | 'TRANSMISSION_RETRY' | 'TRANSMISSION_FAILED' | 'MLS_RECEIVED_FROM'

/** Messages of other machines are shown, but not at any length. */
const messageCharactersMax = 1_000
