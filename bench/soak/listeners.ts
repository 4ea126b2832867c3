import { setTimeout as sleep } from 'node:timers/promises'
import type { Receiver } from '../../test/support/network/receiver.ts'
import type { Caller } from './caller.ts'

/**
 * Follows an organisation's feed by long polls from its beginning, as a client does, and remembers
 * the events.
 */
export class Follower {
  readonly #caller: Caller
  readonly seen: string[] = []
  readonly createdIds = new Set<string>()
  #cursor: string | undefined
  #isOver = false
  #loop: Promise<void> | undefined

  constructor(caller: Caller) {
    this.#caller = caller
  }

  start(): void {
    this.#loop ??= this.#follow()
  }

  /** Reads the remaining events, then ends. */
  async stop(): Promise<void> {
    this.#isOver = true
    await this.#loop
  }

  async #follow(): Promise<void> {
    for (let isLast = false; !isLast; ) {
      // Events stored before this line are on this page or a later one.
      const wasOver = this.#isOver
      const since = this.#cursor === undefined ? '' : `&since=${this.#cursor}`
      const wait = wasOver ? 0 : 5
      const { status, text } = await this.#caller.call('long poll', 'GET', `/api/events?limit=500&wait=${wait}${since}`)
      if (status !== 200) {
        if (wasOver) return
        await sleep(1000)
        continue
      }
      const { items: events, next, has_more: hasMore } = JSON.parse(text)
      this.#cursor = next
      for (const event of events) {
        this.seen.push(event.id)
        if (String(event.type).endsWith('.created')) this.createdIds.add(event.data.id)
      }
      isLast = wasOver && !hasMore
    }
  }
}

/** Receives the webhooks of all organisations. Refuses one first delivery in three hundred. */
export class WebhookLedger {
  readonly #seen = new Map<string, Set<string>>()
  readonly #refused = new Set<string>()

  constructor(receiver: Receiver) {
    receiver.answer = ({ url, headers }, response) => {
      // Keeping the bodies would fill the memory of this process.
      receiver.received.length = 0
      const id = String(headers['webhook-id'])
      if (!this.#refused.has(id) && Math.random() < 1 / 300) {
        this.#refused.add(id)
        response.writeHead(503).end()
        return
      }
      this.of(url.slice(1)).add(id)
      response.writeHead(204).end()
    }
  }

  /** The ids of the events that arrived under that name. */
  of(name: string): Set<string> {
    const seen = this.#seen.get(name) ?? new Set()
    this.#seen.set(name, seen)
    return seen
  }
}
