import type { WorldRequest } from './instance.ts'

/** What callers know from their answers. */
export interface Journal {
  readonly created: Created[]
  /** Every final answer to a request with a key: the same request must get it again. */
  readonly answered: Answered[]
  /** The notes of requests without a key that got a 503: nothing of them is stored. */
  readonly refusedWithoutKey: string[]
  /** The last word about the hold of a document. */
  readonly holds: Map<string, string | undefined>
  /** The last word about the retention of an organisation, and about the hold of all its documents. */
  readonly retentions: Map<string, Readonly<Record<string, unknown>>>
  readonly orgHolds: Map<string, string | undefined>
  /** Invoices that are credited by reference, with the pieces that they have. */
  readonly invoices: (Created & { readonly quantity: number })[]
}

export interface Created {
  readonly orgId: string
  readonly family: string
  readonly id: string
  readonly number: string
  readonly sequence: number
  readonly note: string
  /** Of the create. */
  readonly answer: string
}

export interface Answered {
  readonly request: WorldRequest
  readonly status: number
  readonly text: string
}

export function newJournal(): Journal {
  return {
    created: [],
    answered: [],
    refusedWithoutKey: [],
    holds: new Map(),
    retentions: new Map(),
    orgHolds: new Map(),
    invoices: [],
  }
}

/** How numbers begin that callers choose. */
export const chosenNumber = 'N-'

/**
 * What callers still know to be true when a copy is in the place of the database: what was answered
 * before the copy, of documents that it has. `stored`: its documents, and the reasons of their holds.
 */
export function forgetLost(journal: Journal, answered: number, stored: ReadonlyMap<string, string | undefined>): void {
  const kept = journal.created.filter(({ id }) => stored.has(id))
  const invoices = journal.invoices.filter(({ id }) => stored.has(id))
  journal.created.splice(0, journal.created.length, ...kept)
  journal.invoices.splice(0, journal.invoices.length, ...invoices)
  journal.answered.length = answered
  for (const id of journal.holds.keys()) {
    if (stored.has(id)) journal.holds.set(id, stored.get(id))
    else journal.holds.delete(id)
  }
}
