import type { Database } from '../../store/database/database.ts'
import { dueOrganisations } from '../../store/legs/due-legs.ts'
import { type Claim, type ClaimedLeg, claimLegs, type DueLeg } from '../../store/legs/leg-queue.ts'
import type { OrganisationLook } from '../../store/organisation-look.ts'
import { OrganisationTurns, type Share } from './organisation-turns.ts'

/**
 * Claims due legs of one access point, in one transaction for each organisation. It learns of the
 * organisations in two ways: a request names its own when it stores legs, and a walk looks for the
 * others, by id and a few at a time. A walk begins when the previous one is `pollMs` old, or when
 * `wake` names nobody. Each worker has its own turns.
 *
 * It notices when another server of the database answers: after a failover its rows may be an older
 * copy. Legs that were due for a while before that may have been sent, so they are in doubt.
 */
export class LegClaims {
  readonly #parts: LegClaimsParts
  readonly #turns = new OrganisationTurns()
  /** The last organisation that the walk has seen; undefined between two walks. */
  #walkedTo: string | undefined = ''
  #nextWalkAt = 0
  #isWoken = false
  /** When each server of the database was first seen, ms since 1970. */
  readonly #servers = new Map<string, number>()
  /** The walk has seen only a part of the legs of an organisation. */
  #hasSeenPart = false

  constructor(parts: LegClaimsParts) {
    this.#parts = parts
  }

  /** New legs are due: of an organisation, or nobody knows whose. */
  wake(orgId: string | undefined): void {
    if (orgId === undefined) this.#isWoken = true
    else this.#turns.add(orgId, legsOfDocument)
  }

  /** Up to `limit` legs. Rejects only if the database is away for all organisations. */
  async next({ limit, now, doubtBefore }: WantedLegs): Promise<Claimed> {
    this.#startWalk(limit, now)
    while (this.#walkedTo !== undefined && !this.#turns.fills(limit, now)) await this.#step(now)
    const shares = this.#turns.next(limit, now)
    const { owner, accessPoint, leaseMs } = this.#parts
    const claim = { owner, accessPoint, now, leaseMs, doubtBefore }
    const claims = shares.map((share) => this.#claim(share, { ...claim, orgId: share.orgId, limit: share.legs }))
    // Looks ahead meanwhile, so that no claim waits for it.
    if (this.#turns.size < knownMax)
      await this.#step(now).catch((error: unknown) => this.#parts.onTrouble('claim', error))
    const legs = (await Promise.all(claims)).flat()
    const isUnseen = this.#walkedTo !== undefined || (this.#hasSeenPart && legs.length > 0)
    return { legs, isMore: isUnseen || this.#turns.fills(1, now) }
  }

  async #claim(share: Share, claim: Claim): Promise<readonly ClaimedLeg[]> {
    try {
      const legs = await claimLegs(this.#parts.db, claim)
      this.#turns.claimed(share, legs.length)
      return legs.map((leg) => this.#doubted(leg, claim.now))
    } catch (error) {
      this.#turns.failed(share.orgId, claim.now)
      this.#parts.onTrouble('claim', error)
      return []
    }
  }

  /** An absence from before that server may be of an older submit than the last one. */
  #doubted(leg: DueLeg, now: number): ClaimedLeg {
    const seenAt = this.#servers.get(leg.server) ?? now
    this.#servers.set(leg.server, seenAt)
    const isOldCopy = leg.dueAt < seenAt - this.#parts.doubtAfterMs
    return isOldCopy ? { ...leg, inDoubt: true, absentAt: undefined } : leg
  }

  #startWalk(limit: number, now: number): void {
    if (this.#walkedTo !== undefined) return
    const isTime = this.#isWoken || now >= this.#nextWalkAt || (this.#hasSeenPart && !this.#turns.fills(limit, now))
    if (!isTime) return
    this.#isWoken = false
    this.#walkedTo = ''
    this.#hasSeenPart = false
  }

  /** One step of the walk. */
  async #step(now: number): Promise<void> {
    if (this.#walkedTo === undefined) return
    const { look, accessPoint, pollMs } = this.#parts
    const place = { accessPoint, after: this.#walkedTo, now, limit: stepMax }
    const { due, isAll } = await dueOrganisations(look, place)
    for (const [orgId, legs] of due) this.#turns.see(orgId, legs)
    this.#hasSeenPart ||= !isAll
    this.#walkedTo = isAll ? undefined : [...due.keys()].at(-1)
    if (isAll) this.#nextWalkAt = now + pollMs
  }
}

export interface LegClaimsParts {
  readonly db: Database
  readonly look: OrganisationLook
  readonly owner: string
  readonly accessPoint: string
  readonly leaseMs: number
  readonly pollMs: number
  /** See `WorkerPolicy`. */
  readonly doubtAfterMs: number
  /** A claim of one organisation failed; the others go on. */
  readonly onTrouble: (during: 'claim', error: unknown) => void
}

export type WantedLegs = Pick<Claim, 'limit' | 'now' | 'doubtBefore'>

export interface Claimed {
  readonly legs: readonly ClaimedLeg[]
  /** There may be more due legs. */
  readonly isMore: boolean
}

/** A document has two at most. */
const legsOfDocument = 2
/** Legs that one step of the walk reads. */
const stepMax = 64
/** The walk pauses while so many organisations are known. */
const knownMax = 1_000
