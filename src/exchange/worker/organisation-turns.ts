/**
 * The organisations that are known to have due legs, in the order of their turns. Each claim serves
 * the next few of them, as many as fill its places, with equal shares. So a million legs of one
 * organisation delay no other, and no place stays empty. One whose claim failed is passed over for
 * a while.
 */
export class OrganisationTurns {
  /** How many due legs are known of each, the next turn first. */
  readonly #due = new Map<string, number>()
  /** Until when an organisation is passed over, ms since 1970. */
  readonly #paused = new Map<string, number>()

  /** Whether the known legs fill so many places. */
  fills(places: number, now: number): boolean {
    return this.next(places, now).reduce((sum, { legs }) => sum + legs, 0) === places
  }

  get size(): number {
    return this.#due.size
  }

  /** New legs are due. */
  add(orgId: string, legs: number): void {
    this.#due.set(orgId, (this.#due.get(orgId) ?? 0) + legs)
  }

  /** At least so many legs are due now. */
  see(orgId: string, legs: number): void {
    this.#due.set(orgId, Math.max(this.#due.get(orgId) ?? 0, legs))
  }

  /** The shares of a claim with so many places. They are empty only when no known leg is left. */
  next(places: number, now: number): readonly Share[] {
    const served: Share[] = []
    let legs = 0
    for (const [orgId, due] of this.#due) {
      if ((this.#paused.get(orgId) ?? 0) > now) continue
      if (served.length === places || (served.length >= servedMax && legs >= places)) break
      served.push({ orgId, legs: due })
      legs += due
    }
    return equalShares(served, places)
  }

  /** A claim got so many legs of its share: the organisation is the last in the next turns. */
  claimed({ orgId, legs: share }: Share, legs: number): void {
    const left = (this.#due.get(orgId) ?? 0) - share
    this.#paused.delete(orgId)
    this.#due.delete(orgId)
    if (legs === share && left > 0) this.#due.set(orgId, left)
  }

  /** Its legs are unknown again until somebody sees them. */
  failed(orgId: string, now: number): void {
    this.#due.delete(orgId)
    this.#paused.set(orgId, now + pauseMs)
  }
}

/** Legs of an organisation. */
export interface Share {
  readonly orgId: string
  readonly legs: number
}

/** What one does not need goes to the others. */
function equalShares(wanted: readonly Share[], places: number): readonly Share[] {
  const shares = new Map<string, number>()
  let left = places
  for (const [at, { orgId, legs }] of wanted.toSorted((one, other) => one.legs - other.legs).entries()) {
    const share = Math.min(legs, Math.floor(left / (wanted.length - at)))
    shares.set(orgId, share)
    left -= share
  }
  return wanted.map(({ orgId }) => ({ orgId, legs: shares.get(orgId) ?? 0 }))
}

/** How many organisations a claim serves when their legs fill it: each is a transaction. */
const servedMax = 4
/** How long an organisation is passed over whose claim failed. */
const pauseMs = 1_000
