import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { before, test } from 'node:test'
import { bytesMaxOf } from '../../src/api/declaration/request-body.ts'
import { Fault } from '../../src/api/faults.ts'
import { Gate } from '../../src/api/gate/gate.ts'
import { Pass } from '../../src/api/gate/pass.ts'
import { memoryFor } from '../../src/api/http/pass-for.ts'
import { type WrittenCell, writtenXlsx } from '../../src/document-files/xlsx/written-xlsx.ts'
import { operations } from '../../src/features/index.ts'
import { fileBytesMax } from '../../src/features/uploads/upload-documents.ts'
import { invoiceTable, written } from '../support/files/table.ts'
import { eachService } from '../support/service/service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { uploadBody } from '../support/uploads/upload-files.ts'

// What the limits promise passes the gate on an idle service with default settings: a 429 says
// "wait", and waiting must help.

const mebibyte = 1024 * 1024
const defaultBytes = 512 * mebibyte
const withBody = operations.filter(({ body }) => body.kind !== 'none')

/** Lets a body arrive as a socket brings it, and takes the memory for its work. */
async function admit(pass: Pass, body: Uint8Array, memory: number): Promise<void> {
  pass.announce(body.length)
  for (let at = 0; at < body.length; at += socketBytes) pass.receive(Math.min(socketBytes, body.length - at))
  await pass.takeMemory(memory)
}
const socketBytes = 64 * 1024

test('the largest body of every operation fits the share of one organisation', async () => {
  assert.ok(withBody.length > 30)
  for (const operation of withBody) {
    const gate = new Gate({ memoryBytes: defaultBytes, waitMs: 1 })
    const pass = new Pass(gate, 'one', 1)
    const body = Buffer.alloc(bytesMaxOf(operation.body))
    await admit(pass, body, memoryFor(operation, body)).catch((error: unknown) =>
      assert.fail(`${operation.id} with ${body.length} bytes: ${String(error)}`),
    )
  }
})

test('a request that is alone takes memory as often as it needs', async () => {
  const gate = new Gate({ memoryBytes: defaultBytes, waitMs: 1 })
  const pass = new Pass(gate, 'one', 5)
  for (const bytes of [100 * mebibyte, 60 * mebibyte, 2 * mebibyte, 1]) await pass.takeMemory(bytes)
  await pass.take(8 * mebibyte)
  await pass.during(8 * mebibyte, async () => undefined)
  assert.equal(gate.held.heavy, defaultBytes / 4)
  const other = new Pass(gate, 'one', 1)
  await assert.rejects(other.takeMemory(2 * mebibyte), { code: 'share_exceeded' })
  pass.leave()
  await other.takeMemory(2 * mebibyte)
})

test('a page and the call of the API that it makes are one request', async () => {
  const gate = new Gate({ memoryBytes: defaultBytes, waitMs: 1 })
  const page = new Pass(gate, 'one', 1)
  await page.takeMemory(70 * mebibyte)
  const call = new Pass(gate, 'one', 1, page)
  await call.takeMemory(40 * mebibyte)
  await call.takeMemory(80 * mebibyte)
  assert.equal(gate.held.heavy, defaultBytes / 4)
})

test('a body that can never arrive is 413, not a 429 that says when to try again', () => {
  const pass = new Pass(new Gate({ memoryBytes: 64 * mebibyte }), 'one', 1)
  const isTooLarge = (error: unknown) => error instanceof Fault && error.code === 'payload_too_large'
  assert.throws(() => pass.announce(9 * mebibyte), isTooLarge)
  pass.announce(7 * mebibyte)
  assert.throws(() => pass.receive(8 * mebibyte), isTooLarge)
})

eachService('the largest upload', (start) => {
  let running: TestService
  before(async () => {
    running = await start()
  })
  const files: Readonly<Record<string, () => Uint8Array | Promise<Uint8Array>>> = {
    'july.csv': largestCsv,
    'july.ndjson': () => Buffer.from(`${JSON.stringify({ note: 'n'.repeat(mebibyte - 12) })}\n`.repeat(8)),
    'july.xlsx': largestSheet,
  }
  for (const [name, contentOf] of Object.entries(files)) {
    test(`${name} passes on an idle service`, async () => {
      const content = await contentOf()
      assert.ok(content.length <= fileBytesMax && content.length > 0.98 * fileBytesMax, `${content.length} bytes`)
      const tenant = await running.tenant({ scope: 'documents:read documents:write' })
      const created = await tenant.post('/api/uploads', uploadBody(tenant, name, content))
      assert.equal(created.status, 201, created.text.slice(0, 300))
      const refused = await tenant.get(`/api/uploads/${created.json.upload_id}/refused-rows`)
      assert.equal(refused.status, 200, refused.text.slice(0, 300))
    })
  }
})

/** Rows of long texts: how many bytes there are decides at the gate, and few rows are read soon. */
function largestCsv(): Uint8Array {
  const { headings, rows } = invoiceTable()
  const [first = []] = rows
  const long: Readonly<Record<string, string>> = { 'line.description': 'd'.repeat(4_900) }
  const many = Array.from({ length: 1_600 }, (_, row) =>
    headings.map((heading, at) => (heading === 'document' ? `D-${row % 800}` : (long[heading] ?? first[at] ?? ''))),
  )
  const bytes = Buffer.from(written({ headings, rows: many }))
  return bytes.subarray(0, bytes.lastIndexOf('\n', fileBytesMax))
}

/** Random texts, which cannot be packed. */
async function largestSheet(): Promise<Uint8Array> {
  const { headings, rows } = invoiceTable()
  const [first = []] = rows
  const cell = (text: string): WrittenCell => ({ kind: 'text', text })
  const row = (at: number) =>
    headings.map((heading, column) => {
      if (heading === 'document') return cell(`D-${at}`)
      return cell(heading === 'line.description' ? randomBytes(18_000).toString('base64') : (first[column] ?? ''))
    })
  const sheet = { name: 'July', headings, rows: Array.from({ length: 457 }, (_, at) => row(at)), isRightToLeft: false }
  return buffer(writtenXlsx(sheet, new Date('2026-07-15T00:00:00Z')))
}
