import type { Room } from '../../store/room.ts'
import { Fault } from '../faults.ts'
import type { Gate } from './gate.ts'
import type { Release } from './release.ts'

/**
 * The memory that one request holds at the gate. It is released when the answer is sent or
 * abandoned and the work has ended: work may go on after its caller has disconnected.
 */
export class Pass implements Room {
  readonly #gate: Gate
  readonly #payer: string
  readonly #storedFactor: number
  readonly #outer: Pass | undefined
  #arrivedBytes = 0
  #memoryBytes = 0
  #releases: Release[] = []
  #working = 0
  #hasLeft = false

  /**
   * `storedFactor`: bytes of memory per byte read from the database. `outer`: the pass of the
   * request in whose handler this one is made.
   */
  constructor(gate: Gate, payer: string, storedFactor: number, outer?: Pass) {
    this.#gate = gate
    this.#payer = payer
    this.#storedFactor = storedFactor
    this.#outer = outer
  }

  /**
   * Refuses a body that will not fit, before it arrives. Takes nothing: a body may stop half-way.
   * Throws the Faults `share_exceeded` and `unavailable`, and `payload_too_large` when waiting
   * would not help.
   */
  announce(bytes: number): void {
    this.#requireArrivable(bytes)
    this.#gate.requireRoom(this.#payer, bytes)
  }

  /**
   * Counts a part of the body as it arrives. Throws the Faults of `announce`.
   */
  receive(bytes: number): void {
    const counted = bytes + partOverheadBytes
    this.#requireArrivable(this.#arrivedBytes + counted)
    this.#gate.arrive(this.#payer, counted)
    this.#arrivedBytes += counted
  }

  /** Takes memory until the request ends. */
  async takeMemory(bytes: number): Promise<void> {
    const taken = this.#withinShare(bytes)
    const release = await this.#gate.take(this.#payer, taken)
    this.#releases.push(release)
    this.#memoryBytes += taken
    this.#releaseIfOver()
  }

  /** Takes memory for bytes that the database sends, with all that is made of them. */
  take(storedBytes: number): Promise<void> {
    return this.takeMemory(storedBytes * this.#storedFactor)
  }

  /** Takes memory for one piece of work and releases it afterwards. */
  async during<Result>(bytes: number, work: () => Promise<Result>): Promise<Result> {
    const release = await this.#gate.take(this.#payer, this.#withinShare(bytes))
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** Runs the work; memory is released only after it ends. */
  async work<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#working += 1
    try {
      return await work()
    } finally {
      this.#working -= 1
      this.#releaseIfOver()
    }
  }

  /**
   * The work has ended: releases everything except `bytes` for the answer. An answer that is larger
   * than all that was taken before takes the rest now. When there is no room for it, the answer is
   * refused with the Faults of `takeMemory`, or counted over the limit when something was changed.
   */
  async keepAnswer(bytes: number, { isRefusable }: { readonly isRefusable: boolean }): Promise<void> {
    this.#releaseBody()
    if (isRefusable && bytes > this.#memoryBytes) await this.takeMemory(bytes - this.#memoryBytes)
    const held = this.#releases
    this.#releases = [this.#gate.hold(this.#payer, bytes)]
    this.#memoryBytes = bytes
    for (const release of held) release()
    this.#releaseIfOver()
  }

  /** The answer is sent, or its reader has disconnected. */
  leave(): void {
    this.#hasLeft = true
    this.#releaseIfOver()
  }

  /**
   * A request that needs more than its payer's share runs alone. It takes memory several times, and
   * what it holds itself must not stand in its way: no waiting would help.
   */
  #withinShare(bytes: number): number {
    return Math.max(0, Math.min(bytes, this.#gate.shareMax - this.#memoryBytes - this.#outerBytes()))
  }

  #outerBytes(): number {
    const outer = this.#outer
    return outer !== undefined && outer.#payer === this.#payer ? outer.#memoryBytes : 0
  }

  #requireArrivable(bytes: number): void {
    if (bytes > this.#gate.bodyMax) throw new Fault('payload_too_large')
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

/** Overhead of a part's buffer: a body may arrive byte by byte. */
const partOverheadBytes = 256
