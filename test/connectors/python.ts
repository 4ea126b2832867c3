import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'

/** The reason to skip tests of connectors, or false: they need Python 3.9 or newer. */
export const noPython: string | false =
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0
    ? false
    : 'there is no Python 3.9'

/** A Python file of this folder that answers steps: one line of JSON for each. */
export class PythonSteps {
  readonly #process: ChildProcess
  readonly #lines: AsyncIterator<string>
  #complaint = ''

  constructor(file: string) {
    const child = spawn('python3', ['-B', join(import.meta.dirname, file)])
    const { stdin, stdout, stderr } = child
    this.#process = child
    stdin.on('error', () => undefined)
    stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint += text
    })
    this.#lines = createInterface(stdout)[Symbol.asyncIterator]()
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape, compared member by member
  async run(step: string, ...values: readonly unknown[]): Promise<any> {
    this.#process.stdin?.write(`${JSON.stringify([step, ...values])}\n`)
    const line = await this.#lines.next()
    if (line.done === true) throw new Error(`${step}: ${this.#complaint}`)
    return JSON.parse(line.value)
  }

  end(): void {
    this.#process.stdin?.end()
  }
}
