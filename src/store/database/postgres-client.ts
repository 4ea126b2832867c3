import { Socket } from 'node:net'
import { Client, type ClientConfig, DatabaseError, type PoolClient } from 'pg'

/**
 * A connection to PostgreSQL that can be cut. The driver says good-bye to the server before it
 * closes a socket; a server that is silent never answers that, and the open socket would keep the
 * process alive.
 */
export class CuttableClient extends Client {
  /** By performance.now(). The settings of the session are those of a moment after this one. */
  readonly since = performance.now()
  readonly #socket: Socket

  constructor(config: ClientConfig = {}) {
    const socket = new Socket()
    super({ ...config, stream: () => socket })
    this.#socket = socket
  }

  cut(): void {
    this.#socket.destroy()
  }
}

/** The open connections of a pool, and which of them work. */
export class Connections {
  /** For the pool: its connections are known from their beginning. */
  readonly Client: typeof CuttableClient
  readonly #opening = new Set<CuttableClient>()
  readonly #idle = new Set<CuttableClient>()
  /** With the timers of a hurry. */
  readonly #busy = new Map<CuttableClient, NodeJS.Timeout | undefined>()
  #limitMs: number | undefined
  #retiredBefore = Number.NEGATIVE_INFINITY

  constructor() {
    const opening = this.#opening
    this.Client = class extends CuttableClient {
      constructor(config?: ClientConfig) {
        super(config)
        opening.add(this)
        this.once('end', () => opening.delete(this))
      }
    }
  }

  add(client: unknown): void {
    if (!(client instanceof CuttableClient)) return
    this.#opening.delete(client)
    this.#idle.add(client)
    client.once('end', () => this.#idle.delete(client))
  }

  /** Call the result once: with false it cuts the connection. */
  take(client: PoolClient): (isUsable: boolean) => void {
    const cuttable = client instanceof CuttableClient ? client : undefined
    if (cuttable === undefined) return (isUsable) => client.release(!isUsable)
    this.#idle.delete(cuttable)
    this.#busy.set(cuttable, this.#limitMs === undefined ? undefined : cutAfter(this.#limitMs, cuttable))
    return (isUsable) => {
      clearTimeout(this.#busy.get(cuttable))
      this.#busy.delete(cuttable)
      if (isUsable) this.#idle.add(cuttable)
      client.release(!isUsable)
      if (!isUsable) cuttable.cut()
    }
  }

  /**
   * No session that began as early as this one is used again. False, and nothing is retired, when
   * it began just now: another session would be the same, and a server that stays as it is would
   * see a new connection for each statement.
   */
  retire(client: PoolClient): boolean {
    const now = performance.now()
    if (!(client instanceof CuttableClient) || now - client.since < newMs) return false
    this.#retiredBefore = now
    return true
  }

  isRetired(client: PoolClient): boolean {
    return client instanceof CuttableClient && client.since < this.#retiredBefore
  }

  cutOpening(): void {
    for (const client of this.#opening) client.cut()
    this.#opening.clear()
  }

  cutIdle(): void {
    for (const client of this.#idle) client.cut()
    this.#idle.clear()
  }

  /** No call waits longer than this any more, neither those under way nor later ones. */
  hurry(ms: number): void {
    this.#limitMs = ms
    for (const [client, timer] of this.#busy) this.#busy.set(client, timer ?? cutAfter(ms, client))
  }
}

const newMs = 2_000

function cutAfter(ms: number, client: CuttableClient): NodeJS.Timeout {
  return setTimeout(() => client.cut(), ms).unref()
}

/** Whether the server answers within `ms` on a new connection. A refusal is an answer too. */
export async function answersSoon(config: ClientConfig, ms: number): Promise<boolean> {
  const client = new CuttableClient({ ...config, connectionTimeoutMillis: ms, query_timeout: ms })
  client.on('error', () => undefined)
  const late = setTimeout(() => client.cut(), ms)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    return error instanceof DatabaseError
  } finally {
    clearTimeout(late)
    client.cut()
  }
}
