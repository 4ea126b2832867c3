import { Writable } from 'node:stream'
import { pino } from 'pino'

/** The log of a service under test. */
export class ServiceLog {
  readonly #lines: string[] = []
  /** Lines at level error or fatal. */
  readonly errors: string[] = []
  readonly logger = pino(
    { level: 'info' },
    new Writable({
      write: (chunk, _encoding, done) => {
        const line = String(chunk)
        this.#lines.push(line)
        if (/"level":[56]0/.test(line)) this.errors.push(line)
        done()
      },
    }),
  )

  text(): string {
    return this.#lines.join('')
  }

  /** Log lines about requests that failed, as a whole or in part. */
  failures(): readonly LogLine[] {
    return this.#lines.map((line): LogLine => JSON.parse(line)).filter(({ msg }) => /request failed$/.test(msg))
  }
}

export interface LogLine {
  /** 50 is an error. */
  readonly level: number
  readonly msg: string
  readonly err?: { readonly message: string }
}
