import { constants, openSync, write, writeSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * Writes the lines of the log to standard error, and never stops the service: not on a full disk,
 * nor on a pipe that nobody reads. What cannot be written waits in memory and is tried again, five
 * times a second. Lines that find the memory full are lost and counted.
 */
export class LogOutput {
  #fd: number | undefined
  #lines: string[] = []
  #bytes = 0
  /** What is left of the lines that are being written. */
  #batch = Buffer.alloc(0)
  #state: 'idle' | 'writing' | 'paused' = 'idle'
  #lost = 0
  #lostReported = 0
  #problem = ''

  /** Lines that nobody will read. */
  get lostLines(): number {
    return this.#lost
  }

  /** Returns at once and never throws. */
  write(line: string): void {
    const bytes = Buffer.byteLength(line)
    if (this.#bytes + this.#batch.length + bytes > waitingBytesMax) {
      this.#lost++
      return
    }
    this.#lines.push(line)
    this.#bytes += bytes
    this.#start()
  }

  /** For the end of the process: tries for half a second to write what waits. */
  writeRest(): void {
    // The thread that writes the batch does so before the process ends.
    if (this.#state === 'writing') this.#batch = Buffer.alloc(0)
    for (let attempt = 0; attempt < 25; attempt++) {
      try {
        while (this.#takeBatch()) this.#batch = this.#batch.subarray(writeSync(this.#descriptor(), this.#batch))
        return
      } catch (error) {
        if (codeOf(error) !== 'EAGAIN') return
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
      }
    }
  }

  #start(): void {
    if (this.#state !== 'idle' || !this.#takeBatch()) return
    this.#state = 'writing'
    write(this.#descriptor(), this.#batch, 0, this.#batch.length, null, (error, written) => {
      this.#state = 'idle'
      if (error === null) this.#wrote(written)
      else this.#pause(error)
    })
  }

  #wrote(bytes: number): void {
    this.#batch = this.#batch.subarray(bytes)
    const lost = this.#lost - this.#lostReported
    if (lost > 0 && this.#batch.length === 0 && this.#lines.length === 0) {
      this.#lostReported = this.#lost
      this.#lines.push(lostLine(lost, this.#problem))
    }
    this.#start()
  }

  #pause(error: Error): void {
    this.#problem = codeOf(error)
    this.#state = 'paused'
    const again = () => {
      this.#state = 'idle'
      this.#start()
    }
    setTimeout(again, retryMs).unref()
  }

  /** False when nothing is left to write. */
  #takeBatch(): boolean {
    if (this.#batch.length > 0) return true
    this.#batch = Buffer.from(this.#lines.join(''))
    this.#lines = []
    this.#bytes = 0
    return this.#batch.length > 0
  }

  #descriptor(): number {
    this.#fd ??= nonBlockingError()
    return this.#fd
  }
}

/** Some thousand lines. */
const waitingBytesMax = 1024 * 1024

const retryMs = 200

/** Standard error, without blocking: a write that waits for a reader would outlive the service. */
function nonBlockingError(): number {
  // Node makes a pipe or a socket non-blocking when it opens its own stream for it.
  if (!process.stderr.isTTY) return 2
  try {
    return openSync('/dev/fd/2', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  } catch {
    return 2
  }
}

/** As pino writes a warning. */
function lostLine(lines: number, problem: string): string {
  const msg = `lines of the log were lost: it could not be written (${problem})`
  return `${JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, hostname: hostname(), lines, msg })}\n`
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
