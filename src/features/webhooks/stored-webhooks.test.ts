import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { dispatching } from '../../../test/support/delivery/dispatching.ts'
import { systemClock } from '../../clock/clock.ts'
import { OrganisationLook } from '../../store/organisation-look.ts'
import { claimDeliveries, webhookWork } from './claims.ts'
import { forgetDeliveries } from './deliveries.ts'
import { createDeliveries } from './event-rows.ts'
import type { PostOutcome } from './post.ts'
import { removeWebhook, addWebhook as storeWebhook, webhooksOf } from './stored-webhooks.ts'

eachDatabase('stored webhooks', (open) => {
  const { start, setting, addWebhook, deliveries, settled } = dispatching(open)

  test('deliveries that are too old are not listed', async () => {
    const { document, store, clock } = await setting()
    const webhook = await addWebhook(document.orgId)
    start()
    await settled(async () => (await deliveries(webhook))[0]?.status === 'DELIVERED')
    await forgetDeliveries(store.database, clock.now() - 1)
    assert.equal((await deliveries(webhook)).length, 1)
    await forgetDeliveries(store.database, clock.now())
    assert.deepEqual(await deliveries(webhook), [])
  })

  test('deliveries that are due since the same moment are claimed in the order of the feed', async () => {
    const { document, store } = await setting()
    const { orgId } = document
    const { database } = store
    const { id: webhookId } = await addWebhook(orgId)
    const [webhook] = (await webhookWork(new OrganisationLook(database, systemClock), 1)).filter(
      ({ id }) => id === webhookId,
    )
    assert.ok(webhook)
    const wanted = [8, 7, 6, 5].map((position) => ({
      position,
      eventId: `event-${position}`,
      eventType: 'a',
      documentId: document.documentId,
      at: 1,
    }))
    assert.ok(await createDeliveries(database, webhook, { position: 8, wanted }, 1))
    const claim = { orgId, webhookId, owner: 'one', now: 1, limit: 2, leaseMs: 1_000 }
    await claimDeliveries(database, claim)
    const claimed = await database.query(
      sql('select position from webhook_deliveries where webhook_id = $1 and lease_owner is not null', webhookId),
    )
    assert.deepEqual(claimed.map(({ position }) => position).toSorted(), [5, 6])
  })

  test('a delivery in progress leaves nothing behind when its webhook is deleted', async () => {
    const { document, store, network } = await setting()
    const webhook = await addWebhook(document.orgId)
    const answers = Promise.withResolvers<PostOutcome>()
    network.targets.set(webhook.url, () => answers.promise)
    start()
    await settled(() => network.sent.length === 1)
    assert.equal(await removeWebhook(store.database, document.orgId, webhook.id), true)
    assert.equal(await removeWebhook(store.database, document.orgId, webhook.id), false)
    answers.resolve({ statusCode: 500 })
    await settled(() => true)
    assert.deepEqual(await deliveries(webhook), [])
  })

  test('the limit of webhooks holds, however many are added at once', async () => {
    const { document, store } = await setting()
    const added = await Promise.all(
      Array.from({ length: 12 }, () =>
        storeWebhook(
          store.database,
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
    assert.equal((await webhooksOf(store.database, document.orgId)).length, 5)
  })
})
