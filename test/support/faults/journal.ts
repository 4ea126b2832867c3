import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'

/**
 * The events of a round in order: all its processes append to one file synchronously, so that a
 * kill loses no line and the system orders them.
 */
export class Journal {
  readonly #file: number
  readonly #who: string

  /** `who` writes: an instance, or the round itself. */
  constructor(path: string, who: string) {
    this.#file = openSync(path, 'a')
    this.#who = who
  }

  close(): void {
    closeSync(this.#file)
  }

  /** A fault was injected: `kill before submit`. */
  fault(kind: string): void {
    writeSync(this.#file, `fault ${this.#who} ${kind}\n`)
  }

  /**
   * An envelope is handed to the network: the UUID of the transmission and the digest of its
   * content.
   */
  sent(transmissionUuid: string, digest: string): void {
    writeSync(this.#file, `sent ${transmissionUuid} ${digest}\n`)
  }
}

/**
 * The kinds of the faults that struck, in order: all of them, or those that one writer recorded.
 */
export function faultsIn(path: string, who?: string): readonly string[] {
  return linesOf(path, who === undefined ? 'fault ' : `fault ${who} `).map((line) =>
    who === undefined ? line.slice(line.indexOf(' ') + 1) : line,
  )
}

/** The digests under which each transmission left, in order. */
export function sendingsIn(path: string): ReadonlyMap<string, readonly string[]> {
  const sendings = new Map<string, string[]>()
  for (const line of linesOf(path, 'sent ')) {
    const [uuid = '', digest = ''] = line.split(' ')
    sendings.set(uuid, [...(sendings.get(uuid) ?? []), digest])
  }
  return sendings
}

function linesOf(path: string, kind: string): string[] {
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1)
  return lines.filter((line) => line.startsWith(kind)).map((line) => line.slice(kind.length))
}
