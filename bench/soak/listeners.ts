import { setTimeout as sleep } from 'node:timers/promises'
import type { Receiver } from '../../test/support/network/receiver.ts'
import type { Caller } from './caller.ts'

/**
 * Follows an organisation's feed by long polls from its beginning, as a client does, and remembers
 * what it was told.
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

  /** Reads what is still there, and ends. */
  async stop(): Promise<void> {
    this.#isOver = true
    await this.#loop
  }

  async #follow(): Promise<void> {
    for (let isLast = false; !isLast; ) {
      // What was written before this line is on the page, or on one behind it.
      const wasOver = this.#isOver
      const since = this.#cursor === undefined ? '' : `&since=${this.#cursor}`
      const wait = wasOver ? 0 : 5
      const { status, text } = await this.#caller.call('long poll', 'GET', `/api/events?limit=500&wait=${wait}${since}`)
      if (status !== 200) {
        if (wasOver) return
        await sleep(1000)
        continue
      }
      const { events, next, has_more: hasMore } = JSON.parse(text)
      this.#cursor = next
      for (const event of events) {
        this.seen.push(event.id)
        if (String(event.type).endsWith('.created')) this.createdIds.add(event.data.id)
      }
      isLast = wasOver && !hasMore
    }
  }
}

/** Takes the webhooks of all organisations; one in three hundred it refuses at first. */
export class WebhookLedger {
  readonly #seen = new Map<string, Set<string>>()
  readonly #refused = new Set<string>()

  constructor(receiver: Receiver) {
    receiver.answer = ({ url, headers }, response) => {
      // They would fill this process.
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

  /** Ids of events that have come under that name. */
  of(name: string): Set<string> {
    const seen = this.#seen.get(name) ?? new Set()
    this.#seen.set(name, seen)
    return seen
  }
}
