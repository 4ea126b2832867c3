import type { Room } from '../../store/room.ts'
import { type Gate, lightBytesMax } from './gate.ts'
import type { Release } from './release.ts'

/**
 * What one request has taken at the gate. All of it goes back when its answer has been sent or
 * given up and its work is over: the work of a caller who has gone away may still be under way.
 */
export class Pass implements Room {
  readonly #gate: Gate
  readonly #payer: string
  readonly #storedFactor: number
  #arrivedBytes = 0
  #memoryBytes = 0
  #releases: Release[] = []
  #working = 0
  #hasLeft = false

  /** `storedFactor`: bytes of memory for a byte that is read from the database. */
  constructor(gate: Gate, payer: string, storedFactor: number) {
    this.#gate = gate
    this.#payer = payer
    this.#storedFactor = storedFactor
  }

  /** Holds so much that its reader must not take all day. */
  get isHeavy(): boolean {
    return this.#memoryBytes > lightBytesMax
  }

  /**
   * Counts a part of the body as it arrives. Throws the Faults `share_exceeded` and `unavailable`.
   */
  receive(bytes: number): void {
    const counted = bytes + partOverheadBytes
    this.#gate.arrive(this.#payer, counted)
    this.#arrivedBytes += counted
  }

  /** Takes memory for the whole request. */
  async takeMemory(bytes: number): Promise<void> {
    const release = await this.#gate.take(this.#payer, bytes)
    this.#releases.push(release)
    this.#memoryBytes += bytes
    this.#releaseIfOver()
  }

  take(storedBytes: number): Promise<void> {
    return this.takeMemory(storedBytes * this.#storedFactor)
  }

  /** Takes memory for a piece of the request's work, and gives it back after it. */
  async during<Result>(bytes: number, work: () => Promise<Result>): Promise<Result> {
    const release = await this.#gate.take(this.#payer, bytes)
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** What is held until then is not given back before the work is over. */
  async work<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#working += 1
    try {
      return await work()
    } finally {
      this.#working -= 1
      this.#releaseIfOver()
    }
  }

  /** The work is over, and of all that it held an answer of so many bytes is left. */
  keepAnswer(bytes: number): void {
    this.#releaseBody()
    const held = this.#releases
    this.#releases = [this.#gate.hold(this.#payer, bytes)]
    this.#memoryBytes = bytes
    for (const release of held) release()
    this.#releaseIfOver()
  }

  /** The answer was sent, or its reader is gone. */
  leave(): void {
    this.#hasLeft = true
    this.#releaseIfOver()
  }

  #releaseIfOver(): void {
    if (!this.#hasLeft || this.#working > 0) return
    this.#releaseBody()
    for (const release of this.#releases.splice(0)) release()
  }

  #releaseBody(): void {
    this.#gate.depart(this.#payer, this.#arrivedBytes)
    this.#arrivedBytes = 0
  }
}

/** What the buffer of a part takes beside its bytes: a body may arrive byte by byte. */
const partOverheadBytes = 256
