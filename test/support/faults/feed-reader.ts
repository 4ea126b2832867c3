import { setTimeout as delay } from 'node:timers/promises'
import type { CallingTenant } from './calls/call.ts'
import type { DocumentRecord } from './records.ts'

/**
 * Follows an organisation's change feed through the whole round from one cursor, at any running
 * instance.
 */
export class FeedReader {
  readonly #tenant: CallingTenant
  readonly #addresses: () => readonly string[]
  readonly #seen: Change[] = []
  readonly #following: Promise<void>
  #since: string | undefined
  readonly #refusals: string[] = []
  #isLast = false
  #isOver = false

  constructor(tenant: CallingTenant, addresses: () => readonly string[]) {
    this.#tenant = tenant
    this.#addresses = addresses
    this.#following = this.#follow()
  }

  /** Reads the rest, then compares everything read with the database. */
  async losses(documents: readonly DocumentRecord[]): Promise<readonly string[]> {
    this.#isLast = true
    await this.#following
    const own = documents.filter(({ orgId }) => orgId === this.#tenant.orgId)
    const ids = new Set(this.#seen.map(({ id }) => id))
    const twice = this.#seen.length === ids.size ? [] : ['the feed has an event twice']
    return [...this.#refusals, ...twice, ...own.flatMap((document) => this.#lossesOf(document))]
  }

  /** Everything read so far. */
  get changes(): readonly Change[] {
    return this.#seen
  }

  stop(): void {
    this.#isOver = true
  }

  #lossesOf(document: DocumentRecord): readonly string[] {
    const changes = this.#seen.filter(({ data }) => data.id === document.id)
    const kinds = changes.map(({ type }) => type.split('.').at(-1)).join(' ')
    const due = document.entries.filter(({ isChange }) => isChange).length
    const losses: string[] = []
    if (!/^created( updated)*$/.test(kinds)) losses.push(`the feed has these events for ${document.id}: ${kinds}`)
    if (changes.length !== due) losses.push(`the feed has ${changes.length} of ${due} changes of ${document.id}`)
    const last = changes.at(-1)?.data
    const said = [last?.overall_status, last?.participant_status, last?.fta_status].join(' ')
    const expected = [document.overall, document.participant, document.authority].join(' ')
    if (said !== expected) losses.push(`the feed leaves ${document.id} at ${said}, not ${expected}`)
    return losses
  }

  async #follow(): Promise<void> {
    while (!this.#isOver) {
      const isLast = this.#isLast
      const page = await this.#read()
      this.#seen.push(...(page?.items ?? []))
      this.#since = page?.next ?? this.#since
      if (isLast && page !== undefined && page.items.length === 0) return
      if (page === undefined || page.items.length === 0) await delay(200)
    }
  }

  async #read(): Promise<Page | undefined> {
    const address = this.#addresses()[0]
    if (address === undefined) return undefined
    const since = this.#since === undefined ? '' : `&since=${encodeURIComponent(this.#since)}`
    const answer = await fetch(`${address}/api/events?limit=7${since}`, {
      headers: { authorization: `Bearer ${this.#tenant.token}` },
      signal: AbortSignal.timeout(5_000),
    })
      .then(async (response) => ({ code: response.status, text: await response.text() }))
      .catch(() => undefined)
    if (answer === undefined || answer.code >= 500) return undefined
    if (answer.code !== 200) {
      this.#refusals.push(`the feed was answered with ${answer.code}: ${answer.text}`)
      this.stop()
      return undefined
    }
    const page: Page = JSON.parse(answer.text)
    return page
  }
}

interface Page {
  readonly items: readonly Change[]
  readonly next: string
}

export interface Change {
  readonly id: string
  readonly type: string
  readonly data: {
    readonly id: string
    readonly overall_status: string | null
    readonly participant_status: string | null
    readonly fta_status: string | null
  }
}
