import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { TestContext } from 'node:test'

/** A service that a test started as a process. */
export class Started {
  readonly address: string
  /** Everything on its standard output until it was ready. */
  readonly printed: string
  readonly #child: ChildProcess
  readonly #log: { text: string }

  /**
   * Resolves when the process prints that it listens; rejects when it ends before. At the end of the
   * test it is gone.
   */
  static async of(t: Pick<TestContext, 'after'>, child: ChildProcess): Promise<Started> {
    t.after(() => child.kill('SIGKILL'))
    const log = { text: '' }
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log.text += text
    })
    const printed = await new Promise<string>((resolve, reject) => {
      let text = ''
      child.stdout?.setEncoding('utf8').on('data', (more: string) => {
        text += more
        if (/listens on \S+\n/.test(text)) resolve(text)
      })
      child.once('error', reject)
      child.once('close', (code) => reject(new Error(`it ended with ${code}\n${text}${log.text}`)))
    })
    return new Started(child, printed, log)
  }

  private constructor(child: ChildProcess, printed: string, log: { text: string }) {
    this.#child = child
    this.#log = log
    this.printed = printed
    this.address = /listens on (\S+)/.exec(printed)?.[1] ?? ''
  }

  get log(): string {
    return this.#log.text
  }

  /** Resolves to the exit code, or the name of the signal that ended it. */
  async stop(signal: NodeJS.Signals): Promise<number | string> {
    this.#child.kill(signal)
    return await this.end()
  }

  /** Waits for the end; resolves as `stop` does. */
  async end(): Promise<number | string> {
    const { exitCode, signalCode } = this.#child
    if (exitCode !== null || signalCode !== null) return exitCode ?? signalCode ?? ''
    const [code, killed] = await once(this.#child, 'close')
    return code ?? killed
  }
}

/** Runs a process to its end. `output` is all it wrote, `printed` its standard output. */
export async function ended(child: ChildProcess): Promise<Ended> {
  let output = ''
  let printed = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text
    output += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const [code] = await once(child, 'close')
  return { code, output, printed }
}

interface Ended {
  readonly code: number | null
  readonly output: string
  readonly printed: string
}
