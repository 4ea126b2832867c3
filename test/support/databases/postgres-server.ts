import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'

/**
 * One throw-away PostgreSQL for a whole test run, from the binaries on the machine, on 127.0.0.1
 * and in its own folder. The first test file that needs it starts this file as a process, which
 * stops the server and removes the folder when the run's process is gone.
 *
 * Returns the URL of the server, or undefined without binaries.
 */
export async function sharedPostgres(): Promise<string | undefined> {
  if (binaryFolder() === undefined) return undefined
  const folder = runFolder('postgres')
  const answerFile = join(folder, 'answer.json')
  if (isFirst(folder)) {
    const keeper = spawn(process.execPath, [import.meta.filename, String(runPid), folder], {
      detached: true,
      stdio: 'ignore',
    })
    keeper.unref()
  }
  for (let waitedMs = 0; waitedMs < startTimeoutMs; waitedMs += 50) {
    if (existsSync(answerFile)) {
      const answer: Answer = JSON.parse(readFileSync(answerFile, 'utf8'))
      if ('failure' in answer) throw new Error(`PostgreSQL did not start: ${answer.failure}`)
      if (isAlive(answer.keeperPid)) return answer.url
      // Left over from a machine that went down; this run got the same process id.
      rmSync(folder, { recursive: true, force: true })
      return sharedPostgres()
    }
    await delay(50)
  }
  throw new Error(`PostgreSQL did not start within ${startTimeoutMs} ms`)
}

/** True for one process of a test run: the one that creates the folder. */
export function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}

export function runFolder(name: string): string {
  return join(tmpdir(), `selfbill-test-${runPid}-${name}`)
}

/** The runner starts a process for each file; a file run without it is its own run. */
const runPid = process.env.NODE_TEST_CONTEXT === undefined ? process.pid : process.ppid

type Answer = { readonly url: string; readonly keeperPid: number } | { readonly failure: string }

const startTimeoutMs = 60_000

/** The newest version, from where Debian, Fedora and Homebrew install it. */
export function binaryFolder(): string | undefined {
  const versions = ['/usr/lib/postgresql', '/usr/local/lib/postgresql'].flatMap((base) =>
    existsSync(base) ? readdirSync(base).map((version) => join(base, version, 'bin')) : [],
  )
  const found = [...versions.sort().reverse(), '/usr/bin', '/opt/homebrew/bin', '/usr/local/bin']
  return found.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

async function keepServer(ownerPid: number, folder: string): Promise<void> {
  const cluster = await newCluster(folder)
  const server = startServer(cluster)
  await untilItAnswers(cluster.url)
  answer(folder, { url: cluster.url, keeperPid: process.pid })
  while (server.process.exitCode === null && isAlive(ownerPid)) await delay(200)
  server.process.kill('SIGQUIT')
  await server.exited
  rmSync(folder, { recursive: true, force: true })
}

/**
 * Creates a server's files in an existing folder and picks its port. The caller checks that there
 * are binaries.
 */
export async function newCluster(folder: string): Promise<Cluster> {
  const binaries = binaryFolder() ?? ''
  const data = join(folder, 'data')
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N']
  execFileSync(join(binaries, 'initdb'), args, { ...user, cwd: folder, stdio: 'pipe' })
  const port = await freePort()
  return { folder, binaries, data, user, port, url: `postgres://selfbill@127.0.0.1:${port}/postgres` }
}

export interface Cluster {
  readonly folder: string
  readonly binaries: string
  readonly data: string
  readonly user: { readonly uid?: number; readonly gid?: number }
  readonly port: number
  readonly url: string
}

/**
 * Its process, and a promise for its end. SIGQUIT crashes it; SIGINT shuts it down and disconnects
 * the clients.
 */
export function startServer({ folder, binaries, data, user, port }: Cluster): Server {
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'fsync=off']
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
  const server = spawn(join(binaries, 'postgres'), args, { ...user, cwd: folder, stdio: 'ignore' })
  return { process: server, exited: new Promise((resolve) => server.on('exit', resolve)) }
}

export interface Server {
  readonly process: ChildProcess
  readonly exited: Promise<unknown>
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

/** The URL of the same database for the administrator, who is above row level security. */
export function administratorUrl(url: string): string {
  return Object.assign(new URL(url), { username: 'postgres' }).href
}

/**
 * The service's role is no superuser, so that the tests run under row level security. It owns the
 * first database.
 */
async function addRole(url: string): Promise<void> {
  const client = new Client(administratorUrl(url))
  await client.connect()
  try {
    const { rowCount } = await client.query("select 1 from pg_roles where rolname = 'selfbill'")
    if (rowCount !== 0) return
    await client.query('create role selfbill login createdb')
    await client.query('alter database postgres owner to selfbill')
  } finally {
    await client.end()
  }
}

/** Resolves when the service's role can connect. */
export async function untilItAnswers(url: string): Promise<void> {
  await untilConnected(administratorUrl(url))
  await addRole(url)
}

/** A minute: on a busy machine a server recovers from a crash for longer than ten seconds. */
const attemptsMax = 1_200

async function untilConnected(url: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new Client(url)
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (attempt === attemptsMax) throw error
      await delay(50)
    }
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Atomic: a process that sees the file can read all of it. */
function answer(folder: string, content: Answer): void {
  writeFileSync(join(folder, 'answer.tmp'), JSON.stringify(content))
  renameSync(join(folder, 'answer.tmp'), join(folder, 'answer.json'))
}

if (import.meta.main) {
  const [ownerPid = '', folder = ''] = process.argv.slice(2)
  await keepServer(Number(ownerPid), folder).catch((error) => answer(folder, { failure: String(error) }))
}
