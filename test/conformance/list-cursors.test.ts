import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { shapes } from '../../scripts/generate/api-shapes.ts'
import type { Operation } from '../../src/api/operation.ts'
import { eventually } from '../support/eventually.ts'
import { aPurchaseInvoice, aSupplier } from '../support/requests/requests.ts'
import { type Possessions, possessionsOf } from '../support/service/possessions.ts'
import { eachService } from '../support/service/service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { checkedUpload } from '../support/uploads/upload-files.ts'

// Every list that has pages has them in one way. The tests go through the list of operations, so a
// new list is included.

const listsThatAre = (wanted: 'pages' | 'whole') =>
  shapes()
    .filter(({ list }) => list === wanted)
    .map(({ operation }) => operation)
// That of organisations is of the whole service, where other tests add some: organisations.test.ts.
const paged = listsThatAre('pages').filter(({ id }) => id !== 'listOrganisations')
const whole = listsThatAre('whole')

/** Here they have one row at most: waiting-legs, outage-watch and resubmit have more. */
const testedElsewhere = /^listLegs$|^listOutages$|Revisions$/

eachService('cursors of lists', (start) => {
  let running: TestService
  let own: Possessions
  before(async () => {
    running = await start.shared()
    own = await possessionsOf(running, 'PAGED')
    // So that every list has several rows.
    const agreement = { agreement_number: 'SBA-2', business_profile_id: 'BP-PAGED', supplier_name: 'Second' }
    const more = { ...agreement, supplier_tin: '1009999999', valid_from: '2026-07-01' }
    assert.equal((await own.tenant.post('/api/agreements', more)).status, 201)
    const second = aPurchaseInvoice({ accounting_supplier_party: aSupplier({ party_name: 'Second Trading' }) })
    assert.equal((await own.tenant.post('/api/purchase-invoices/BP-PAGED', second)).status, 201)
    await checkedUpload(own.tenant, 'second.ndjson', '{"note":"z"}', { business_profile_id: 'BP-PAGED' })
    const asked = await own.tenant.post(
      '/api/approvals?family=purchase-invoices&business_profile_id=BP-PAGED',
      aPurchaseInvoice(),
    )
    assert.equal(asked.status, 201, asked.text)
    for (let at = 0; at < 2; at += 1)
      await own.tenant.post('/api/purchase-invoices/BP-PAGED', aPurchaseInvoice({ document_number: `PAGED-${at}` }))
  })
  const read = (operation: Operation, query: string) => {
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => own.id(operation, name))
    // Legs have pages only of one cause; the log of requests grows with each request of this test.
    // A client has no drafts of its own.
    const filter =
      { listLegs: 'cause=x&', listRequests: 'operation=createPurchaseInvoice&', listDrafts: 'of=everybody&' }[
        operation.id
      ] ?? ''
    return own.tenant.get(`${path}?${filter}${query}`)
  }

  const wholeOf = async (operation: Operation): Promise<readonly unknown[]> => {
    const { status, text, json } = await read(operation, 'limit=100')
    assert.deepEqual([status, json.next], [200, null], text)
    return json.items.map(keyOf)
  }
  const pagesOf = async (operation: Operation, most: number): Promise<readonly unknown[]> => {
    const shown: unknown[] = []
    let cursor: string | null = null
    do {
      const { status, text, json } = await read(operation, `limit=1${cursor === null ? '' : `&cursor=${cursor}`}`)
      assert.ok(status === 200 && json.items.length <= 1, text)
      shown.push(...json.items.map(keyOf))
      cursor = json.next
    } while (cursor !== null && shown.length <= most)
    return shown
  }

  test('there are lists with pages', () => {
    assert.ok(paged.length >= 12, String(paged.map(({ id }) => id)))
  })

  for (const operation of paged) {
    test(`${operation.id}: pages of one item are the list`, async () => {
      await eventually(async () => {
        const whole = await wholeOf(operation)
        const shown = await pagesOf(operation, whole.length)
        // Events are still on their way, for example.
        if (!isDeepStrictEqual(whole, await wholeOf(operation))) return false
        assert.deepEqual(shown, whole)
        return whole.length > 1 || testedElsewhere.test(operation.id)
      })
    })

    test(`${operation.id} refuses what is no cursor of it, and a wrong limit, by name`, async () => {
      const elsewhere = ['of another list', 1, 'x']
      const wrong = ['x', '%00', 'W10', written([]), written(elsewhere), written({}), written([['a']]), 'é'.repeat(600)]
      for (const cursor of wrong) {
        const { status, json } = await read(operation, `cursor=${encodeURIComponent(cursor)}`)
        assert.deepEqual([status, json.error_codes?.cursor?.id], [400, 'must_be_list_cursor'], cursor)
      }
      for (const limit of ['0', '101', '-1', 'x', '']) {
        const { status, json } = await read(operation, `limit=${limit}`)
        assert.deepEqual([status, Object.keys(json.errors ?? {})], [400, ['limit']], limit)
      }
    })
  }

  for (const operation of whole) {
    test(`${operation.id} is whole, and refuses a limit and a cursor by name`, async () => {
      for (const name of ['limit', 'cursor']) {
        const { status, json } = await read(
          { ...operation, path: operation.path.replace('{id}', 'IBR-002') },
          `${name}=1`,
        )
        assert.deepEqual([status, json.error_codes?.[name]?.id], [400, 'unknown_parameter'])
      }
    })
  }

  test('a forged cursor with values of the wrong kind is refused, and none reaches the database', async () => {
    const forged = [
      ['users', 'x', 'y'],
      ['users', 1.5, 'y'],
      ['users', 1, 'a\0b'],
      ['users', 1, '\ud800'],
      ['users', 1],
      ['users', 1, 'y', 2],
    ]
    for (const values of forged) {
      const answer = await own.tenant.get(`/api/users?cursor=${written(values)}`)
      assert.deepEqual([answer.status, Object.keys(answer.json.errors)], [400, ['cursor']], JSON.stringify(values))
    }
    assert.equal((await own.tenant.get(`/api/users?cursor=${written(['users', 2 ** 53 - 1, '~'])}`)).status, 200)
  })
})

function written(values: unknown): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

type Item = Readonly<Record<string, unknown>>

/** What does not change while a test reads: statuses do. */
function keyOf(item: Item): unknown {
  const { id, agreement_id, approval_id, profile_id, client_id, user_id, revision, event } = item
  return id ?? agreement_id ?? approval_id ?? profile_id ?? client_id ?? user_id ?? revision ?? Object(event).id
}
