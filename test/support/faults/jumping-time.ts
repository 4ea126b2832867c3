/**
 * The wall clock of this process. A test can set it forward and back, as an administrator sets the
 * clock of a machine. Timers and `performance.now()` are not affected, as on a real machine.
 */
export class JumpingTime {
  #aheadMs = 0

  constructor() {
    const real = Date
    const realNow = real.now
    const now = () => realNow() + this.#aheadMs
    real.now = now
    globalThis.Date = new Proxy(real, {
      construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
      apply: () => new real(now()).toString(),
    })
  }

  /** Negative: back. */
  jump(ms: number): void {
    this.#aheadMs += ms
  }
}
