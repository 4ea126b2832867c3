/**
 * The wall clock of this process, which a test may push forward and back, as somebody who sets a
 * machine's clock does: everything that reads it sees the jump. Timers and `performance.now()` go
 * on as before, which is what they do on a real machine.
 */
export class JumpingTime {
  #aheadMs = 0

  constructor() {
    const real = Date
    const now = () => real.now() + this.#aheadMs
    globalThis.Date = new Proxy(real, {
      construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
      apply: () => new real(now()).toString(),
      get: (target, member, receiver) => (member === 'now' ? now : Reflect.get(target, member, receiver)),
    })
  }

  /** Negative: back. */
  jump(ms: number): void {
    this.#aheadMs += ms
  }
}
