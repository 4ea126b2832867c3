import type { WebhookWork } from './claims.ts'

/**
 * The webhooks being served now, one runner each. At most a quarter of the runners serve one
 * organisation, and at most half serve failing targets, so that dead targets cannot delay the
 * others.
 */
export class Runners {
  readonly #runners = new Map<string, Runner>()
  readonly #runnersMax: number
  readonly #onFree: () => void

  /** `onFree` is called when a runner ends. */
  constructor(runnersMax: number, onFree: () => void) {
    this.#runnersMax = runnersMax
    this.#onFree = onFree
  }

  /** Runs `run`, unless the webhook has a runner or no runner is free. `run` never rejects. */
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

/** Healthy targets first. The starting point moves with every turn, so that all get to be first. */
export function inFairOrder(webhooks: readonly WebhookWork[], turn: number): readonly WebhookWork[] {
  const start = webhooks.length === 0 ? 0 : turn % webhooks.length
  const turned = [...webhooks.slice(start), ...webhooks.slice(0, start)]
  return [...turned.filter(({ isFailing }) => !isFailing), ...turned.filter(({ isFailing }) => isFailing)]
}
