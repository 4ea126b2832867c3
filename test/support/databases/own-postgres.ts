import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import {
  administratorUrl,
  binaryFolder,
  isAlive,
  newCluster,
  type Server,
  startServer,
  untilItAnswers,
} from './postgres-server.ts'

/**
 * A PostgreSQL for one test, which may crash it: from the binaries on the machine, on 127.0.0.1.
 * Run as a process, this file keeps the server and removes it when the test's process is gone.
 */
export class OwnPostgres {
  /** Undefined without binaries. */
  static async start(): Promise<OwnPostgres | undefined> {
    if (binaryFolder() === undefined) return undefined
    const keeper = spawn(process.execPath, [import.meta.filename], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    const own = new OwnPostgres(keeper, await wordOf(keeper))
    return own
  }

  /** Points to its first database, `postgres`. */
  readonly url: string
  readonly #keeper: ChildProcess
  /** Faults strike one after the other: a frozen server cannot be restarted. */
  #last: Promise<void> = Promise.resolve()

  private constructor(keeper: ChildProcess, url: string) {
    this.#keeper = keeper
    this.url = url
  }

  /**
   * Breaks every connection at once and writes nothing; after `downMs` it recovers from its log and
   * answers again.
   */
  crash(downMs: number): Promise<void> {
    return this.#during('SIGQUIT', downMs, 'up')
  }

  /** Like an administrator's restart: disconnects clients and rolls back what runs. */
  restart(downMs: number): Promise<void> {
    return this.#during('SIGINT', downMs, 'up')
  }

  /** Stops all its processes where they are: connections stay open, and nothing is answered. */
  freeze(ms: number): Promise<void> {
    return this.#during('freeze', ms, 'thaw')
  }

  /**
   * Like an administrator's stop. Keeps the files, and the port unless another process takes it.
   */
  async down(): Promise<void> {
    await this.#order('SIGINT')
  }

  /** Starts the server again; resolves when it answers. */
  async up(): Promise<void> {
    await this.#order('up')
  }

  async stop(): Promise<void> {
    const exited = new Promise((resolve) => this.#keeper.once('exit', resolve))
    this.#keeper.disconnect()
    await exited
  }

  #during(fault: Order, ms: number, repair: Order): Promise<void> {
    this.#last = this.#last.then(async () => {
      await this.#order(fault)
      await delay(ms)
      await this.#order(repair)
    })
    return this.#last
  }

  async #order(order: Order): Promise<void> {
    const done = wordOf(this.#keeper)
    this.#keeper.send(order)
    await done
  }
}

/** The way in which the server stops, or its start. */
type Order = 'SIGQUIT' | 'SIGINT' | 'up' | 'freeze' | 'thaw'

/** The keeper's next message, sent when it has finished the order: the URL of the server. */
function wordOf(keeper: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('the keeper of PostgreSQL ended'))
    keeper.once('exit', ended)
    keeper.once('message', (url) => {
      keeper.off('exit', ended)
      resolve(String(url))
    })
  })
}

async function keep(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-test-postgres-'))
  let server: Server | undefined
  let thaw: (() => void) | undefined
  process.once('disconnect', async () => {
    thaw?.()
    server?.process.kill('SIGQUIT')
    await server?.exited
    rmSync(folder, { recursive: true, force: true })
    process.exit()
  })
  const cluster = await newCluster(folder)
  server = startServer(cluster)
  const ready = async () => {
    await untilItAnswers(cluster.url)
    process.send?.(cluster.url)
  }
  process.on('message', async (order: Order) => {
    if (order === 'up') {
      server = startServer(cluster)
      return ready()
    }
    if (order === 'freeze') thaw = server && (await freeze(cluster.url, server))
    else if (order === 'thaw') thaw?.()
    else {
      server?.process.kill(order)
      await server?.exited
    }
    process.send?.(cluster.url)
  })
  await ready()
}

/**
 * Stops all processes of a server, and returns what lets them run again. The first process goes
 * first: then it starts no more, and the server itself can list them.
 */
async function freeze(url: string, server: Server): Promise<() => void> {
  const client = new Client(administratorUrl(url))
  // The next fault may end the server before this connection has ended.
  client.on('error', () => undefined)
  await client.connect()
  server.process.kill('SIGSTOP')
  const { rows } = await client.query('select pid from pg_stat_activity')
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const { pid } of rows) if (isAlive(Number(pid))) process.kill(Number(pid), name)
  }
  signal('SIGSTOP')
  return () => {
    signal('SIGCONT')
    server.process.kill('SIGCONT')
    client.end().catch(() => undefined)
  }
}

if (import.meta.main) await keep()
