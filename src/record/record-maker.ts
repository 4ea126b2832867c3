import { type ComputedFacts, type Ids, type JudgedInPart, judgeInPart } from '@selfbill/pint-ae/draft'
import type { CatalogueRule, Circumstances, Rulebook } from '@selfbill/pint-ae/rulebook'
import type { Clock } from '../clock/clock.ts'
import { openCatalogue, type RulebookOptions } from '../rules/open-rulebook.ts'
import { pack } from '../text/packing.ts'
import { type Draft, readableDraft, sizeOf } from './draft.ts'
import { makeRecord, packedRecord, type TimedResult } from './make-record.ts'
import { RecordThreads } from './record-threads.ts'
import { Steps } from './steps.ts'

/**
 * Makes records without blocking other requests. A large draft runs on a record thread. A small
 * draft takes less than a millisecond and runs on the calling thread; where there are processors
 * for several record threads, small drafts run there while many arrive.
 */
export class RecordMaker {
  readonly #rulebook: Rulebook
  readonly #ids: Ids
  readonly #packing: { readonly isOn: boolean }
  readonly #large: RecordThreads
  /** Undefined: the calling thread makes all small records. */
  readonly #small: RecordThreads | undefined
  readonly #catalogueOn: (day: string) => Promise<readonly CatalogueRule[]>
  readonly #clock: RecordClock
  readonly #arrivals: Arrivals
  #lastTurn = Promise.resolve()

  /**
   * `threads`: how many record threads there may be; the first one is for large drafts alone.
   * `packing`: whether short texts are packed into a frame.
   */
  constructor(
    rulebook: Rulebook,
    rulebookOptions: RulebookOptions,
    ids: Ids,
    clock: RecordClock,
    threads = 1,
    packing: { readonly isOn: boolean } = { isOn: false },
  ) {
    this.#packing = packing
    this.#rulebook = rulebook
    this.#ids = ids
    this.#catalogueOn = catalogues(rulebook, rulebookOptions)
    this.#clock = clock
    this.#arrivals = new Arrivals(clock)
    this.#large = new RecordThreads(rulebookOptions)
    this.#small = threads > 1 ? new RecordThreads(rulebookOptions, { threads }) : undefined
  }

  /**
   * `draftOf` is called for each record that is made, because its memory may move to a thread.
   * `look` finds the circumstances of a document. Throws ShareExceeded or ThreadBusy for a large
   * draft when too much waits already.
   */
  async make(draftOf: DraftFor, look: Look): Promise<TimedResult> {
    const { isOn: isPacked } = this.#packing
    const draftFor: DraftFor = async (circumstances) => ({ ...(await draftOf(circumstances)), isPacked })
    const draft = await draftFor()
    const size = sizeOf(draft)
    if (size > inlineMax) {
      return madeWith((drafted) => this.#large.make(drafted, size, false), draft, draftFor, look)
    }
    const threads = this.#threadsFor(draft)
    if (threads !== undefined) {
      return madeWith((drafted) => threads.make(drafted, size, true), draft, draftFor, look)
    }
    if (size > instantMax) await this.#turn()
    const made = await madeWith((drafted) => this.#makeHere(drafted), draft, draftFor, look)
    const { steps, thread, ...result } = made
    return { ...(await packedRecord(result, draft, pack)), steps, thread }
  }

  /**
   * What the rules say about the sound part of a refused draft; undefined where nothing is sure, or
   * the draft is too large to judge it beside other requests.
   */
  async judgeInPart(draft: Draft): Promise<JudgedInPart | undefined> {
    if (sizeOf(draft) > inPartMax) return undefined
    await this.#turn()
    return judgeInPart(readableDraft(draft), this.#rulebook, this.#catalogueOn, this.#ids)
  }

  #makeHere(draft: Draft): TimedResult {
    const steps = new Steps()
    const result = makeRecord(draft, this.#rulebook, this.#ids, steps.begin)
    return { ...result, steps: steps.done(), thread: 'main' }
  }

  /**
   * The threads that make a small record sooner than the calling thread; undefined for none. Texts
   * read from the database can be handed to a thread once only, so they stay here.
   */
  #threadsFor({ replaces, credits }: Draft): RecordThreads | undefined {
    const threads = this.#small
    if (threads === undefined || replaces !== undefined || credits !== undefined) return undefined
    if (this.#arrivals.count() < manyPerSecond) return undefined
    threads.warmUp()
    return threads.isPrompt ? threads : undefined
  }

  /**
   * Yields to the event loop before each mid-size document. The documents of a batch arrive
   * together and would otherwise run without a break.
   */
  #turn(): Promise<void> {
    this.#lastTurn = this.#lastTurn.then(() => this.#clock.turn())
    return this.#lastTurn
  }

  /** Finishes the waiting drafts, then ends the threads. */
  async close(): Promise<void> {
    await Promise.all([this.#large.close(), this.#small?.close()])
  }
}

type RecordClock = Pick<Clock, 'steady' | 'turn'>

/** The catalogue of the rules in force on a day; that of each version is made once. */
function catalogues(rulebook: Rulebook, options: RulebookOptions) {
  const made = new WeakMap<Rulebook, Promise<readonly CatalogueRule[]>>()
  return (day: string) => {
    const version = rulebook.on(day)
    const catalogue = made.get(version) ?? openCatalogue(options, day)
    made.set(version, catalogue)
    return catalogue
  }
}

/** The draft, with circumstances that were found since. */
export type DraftFor = (circumstances?: Circumstances) => Promise<Draft>

/** Looks the circumstances of a document up; undefined when no rule needs them. */
export type Look = (about: ComputedFacts) => Promise<Circumstances | undefined>

/**
 * Nothing waits for the database but a finished record: what it was made of would live on
 * meanwhile, and cost the garbage collector more than it costs to make the few records with
 * circumstances again.
 */
async function madeWith(
  make: (draft: Draft) => TimedResult | Promise<TimedResult>,
  draft: Draft,
  draftFor: DraftFor,
  look: Look,
): Promise<TimedResult> {
  const made = await make(draft)
  const circumstances = 'record' in made ? await look(made.record) : undefined
  return circumstances === undefined ? made : make(await draftFor(circumstances))
}

/** How many small drafts arrive in a second. */
class Arrivals {
  readonly #clock: RecordClock
  #second = 0
  #count = 0
  #countBefore = 0

  constructor(clock: RecordClock) {
    this.#clock = clock
  }

  /** Counts one draft; returns the number in this second or the last one. */
  count(): number {
    const second = Math.floor(this.#clock.steady() / 1000)
    if (second !== this.#second) {
      this.#countBefore = second === this.#second + 1 ? this.#count : 0
      this.#count = 0
      this.#second = second
    }
    this.#count += 1
    return Math.max(this.#count, this.#countBefore)
  }
}

/** With fewer, a thread would only add a message. */
const manyPerSecond = 50

/**
 * In characters or bytes. A line takes at least 130, so this is at most 180 lines: ten
 * milliseconds.
 */
const inlineMax = 24_000
/** In characters or bytes: a few lines, one millisecond. */
const instantMax = 8_000
/** In characters or bytes: some hundred lines, judged in a few rounds of ten milliseconds. */
const inPartMax = 64_000
