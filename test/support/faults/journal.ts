import { openSync, readFileSync, writeSync } from 'node:fs'

/**
 * What happened in a round, in the order in which it did: all processes of the round append to one file, synchronously, so
 * that a kill loses no line and the system puts them in order.
 */
export class Journal {
  readonly #file: number

  constructor(path: string) {
    this.#file = openSync(path, 'a')
  }

  /** A fault was injected: `kill before submit`. */
  fault(kind: string): void {
    writeSync(this.#file, `fault ${kind}\n`)
  }

  /** An envelope's worth leaves for the network: the UUID of the transmission and the digest of its content. */
  sent(transmissionUuid: string, digest: string): void {
    writeSync(this.#file, `sent ${transmissionUuid} ${digest}\n`)
  }
}

/** How often each kind of fault struck. */
export function faultsIn(path: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const line of linesOf(path, 'fault ')) counts.set(line, (counts.get(line) ?? 0) + 1)
  return counts
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
