import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, before, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { eachDatabase } from '../../test/support/databases.ts'
import { addDeliverable, eventually } from '../../test/support/deliveries.ts'
import { ManualClock } from '../../test/support/manual-clock.ts'
import { Feed } from '../feed/feed.ts'
import { sql } from '../store/database/database.ts'
import { newEvent } from '../store/log/log.ts'
import { openStore, type Store } from '../store/store.ts'
import type { NewWebhook } from '../store/webhooks/webhooks.ts'
import { Dispatcher, type DispatcherParts, defaultPolicy } from './dispatcher.ts'
import { unobserved } from './observer.ts'
import type { PostOrder, PostOutcome } from './post.ts'
import { newSecret } from './secret.ts'

// The way of events from the feed to their targets: each arrives, as long as the target is there within a day.

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
/** As the database would keep it, sealed under a key that nobody has any more. */
const lost = 'whsec_bG9zdA=='

/** The network as a test wants it: what a target answers, and what it was sent. */
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

  /** The events that a target was sent, by what the document became with them. */
  revisions(url: string): readonly number[] {
    return this.to(url).map(({ body }) => JSON.parse(body).data.revision)
  }
}

eachDatabase('webhooks', (open) => {
  let store: Store
  let network: Network
  let clock: ManualClock
  let running: Dispatcher[] = []

  before(async () => {
    store = open.keep(await openStore(open.location, 1))
  })
  // One test's webhooks are nothing to the next one's dispatchers.
  afterEach(async () => {
    await Promise.all(running.map((dispatcher) => dispatcher.stop()))
    running = []
    await store.database.query(sql('update webhooks set is_active = 0'))
  })

  const start = (overrides: Partial<DispatcherParts> = {}): Dispatcher => {
    const dispatcher = new Dispatcher({
      queue: store.webhookQueue,
      feed: new Feed(store.feed),
      clock,
      random: Math.random,
      owner: randomUUID(),
      policy: { ...defaultPolicy, pauseMs: 0, drainMs: 0 },
      post: network.post,
      open: (secret) => (secret === lost ? assert.fail('its key is lost') : secret),
      headers: {},
      signedAt: () => new Date(),
      observer: unobserved,
      onTrouble: (during, error) => {
        throw new Error(`trouble during ${during}`, { cause: error })
      },
      ...overrides,
    })
    dispatcher.start()
    running.push(dispatcher)
    return dispatcher
  }

  /** A fresh network and time, and an organisation with a document. */
  const setting = async () => {
    network = new Network()
    clock = new ManualClock(Date.now())
    const document = await addDeliverable(store.database, { orgId: randomUUID() })
    return { document, position: (await new Feed(store.feed).end(document.orgId)).position }
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
    assert.equal(await store.webhooks.add(webhook, 1_000), true)
    return webhook
  }

  const change = (document: { orgId: string; documentId: string }, ...revisions: readonly number[]) =>
    store.database.transaction(
      revisions.map((revision) =>
        newEvent(
          {
            orgId: document.orgId,
            documentId: document.documentId,
            event: 'DOCUMENT_RESUBMITTED',
            message: 'Again',
            becomes: { revision, overallStatus: 'PENDING' },
          },
          clock.now(),
        ),
      ),
    )

  const deliveries = (webhook: NewWebhook) =>
    store.webhookDeliveries.list(webhook.orgId, webhook.id, { before: undefined, status: undefined, limit: 1_000 })

  /** Once `check` holds; meanwhile the dispatchers look again and again, in the same moment. */
  const settled = (check: () => Promise<boolean> | boolean) =>
    eventually(async () => {
      for (const dispatcher of running) dispatcher.wake()
      return check()
    })

  test('an event is sent once, signed, as the feed tells it', async () => {
    const { document, position } = await setting()
    const webhook = await addWebhook(document.orgId, { position })
    start({ headers: { 'x-besides': 'this' } })
    await change(document, 2)
    await settled(async () => (await deliveries(webhook))[0]?.status === 'DELIVERED')
    const [order, ...more] = network.to(webhook.url)
    assert.ok(order)
    assert.deepEqual(more, [], 'what was before the webhook is not sent')
    const verified = new Webhook(webhook.secret).verify(order.body, { ...order.headers })
    const [row] = await new Feed(store.feed).behind(document.orgId, position, 1)
    assert.equal(row?.revision, 2)
    assert.deepEqual(verified, JSON.parse(order.body))
    const { id, type, data } = JSON.parse(order.body)
    assert.equal(order.headers['webhook-id'], id)
    assert.equal(order.headers['content-type'], 'application/json')
    assert.equal(order.headers['x-besides'], 'this')
    assert.equal(type, 'purchase.invoice.updated')
    assert.equal(data.id, document.documentId)
    const [delivery] = await deliveries(webhook)
    assert.equal(delivery?.eventId, id)
    assert.equal(delivery?.nextAttemptAt, null)
    assert.deepEqual(
      delivery?.attempts.map(({ statusCode, error, at }) => [statusCode, error, at]),
      [[204, null, clock.now()]],
    )
  })

  test('only the types that are wanted are sent, and nothing of an organisation that is revoked', async () => {
    const { document } = await setting()
    const created = await addWebhook(document.orgId, { eventTypes: ['purchase.invoice.created'] })
    const sales = await addWebhook(document.orgId, { eventTypes: ['sales.invoice.created'] })
    const all = await addWebhook(document.orgId)
    const inactive = await addWebhook(document.orgId, { isActive: false })
    const revoked = await setting()
    const cut = await addWebhook(revoked.document.orgId)
    await store.organisations.revoke(revoked.document.orgId, 1)
    await change(document, 2, 3)
    start()
    await settled(() => network.to(all.url).length === 3 && network.to(created.url).length === 1)
    assert.deepEqual(network.revisions(created.url), [1])
    assert.deepEqual(network.revisions(all.url).toSorted(), [1, 2, 3])
    for (const { url } of [sales, inactive, cut]) assert.deepEqual(network.to(url), [], url)
  })

  test('a target that fails is tried again over a day, then the delivery is given up, and all of it is listed', async () => {
    const { document } = await setting()
    const webhook = await addWebhook(document.orgId)
    network.targets.set(webhook.url, () => ({ statusCode: 503 }))
    start()
    const began = clock.now()
    const instants: number[] = []
    for (;;) {
      const count = instants.length + 1
      await settled(async () => (await deliveries(webhook))[0]?.attempts.length === count)
      instants.push(clock.now() - began)
      const [delivery] = await deliveries(webhook)
      if (delivery?.status === 'FAILED') break
      assert.equal(delivery?.status, 'PENDING')
      const next = delivery.nextAttemptAt ?? assert.fail()
      clock.pass(next - clock.now() - 1)
      await settled(() => true)
      assert.equal(network.to(webhook.url).length, count, 'not before its time')
      clock.pass(1)
    }
    assert.equal(instants.length, 11)
    const last = instants.at(-1) ?? 0
    assert.ok(last > 21 * hour && last <= 24 * hour, `the last after ${last / hour} h`)
    assert.ok((instants[1] ?? 0) <= 5_000 && (instants[2] ?? 0) <= 35_000, 'the first ones soon')
    const ids = new Set(network.to(webhook.url).map(({ headers, body }) => `${headers['webhook-id']} ${body}`))
    assert.equal(ids.size, 1, 'every attempt is the same event')
    const found = await store.webhooks.find(document.orgId, webhook.id)
    assert.equal(found?.failingSince, began)
    assert.equal(found?.isActive, true, 'one day is no reason to switch it off')
    // It comes back, and what is new arrives.
    network.targets.delete(webhook.url)
    await change(document, 2)
    await settled(() => network.revisions(webhook.url).includes(2))
    await settled(async () => (await store.webhooks.find(document.orgId, webhook.id))?.failingSince === undefined)
    // The one that was given up is sent when somebody asks for it.
    const given = (await deliveries(webhook)).find(({ status }) => status === 'FAILED') ?? assert.fail()
    await store.webhookDeliveries.replay(document.orgId, webhook.id, given.eventId, clock.now())
    await settled(async () => (await deliveries(webhook)).every(({ status }) => status === 'DELIVERED'))
  })

  test('a target that fails for days is switched off; one that is gone at once', async () => {
    const { document } = await setting()
    const failing = await addWebhook(document.orgId)
    const leaving = await addWebhook(document.orgId)
    const healthy = await addWebhook(document.orgId)
    network.targets.set(failing.url, () => ({ error: 'CONNECT' }))
    network.targets.set(leaving.url, () => ({ statusCode: 410 }))
    start()
    await settled(async () => (await store.webhooks.find(document.orgId, leaving.id))?.isActive === false)
    const gone = await store.webhooks.find(document.orgId, leaving.id)
    assert.equal(gone?.disabled?.reason, 'GONE')
    const began = clock.now()
    for (let revision = 2; clock.now() - began < 5 * day; revision += 1) {
      await change(document, revision)
      await settled(() => network.revisions(healthy.url).includes(revision))
      await settled(async () => {
        const due = await deliveries(failing)
        const isOff = (await store.webhooks.find(document.orgId, failing.id))?.isActive === false
        return (
          isOff || due.every(({ nextAttemptAt, status }) => status === 'FAILED' || (nextAttemptAt ?? 0) > clock.now())
        )
      })
      if ((await store.webhooks.find(document.orgId, failing.id))?.isActive === false) break
      clock.pass(6 * hour)
    }
    const off = await store.webhooks.find(document.orgId, failing.id)
    assert.equal(off?.disabled?.reason, 'FAILING')
    const lasted = (off?.disabled?.at ?? 0) - began
    assert.ok(lasted >= 3 * day && lasted < 5 * day, `after ${lasted / day} days`)
    assert.equal(network.to(leaving.url).length, 1)
    const count = network.to(failing.url).length
    await change(document, 999)
    await settled(() => network.revisions(healthy.url).includes(999))
    assert.equal(network.to(failing.url).length, count)
    // Switched on again it goes on where it stopped.
    network.targets.clear()
    const wanted = { url: leaving.url, eventTypes: undefined, description: undefined, isActive: true }
    await store.webhooks.change(document.orgId, leaving.id, wanted, clock.now())
    await settled(() => network.revisions(leaving.url).includes(999))
    const missed = network
      .revisions(healthy.url)
      .filter((revision) => !network.revisions(leaving.url).includes(revision))
    assert.deepEqual(missed, [])
  })

  test('two dispatchers share the work, and send each event once', async () => {
    const { document } = await setting()
    const webhooks = [await addWebhook(document.orgId), await addWebhook(document.orgId)]
    const revisions = Array.from({ length: 120 }, (_, at) => at + 2)
    for (const { url } of webhooks) network.targets.set(url, async () => eventually(async () => ({ statusCode: 200 })))
    start()
    start()
    for (let at = 0; at < revisions.length; at += 20) await change(document, ...revisions.slice(at, at + 20))
    const isOver = async () => {
      const lists = await Promise.all(webhooks.map(deliveries))
      return lists.every((list) => list.length === 121 && list.every(({ status }) => status === 'DELIVERED'))
    }
    await settled(isOver)
    for (const { url } of webhooks) {
      const sent = network.revisions(url).toSorted((one, other) => one - other)
      assert.deepEqual(sent, [1, ...revisions])
    }
  })

  test('a dispatcher that dies loses nothing: its deliveries are sent again when their lease has ended', async () => {
    const { document } = await setting()
    const webhook = await addWebhook(document.orgId)
    await change(document, 2, 3, 4, 5, 6)
    let taken = 0
    // It takes deliveries, and is never heard of again.
    const post = () => {
      taken += 1
      return new Promise<PostOutcome>(() => undefined)
    }
    start({ post })
    const [dead] = running
    running = []
    await eventually(async () => {
      dead?.wake()
      return taken === 4
    })
    start()
    await settled(() => network.to(webhook.url).length === 2)
    clock.pass(defaultPolicy.leaseMs + defaultPolicy.pollMs)
    await settled(async () => (await deliveries(webhook)).every(({ status }) => status === 'DELIVERED'))
    // The leap of the clock may end the lease of what the living one has just sent: once more is no loss.
    assert.deepEqual([...new Set(network.revisions(webhook.url))].toSorted(), [1, 2, 3, 4, 5, 6])
  })

  test('a stop breaks off what takes too long; it is due again, and no attempt is counted', async () => {
    const { document } = await setting()
    const webhook = await addWebhook(document.orgId)
    const hanging = ({ signal }: PostOrder): Promise<PostOutcome> =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve({ error: 'INTERRUPTED' })))
    network.targets.set(webhook.url, hanging)
    const stopped = start()
    await settled(() => network.sent.length === 1)
    const stopping = stopped.stop()
    clock.pass(minute)
    await stopping
    const [delivery] = await deliveries(webhook)
    assert.deepEqual(
      delivery?.attempts.map(({ error }) => error),
      ['INTERRUPTED'],
    )
    assert.equal((await store.webhooks.find(document.orgId, webhook.id))?.failingSince, undefined)
    network.targets.delete(webhook.url)
    start()
    await settled(async () => (await deliveries(webhook))[0]?.status === 'DELIVERED')
  })

  test('targets that hang hold up nobody else', async () => {
    const { document } = await setting()
    const hanging = []
    for (let at = 0; at < 40; at += 1) {
      const organisation = at % 4 === 0 ? await addDeliverable(store.database, { orgId: randomUUID() }) : document
      hanging.push(await addWebhook(organisation.orgId))
    }
    for (const { url } of hanging) network.targets.set(url, () => new Promise(() => undefined))
    const dispatcher = start()
    // Nothing waits for those that never answer: they have no timer either.
    running = []
    const settled = (check: () => boolean) =>
      eventually(async () => {
        dispatcher.wake()
        return check()
      })
    await settled(() => network.sent.length >= 8)
    const other = await addDeliverable(store.database, { orgId: randomUUID() })
    const healthy = await addWebhook(other.orgId)
    for (let revision = 2; revision < 12; revision += 1) {
      await change(other, revision)
      await settled(() => network.revisions(healthy.url).includes(revision))
    }
  })

  test('taken back along the feed, a webhook is sent everything since again', async () => {
    const { document } = await setting()
    const webhook = await addWebhook(document.orgId)
    await change(document, 2, 3)
    start()
    const isOver = async () => (await deliveries(webhook)).every(({ status }) => status === 'DELIVERED')
    await settled(async () => network.sent.length === 3 && (await isOver()))
    const [first] = await new Feed(store.feed).behind(document.orgId, 0, 1)
    await store.webhooks.rewind(document.orgId, webhook.id, first?.position ?? 0)
    await settled(async () => network.sent.length === 5 && (await isOver()))
    const sent = network.to(webhook.url).map(({ headers, body }) => `${headers['webhook-id']} ${body}`)
    assert.equal(new Set(sent).size, 3, 'the same events under the same ids')
    assert.deepEqual(
      (await deliveries(webhook)).map(({ row, attempts }) => [row.revision, attempts.length]),
      [
        [3, 2],
        [2, 2],
        [1, 1],
      ],
    )
  })

  test('for a day after a rotation both secrets sign', async () => {
    const { document } = await setting()
    const webhook = await addWebhook(document.orgId)
    const secret = newSecret()
    const rotation = { secret, formerUntil: clock.now() + day, now: clock.now() }
    assert.equal(await store.webhooks.rotate(document.orgId, webhook.id, rotation), true)
    start()
    await settled(() => network.sent.length === 1)
    const [order] = network.sent
    assert.ok(order)
    for (const valid of [secret, webhook.secret]) new Webhook(valid).verify(order.body, { ...order.headers })
    clock.pass(day)
    await change(document, 2)
    await settled(() => network.sent.length === 2)
    const later = network.sent[1] ?? assert.fail()
    new Webhook(secret).verify(later.body, { ...later.headers })
    assert.throws(() => new Webhook(webhook.secret).verify(later.body, { ...later.headers }))
  })

  test('a secret that can no longer be opened keeps the new one from nothing', async () => {
    const { document } = await setting()
    const webhook = await addWebhook(document.orgId)
    const formerUntil = clock.now() + day
    const secret = newSecret()
    await store.webhooks.rotate(document.orgId, webhook.id, { secret: lost, formerUntil, now: clock.now() })
    await store.webhooks.rotate(document.orgId, webhook.id, { secret, formerUntil, now: clock.now() })
    start()
    await settled(() => network.sent.length === 1)
    const order = network.sent[0] ?? assert.fail()
    new Webhook(secret).verify(order.body, { ...order.headers })
  })

  test('what is too old is no longer listed', async () => {
    const { document } = await setting()
    const webhook = await addWebhook(document.orgId)
    start()
    await settled(async () => (await deliveries(webhook))[0]?.status === 'DELIVERED')
    await store.webhookDeliveries.forget(clock.now() - 1)
    assert.equal((await deliveries(webhook)).length, 1)
    await store.webhookDeliveries.forget(clock.now())
    assert.deepEqual(await deliveries(webhook), [])
  })

  test('what was under way when its webhook was deleted leaves nothing behind', async () => {
    const { document } = await setting()
    const webhook = await addWebhook(document.orgId)
    const answers = Promise.withResolvers<PostOutcome>()
    network.targets.set(webhook.url, () => answers.promise)
    start()
    await settled(() => network.sent.length === 1)
    assert.equal(await store.webhooks.remove(document.orgId, webhook.id), true)
    assert.equal(await store.webhooks.remove(document.orgId, webhook.id), false)
    answers.resolve({ statusCode: 500 })
    await settled(() => true)
    assert.deepEqual(await deliveries(webhook), [])
  })

  test('an organisation has so many webhooks and no more, however many are added at once', async () => {
    const { document } = await setting()
    const added = await Promise.all(
      Array.from({ length: 12 }, () =>
        store.webhooks.add(
          {
            orgId: document.orgId,
            id: randomUUID(),
            url: 'https://receiver.example/',
            eventTypes: undefined,
            description: undefined,
            isActive: false,
            secret: 'x',
            position: 0,
            createdAt: 1,
          },
          5,
        ),
      ),
    )
    assert.equal(added.filter((isAdded) => isAdded).length, 5)
    assert.equal((await store.webhooks.list(document.orgId)).length, 5)
  })
})
