import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, type TestContext, test } from 'node:test'
import { sql } from '../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../test/support/databases/databases.ts'
import { addDeliverable, type Deliverable, entriesOf, standing } from '../../test/support/delivery/deliverables.ts'
import { anExchange } from '../../test/support/delivery/deliveries.ts'
import { scaledPolicy } from '../../test/support/delivery/scaled-policy.ts'
import { eventually } from '../../test/support/eventually.ts'
import { type Behaviour, type PhossApStub, startPhossAp } from '../../test/support/network/phoss-ap-stub.ts'
import type { Database } from '../store/database/database.ts'
import { migrate } from '../store/database/migrate.ts'
import { openDatabase } from '../store/database/open-database.ts'
import type { Exchange } from './exchange.ts'
import { createPhossAp } from './gateways/phoss-ap/phoss-ap.ts'
import { unobserved } from './observer.ts'
import { defaultPolicy } from './worker/worker.ts'

// An access point that writes its record after our question answers as if it never had the document
// (docs/decisions/0109). The default policy runs here on a clock that is sixty times as fast: the
// timeout of 30 s takes half a second, the wait of ten minutes ten. On a busy machine a submit may be
// too late to begin, and a question may take longer than its time: both are done again.

const factor = 60
const policy = { ...scaledPolicy(defaultPolicy, factor), doubtAfterMs: 60_000 }

eachDatabase('late records', (open) => {
  /** The tests wait most of the time: beside each other, each with a database and an access point of its own. */
  async function begin(t: TestContext) {
    const place = await open.make()
    const connections: Database[] = []
    const connect = async () => {
      const database = await openDatabase(place.location)
      connections.push(database)
      await migrate(database, 0)
      return database
    }
    const stub = await startPhossAp()
    stub.lateMs = 70_000 / factor
    t.after(async () => {
      await stub.close()
      await Promise.all(connections.map((database) => database.close()))
      await place.remove()
    })
    return { stub, db: await connect(), connect }
  }

  suite('beside each other', { concurrency: true }, () => {
    test('a record that is written 70 s after the submit, behind our question, is found: nothing is sent twice', async (t) => {
      const { stub, db } = await begin(t)
      stub.behave = (corner) => (corner === 'C3' ? 'late' : 'delivered')
      stub.isLateUntilAsked = true
      const exchange = exchangeOn(db, stub)
      exchange.start()
      const deliverable = await addDeliverable(db)
      const { c3 } = deliverable.transmissionUuids
      await untilSubmitted(db, deliverable)
      await exchange.stop()
      assert.equal(timesOf(stub.received, c3), 1)
      const story = (await storyOf(db, deliverable)).filter((entry) => !entry.includes('access point is unavailable'))
      assert.match(
        story.slice(story.findLastIndex((entry) => entry.startsWith('SUBMITTED_'))).join('\n'),
        /^SUBMITTED_.*\n.*: No answer within 500 ms; .*\n.*: .* has no record of it yet .*\nRECEIPT_FROM_C3$/,
        story.join('\n'),
      )
    })

    test('what was never received is sent again after a second answer, and the log says so before it is', async (t) => {
      const { stub, db } = await begin(t)
      const inVain: Behaviour[] = ['broken']
      stub.behave = (corner) => (corner === 'C3' ? inVain.pop() : undefined) ?? 'delivered'
      const submitsAgain: string[] = []
      const delivered: { readonly story: readonly string[]; readonly asked: number }[] = []
      stub.onDelivered = async (uuid, corner) => {
        const asked = timesOf(stub.asked, uuid)
        if (corner === 'C3') delivered.push({ story: await storyOf(db, deliverable), asked })
      }
      const exchange = exchangeOn(db, stub, (corner) => submitsAgain.push(corner))
      exchange.start()
      const deliverable = await addDeliverable(db)
      await untilSubmitted(db, deliverable)
      await exchange.stop()
      const [before] = delivered
      assert.ok(before !== undefined && before.asked >= 2 * submitsAgain.length, JSON.stringify([before, submitsAgain]))
      const again =
        /^SUBMITTED_AGAIN_TO_C3: Handed over again: the gateway had no record of it, asked twice [1-9]\d seconds apart$/
      assert.match(before.story.at(-1) ?? '', again)
      const entries = await entriesOf(db, deliverable)
      const first = entries.find(({ message }) => message.includes('has no record of it yet'))
      const second = entries.find(({ event }) => event === 'SUBMITTED_AGAIN_TO_C3')
      assert.ok((second?.at ?? 0) - (first?.at ?? 0) >= policy.absenceMs - clockMs, JSON.stringify(entries))
    })

    test('another worker neither forgets nor shortens the wait, and only answered questions count', async (t) => {
      const { stub, db, connect } = await begin(t)
      stub.behave = (corner) => (corner === 'C3' ? 'late' : 'delivered')
      // Recorded only when the wait after the first answer is over.
      stub.lateMs = 8_000
      const first = exchangeOn(db, stub)
      first.start()
      const deliverable = await addDeliverable(db)
      const { c3 } = deliverable.transmissionUuids
      await eventually(async () => timesOf(stub.received, c3) === 1)
      stub.gate = 'elsewhere'
      await eventually(async () => (await storyOf(db, deliverable)).some((entry) => /check|unavailable/.test(entry)))
      assert.equal(await absentAt(db, deliverable), null)
      stub.gate = 'open'
      await eventually(async () => (await absentAt(db, deliverable)) !== null)
      await first.stop()
      const second = exchangeOn(await connect(), stub)
      second.start()
      await untilSubmitted(db, deliverable)
      await second.stop()
      assert.equal(timesOf(stub.received, c3), 1)
    })

    test('a refused connection leaves no doubt: nothing waits', async (t) => {
      const { stub, db } = await begin(t)
      const port = Number(new URL(stub.url).port)
      const exchange = exchangeOn(db, stub)
      exchange.start()
      await stub.close()
      const deliverable = await addDeliverable(db)
      await eventually(async () => (await standing(db, deliverable)) === 'C3 RETRYING, C5 RETRYING, PENDING')
      await stub.listen(port)
      await untilSubmitted(db, deliverable)
      await exchange.stop()
      assert.equal(timesOf(stub.asked, deliverable.transmissionUuids.c3), 0)
    })
  })
})

