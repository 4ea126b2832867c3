import { randomBytes } from 'node:crypto'
import { after, before } from 'node:test'
import { eventually } from '../eventually.ts'
import { type PhossApStub, startPhossAp } from '../network/phoss-ap-stub.ts'
import { madeCertificate, Receiver } from '../network/receiver.ts'
import { fetchDeclared } from '../service/fetch-declared.ts'
import type { StartService } from '../service/service.ts'
import type { Answered, Tenant, TestService } from '../service/test-service.ts'

export const networkIds = { serviceProviderId: '0242:990001', authorityId: '0242:000006-TESTBED.3001' }
const secret = randomBytes(24).toString('hex')

/**
 * The service between an access point and a receiver of webhooks, with an organisation that has a
 * webhook. Call it once in a suite.
 */
export function tracedService(start: StartService): TracedService {
  let stub: PhossApStub
  let receiver: Receiver
  let running: TestService
  let tenant: Tenant
  before(async () => {
    stub = await startPhossAp()
    receiver = await Receiver.start()
    running = await start(environmentOf(stub))
    tenant = await running.tenant({ scope: 'documents:read documents:write admin' })
    await tenant.post('/api/webhooks', { url: receiver.url('/hook/of-a-secret-path') })
  })
  after(async () => {
    await stub.close()
    await receiver.close()
  })
  return {
    get stub() {
      return stub
    },
    get receiver() {
      return receiver
    },
    get running() {
      return running
    },
    get tenant() {
      return tenant
    },
    bring: (envelope, headers = {}) => bring(running.address, envelope, headers),
    received: (id) =>
      eventually(async () => {
        const received = receiver.received.filter(({ body }) => body.includes(id))
        return received.length > 0 && received
      }),
  }
}

export interface TracedService {
  readonly stub: PhossApStub
  readonly receiver: Receiver
  readonly running: TestService
  readonly tenant: Tenant
  /** Sends an envelope as the access point does. */
  bring(envelope: string, headers?: Readonly<Record<string, string>>): Promise<Answered>
  /** What the receiver got about a document, when there is something. */
  received(id: string): Promise<Receiver['received']>
}

/** For a service over this access point and with webhooks to this machine. */
export function environmentOf(stub: PhossApStub): Readonly<Record<string, string>> {
  return {
    GATEWAY: 'phoss-ap',
    GATEWAY_URL: stub.url,
    GATEWAY_TOKEN: stub.token,
    INBOUND_SECRET: secret,
    SERVICE_PROVIDER_ID: networkIds.serviceProviderId,
    C5_RECEIVER_ID: networkIds.authorityId,
    SECRET_KEY: '5e'.repeat(32),
    WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
    WEBHOOK_CA_FILE: madeCertificate().certificateFile,
  }
}

export function bring(
  address: string,
  envelope: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  return fetchDeclared(address, '/gateway/inbound', {
    method: 'POST',
    body: envelope,
    headers: { 'content-type': 'application/xml', 'x-selfbill-secret': secret, ...headers },
  })
}
