import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * A process that runs one of our files and reports its progress line by line; a test may kill it at
 * any moment. It writes synchronously to a file, its last argument: a pipe would buffer lines and
 * lose them in the kill.
 */
export class Child {
  readonly process: ChildProcess
  /** Its exit code or final signal, and its standard error. */
  readonly ended: Promise<string>
  readonly #linesFile: string

  constructor(file: string, linesFile: string, ...args: readonly string[]) {
    this.#linesFile = linesFile
    writeFileSync(linesFile, '')
    this.process = spawn(process.execPath, [file, ...args, linesFile], { stdio: ['ignore', 'ignore', 'pipe'] })
    let complaint = ''
    this.process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-complaintCharactersMax)
    })
    this.ended = new Promise((resolve) => {
      this.process.on('close', (code, signal) => resolve(`${code ?? signal} ${complaint}`))
    })
  }

  /** The complete lines so far; a line cut by the kill is left out. */
  get lines(): readonly string[] {
    return readFileSync(this.#linesFile, 'utf8').split('\n').slice(0, -1)
  }

  async untilLines(count: number): Promise<void> {
    while (this.lines.length < count) {
      const end = await Promise.race([delay(5), this.ended])
      if (end !== undefined) throw new Error(`the child ended (${end}) after ${this.lines.length} of ${count} lines`)
    }
  }

  /** kill -9; resolves when the process is gone. */
  async kill(): Promise<void> {
    this.process.kill('SIGKILL')
    await this.ended
  }
}

const complaintCharactersMax = 10_000
