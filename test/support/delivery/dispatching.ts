import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, before } from 'node:test'
import { deliveriesOf } from '../../../src/features/webhooks/deliveries.ts'
import { Dispatcher, type DispatcherParts, defaultPolicy } from '../../../src/features/webhooks/dispatcher.ts'
import { unobserved } from '../../../src/features/webhooks/observer.ts'
import type { PostOrder, PostOutcome } from '../../../src/features/webhooks/post.ts'
import { type NewWebhook, addWebhook as storeWebhook } from '../../../src/features/webhooks/stored-webhooks.ts'
import { Feed } from '../../../src/feed/feed.ts'
import { newSecret } from '../../../src/security/webhook-signature.ts'
import { insertEntries } from '../../../src/store/log/new-entries.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import { sql } from '../databases/any-row.ts'
import type { OpenTestDatabase } from '../databases/databases.ts'
import { eventually } from '../eventually.ts'
import { Random } from '../random.ts'
import { addDeliverable } from './deliverables.ts'
import { ManualClock } from './manual-clock.ts'

const random = new Random(1)

/**
 * Webhooks on a real database and a simulated network. Called once in a suite; `setting` resets
 * everything for a test, and what `start` starts is stopped after it.
 */
export function dispatching(open: OpenTestDatabase) {
  let store: Store
  let network: Network
  let clock: ManualClock
  let started: Dispatcher[] = []
  const crashed = new Set<Dispatcher>()

  before(async () => {
    store = open.keep(await openStore(open.location, 1))
  })
  // A dispatcher must not see the webhooks of another test, even after its crash: it would send
  // their events to its own network.
  afterEach(async () => {
    await Promise.all(started.map((dispatcher) => dispatcher.stop()))
    started = []
    crashed.clear()
    await store.database.query(sql('update webhooks set is_active = 0'))
  })

  const start = (overrides: Partial<DispatcherParts> = {}): Dispatcher => {
    const dispatcher = new Dispatcher({
      db: store.database,
      feed: new Feed(store.database),
      clock,
      random: () => random.next(),
      owner: randomUUID(),
      policy: { ...defaultPolicy, pauseMs: 0, drainMs: 0 },
      post: network.post,
      open: (secret) => (secret === lost ? undefined : secret),
      headers: {},
      compatibility: { serviceWide: undefined, baseUrl: '' },
      observer: unobserved,
      onTrouble: (during, error) => {
        throw new Error(`trouble during ${during}`, { cause: error })
      },
      ...overrides,
    })
    dispatcher.start()
    started.push(dispatcher)
    return dispatcher
  }

  /** A new network, clock and organisation with a document. */
  const setting = async () => {
    network = new Network()
    clock = new ManualClock(Date.now())
    const document = await addDeliverable(store.database, { orgId: randomUUID() })
    const { position } = await new Feed(store.database).end(document.orgId)
    return { document, position, store, network, clock }
  }

  const addWebhook = async (orgId: string, overrides: Partial<NewWebhook> = {}): Promise<NewWebhook> => {
    const id = randomUUID()
    const webhook: NewWebhook = {
      orgId,
      id,
      url: `https://${id}.example/`,
      eventTypes: undefined,
      description: undefined,
      isActive: true,
      secret: newSecret(),
      position: 0,
      createdAt: clock.now(),
      ...overrides,
    }
    assert.equal(await storeWebhook(store.database, webhook, 1_000), true)
    return webhook
  }

  const change = (document: { orgId: string; documentId: string }, ...revisions: readonly number[]) =>
    store.database.transaction(
      revisions.flatMap((revision) =>
        insertEntries(
          [
            {
              orgId: document.orgId,
              documentId: document.documentId,
              event: 'DOCUMENT_RESUBMITTED',
              message: 'Again',
              becomes: { revision, overallStatus: 'PENDING' },
            },
          ],
          clock.now(),
        ),
      ),
    )

  const deliveries = (webhook: NewWebhook) =>
    deliveriesOf(store.database, webhook.orgId, webhook.id, { before: undefined, status: undefined, limit: 1_000 })

  /**
   * Resolves when `check` holds. Meanwhile the dispatchers look for work repeatedly, while the
   * clock stands still.
   */
  const settled = (check: () => Promise<boolean> | boolean) =>
    eventually(async () => {
      for (const dispatcher of started) if (!crashed.has(dispatcher)) dispatcher.wake()
      return check()
    })

  /** Until the end of the test nothing wakes it. Its targets should be `silent`. */
  const crash = (dispatcher: Dispatcher) => crashed.add(dispatcher)

  return { start, setting, addWebhook, change, deliveries, settled, crash }
}

/** A target that never answers. The attempt ends when its dispatcher breaks it off. */
export function silent({ signal }: PostOrder): Promise<PostOutcome> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve({ error: 'INTERRUPTED' })))
}

/** Sealed with a key that is lost. */
export const lost = 'whsec_bG9zdA=='

/** A simulated network: the test sets the answer of each target and sees what it received. */
class Network {
  readonly sent: PostOrder[] = []
  readonly targets = new Map<string, (order: PostOrder) => PostOutcome | Promise<PostOutcome>>()

  post = async (order: PostOrder): Promise<PostOutcome> => {
    this.sent.push(order)
    return (this.targets.get(order.url) ?? (() => ({ statusCode: 204 })))(order)
  }

  to(url: string): readonly PostOrder[] {
    return this.sent.filter((order) => order.url === url)
  }

  /** The document statuses of the events that a target received. */
  revisions(url: string): readonly number[] {
    return this.to(url).map(({ body }) => JSON.parse(body).data.revision)
  }
}
