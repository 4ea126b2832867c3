import { randomBytes } from 'node:crypto'
import { networkIds } from '../support/delivery/deliverables.ts'
import { anMls } from '../support/delivery/mls.ts'
import { type PhossApStub, startPhossAp } from '../support/network/phoss-ap-stub.ts'

/**
 * An access point that outlives the database, unlike the sandbox, whose books are in it. It accepts
 * every transmission and brings the statuses to one instance.
 */
export class AccessPoint {
  static async start(): Promise<AccessPoint> {
    return new AccessPoint(await startPhossAp())
  }

  readonly stub: PhossApStub
  readonly environment: Readonly<Record<string, string>>
  readonly #secret = randomBytes(24).toString('hex')
  readonly #statuses: string[] = []
  #address: string | undefined

  private constructor(stub: PhossApStub) {
    this.stub = stub
    this.environment = {
      GATEWAY: 'phoss-ap',
      GATEWAY_URL: stub.url,
      GATEWAY_TOKEN: stub.token,
      INBOUND_SECRET: this.#secret,
      SERVICE_PROVIDER_ID: networkIds.serviceProviderId,
      C5_RECEIVER_ID: networkIds.authorityId,
    }
    stub.onDelivered = (uuid, corner) => {
      const senderId = corner === 'C5' ? networkIds.authorityId : receiverProviderId
      const status = anMls({ referenceId: uuid, senderId })
      this.#statuses.push(status)
      void this.#bring(status)
    }
  }

  /**
   * Refuses each transmission before it reads it, so that no leg is in doubt: one that may have left
   * is sent again after ten minutes (docs/decisions/0109), which no test here waits for.
   */
  goAway(): void {
    this.stub.behave = () => 'disabled'
  }

  comeBack(): void {
    this.stub.behave = () => 'delivered'
  }

  /** The address of the instance that gets the statuses. */
  serve(address: string): void {
    this.#address = address
  }

  /** Brings all statuses once more, as an operator orders after a restore. */
  async bringAgain(): Promise<void> {
    for (const status of [...this.#statuses]) await this.#bring(status)
  }

  async #bring(status: string): Promise<void> {
    const headers = { 'content-type': 'application/xml', 'x-selfbill-secret': this.#secret }
    // An instance that is gone misses the status: the operator has it brought again.
    await fetch(`${this.#address}/gateway/inbound`, { method: 'POST', headers, body: status }).catch(() => undefined)
  }
}

/** The provider in the stub's reports: POP000306. */
const receiverProviderId = '0242:000306'
