import { type ChildProcess, fork } from 'node:child_process'

/**
 * Orders for the two callers of the bench. Each runs in its own process, so that neither slows the
 * other.
 */
export interface ProbeOrder {
  readonly address: string
  readonly path: string
  /** Tokens of one organisation, used in turn so that no account meets its rate limit. */
  readonly tokens: readonly string[]
  readonly body: string
  readonly createsPerSecond: number
  readonly forMs: number
}

export interface ProbeReport {
  readonly creates: number
  /** Creates and health checks with an unexpected answer. */
  readonly failures: readonly string[]
}

export interface StormOrder {
  readonly address: string
  readonly method: string
  readonly path: string
  readonly tokens: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly forMs: number
}

export interface StormReport {
  /** Status → number of answers. */
  readonly statuses: Readonly<Record<string, number>>
}

/** Starts one of the callers as a process. */
export class Caller<Order extends object, Report> {
  readonly #child: ChildProcess

  constructor(file: string) {
    this.#child = fork(new URL(file, import.meta.url), { serialization: 'advanced' })
  }

  async run(order: Order): Promise<Report> {
    const { promise, resolve, reject } = Promise.withResolvers<Report>()
    const onExit = () => reject(new Error('the caller ended'))
    this.#child.once('exit', onExit)
    this.#child.once('message', (report: Report) => resolve(report))
    this.#child.send(order)
    try {
      return await promise
    } finally {
      this.#child.off('exit', onExit)
    }
  }

  stop(): void {
    this.#child.disconnect()
  }
}
