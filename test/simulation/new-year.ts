import { startOfGulfDay } from '@selfbill/pint-ae/document'
import { aLine, jsonOf, type Members } from '../support/requests/requests.ts'
import type { Callers } from './callers.ts'
import type { Chaos } from './chaos.ts'
import { type DocumentReads, nameOf } from './document-reads.ts'
import type { Created } from './journal.ts'
import { organisations } from './organisations.ts'
import type { RetentionChecks } from './retention-checks.ts'

/**
 * The first of January on which the retention of everything issued before ends. Around it callers
 * switch removals on, change the years, hold and release documents, read them, and issue new ones.
 */
export class NewYear {
  readonly #parts: NewYearParts
  /** What has a caller that says the last word about it. */
  readonly #taken = new Set<string>()

  constructor(parts: NewYearParts) {
    this.#parts = parts
  }

  /** Begins the calls of `ms`. */
  begin(ms: number): void {
    const { chaos, callers } = this.#parts
    const later = (what: string, work: () => Promise<void>, within = ms) =>
      callers.later(chaos.between(0, within), what, work)
    const documents = [...callers.journal.created]
    for (const orgId of organisations) {
      later('removals', () => this.#changeRetention(orgId), ms / 10)
      if (chaos.next() < 0.4) later('hold of all', () => this.#holdAll(orgId))
      for (let call = 0; call < 2; call += 1) later('create', () => this.#create(orgId))
    }
    for (const document of documents) {
      if (chaos.next() < 0.2) later('hold', () => this.#hold(document))
      if (chaos.next() < 0.4) later('read', () => this.#parts.reads.one(document))
    }
    for (const kind of ['retry', 'report again', 'stranger'] as const)
      callers.begin(kind, chaos.of(organisations), chaos.between(0, ms))
    this.#parts.checks.onRemoval = (orgId) => this.#interfere(orgId)
  }

  /** Somebody wants to keep what is being removed just now, or has no need any more of what was held. */
  #interfere(orgId: string): void {
    const { chaos, callers } = this.#parts
    if (chaos.isOver || chaos.next() < 0.5) return
    const ms = chaos.between(0, 20)
    const kind = chaos.next()
    const own = callers.journal.created.filter((document) => document.orgId === orgId)
    if (kind < 0.1) callers.later(ms, 'hold of all', () => this.#holdAll(orgId))
    else if (kind < 0.2) callers.later(ms, 'removals', () => this.#changeRetention(orgId))
    else {
      const held = own.filter(({ id }) => callers.journal.holds.get(id) !== undefined)
      if (kind < 0.6 && held.length > 0) callers.later(ms, 'release', () => this.#release(chaos.of(held)))
      else if (own.length > 0) callers.later(ms, 'hold', () => this.#hold(chaos.of(own)))
    }
  }

  /** Does it unless another caller is at it: then nobody knows whose word is the last. */
  async #alone(what: string, work: () => Promise<void>): Promise<void> {
    if (this.#taken.has(what)) return
    this.#taken.add(what)
    await work()
    this.#taken.delete(what)
  }

  /** In turns; the last word is that everything is removed after five years. */
  #changeRetention(orgId: string): Promise<void> {
    return this.#alone(`retention of ${orgId}`, () => this.#changeInTurns(orgId))
  }

  async #changeInTurns(orgId: string): Promise<void> {
    const { chaos } = this.#parts
    for (let turn = chaos.below(4); turn > 0; turn -= 1) {
      const change = { retention_years: 5 + chaos.below(2), remove_after_retention: chaos.next() < 0.7 }
      await this.#set(orgId, change)
      await this.#parts.callers.wait(chaos.between(1_000, 240_000))
    }
    await this.#set(orgId, { retention_years: 5, remove_after_retention: true })
  }

  /** The same settings again: the next removal looks at every document. */
  async setAgain(): Promise<void> {
    for (const orgId of organisations) await this.#set(orgId, { retention_years: 5, remove_after_retention: true })
  }

  async #set(orgId: string, change: RetentionChange): Promise<void> {
    const { callers } = this.#parts
    const request = { operationId: 'changeOrganisation', orgId, params: {}, body: jsonOf(change), key: callers.note() }
    const { status, text } = await callers.insist(request)
    if (status !== 200) throw new Error(`a change of the retention was answered with ${status} ${text}`)
    callers.journal.retentions.set(orgId, change)
  }

  #holdAll(orgId: string): Promise<void> {
    return this.#alone(`hold of ${orgId}`, () => this.#holdAllInTurns(orgId))
  }

  async #holdAllInTurns(orgId: string): Promise<void> {
    const { chaos, callers } = this.#parts
    const { orgHolds } = callers.journal
    for (let turn = 0, last = 1 + 2 * chaos.below(2); turn <= last; turn += 1) {
      const isHold = turn % 2 === 0
      const reason = `Audit ${turn}`
      // From here on it may be released at any moment.
      if (!isHold) orgHolds.set(orgId, undefined)
      const request = { orgId, params: {}, key: callers.note() }
      const { status, text } = isHold
        ? await callers.insist({ ...request, operationId: 'holdOrganisation', body: jsonOf({ reason }) })
        : await callers.insist({ ...request, operationId: 'releaseOrganisation' })
      if (status !== (isHold ? 200 : 204)) throw new Error(`a hold of all was answered with ${status} ${text}`)
      if (isHold) orgHolds.set(orgId, reason)
      await callers.wait(chaos.between(1_000, 240_000))
    }
  }

  #hold(document: Created): Promise<void> {
    return this.#alone(`hold of ${document.id}`, () => this.#holdAndRelease(document))
  }

  #release(document: Created): Promise<void> {
    return this.#alone(`hold of ${document.id}`, () => this.#releaseNow(document))
  }

  /** Holds a document, unless its content is gone, and mostly releases it. */
  async #holdAndRelease(document: Created): Promise<void> {
    const { chaos, callers, checks } = this.#parts
    const { orgId, id, family } = document
    const wasRemoved = checks.removed.has(id)
    const body = jsonOf({ reason: 'Lawsuit' })
    const request = { operationId: `hold${nameOf(family)}`, orgId, params: { id }, body, key: callers.note() }
    const { status, text } = await callers.insist(request)
    if (status === 410 && checks.removed.has(id)) return
    if (status !== 200 || wasRemoved) throw new Error(`a hold of a document was answered with ${status} ${text}`)
    callers.journal.holds.set(id, 'Lawsuit')
    await callers.wait(chaos.between(1_000, 400_000))
    if (chaos.next() > 0.3) await this.#releaseNow(document)
  }

  async #releaseNow({ orgId, id, family }: Created): Promise<void> {
    const { callers } = this.#parts
    // From here on it may be removed at any moment.
    callers.journal.holds.set(id, undefined)
    const request = { operationId: `release${nameOf(family)}`, orgId, params: { id }, key: callers.note() }
    const { status, text } = await callers.insist(request)
    if (status !== 204) throw new Error(`a release was answered with ${status} ${text}`)
  }

  async #create(orgId: string): Promise<void> {
    const { chaos, callers } = this.#parts
    const members: Members = chaos.next() < 0.5 ? {} : { issue_date: '2031-12-30', due_date: '2032-01-30' }
    await callers.create(orgId, { document_lines: [aLine({ quantity: 3 })], ...members })
  }
}

interface RetentionChange extends Members {
  readonly retention_years: number
  readonly remove_after_retention: boolean
}

export interface NewYearParts {
  readonly chaos: Chaos
  readonly callers: Callers
  readonly checks: RetentionChecks
  readonly reads: DocumentReads
}

/** Documents of 2026 are kept for five years. */
export const newYear = startOfGulfDay('2032-01-01')
