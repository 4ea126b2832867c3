import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { addDeliverable } from '../../../test/support/delivery/deliverables.ts'
import { dispatching, silent } from '../../../test/support/delivery/dispatching.ts'
import { ManualClock } from '../../../test/support/delivery/manual-clock.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { Feed } from '../../feed/feed.ts'
import { revokeOrganisation } from '../../store/accounts/organisations.ts'
import { defaultPolicy } from './dispatcher.ts'
import type { PostOrder } from './post.ts'
import { findWebhook, rewindWebhook } from './stored-webhooks.ts'

// Every event of the feed reaches its targets, if they are up within a day.

const minute = 60_000

eachDatabase('webhooks', (open) => {
  const { start, setting, addWebhook, change, deliveries, settled, crash } = dispatching(open)

  test('an event is sent once, signed, with the same content as in the feed', async () => {
    const { document, position, store, network, clock } = await setting()
    const webhook = await addWebhook(document.orgId, { position })
    start({ headers: { 'x-besides': 'this' } })
    await change(document, 2)
    await settled(async () => (await deliveries(webhook))[0]?.status === 'DELIVERED')
    const [order, ...more] = network.to(webhook.url)
    assert.ok(order)
    assert.deepEqual(more, [], 'events before the webhook are not sent')
    const verified = new Webhook(webhook.secret).verify(order.body, { ...order.headers })
    const [row] = await new Feed(store.database).entriesAfter(document.orgId, position, 1)
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

  test('only the requested event types are sent, and nothing for a revoked organisation', async () => {
    const { document } = await setting()
    const created = await addWebhook(document.orgId, { eventTypes: ['purchase.invoice.created'] })
    const sales = await addWebhook(document.orgId, { eventTypes: ['sales.invoice.created'] })
    const all = await addWebhook(document.orgId)
    const inactive = await addWebhook(document.orgId, { isActive: false })
    const { document: revoked, store, network } = await setting()
    const cut = await addWebhook(revoked.orgId)
    await revokeOrganisation(store.database, revoked.orgId, 1)
    await change(document, 2, 3)
    start()
    await settled(() => network.to(all.url).length === 3 && network.to(created.url).length === 1)
    assert.deepEqual(network.revisions(created.url), [1])
    assert.deepEqual(network.revisions(all.url).toSorted(), [1, 2, 3])
    for (const { url } of [sales, inactive, cut]) assert.deepEqual(network.to(url), [], url)
  })

  test('two dispatchers share the work, and send each event once', async () => {
    const { document, network } = await setting()
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

  test('when a dispatcher dies, its deliveries are sent again after their lease', async () => {
    const { document, network, clock } = await setting()
    const webhook = await addWebhook(document.orgId)
    await change(document, 2, 3, 4, 5, 6)
    let taken = 0
    // It claims deliveries and dies.
    const post = (order: PostOrder) => {
      taken += 1
      return silent(order)
    }
    // Its clock stands still, so that it does not wake after its crash.
    const dying = start({ post, clock: new ManualClock(clock.now()) })
    await settled(() => taken === 4)
    crash(dying)
    start()
    await settled(() => network.to(webhook.url).length === 2)
    clock.pass(defaultPolicy.leaseMs + defaultPolicy.pollMs)
    await settled(async () => (await deliveries(webhook)).every(({ status }) => status === 'DELIVERED'))
    // The jump of the clock may end a lease of the living dispatcher too; a second delivery is
    // allowed.
    assert.deepEqual([...new Set(network.revisions(webhook.url))].toSorted(), [1, 2, 3, 4, 5, 6])
  })

  test('a stop interrupts slow deliveries; they are due again and no attempt is counted', async () => {
    const { document, store, network, clock } = await setting()
    const webhook = await addWebhook(document.orgId)
    network.targets.set(webhook.url, silent)
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
    assert.equal((await findWebhook(store.database, document.orgId, webhook.id))?.failingSince, undefined)
    network.targets.delete(webhook.url)
    start()
    await settled(async () => (await deliveries(webhook))[0]?.status === 'DELIVERED')
  })

  test('hanging targets do not delay others', async () => {
    const { document, store, network } = await setting()
    const hanging = []
    for (let at = 0; at < 40; at += 1) {
      const organisation = at % 4 === 0 ? await addDeliverable(store.database, { orgId: randomUUID() }) : document
      hanging.push(await addWebhook(organisation.orgId))
    }
    for (const { url } of hanging) network.targets.set(url, silent)
    start()
    await settled(() => network.sent.length >= 8)
    const other = await addDeliverable(store.database, { orgId: randomUUID() })
    const healthy = await addWebhook(other.orgId)
    for (let revision = 2; revision < 12; revision += 1) {
      await change(other, revision)
      await settled(() => network.revisions(healthy.url).includes(revision))
    }
  })

  test('a webhook moved back along the feed gets all later events again', async () => {
    const { document, store, network } = await setting()
    const webhook = await addWebhook(document.orgId)
    await change(document, 2, 3)
    start()
    const isOver = async () => (await deliveries(webhook)).every(({ status }) => status === 'DELIVERED')
    await settled(async () => network.sent.length === 3 && (await isOver()))
    const [first] = await new Feed(store.database).entriesAfter(document.orgId, 0, 1)
    await rewindWebhook(store.database, document.orgId, webhook.id, first?.position ?? 0)
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
})
