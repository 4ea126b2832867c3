import type { Random } from '../support/random.ts'

/** Everything that can go wrong in a world. */
export const troubles = [
  'database: away',
  'database: lost before',
  'database: lost after',
  'database: late',
  'database: slow',
  'database: clock jumps',
  'access point: away',
  'access point: body lost',
  'access point: body late',
  'access point: record late',
  'access point: answer lost',
  'access point: no answer to a question',
  'access point: reset',
  'access point: in vain',
  'access point: refused',
  'access point: retries by itself',
  'status: before the receipt',
  'status: late',
  'status: twice',
  'status: contradicts',
  'status: of a stranger',
  'status: none',
  'status: its answer is lost',
  'instance: killed',
  'instance: paused',
  'instance: stopped',
  'caller: request lost',
  'caller: answer lost',
  'caller: gives up early',
  'webhook: fails',
  'webhook: answer lost',
  'webhook: never answers',
] as const
/** Drawn apart, for worlds in which people get e-mails. */
const mailTroubles = ['mail: away', 'mail: lost', 'mail: refused', 'mail: answer lost'] as const
export const allTroubles = [...troubles, ...mailTroubles] as const
export type Trouble = (typeof allTroubles)[number]

/**
 * A world with a theme has its troubles only, often, and for half an hour: long enough for a leg
 * that is sent again after ten minutes to meet the next trouble.
 */
const themes: readonly (readonly Trouble[])[] = [
  ['instance: paused', 'access point: body lost'],
  ['instance: paused', 'access point: in vain', 'access point: answer lost'],
  ['database: clock jumps', 'access point: record late', 'access point: answer lost'],
  ['instance: paused', 'webhook: fails', 'database: slow'],
  ['database: late', 'database: lost after', 'access point: body late'],
  ['database: slow', 'caller: gives up early', 'caller: answer lost'],
  ['access point: retries by itself', 'access point: refused', 'status: before the receipt'],
]

/** What happens to a call of the database: the times until it is there, and until its answer. */
export interface DatabaseTrouble {
  readonly kind: 'none' | 'away' | 'lost before' | 'lost after' | 'late'
  readonly thereMs: number
  readonly backMs: number
}

/**
 * Decides what goes wrong. Each seed has some of the troubles only, and its own rates: a world in
 * which everything goes wrong at once gets nowhere. Once a trouble has struck, it is likelier to
 * strike again soon, because it is repeats that our code has no answer to. Each blow has a number,
 * so that a shrunk history can leave it out.
 */
export class Chaos {
  readonly counts = new Map<Trouble, number>()
  readonly #random: Random
  readonly #rates: Map<Trouble, number>
  readonly #leftOut: ReadonlySet<number>
  readonly #lately = new Map<Trouble, number>()
  /** The numbers of the blows that fell. */
  readonly blows: number[] = []
  #asked = 0
  isOver = false
  /** Hears of every blow. */
  onBlow: (trouble: Trouble) => void = () => undefined
  /** How long things go wrong. */
  readonly faultsMs: number

  constructor(random: Random, { leftOut = noBlows, without = noTroubles }: Shrunk = {}) {
    this.#random = random
    this.#leftOut = leftOut
    const share = random.of([0.2, 0.4, 0.7])
    const theme: readonly Trouble[] | undefined = random.next() < 0.3 ? random.of(themes) : undefined
    this.faultsMs = theme === undefined ? 10 * 60_000 : 30 * 60_000
    this.#rates = new Map(
      troubles.map((trouble) => {
        const rate = theme === undefined ? random.of([0.01, 0.04, 0.15]) : random.of([0.15, 0.3])
        const isOn = theme === undefined ? random.next() < share : theme.includes(trouble)
        return [trouble, isOn && !without.has(trouble) ? rate : 0]
      }),
    )
  }

  /** People get e-mails, and the mail server fails like everything else. */
  addMail(random: Random, { without = noTroubles }: Shrunk = {}): void {
    for (const trouble of mailTroubles) {
      const rate = random.of([0, 0.04, 0.15, 0.3])
      this.#rates.set(trouble, without.has(trouble) ? 0 : rate)
    }
  }

  /** This never happens. */
  leaveOut(trouble: Trouble): void {
    this.#rates.set(trouble, 0)
  }

  /** Whether it strikes now. `factor`: how much likelier than usual. */
  strikes(trouble: Trouble, factor = 1): boolean {
    if (this.isOver) return false
    const number = this.#asked++
    const chance = this.#random.next()
    const rate = Math.min(0.9, (this.#rates.get(trouble) ?? 0) * factor * (1 + 3 * (this.#lately.get(trouble) ?? 0)))
    if (chance >= rate || this.#leftOut.has(number)) {
      this.#lately.set(trouble, (this.#lately.get(trouble) ?? 0) / 2)
      return false
    }
    this.#lately.set(trouble, 1)
    this.blows.push(number)
    this.counts.set(trouble, (this.counts.get(trouble) ?? 0) + 1)
    this.onBlow(trouble)
    return true
  }

  /** In ms. */
  between(least: number, most: number): number {
    return least + this.#random.next() * (most - least)
  }

  /**
   * How long a machine stands still: a moment, longer than its leases, or until others have waited
   * for a late record and sent again.
   */
  pauseMs(): number {
    const kind = this.#random.next()
    if (kind < 0.5) return this.between(1_000, 110_000)
    return kind < 0.75 ? this.between(110_000, 400_000) : this.between(680_000, 1_000_000)
  }

  of<Choice>(choices: readonly Choice[]): Choice {
    return this.#random.of(choices)
  }

  below(count: number): number {
    return this.#random.below(count)
  }

  next(): number {
    return this.#random.next()
  }

  databaseTrouble(hasChange: boolean): DatabaseTrouble {
    const thereMs = this.strikes('database: slow', 0.2) ? this.between(500, 20_000) : this.between(0.1, 2)
    const backMs = this.between(0.1, 2)
    if (this.strikes('database: away', 0.2)) return { kind: 'away', thereMs, backMs }
    const waitMs = this.between(5, 35_000)
    if (this.strikes('database: lost before', 0.2)) return { kind: 'lost before', thereMs, backMs: waitMs }
    if (!hasChange) return { kind: 'none', thereMs, backMs }
    if (this.strikes('database: lost after', 0.3)) return { kind: 'lost after', thereMs, backMs: waitMs }
    if (this.strikes('database: late', 0.2)) return { kind: 'late', thereMs, backMs: waitMs }
    return { kind: 'none', thereMs, backMs }
  }
}

/** What a shrunk history leaves out. */
export interface Shrunk {
  readonly leftOut?: ReadonlySet<number>
  readonly without?: ReadonlySet<Trouble>
}

const noBlows: ReadonlySet<number> = new Set()
const noTroubles: ReadonlySet<Trouble> = new Set()
