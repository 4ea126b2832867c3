import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { sql } from '../support/databases/any-row.ts'
import { eachDatabase } from '../support/databases/databases.ts'
import { hostileXml } from '../support/delivery/hostile-xml.ts'
import { anMls } from '../support/delivery/mls.ts'
import { fetchDeclared } from '../support/service/fetch-declared.ts'
import { startTestService, type TestService } from '../support/service/test-service.ts'

// Hostile envelopes that anyone in the network can send to `POST /gateway/inbound` are refused
// permanently and logged, and block no other request.

const secret = randomBytes(24).toString('hex')
const us = { senderId: '0242:000006-TESTBED.3001', receiverId: '0242:000001' }
const good = anMls({ referenceId: '00000000-0000-4000-8000-000000000001', ...us })

eachDatabase('hostile inbound', (open) => {
  let running: TestService
  let log = ''
  before(async () => {
    await open()
    const sink = new Writable({
      write(chunk, _encoding, done) {
        log += String(chunk)
        done()
      },
    })
    running = await startTestService(open.location, { INBOUND_SECRET: secret }, pino({ level: 'info' }, sink))
  })
  after(() => running.stop())

  test('every hostile body is refused permanently and logged, and the answer reveals nothing', async () => {
    for (const [what, source] of hostileXml(good)) {
      log = ''
      const { status, text } = await bring(running, source)
      assert.ok(text.length < 1_000, what)
      assert.doesNotMatch(text, /root:|nameserver|node_modules|src\/|\.ts|\\n *at /, what)
      if (Buffer.byteLength(source) > 10 * 1024 * 1024) {
        assert.equal(status, 413, what)
        continue
      }
      assert.equal(status, 200, what)
      assert.match(text, /^\{"retry":"none","errorMessage":"UNREADABLE: /, what)
      assert.match(log, /"code":"UNREADABLE".*an inbound envelope was refused/, what)
      assert.ok(log.length < 2_000 && !log.includes(secret), what)
    }
    assert.equal((await bring(running, good)).text, '{"countryCodeC4":"AE"}')
  })

  test('a compressed body is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, 0x20))
    const { status, text } = await bring(running, bomb, { 'content-encoding': 'gzip' })
    assert.equal(status, 415)
    assert.match(text, /"id":"body_compressed"/)
    assert.match((await bring(running, bomb)).text, /UNREADABLE: the document is not UTF-8/)
  })

  test('reading megabytes of elements blocks no other request', async () => {
    const heavy = good.replace('<cbc:ID>', `${'<a/>'.repeat(290_000)}$&`)
    const before = process.memoryUsage().rss
    let isRead = false
    const reading = bring(running, heavy).finally(() => {
      isRead = true
    })
    let slowestMs = 0
    let answers = 0
    while (!isRead) {
      const began = performance.now()
      await (await fetch(`${running.address}/healthz`)).text()
      slowestMs = Math.max(slowestMs, performance.now() - began)
      answers += 1
    }
    const { status, text } = await reading
    assert.equal(status, 200)
    assert.match(text, /UNREADABLE: it takes too long|countryCodeC4/)
    assert.ok(answers > 20, `${answers} answers`)
    assert.ok(slowestMs < 2_000, `${slowestMs} ms`)
    const grown = process.memoryUsage().rss - before
    assert.ok(grown < 1_200_000_000, `${grown} bytes`)
    const tooMany = await bring(running, good.replace('<cbc:ID>', `${'<a/>'.repeat(2_600_000)}$&`))
    assert.match(tooMany.text, /UNREADABLE: the document has more than 300000 elements/)
  })

  test('a business document is refused with our role', async () => {
    const header = /<sh:Type>DOCUMENTID<\/sh:Type><sh:InstanceIdentifier>[^<]*/
    const invoice =
      'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:peppol:pint:billing-1@ae-1::2.1'
    const text = good.replace(header, `<sh:Type>DOCUMENTID</sh:Type><sh:InstanceIdentifier>${invoice}`)
    const answer = await bring(running, text)
    assert.match(answer.text, /^\{"retry":"none","errorMessage":"NOT_A_STATUS: only statuses are received here/)
  })

  test('only our own failures make the sender retry', async () => {
    const { database } = running.service.parts.store
    await database.query(sql('alter table legs rename to legs_away'))
    try {
      const { status, text } = await bring(running, good)
      assert.equal(status, 503)
      assert.match(text, /^\{"errors":\{"message":"The service is not available/)
      assert.match(log, /an inbound envelope could not be processed/)
    } finally {
      await database.query(sql('alter table legs_away rename to legs'))
    }
    assert.equal((await bring(running, good)).text, '{"countryCodeC4":"AE"}')
  })
})

function bring(
  { address }: TestService,
  envelope: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; text: string }> {
  return fetchDeclared(address, '/gateway/inbound', {
    method: 'POST',
    body: typeof envelope === 'string' ? envelope : Buffer.from(envelope),
    headers: { 'content-type': 'application/xml', 'x-selfbill-secret': secret, ...headers },
  })
}
