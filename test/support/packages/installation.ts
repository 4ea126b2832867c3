import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** A folder of a user who installed packages with npm, outside any clone. */
export class Installation {
  readonly folder: string
  readonly #env: NodeJS.ProcessEnv

  constructor(folder: string) {
    mkdirSync(folder)
    this.folder = folder
    const own = Object.entries(process.env).filter(([name]) => !/^(npm_(?!config_)|NODE_(?!EXTRA_CA_CERTS))/.test(name))
    this.#env = {
      ...Object.fromEntries(own),
      // npm and npx run on this Node, too.
      PATH: [dirname(process.execPath), process.env.PATH ?? ''].join(delimiter),
      PORT: '0',
      TUNING: 'sandbox_delay_ms=20,token_rate_limit_per_minute=1000',
      LOG_LEVEL: 'info',
    }
  }

  install(...packages: readonly string[]): void {
    this.run('npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error', ...packages)
  }

  /** Runs a program in the folder. Returns its standard output; throws when it fails. */
  run(program: string, ...args: readonly string[]): string {
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: this.folder,
      env: this.#env,
      encoding: 'utf8',
      timeout: 300_000,
    })
    if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}\n${stdout}${stderr}`)
    return stdout
  }

  /** The service as a supervisor starts it, without npm. */
  async serve(): Promise<RunningPackage> {
    const child = spawn(process.execPath, [join('node_modules', 'selfbill', 'bin', 'selfbill.js'), 'serve'], {
      cwd: this.folder,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let logged = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      logged += text
    })
    let printed = ''
    for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      printed += text
      const address = /^Selfbill listens on (\S+)$/m.exec(printed)?.[1]
      if (address === undefined || !printed.includes('The guide: ')) continue
      child.stdout.resume()
      return { address, printed, pid: child.pid ?? 0, logged: () => logged, stop: () => stopped(child) }
    }
    throw new Error(`the service ended: ${printed}${logged}`)
  }
}

export interface RunningPackage {
  readonly address: string
  readonly printed: string
  readonly pid: number
  logged(): string
  /** Signals the process; returns its exit code. */
  stop(): Promise<number | null>
}

async function stopped(child: ChildProcess): Promise<number | null> {
  const ended = once(child, 'close')
  child.kill('SIGTERM')
  await ended
  return child.exitCode
}
