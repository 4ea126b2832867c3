import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { settings as declared } from '../../src/config/settings.ts'
import { root } from '../support/processes/command-line.ts'

const limitMs = 60_000

/**
 * A reader of a page: a fresh folder that looks like a clone, a service, and a shell that keeps its
 * variables from one block to the next.
 */
export class Reader {
  /** Looks like a clone: what is written here stays here. */
  readonly folder = mkdtempSync(join(tmpdir(), 'selfbill-docs-'))
  readonly #environment: Record<string, string | undefined>
  #service: ChildProcess | undefined

  constructor(settings: Readonly<Record<string, string>>) {
    for (const name of readdirSync(root).filter((name) => !/^(\.git|data|release)$/.test(name)))
      symlinkSync(join(root, name), join(this.folder, name))
    const others = Object.entries(process.env).filter(([name]) => !(name in declared))
    this.#environment = { ...Object.fromEntries(others), PORT: '0', LOG_LEVEL: 'error', ...settings }
    // `node` on the page is the Node that the service needs.
    this.#environment.PATH = `${dirname(process.execPath)}:${this.#environment.PATH}`
    mkdirSync(join(this.folder, '.shell'))
  }

  /** Runs a block that starts the service; returns the address on which it listens. */
  async start(command: string, input = ''): Promise<string> {
    await this.#stopService()
    const child = spawn('bash', ['-c', command], {
      cwd: this.folder,
      env: this.#environment,
      detached: true,
      stdio: 'pipe',
    })
    this.#service = child
    // The test itself may be stopped.
    process.once('exit', () => end(child, 'SIGKILL'))
    child.stdin.on('error', () => undefined).end(input)
    let printed = ''
    let logged = ''
    child.stderr.setEncoding('utf8').on('data', (some: string) => {
      logged += some
    })
    for await (const some of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      printed += some
      const [, address] = /listens on (\S+)\n/.exec(printed) ?? []
      if (address === undefined) continue
      child.stdout.resume()
      return address
    }
    throw new Error(`the service did not start: ${printed}${logged}`)
  }

  /** Runs a block as one script, which ends at its first line that fails. */
  async run(script: string, input = ''): Promise<Ran> {
    const variables = join(this.folder, '.shell', 'variables')
    const whole = [
      `[ ! -e ${variables} ] || . ${variables}`,
      `trap 'export -p > ${variables}' EXIT`,
      'set -eauo pipefail',
      // A reader sees that the service refused; this shell must see it too.
      'curl() { command curl --fail-with-body "$@"; }',
      `. ${join(import.meta.dirname, 'before.sh')}`,
      script,
    ].join('\n')
    // Without a terminal, as programs that ask for a password would ask there.
    const child = spawn('bash', ['-c', whole], { cwd: this.folder, env: this.#environment, detached: true })
    const { stdin, stdout, stderr } = child
    // A command that reads no standard input may have ended before.
    stdin.on('error', () => undefined).end(input)
    const late = setTimeout(() => end(child, 'SIGKILL'), limitMs)
    const [printed, complaint, code] = await Promise.all([
      text(stdout),
      text(stderr),
      new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? -1))),
    ])
    clearTimeout(late)
    return { code, stdout: printed, stderr: complaint }
  }

  /** The files and folders that a reader has beside those of the clone. */
  written(): readonly string[] {
    return readdirSync(this.folder, { withFileTypes: true })
      .filter((entry) => !entry.isSymbolicLink() && entry.name !== '.shell')
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
  }

  /** Stops the service and removes the folder. */
  async leave(): Promise<void> {
    await this.#stopService()
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }

  async #stopService(): Promise<void> {
    const child = this.#service
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    end(child, 'SIGTERM')
    await ended
  }
}

/** Signals a process and all that it started. */
function end({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // It has ended.
  }
}

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}
