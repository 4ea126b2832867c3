import type { Readable, Writable } from 'node:stream'

/** What a command reads, and where it prints: the process, or a test in its place. */
export class Terminal {
  readonly #caller: Caller

  constructor(caller: Caller) {
    this.#caller = caller
  }

  /** Opened when a command asks for it: most read no input. */
  get stdin(): Input {
    return this.#caller.stdin
  }

  /** For a protocol; texts go through `write`. */
  get stdout(): Output {
    return this.#caller.stdout
  }

  get stderr(): Output {
    return this.#caller.stderr
  }

  get env(): Environment {
    return this.#caller.env
  }

  /** A line of the result. */
  print(line: string): void {
    this.write(`${line}\n`)
  }

  write(text: string): void {
    this.#caller.stdout.write(text)
  }

  /** A line for the person who waits: a problem, or what the command does meanwhile. */
  warn(line: string): void {
    this.#caller.stderr.write(`${line}\n`)
  }
}

export interface Caller {
  readonly stdin: Input
  readonly stdout: Output
  readonly stderr: Output
  readonly env: Environment
}

type Input = Readable & { readonly isTTY?: boolean }
type Output = Writable & { readonly isTTY?: boolean }
type Environment = Readonly<Record<string, string | undefined>>
