import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { after, before, test } from 'node:test'
import { sql } from '../support/databases/any-row.ts'
import { aLine, aPurchaseInvoice, jsonOf, type Members } from '../support/requests/requests.ts'
import { LongestText } from '../support/service/longest-text.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// Texts that grow with the lines of a document pass the main thread as bytes or in parts, so that
// no other request waits for them.

/** In characters. */
const textMax = 500_000

eachService('large documents', (start) => {
  let running: TestService
  let tenant: Tenant
  let longest: LongestText
  before(async () => {
    running = await start()
    // Without legs: delivery would handle these documents beside the measured operations.
    tenant = await running.tenant({ phase2: false })
    longest = new LongestText(running.service.parts.store.database)
  })
  after(() => longest.stop())

  const call = async (
    method: string,
    path: string,
    body: Uint8Array = Buffer.alloc(0),
    headers: Record<string, string> = {},
  ) => {
    const authorization = `Bearer ${tenant.token}`
    const sent = { authorization, 'content-type': 'application/json', ...headers }
    longest.take()
    const answered = await new Promise<Buffer>((resolve, reject) => {
      const asked = httpRequest(`${running.address}${path}`, { method, headers: sent }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part)).on('error', reject)
        response.on('end', () => {
          const whole = Buffer.concat(parts)
          if ((response.statusCode ?? 0) < 300) resolve(whole)
          else reject(new Error(`${method} ${path}: ${response.statusCode} ${whole.subarray(0, 300)}`))
        })
      })
      asked.on('error', reject)
      asked.end(body)
    })
    const { length, where } = longest.take()
    return { answered, length, where, name: `${method} ${path} ${JSON.stringify(headers)}` }
  }

  const bodyOf = (line: Members): Buffer => {
    const document_lines = Array.from({ length: 4_000 }, (_, at) => aLine({ name: `خدمة ${at}`, ...line }))
    return Buffer.from(jsonOf(aPurchaseInvoice({ document_lines })))
  }

  test("no operation reads or writes a large document's text in one piece", async () => {
    const [good, broken] = [bodyOf({}), bodyOf({ unit_code: 'boxes' })]
    const create = `/api/purchase-invoices/${tenant.profileId}`
    const key = { 'idempotency-key': 'large-documents' }
    const made = await call('POST', create, good, key)
    const failed = await call('POST', create, broken, { 'accept-language': 'ar' })
    assert.ok(made.answered.length > 1_500_000, 'a large document')
    const [{ id }, { id: failedId }] = [JSON.parse(made.answered.toString()), JSON.parse(failed.answered.toString())]
    const [path, failedPath] = [`/api/purchase-invoices/${id}`, `/api/purchase-invoices/${failedId}`]
    const done = [made, failed]
    const also = async (...args: Parameters<typeof call>) => {
      const one = await call(...args)
      done.push(one)
      return one.answered
    }
    assert.deepEqual(await also('POST', create, good, key), made.answered)
    assert.deepEqual(await also('GET', failedPath, undefined, { 'accept-language': 'ar' }), failed.answered)
    const got = await also('GET', path)
    assert.deepEqual(got, made.answered)
    await also('POST', `${create}?dry_run=true`, good)
    await also('POST', `${create}/batch`, Buffer.concat([good, Buffer.from('\n'), broken]), {
      'content-type': 'application/x-ndjson',
    })
    await also('POST', `${path}/credit-notes`, Buffer.from(credit))
    await also('PUT', `${failedPath}/${tenant.profileId}`, broken)
    for (const part of ['xml', 'html', 'revisions']) await also('GET', `${path}/${part}`)
    await also('GET', '/api/purchase-invoices?size=100', undefined, { 'accept-language': 'ar' })
    for (const { length, where, name } of done) {
      assert.ok(length <= textMax, `${name}: ${length} characters, ${where}`)
    }
  })

  test('a document of 10,000 lines is stored packed', async () => {
    const { database } = running.service.parts.store
    const own = await running.tenant()
    const document_lines = Array.from({ length: 10_000 }, (_, at) =>
      aLine({ name: `خدمة ${at}`, description: `${at}` }),
    )
    const answer = await own.post(
      `/api/purchase-invoices/${own.profileId}`,
      jsonOf(aPurchaseInvoice({ document_lines })),
      {
        'idempotency-key': 'ten-thousand-lines',
      },
    )
    assert.equal(answer.status, 201)
    const lengths = [
      'select sum(octet_length(content)) as bytes from text_parts where org_id = $1',
      `select sum(octet_length(request) + octet_length(answer) + octet_length(ubl) + octet_length(findings)
         + coalesce(octet_length(packed), 0)) as bytes
       from revisions where org_id = $1`,
      'select sum(octet_length(document_xml)) as bytes from leg_documents where org_id = $1',
      'select sum(octet_length(body)) as bytes from idempotency_answers where org_id = $1',
    ]
    const rows = await Promise.all(lengths.map((text) => database.query(sql(text, own.orgId))))
    const bytes = rows.map(([row]) => Number(row?.bytes))
    assert.ok(bytes.every(Number.isInteger), 'all of them are stored')
    const total = bytes.reduce((sum, part) => sum + part, 0)
    assert.ok(total > 100_000 && total < 3_000_000, `${bytes} bytes`)
  })
})

const credit = JSON.stringify({
  discrepancy_response: 'DL8.61.1.D',
  reason: 'Goods were returned',
  lines: [{ line: 1, quantity: 1 }],
})
