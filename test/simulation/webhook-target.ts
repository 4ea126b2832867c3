import type { PostOrder, PostOutcome } from '../../src/features/webhooks/post.ts'
import type { Chaos } from './chaos.ts'
import type { Machine } from './machine.ts'
import type { Scheduler } from './scheduler.ts'

/** The receiver of webhooks, in place of post.ts and its sockets. */
export class WebhookTarget {
  /** How often each event was accepted. */
  readonly accepted = new Map<string, number>()
  /** Those that were accepted before a restore, which may have lost them. */
  readonly earlier = new Set<string>()
  /** The body of each event, however often it comes. */
  readonly #bodies = new Map<string, string>()
  #restores = 0
  #refusals = 0
  readonly #scheduler: Scheduler
  readonly #chaos: Chaos

  readonly #violation: (invariant: string, what: string) => void

  constructor({ scheduler, chaos, violation }: TargetParts) {
    this.#scheduler = scheduler
    this.#chaos = chaos
    this.#violation = violation
  }

  /** The database went back to its copy. */
  restore(): void {
    this.#restores += 1
    for (const id of this.accepted.keys()) this.earlier.add(id)
    this.accepted.clear()
  }

  /** Only the cursor may differ: behind a restore an event may get another place in the feed. */
  #compare(id: string, body: string): void {
    const content = JSON.stringify({ ...JSON.parse(body), cursor: undefined })
    const before = this.#bodies.get(id) ?? content
    if (content !== before) this.#violation('an event has one id and one body', `${id}: ${before} and ${content}`)
    this.#bodies.set(id, content)
  }

  /** Of every fourth event that it refuses it says that it is gone, which switches the webhook off. */
  #refusal(): number {
    this.#refusals += 1
    return this.#refusals % 4 === 0 ? 410 : 500
  }

  /** The way to it from an instance. */
  post(machine: Machine, { body, signal }: PostOrder): Promise<PostOutcome> {
    const chaos = this.#chaos
    const { promise, resolve } = Promise.withResolvers<PostOutcome>()
    const { id }: { readonly id: string } = JSON.parse(body)
    const answers = (ms: number, outcome: PostOutcome) =>
      this.#scheduler.after(ms, `the webhook of ${id} ends: ${JSON.stringify(outcome)}`, machine, () =>
        resolve(outcome),
      )
    if (signal.aborted) return Promise.resolve({ error: 'INTERRUPTED' })
    signal.addEventListener('abort', () => resolve({ error: 'INTERRUPTED' }), { once: true })
    if (chaos.strikes('webhook: never answers')) {
      answers(10_000, { error: 'TIMEOUT' })
      return promise
    }
    const isFine = !chaos.strikes('webhook: fails')
    const restores = this.#restores
    this.#scheduler.after(chaos.between(0.5, 50), `a webhook gets ${id}`, undefined, () => {
      this.#compare(id, body)
      // Sent by an instance of the lost database, it arrives behind the restore.
      if (isFine && restores !== this.#restores) this.earlier.add(id)
      else if (isFine) this.accepted.set(id, (this.accepted.get(id) ?? 0) + 1)
      if (chaos.strikes('webhook: answer lost')) answers(10_000, { error: 'TIMEOUT' })
      else answers(chaos.between(0.5, 50), { statusCode: isFine ? 200 : this.#refusal() })
    })
    return promise
  }
}

interface TargetParts {
  readonly scheduler: Scheduler
  readonly chaos: Chaos
  readonly violation: (invariant: string, what: string) => void
}
