import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const clone = fileURLToPath(new URL('../../../bin/selfbill', import.meta.url))

/** The service as an operator runs it, `bin/selfbill serve`, as a process on a free port. */
export class RunningService {
  /**
   * `log`: a file descriptor for the log; default: this process's standard error. `binary`: the
   * bin/selfbill of a folder; default: of this clone.
   */
  static async start(
    environment: Readonly<Record<string, string>>,
    log?: number,
    binary = clone,
  ): Promise<RunningService> {
    const began = performance.now()
    const child = spawn(binary, ['serve'], {
      env: { ...process.env, PORT: '0', GATEWAY: 'sandbox', LOG_LEVEL: 'error', ...environment },
      stdio: ['ignore', 'pipe', log ?? 'inherit'],
    })
    const address = await new Promise<string>((resolve, reject) => {
      let printed = ''
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        printed += text
        const line = /listens on (\S+)\n/.exec(printed)
        if (line?.[1]) resolve(line[1])
      })
      child.once('exit', (code) => reject(new Error(`the service ended with ${code}: ${printed}`)))
    })
    return new RunningService(child, address, performance.now() - began)
  }

  readonly address: string
  /** Time from the spawn to the line that says it listens. */
  readonly startedInMs: number
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, address: string, startedInMs: number) {
    this.#child = child
    this.address = address
    this.startedInMs = startedInMs
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = new Promise((resolve) => this.#child.once('exit', resolve))
    this.#child.kill('SIGTERM')
    await ended
  }
}
