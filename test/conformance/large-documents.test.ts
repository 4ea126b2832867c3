import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { after, before, test } from 'node:test'
import { aLine, aPurchaseInvoice, jsonOf, type Members } from '../support/requests/requests.ts'
import { LongestText } from '../support/service/longest-text.ts'
import { eachService, type Tenant, type TestService } from '../support/service/service.ts'

// Whatever grows with the lines of a document passes the thread that serves requests as bytes, or in parts: nobody else waits for it.

/** A database driver that knows text alone gives it in parts of this length, which are then encoded in smaller ones. */
const partMax = 2_000_000

eachService('large documents', (start) => {
  let running: TestService
  let tenant: Tenant
  let longest: LongestText
  before(async () => {
    running = await start()
    // Without legs: what delivery does with a document goes on beside the operations, and is not theirs.
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
    const document_lines = Array.from({ length: 8_000 }, (_, at) => aLine({ name: `خدمة ${at}`, ...line }))
    return Buffer.from(jsonOf(aPurchaseInvoice({ document_lines })))
  }

  test('no operation reads or writes the text of a large document as a whole', async () => {
    const [good, broken] = [bodyOf({}), bodyOf({ unit_code: 'boxes' })]
    const create = `/api/purchase-invoices/${tenant.profileId}`
    const key = { 'idempotency-key': 'large-documents' }
    const made = await call('POST', create, good, key)
    const failed = await call('POST', create, broken, { 'accept-language': 'ar' })
    assert.ok(made.answered.length > 3_000_000, 'a large document')
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
      const isRead = where === 'from the database'
      assert.ok(length <= (isRead ? partMax : partMax / 4), `${name}: ${length} characters, ${where}`)
    }
  })
})

const credit = JSON.stringify({
  discrepancy_response: 'DL8.61.1.D',
  reason: 'Goods were returned',
  lines: [{ line: 1, quantity: 1 }],
})
