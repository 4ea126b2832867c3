import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { families } from '@selfbill/pint-ae/document'
import { Fault } from '../../src/api/faults.ts'
import { approvalIssued, keepApprovals } from '../../src/store/approvals/approvals.ts'
import { failedConstraint } from '../../src/store/constraints.ts'
import { sql } from '../support/databases/any-row.ts'
import { aBuyer, aLine, aPurchaseInvoice, type Members, requests } from '../support/requests/requests.ts'
import { aPerson } from '../support/service/people.ts'
import { eachService } from '../support/service/service.ts'
import type { Answered, Tenant, TestService } from '../support/service/test-service.ts'

const rulePath = '/api/organisation/approval-rule'
const broken = { document_lines: [aLine({ unit_code: 'NONE' })] }

eachService('approvals by a second person', (start) => {
  let running: TestService
  before(async () => {
    running = await start.shared()
  })

  /** An organisation in which everything that people write waits. */
  async function anOrganisation(approvers: 'clerk' | 'admin' = 'clerk', amount_from = 0) {
    const admin = await running.tenant({ scope: 'documents:read documents:write documents:approve profiles admin' })
    const set = await admin.send('PUT', rulePath, { amount_from, approvers })
    assert.equal(set.status, 200, set.text)
    const person = (name: string, role: 'viewer' | 'clerk' | 'admin') => aPerson(running, admin.orgId, { name, role })
    return { admin, amal: await person('Amal', 'clerk'), omar: await person('Omar', 'clerk'), person }
  }

  type Sender = Pick<Tenant, 'send'>
  const path = (family: string, admin: Tenant) =>
    `/api/approvals?family=${family}&business_profile_id=${admin.profileId}`
  async function asked(author: Sender, address: string, body: Members) {
    const answer = await author.send('POST', address, body)
    assert.equal(answer.status, 201, answer.text)
    return answer.json
  }
  const refusedFor = ({ status, text }: Answered, code: string, expected: number) => {
    assert.equal(status, expected, text)
    assert.ok(text.includes(`"${code}"`), text)
  }
  const approve = (who: Sender, { approval_id: id, digest }: { approval_id: string; digest: string }) =>
    who.send('POST', `/api/approvals/${id}/approve`, { digest })
  const documents = async (admin: Tenant) => (await admin.get('/api/documents')).json.items

  test('a document of each family waits, without a number, and is issued by a second person', async () => {
    const { admin, amal, omar } = await anOrganisation()
    let last = ''
    for (const family of families) {
      const body = requests[family]()
      const create = `/api/${family}/${admin.profileId}`
      refusedFor(await amal.send('POST', create, body), 'approval_required', 409)
      const before_ = (await documents(admin)).length
      const waiting = await asked(amal, path(family, admin), body)
      assert.deepEqual(
        [waiting.status, waiting.author, waiting.is_own, waiting.kind, waiting.family],
        ['WAITING', 'Amal', true, 'create', family],
      )
      assert.equal((await documents(admin)).length, before_, 'it is no document')
      const { items, waiting: count } = (await omar.send('GET', '/api/approvals')).json
      assert.deepEqual([items.length, items[0].is_own, count], [1, false, { count: 1, is_capped: false }])
      assert.deepEqual((await omar.send('GET', `/api/approvals/${waiting.approval_id}/request`)).json, body)
      refusedFor(await approve(amal, waiting), 'approval_of_own', 403)
      refusedFor(await approve(omar, { ...waiting, digest: '0'.repeat(64) }), 'approval_outdated', 409)
      const approved = await approve(omar, waiting)
      assert.equal(approved.status, 200, approved.text)
      assert.deepEqual([approved.json.status, approved.json.decided_by], ['APPROVED', 'Omar'])
      last = approved.json.issued_document_id
      const { json: issued } = await admin.get(`/api/${family}/${last}`)
      assert.notEqual(issued.meta_info.peppol_status.overall_status, 'VALIDATION_FAILED')
      refusedFor(await approve(omar, waiting), 'approval_not_waiting', 409)
      const gone = await omar.send('GET', `/api/approvals/${waiting.approval_id}/request`)
      refusedFor(gone, 'approval_not_waiting', 409)
      assert.equal((await documents(admin)).length, before_ + 1)
    }
    const { items } = (await admin.get('/api/audit?action=approveDocument&limit=1')).json
    assert.equal(items[0].actor.name, 'Omar')
    assert.equal(items[0].detail.issued_document_id, last, 'the log keeps which document it was')
  })

  test('the answer to a decision is stored with it, and comes again under its key', async (t) => {
    const { admin, amal, omar } = await anOrganisation()
    const ask = () => asked(amal, path('purchase-invoices', admin), aPurchaseInvoice())
    const [approved, returned] = [await ask(), await ask()]
    const settle = t.mock.method(running.service.parts.store.idempotency, 'settle')
    for (const [who, { approval_id: id, digest }, verb, body] of [
      [omar, approved, 'approve', { digest: approved.digest }],
      [omar, returned, 'return', { note: 'Wrong quantity' }],
      [amal, returned, 'close', undefined],
    ] as const) {
      const send = () =>
        who.send('POST', `/api/approvals/${id}/${verb}`, body, {
          'idempotency-key': `${verb} ${digest}`.replace(' ', '-'),
        })
      const first = await send()
      assert.equal(first.status, 200, first.text)
      assert.equal((await send()).text, first.text)
      assert.deepEqual((await who.send('GET', `/api/approvals/${id}`)).json, { ...first.json, is_own: who === amal })
    }
    assert.equal(settle.mock.callCount(), 0)
  })

  test('what exactly was approved is issued: a changed profile needs a new approval', async () => {
    const { admin, amal, omar } = await anOrganisation()
    const waiting = await asked(amal, path('purchase-invoices', admin), aPurchaseInvoice())
    const profile = `/api/business-profiles/${admin.profileId}`
    const changed = await admin.send('PUT', profile, aBuyer({ profile_id: admin.profileId, name: 'Renamed' }))
    assert.equal(changed.status, 200, changed.text)
    refusedFor(await approve(omar, waiting), 'approval_outdated', 409)
    const { json } = await omar.send('GET', `/api/approvals/${waiting.approval_id}`)
    assert.equal(json.status, 'WAITING', 'it can still be returned')
    assert.equal((await documents(admin)).length, 0)
    const again = await asked(amal, path('purchase-invoices', admin), aPurchaseInvoice())
    assert.notEqual(again.digest, waiting.digest)
    assert.equal((await approve(omar, again)).status, 200)
  })

  test('two who approve at once issue one document, and a repetition after a crash issues none', async () => {
    const { admin, amal, omar, person } = await anOrganisation()
    const waiting = await asked(amal, path('purchase-invoices', admin), aPurchaseInvoice())
    const leila = await person('Leila', 'clerk')
    const answers = await Promise.all([approve(omar, waiting), approve(leila, waiting), approve(omar, waiting)])
    assert.ok(answers.some(({ status }) => status === 200))
    assert.equal((await documents(admin)).length, 1)
    const { database } = running.service.parts.store
    const request = await requestOf(waiting.approval_id)
    await database.query(
      sql(
        `update approvals set issued_id = null, request = $3 where org_id = $1 and id = $2`,
        admin.orgId,
        waiting.approval_id,
        request,
      ),
    )
    assert.equal((await approve(leila, waiting)).status, 200)
    assert.equal((await documents(admin)).length, 1)

    async function requestOf(id: string): Promise<string> {
      const other = await asked(amal, path('purchase-invoices', admin), aPurchaseInvoice())
      assert.notEqual(other.approval_id, id)
      const [row] = await database.query(
        sql('select request from approvals where org_id = $1 and id = $2', admin.orgId, other.approval_id),
      )
      return String(row?.request)
    }
  })

  test('a refused issue is refused again, until its cause is gone: nothing is issued in between', async () => {
    const { admin, amal, omar } = await anOrganisation()
    const create = `/api/purchase-invoices/${admin.profileId}`
    const failing = await admin.send('POST', create, aPurchaseInvoice(broken))
    const correct = `${path('purchase-invoices', admin)}&document_id=${failing.json.id}`
    const invoice = await admin.send('POST', create, aPurchaseInvoice())
    const credit = `/api/approvals?family=purchase-invoices&document_id=${invoice.json.id}`
    const asking = [
      await asked(amal, path('purchase-invoices', admin), aPurchaseInvoice()),
      await asked(amal, correct, aPurchaseInvoice()),
      await asked(amal, credit, { discrepancy_response: 'DL8.61.1.D' }),
    ]
    const count = (await documents(admin)).length
    const { database } = running.service.parts.store
    const profile = (status: string) =>
      database.query(sql('update profiles set status = $2 where org_id = $1', admin.orgId, status))
    await profile('INACTIVE')
    for (const waiting of asking) {
      for (const attempt of [1, 2, 3]) {
        const refused = await approve(omar, waiting)
        assert.equal(refused.status, 400, `${waiting.kind}, attempt ${attempt}: ${refused.text}`)
        const { status, issued_document_id } = (await omar.send('GET', `/api/approvals/${waiting.approval_id}`)).json
        assert.deepEqual([status, issued_document_id], ['WAITING', undefined])
      }
    }
    assert.equal((await documents(admin)).length, count)
    await profile('ACTIVE')
    for (const waiting of asking) {
      const approved = await approve(omar, waiting)
      assert.equal(approved.status, 200, approved.text)
    }
    assert.equal((await documents(admin)).length, count + 2)
    const { json: corrected } = await admin.get(`/api/purchase-invoices/${failing.json.id}`)
    assert.notEqual(corrected.meta_info.peppol_status.overall_status, 'VALIDATION_FAILED')
  })

  test('an approval whose issue was cut off waits again, or comes back, and a late issue of it is refused', async () => {
    const { admin, amal, omar } = await anOrganisation()
    const ask = () => asked(amal, path('purchase-invoices', admin), aPurchaseInvoice())
    const [soon, late, issued] = [await ask(), await ask(), await ask()]
    assert.equal((await approve(omar, issued)).status, 200)
    const { database } = running.service.parts.store
    const now = Date.now()
    const cutOff = ({ approval_id: id }: { approval_id: string }, minutes: number) =>
      database.query(
        sql(
          `update approvals set status = 'APPROVED', decided_by = 'Omar', decided_at = $3
           where org_id = $1 and id = $2`,
          admin.orgId,
          id,
          now - minutes * 60_000,
        ),
      )
    await cutOff(soon, 20)
    await cutOff(late, 13 * 60)
    await keepApprovals(database, now, () => false)
    const statusOf = async ({ approval_id: id }: { approval_id: string }) =>
      (await amal.send('GET', `/api/approvals/${id}`)).json.status
    assert.deepEqual(await Promise.all([soon, late, issued].map(statusOf)), ['WAITING', 'EXPIRED', 'APPROVED'])
    const link = approvalIssued({ orgId: admin.orgId, id: soon.approval_id }, issued.approval_id)
    await assert.rejects(database.transaction(link), (error) => failedConstraint(error) === 'approval_as_read')
    assert.equal((await approve(omar, soon)).status, 200)
    assert.equal((await documents(admin)).length, 2)
  })

  test('an issue that the service could not begin waits again at once', async (t) => {
    const { admin, amal, omar } = await anOrganisation()
    const waiting = await asked(amal, path('purchase-invoices', admin), aPurchaseInvoice())
    const { store } = running.service.parts
    const lend = t.mock.method(store.numbers, 'lend', async () => {
      throw new Fault('unavailable')
    })
    assert.equal((await approve(omar, waiting)).status, 503)
    lend.mock.restore()
    assert.equal((await omar.send('GET', `/api/approvals/${waiting.approval_id}`)).json.status, 'WAITING')
    assert.equal((await approve(omar, waiting)).status, 200)
    assert.equal((await documents(admin)).length, 1)
  })

  test('it is returned with a note, withdrawn by its author, and expires', async () => {
    const { admin, amal, omar } = await anOrganisation()
    const address = path('purchase-invoices', admin)
    const [one, other, third] = [
      await asked(amal, address, aPurchaseInvoice()),
      await asked(amal, address, aPurchaseInvoice()),
      await asked(amal, address, aPurchaseInvoice()),
    ]
    const returned = await omar.send('POST', `/api/approvals/${one.approval_id}/return`, { note: 'Quantity' })
    assert.deepEqual([returned.json.status, returned.json.note], ['RETURNED', 'Quantity'])
    refusedFor(await approve(omar, one), 'approval_not_waiting', 409)
    const withdrawn = await amal.send('POST', `/api/approvals/${other.approval_id}/return`, { note: 'Mine' })
    assert.equal(withdrawn.status, 200, withdrawn.text)
    const list = (await amal.send('GET', '/api/approvals?status=RETURNED')).json
    assert.deepEqual([list.items.length, list.waiting.count], [2, 1])
    const expire = sql('update approvals set expires_at = created_at where org_id = $1', admin.orgId)
    await running.service.parts.store.database.query(expire)
    const { json } = await omar.send('GET', `/api/approvals/${third.approval_id}`)
    assert.equal(json.status, 'EXPIRED')
    refusedFor(await approve(omar, third), 'approval_not_waiting', 409)
    assert.equal((await omar.send('POST', `/api/approvals/${one.approval_id}/return`, {})).status, 400)
    assert.equal((await omar.send('POST', `/api/approvals/${one.approval_id}/approve`, {})).status, 400)
  })

  test('the rule says from which amount, and who approves; programs never wait', async () => {
    const { admin, amal, omar, person } = await anOrganisation('admin', 1_000_000)
    const create = `/api/purchase-invoices/${admin.profileId}`
    assert.equal((await amal.send('POST', create, aPurchaseInvoice())).status, 201, 'below the amount')
    await admin.send('PUT', rulePath, { amount_from: 0.01, approvers: 'admin' })
    refusedFor(await amal.send('POST', create, aPurchaseInvoice()), 'approval_required', 409)
    assert.equal((await admin.post(create, aPurchaseInvoice())).status, 201, 'a program')
    const waiting = await asked(amal, path('purchase-invoices', admin), aPurchaseInvoice())
    refusedFor(await approve(omar, waiting), 'approval_not_yours', 403)
    const refused = await omar.send('POST', `/api/approvals/${waiting.approval_id}/return`, { note: 'x' })
    refusedFor(refused, 'approval_not_yours', 403)
    const nadia = await person('Nadia', 'admin')
    assert.equal((await approve(nadia, waiting)).status, 200)
    const program = await asked(amal, path('purchase-invoices', admin), aPurchaseInvoice())
    assert.equal((await approve(admin, program)).status, 200, 'a program with the scope')
    assert.deepEqual((await amal.send('GET', rulePath)).json, { is_on: true, amount_from: 0.01, approvers: 'admin' })
    assert.equal((await amal.send('PUT', rulePath, { amount_from: 0, approvers: 'clerk' })).status, 403)
    for (const body of [{}, { amount_from: -1, approvers: 'clerk' }, { amount_from: 1, approvers: 'viewer' }])
      assert.equal((await admin.send('PUT', rulePath, body)).status, 400)
    assert.equal((await admin.send('DELETE', rulePath)).status, 204)
    assert.deepEqual((await admin.get(rulePath)).json, { is_on: false })
    assert.equal((await amal.send('POST', create, aPurchaseInvoice())).status, 201)
  })

  test('credits and corrections wait too; what fails its rules does not wait', async () => {
    const { admin, amal, omar } = await anOrganisation()
    const { json: invoice } = await admin.post(`/api/purchase-invoices/${admin.profileId}`, aPurchaseInvoice())
    const credit = { discrepancy_response: 'DL8.61.1.D' }
    const creditPath = `/api/purchase-invoices/${invoice.id}/credit-notes`
    refusedFor(await amal.send('POST', creditPath, credit), 'approval_required', 409)
    const ofInvoice = `/api/approvals?family=purchase-invoices&document_id=${invoice.id}`
    const note = await approve(omar, await asked(amal, ofInvoice, credit))
    assert.equal(note.status, 200, note.text)
    const { json: issued } = await admin.get(`/api/purchase-credit-notes/${note.json.issued_document_id}`)
    assert.equal(issued.totals.payable_amount, invoice.totals.payable_amount)
    const { json: failed } = await admin.post(`/api/purchase-invoices/${admin.profileId}`, aPurchaseInvoice(broken))
    const correct = `/api/purchase-invoices/${failed.id}/${admin.profileId}`
    refusedFor(await amal.send('PUT', correct, aPurchaseInvoice()), 'approval_required', 409)
    const ofFailed = `${path('purchase-invoices', admin)}&document_id=${failed.id}`
    const corrected = await approve(omar, await asked(amal, ofFailed, aPurchaseInvoice()))
    assert.equal(corrected.json.issued_document_id, failed.id)
    const { json: repaired } = await admin.get(`/api/purchase-invoices/${failed.id}`)
    assert.notEqual(repaired.meta_info.peppol_status.overall_status, 'VALIDATION_FAILED')
    const failing = await amal.send('POST', path('purchase-invoices', admin), aPurchaseInvoice(broken))
    refusedFor(failing, 'approval_of_failing', 409)
    const neither = await amal.send('POST', '/api/approvals?family=sales-credit-notes', aPurchaseInvoice())
    assert.equal(neither.status, 400)
  })

  test('each sees what is theirs to do, and an author closes what came back', async () => {
    const { admin, amal, omar, person } = await anOrganisation('admin')
    const leila = await person('Leila', 'admin')
    const address = path('purchase-invoices', admin)
    const one = await asked(amal, address, aPurchaseInvoice())
    const other = await asked(amal, address, aPurchaseInvoice())
    const third = await asked(amal, address, aPurchaseInvoice())
    await asked(leila, address, aPurchaseInvoice())
    const duties = async (who: Sender) => {
      const { to_decide, returned } = (await who.send('GET', '/api/approvals')).json
      return [to_decide.count, returned.count]
    }
    assert.deepEqual(await Promise.all([amal, omar, leila, admin].map(duties)), [
      [0, 0],
      [0, 0],
      [3, 0],
      [4, 0],
    ])
    const close = (who: Sender, { approval_id: id }: { approval_id: string }) =>
      who.send('POST', `/api/approvals/${id}/close`)
    refusedFor(await close(amal, one), 'approval_not_returned', 409)
    const return_ = (who: Sender, { approval_id: id }: { approval_id: string }) =>
      who.send('POST', `/api/approvals/${id}/return`, { note: 'Quantity' })
    assert.equal((await return_(leila, one)).status, 200)
    const withdrawn = await return_(amal, other)
    assert.equal(withdrawn.json.closed_at, withdrawn.json.decided_at)
    const { database } = running.service.parts.store
    await database.query(sql('update approvals set expires_at = created_at where id = $1', third.approval_id))
    assert.deepEqual(await Promise.all([amal, leila].map(duties)), [
      [0, 2],
      [0, 0],
    ])
    const listed = async (status: string) => {
      const { items } = (await amal.send('GET', `/api/approvals?status=${status}`)).json
      return items.map(({ approval_id: id }: { approval_id: string }) => id)
    }
    assert.deepEqual(await listed('EXPIRED'), [third.approval_id])
    assert.ok(!(await listed('WAITING')).includes(third.approval_id))
    refusedFor(await close(leila, one), 'approval_of_other', 403)
    const closed = await close(amal, one)
    assert.equal(closed.json.closed_at, (await close(amal, one)).json.closed_at, 'once')
    assert.deepEqual((await amal.send('GET', `/api/approvals/${one.approval_id}/request`)).json, aPurchaseInvoice())
    assert.equal((await close(amal, third)).status, 200, 'an expired one')
    assert.deepEqual(await duties(amal), [0, 0])
  })

  test('what waits is printed as it would be issued now: without a number that nobody chose', async () => {
    const { admin, amal, omar } = await anOrganisation()
    const print = (id: string, language = 'en') => omar.send('GET', `/api/approvals/${id}/html?language=${language}`)
    const { document_number: _, ...unnumbered } = aPurchaseInvoice({ note: 'Gate <b>7</b>' })
    const waiting = await asked(amal, path('purchase-invoices', admin), unnumbered)
    const page = await print(waiting.approval_id)
    assert.equal(page.status, 200, page.text)
    assert.match(page.text, /Waiting for approval: not issued yet/)
    assert.match(page.text, /<p class="number"><bdi[^>]*><\/bdi>/)
    assert.match(page.text, /Gate &#60;b&#62;7/)
    const numbered = await asked(amal, path('purchase-invoices', admin), aPurchaseInvoice({ document_number: 'OWN-7' }))
    assert.match((await print(numbered.approval_id)).text, /<p class="number"><bdi[^>]*>OWN-7/)
    assert.match((await print(numbered.approval_id, 'bilingual')).text, /بانتظار الموافقة: لم تصدر بعد/)
    const { json: invoice } = await admin.post(`/api/purchase-invoices/${admin.profileId}`, aPurchaseInvoice())
    const credit = `/api/approvals?family=purchase-invoices&document_id=${invoice.id}`
    const note = await asked(amal, credit, { discrepancy_response: 'DL8.61.1.D' })
    const credited = (await print(note.approval_id)).text
    assert.match(credited, /Tax Credit Note created by buyer/)
    assert.ok(credited.includes(invoice.document_number))
    const { json: failed } = await admin.post(`/api/purchase-invoices/${admin.profileId}`, aPurchaseInvoice(broken))
    const correction = `${path('purchase-invoices', admin)}&document_id=${failed.id}`
    const corrected = await asked(amal, correction, aPurchaseInvoice())
    assert.ok((await print(corrected.approval_id)).text.includes(failed.document_number))
    assert.equal((await approve(omar, waiting)).status, 200)
    refusedFor(await print(waiting.approval_id), 'approval_not_waiting', 409)
  })

  test('requests are sealed, and no other organisation reads them', async () => {
    const { admin, amal } = await anOrganisation()
    const body = aPurchaseInvoice({ note: 'a very private note' })
    const { approval_id: id } = await asked(amal, path('purchase-invoices', admin), body)
    const { database } = running.service.parts.store
    const rows = await database.query(sql('select request, summary from approvals where org_id = $1', admin.orgId))
    assert.equal(rows.length, 1)
    if (running.service.parts.secrets.seal('x') !== 'x') assert.ok(!JSON.stringify(rows).includes('private note'))
    const stranger = await running.tenant({ scope: 'documents:read documents:write documents:approve' })
    for (const suffix of ['', '/request', '/html'])
      assert.equal((await stranger.get(`/api/approvals/${id}${suffix}`)).status, 404)
    assert.equal((await stranger.send('POST', `/api/approvals/${id}/approve`, { digest: 'x' })).status, 404)
    assert.equal((await stranger.send('POST', `/api/approvals/${id}/return`, { note: 'x' })).status, 404)
    assert.equal((await stranger.send('POST', `/api/approvals/${id}/close`)).status, 404)
    assert.equal((await stranger.get('/api/approvals')).json.items.length, 0)
    const plain = await running.tenant({ scope: 'documents:read' })
    assert.equal((await plain.send('POST', `/api/approvals/${id}/approve`, { digest: 'x' })).status, 403)
  })
})