function exchangeOn(
  db: Database,
  stub: PhossApStub,
  submittedAgain: (corner: string) => void = () => undefined,
): Exchange {
  const gateway = createPhossAp({
    name: 'default',
    url: new URL(stub.url),
    token: stub.token,
    mlsTo: undefined,
    connectTimeoutMs: 5_000,
  })
  return anExchange(db, gateway, { policy, owner: randomUUID(), observer: { ...unobserved, submittedAgain } })
}

function untilSubmitted(db: Database, deliverable: Deliverable): Promise<boolean> {
  return eventually(async () => (await standing(db, deliverable)) === 'C3 SUBMITTED, C5 SUBMITTED, PENDING', 60_000)
}

/** The entries about the C3 leg; failures with their message. */
async function storyOf(db: Database, deliverable: Deliverable): Promise<string[]> {
  const entries = await entriesOf(db, deliverable)
  return entries
    .filter(({ event }) => event.endsWith('_C3'))
    .map(({ event, message }) => (/RETRY|AGAIN/.test(event) ? `${event}: ${message}` : event))
}

async function absentAt(db: Database, { transmissionUuids }: Deliverable): Promise<unknown> {
  const rows = await db.query(sql('select absent_at from legs where transmission_uuid = $1', transmissionUuids.c3))
  return rows[0]?.absent_at
}

function timesOf(uuids: readonly string[], uuid: string): number {
  return uuids.filter((other) => other === uuid).length
}

/** The first answer is a moment older than its entry. */
const clockMs = 250
