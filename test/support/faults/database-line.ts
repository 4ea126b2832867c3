import { setTimeout as delay } from 'node:timers/promises'
import { Relay } from '../network/relay.ts'
import type { LineTrouble } from './plan.ts'

/** The way of one instance to PostgreSQL: a port of its own, whose relay can be disturbed. */
export class DatabaseLine {
  static async open(serverPort: number): Promise<DatabaseLine> {
    return new DatabaseLine(serverPort, await Relay.start(serverPort))
  }

  /** Of the relay, and of those that replace it. */
  readonly port: number
  readonly #serverPort: number
  #relay: Relay
  /** Troubles come one after the other. */
  #last: Promise<void> = Promise.resolve()

  private constructor(serverPort: number, relay: Relay) {
    this.#serverPort = serverPort
    this.#relay = relay
    this.port = relay.port
  }

  /** Resolves when it is over. */
  suffer(trouble: LineTrouble, ms: number, struck: () => void): Promise<void> {
    this.#last = this.#last.then(async () => {
      struck()
      await this.#disturb(trouble, ms)
    })
    return this.#last
  }

  async close(): Promise<void> {
    await this.#relay.stop()
  }

  async #disturb(trouble: LineTrouble, ms: number): Promise<void> {
    if (trouble === 'silent') this.#relay.fallSilent()
    else if (trouble === 'requests held') this.#relay.fallSilent('out')
    else if (trouble === 'requests held on open connections') this.#relay.hushOpenLines('out')
    else if (trouble === 'answers held' || trouble === 'answers lost') this.#relay.fallSilent('back')
    else if (trouble === 'late') this.#relay.delayMs = lateMs
    if (trouble !== 'cut') await delay(ms)
    if (trouble === 'cut' || trouble === 'answers lost') return this.#cut()
    if (trouble === 'late') await this.#catchUp()
    this.#relay.speak()
  }

  /** What is late arrives before anything that follows it. */
  async #catchUp(): Promise<void> {
    this.#relay.fallSilent()
    await delay(2 * lateMs)
    this.#relay.delayMs = 0
  }

  /** Breaks every connection. The next ones get through. */
  async #cut(): Promise<void> {
    await this.#relay.stop()
    this.#relay = await Relay.start(this.#serverPort, this.port)
  }
}

/** Later than the service waits for an answer. */
const lateMs = 1_500
