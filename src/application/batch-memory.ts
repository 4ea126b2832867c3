import { createHash } from 'node:crypto'
import { type DocumentFigures, numberKey } from '@selfbill/pint-ae/document'
import { type AboutDocument, likenessOf, type StoredCircumstances } from '../store/documents/circumstances.ts'

/**
 * What the earlier documents of a batch or a file say about the next ones in a dry run: none of
 * them is stored, so the database does not know. Source: docs/decisions/0196.
 */
export class BatchMemory {
  readonly #seen = new Set<string>()
  /** Hundredths, by invoice and currency, once it is known of each note whether it is refused. */
  readonly #credited = new Map<string, Promise<bigint>>()

  constructor(earlier: readonly Compared[] = []) {
    for (const { like, credit } of earlier) {
      this.#seen.add(like)
      if (credit !== undefined) this.#add(credit, notRefused)
    }
  }

  /** Whether a document before it had the same parties, date and amount. */
  repeats(figures: DocumentFigures): boolean {
    const like = likeOf(figures)
    const isSeen = this.#seen.has(like)
    this.#seen.add(like)
    return isSeen
  }

  /**
   * The circumstances with what earlier credit notes take of the same invoices, as if they were
   * stored. Earlier ones are those that were asked about before: reads may end in another order. A
   * refused one takes nothing, so this waits until they are judged; they never wait for this one.
   */
  async withCredits(
    about: AboutJudged,
    look: (about: AboutDocument) => Promise<StoredCircumstances>,
  ): Promise<StoredCircumstances> {
    const { figures, references, isRefused = notRefused } = about
    const earlier = references.map((number) => this.#credited.get(placeOf(numberKey(number), figures.currency)) ?? 0n)
    const credit = creditOf(figures, references)
    if (credit !== undefined) this.#add(credit, isRefused)
    const [stored, taken] = await Promise.all([look(about), Promise.all(earlier)])
    const invoices = stored.invoices.map((invoice, at) => {
      // What an invoice in another currency has left is unknown.
      if (invoice === undefined || invoice.currency !== figures.currency) return invoice
      return { ...invoice, creditedCents: String(BigInt(invoice.creditedCents) + (taken[at] ?? 0n)) }
    })
    return { ...stored, invoices }
  }

  #add({ invoice, currency, cents }: Credit, isRefused: Promise<boolean>): void {
    const place = placeOf(invoice, currency)
    const before = this.#credited.get(place) ?? Promise.resolve(0n)
    this.#credited.set(
      place,
      Promise.all([before, isRefused]).then(([sum, refused]) => (refused ? sum : sum + BigInt(cents))),
    )
  }
}

/** A document whose circumstances are looked up while it is judged. */
export interface AboutJudged extends AboutDocument {
  /** How the judging ends: a failure counts as a refusal. Never rejects. */
  readonly isRefused?: Promise<boolean>
}

const notRefused = Promise.resolve(false)

/** What later documents of a file are compared with. */
export interface Compared {
  /** SHA-256 of parties, date and amount. */
  readonly like: string
  readonly credit?: Credit
}

interface Credit {
  /** The key of its number. */
  readonly invoice: string
  readonly currency: string
  /** Hundredths of the currency. */
  readonly cents: string
}

export function comparedWith(figures: DocumentFigures, references: readonly string[]): Compared {
  const credit = creditOf(figures, references)
  return { like: likeOf(figures), ...(credit && { credit }) }
}

/** As stored documents are compared. */
function likeOf(figures: DocumentFigures): string {
  return createHash('sha256')
    .update(JSON.stringify(likenessOf(figures)))
    .digest('hex')
}

/** Undefined for a note about several invoices: nobody knows what it takes of each. */
function creditOf({ billedAmount, currency }: DocumentFigures, references: readonly string[]): Credit | undefined {
  const [invoice, ...others] = new Set(references.map(numberKey))
  if (invoice === undefined || others.length > 0) return undefined
  return { invoice, currency, cents: billedAmount.replace('.', '') }
}

function placeOf(invoice: string, currency: string): string {
  return JSON.stringify([invoice, currency])
}
