import type { WebhookWork } from '../store/webhooks/webhook-queue.ts'

/**
 * The webhooks that are being sent to now, one runner each. An organisation has at most a quarter
 * of the runners, and those whose target fails at most half of them: so no dead target holds up the
 * others.
 */
export class Runners {
  readonly #runners = new Map<string, Runner>()
  readonly #runnersMax: number
  readonly #onFree: () => void

  /** `onFree`: a runner has ended, and its place is free. */
  constructor(runnersMax: number, onFree: () => void) {
    this.#runnersMax = runnersMax
    this.#onFree = onFree
  }

  /** Runs, unless the webhook has a runner or there is no room for one. `run` never rejects. */
  begin({ orgId, id, isFailing }: WebhookWork, run: () => Promise<void>): void {
    const key = `${orgId} ${id}`
    const runners = [...this.#runners.values()]
    const ofOrganisation = runners.filter((runner) => runner.orgId === orgId).length
    const failing = runners.filter((runner) => runner.isFailing).length
    if (this.#runners.has(key) || runners.length >= this.#runnersMax) return
    if (ofOrganisation >= this.#runnersMax / 4) return
    if (isFailing && failing >= this.#runnersMax / 2) return
    const ended = run().finally(() => {
      this.#runners.delete(key)
      this.#onFree()
    })
    this.#runners.set(key, { orgId, isFailing, ended })
  }

  async ended(): Promise<void> {
    await Promise.all([...this.#runners.values()].map(({ ended }) => ended))
  }
}

interface Runner {
  readonly orgId: string
  readonly isFailing: boolean
  readonly ended: Promise<void>
}

/** Those whose target answers come first; who begins changes with every turn. */
export function inTurn(webhooks: readonly WebhookWork[], turn: number): readonly WebhookWork[] {
  const start = webhooks.length === 0 ? 0 : turn % webhooks.length
  const turned = [...webhooks.slice(start), ...webhooks.slice(0, start)]
  return [...turned.filter(({ isFailing }) => !isFailing), ...turned.filter(({ isFailing }) => isFailing)]
}
