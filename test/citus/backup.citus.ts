import { strict as assert } from 'node:assert'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '../support/eventually.ts'
import { commandLine } from '../support/processes/command-line.ts'
import { aPurchaseInvoice, jsonOf } from '../support/requests/requests.ts'
import { AccessPoint } from './access-point.ts'
import type { CitusDatabase } from './cluster.ts'
import { ClusterBackup } from './cluster-backup.ts'
import { onDistributed } from './distributed.ts'
import type { Node } from './node.ts'
import { type Caller, Soak, startService } from './soak.ts'

// All nodes are lost and restored to one point, by the steps of docs/scaling.md, while the network
// is ahead of them.

const { folder, selfbill } = commandLine()

onDistributed(
  'a cluster restored to a point has every document of it, sends nothing twice and goes on',
  async (t, cluster, database) => {
    const network = await AccessPoint.start()
    t.after(() => network.stub.close())
    const { environment } = network
    const soak = await Soak.start(cluster, database, [cluster.coordinator], { environment })
    t.after(() => soak.close())
    network.serve(soak.address)
    await soak.untilCreated(3)
    const backup = await ClusterBackup.begin(cluster)
    const restored: Node[] = []
    t.after(async () => {
      await Promise.all(restored.map((node) => node.kill()))
      await backup.remove()
    })
    await eventually(async () => (await waiting(database)) < (await stored(database)).length)
    network.goAway()
    await soak.untilCreated(3)
    const before = documentsOf(soak)
    await backup.createPoint('nightly', database.name)
    const pointAt = Date.now()
    await soak.untilCreated(3)
    network.comeBack()
    await soak.untilCreated(3)
    await soak.stopCalling()
    await eventually(async () => (await waiting(database)) === 0, 180_000)
    const texts = await textsOf(soak.address, before)
    const everSent = [...network.stub.submitted]
    const numbers = (await stored(database)).map(numberOf)
    await backup.endArchives()
    await soak.close()
    for (const node of cluster.nodes) await node.kill()

    for await (const node of backup.restore('nightly')) restored.push(node)
    const settings = { DATABASE_URL: database.urlAt(), ...environment }
    const checked = await selfbill(['check'], settings)
    assert.match(checked.stdout, /^The database is sound/, checked.stderr)
    const there = new Set((await stored(database)).map(({ id }) => id))
    assert.deepEqual(
      before.filter(({ id }) => !there.has(id)),
      [],
      'documents of the backup',
    )
    const after = soak.since(pointAt).flatMap(({ id }) => id ?? [])
    assert.ok(after.length > 0 && after.every((id) => !there.has(id)), 'documents after the point')
    const unsent = await legsToSend(database)
    assert.ok(unsent >= 6 * soak.callers.length && unsent < 2 * there.size)
    const due = await legsDue(database)
    const readied = await selfbill(['restored', '--skip-numbers', '100000', '--yes'], settings)
    assert.equal(readied.code, 0, readied.stderr)
    assert.match(readied.stdout, new RegExp(`^Waiting legs: ${due};`))
    const list = join(folder, 'sent')
    await writeFile(list, `${everSent.join('\n')}\n`)
    const unknown = await selfbill(['legs', '--unknown', list], settings)
    assert.equal(unknown.stdout.trim().split('\n').length, everSent.length - 2 * there.size)

    const service = await startService(database.urlAt(), environment)
    t.after(() => service.stop())
    network.serve(service.address)
    assert.deepEqual(await textsOf(service.address, before), texts)
    await eventually(async () => (await legsToSend(database)) === 0)
    await network.bringAgain()
    await eventually(async () => (await waiting(database)) === 0)
    assert.deepEqual(network.stub.submitted, everSent, 'sent again')
    for (const caller of soak.callers) assert.ok(!numbers.includes(await create(service.address, caller)))
    await eventually(async () => (await waiting(database)) === 0)
    const { submitted } = network.stub
    assert.equal(submitted.length, everSent.length + 2 * soak.callers.length)
    assert.equal(new Set(submitted).size, submitted.length)
    t.diagnostic(JSON.stringify({ restored: there.size, unsent, lost: numbers.length - there.size }))
  },
)

interface Created {
  readonly caller: Caller
  readonly id: string
}

function documentsOf(soak: Soak): readonly Created[] {
  return soak.answers.flatMap(({ caller, id }) => (id === undefined ? [] : { caller, id }))
}

/** What callers read of documents that does not change with their delivery. */
function textsOf(address: string, documents: readonly Created[]): Promise<readonly string[]> {
  return Promise.all(
    documents.map(async ({ caller, id }) => {
      const headers = { authorization: `Bearer ${caller.token}` }
      const answer = await fetch(`${address}/api/purchase-invoices/${id}/xml`, { headers })
      assert.equal(answer.status, 200, id)
      return answer.text()
    }),
  )
}

/** Returns the number that was minted. */
async function create(address: string, caller: Caller): Promise<string> {
  const { document_number: _, ...body } = aPurchaseInvoice()
  const answer = await fetch(`${address}/api/purchase-invoices/${caller.profileId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
    body: jsonOf(body),
  })
  const text = await answer.text()
  assert.equal(answer.status, 201, text)
  return JSON.parse(text).document_number
}

function stored(database: CitusDatabase) {
  return database.asSuperuser('select id, document_number from documents')
}

function numberOf({ document_number }: Readonly<Record<string, unknown>>): string {
  return String(document_number)
}

/** Documents that are not delivered yet. */
async function waiting(database: CitusDatabase): Promise<number> {
  const [row] = await database.asSuperuser(
    `select count(*) as waiting from documents where overall_status is distinct from 'APPROVED'`,
  )
  return Number(row?.waiting)
}

/** Those that wait, and those that a lost instance was sending. */
function legsToSend(database: CitusDatabase): Promise<number> {
  return countOfLegs(database, 'next_attempt_at is not null or lease_until is not null')
}

function legsDue(database: CitusDatabase): Promise<number> {
  return countOfLegs(database, 'next_attempt_at is not null')
}

async function countOfLegs(database: CitusDatabase, condition: string): Promise<number> {
  const [row] = await database.asSuperuser(`select count(*) as legs from legs where ${condition}`)
  return Number(row?.legs)
}
