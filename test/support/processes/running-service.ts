import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { variablesOf } from '../service/variables.ts'

const clone = fileURLToPath(new URL('../../../bin/selfbill', import.meta.url))

/** The service as an operator runs it, `bin/selfbill serve`, as a process on a free port. */
export class RunningService {
  /**
   * `log`: a file descriptor for the log, or a pipe that nobody reads; default: this process's
   * standard error. `binary`: the
   * bin/selfbill of a folder; default: of this clone.
   */
  static async start(
    environment: Readonly<Record<string, string>>,
    log?: number | 'pipe',
    binary = clone,
  ): Promise<RunningService> {
    const began = performance.now()
    const child = spawn(binary, ['serve'], {
      env: variablesOf({ ...process.env, PORT: '0', GATEWAY: 'sandbox', LOG_LEVEL: 'error', ...environment }),
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

  /** Its exit code, or the signal that ended it. */
  async stop(): Promise<number | NodeJS.Signals | null> {
    const { exitCode, signalCode } = this.#child
    if (exitCode !== null || signalCode !== null) return exitCode ?? signalCode
    const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
      this.#child.once('exit', (code, signal) => resolve(code ?? signal)),
    )
    this.#child.kill('SIGTERM')
    return ended
  }
}
