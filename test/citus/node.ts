import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Client, type QueryResult } from 'pg'
import { eventually } from '../support/eventually.ts'

/**
 * A PostgreSQL of the cluster on this machine, which a test kills and starts again: by the process
 * id in its folder, and with its own programs, as the folder's owner.
 */
export class Node {
  static async at(url: string): Promise<Node> {
    const { rows } = await query(
      url,
      `select current_setting('data_directory') as folder,
         (select setting from pg_config where name = 'BINDIR') as programs`,
    )
    return new Node(url, String(rows[0]?.folder), String(rows[0]?.programs))
  }

  readonly #url: string
  readonly #folder: string
  readonly #programs: string

  private constructor(url: string, folder: string, programs: string) {
    this.#url = url
    this.#folder = folder
    this.#programs = programs
  }

  /** The same node with its data elsewhere: restored from a backup, once this one is gone. */
  in(folder: string): Node {
    return new Node(this.#url, folder, this.#programs)
  }

  get folder(): string {
    return this.#folder
  }

  get host(): string {
    return new URL(this.#url).hostname
  }

  get port(): number {
    return Number(new URL(this.#url).port)
  }

  urlOf(database: string, role?: string): string {
    const url = Object.assign(new URL(this.#url), { pathname: `/${database}` })
    return (role === undefined ? url : Object.assign(url, { username: role, password: '' })).href
  }

  /** Runs a statement as the superuser. */
  client(text: string, database?: string): Promise<QueryResult> {
    return query(database === undefined ? this.#url : this.urlOf(database), text)
  }

  /** Like the end of its machine: no process of it lives on. */
  async kill(): Promise<void> {
    const [pid = ''] = readFileSync(join(this.#folder, 'postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(pid), 'SIGKILL')
    await eventually(async () => !(await this.#answers()))
  }

  /** Starts it, and resolves when it answers. */
  async start(): Promise<void> {
    await eventually(async () => {
      if (await this.#answers()) return true
      const child = this.program('pg_ctl', '-D', this.#folder, '-l', '/dev/null', '-w', 'start')
      return (await exitOf(child)) === 0
    })
  }

  /** Starts one of its own programs, as the owner of its folder. */
  program(name: string, ...args: readonly string[]): ChildProcess {
    const { uid, gid } = statSync(this.#folder)
    const owner = process.getuid?.() === 0 ? { uid, gid } : {}
    // Its connections to other nodes look for certificates at home, which must be readable.
    const env = { ...process.env, HOME: this.#folder }
    return spawn(join(this.#programs, name), args, { detached: true, stdio: 'ignore', env, ...owner })
  }

  async #answers(): Promise<boolean> {
    return this.client('select 1').then(
      () => true,
      () => false,
    )
  }
}

export function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', resolve))
}

async function query(url: string, text: string): Promise<QueryResult> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}
