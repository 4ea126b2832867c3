import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { binaryFolder, newCluster, type Server, startServer, untilItAnswers } from './postgres-server.ts'

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

  private constructor(keeper: ChildProcess, url: string) {
    this.#keeper = keeper
    this.url = url
  }

  /**
   * Breaks every connection at once and writes nothing; after `downMs` it recovers from its log and
   * answers again.
   */
  async crash(downMs: number): Promise<void> {
    await this.#order('SIGQUIT')
    await delay(downMs)
    await this.up()
  }

  /** Like an administrator's restart: disconnects clients and rolls back what runs. */
  async restart(downMs: number): Promise<void> {
    await this.down()
    await delay(downMs)
    await this.up()
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

  async #order(order: Order): Promise<void> {
    const done = wordOf(this.#keeper)
    this.#keeper.send(order)
    await done
  }
}

/** The way in which the server stops, or its start. */
type Order = 'SIGQUIT' | 'SIGINT' | 'up'

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
  process.once('disconnect', async () => {
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
    server?.process.kill(order)
    await server?.exited
    process.send?.(cluster.url)
  })
  await ready()
}

if (import.meta.main) await keep()
