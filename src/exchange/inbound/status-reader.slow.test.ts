import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { networkIds } from '../../../test/support/delivery/deliverables.ts'
import { anMls } from '../../../test/support/delivery/mls.ts'
import { openRulebook } from '../../rules/open-rulebook.ts'
import { ThreadBusy } from '../../threads/job.ts'
import type { StatusRead } from './status.ts'
import { StatusReader, type StatusReaderParts } from './status-reader.ts'

const rulebookOptions = { gaps: true }
const parts: StatusReaderParts = {
  rulebook: await openRulebook(rulebookOptions),
  rulebookOptions,
  serviceProviderId: networkIds.serviceProviderId,
}
const readers: StatusReader[] = []
after(() => Promise.all(readers.map((reader) => reader.close())))

const referenceId = '00000000-0000-4000-8000-000000000001'
const small = anMls({ referenceId })
/** An envelope with this many `<a/>`, the slowest content to read for its size. */
const heavy = (elements: number) => small.replace('<cbc:ID>', `${'<a/>'.repeat(elements)}$&`)

test('a status with thousands of issues is read without blocking the calling thread', async () => {
  const reader = aReader()
  const issue = { lineId: '/Invoice/cac:InvoiceLine[1]', description: 'x'.repeat(80), statusReasonCode: 'BV' }
  const long = anMls({ referenceId, responseCode: 'RE', issues: Array.from({ length: 9_000 }, () => issue) })
  assert.ok(long.length > 2_000_000)
  let ticks = 0
  const ticking = setInterval(() => ticks++, 1)
  const [first, second, inline] = await Promise.all([
    statusIn(reader, long),
    statusIn(reader, Buffer.from(long)),
    statusIn(reader, small),
  ])
  clearInterval(ticking)
  assert.ok(first.kind === 'read' && first.verdict.issues.length === 1_000)
  assert.deepEqual(second, first)
  assert.equal(inline.kind, 'read')
  assert.ok(ticks > 10, `${ticks} ticks`)
  assert.equal((await statusIn(reader, long)).kind, 'read', 'a thread that ended is replaced')
})

test('the encoding of an envelope changes neither its status nor its limits', async () => {
  const reader = aReader()
  const expected = await statusIn(reader, Buffer.from(small))
  assert.equal(expected.kind, 'read')
  const declaring = (text: string, encoding: string) => text.replace('encoding="UTF-8"', `encoding="${encoding}"`)
  const utf16 = (text: string) => Buffer.from(`\uFEFF${declaring(text, 'UTF-16')}`, 'utf16le')
  assert.deepEqual(await statusIn(reader, utf16(small)), expected)
  assert.deepEqual(await statusIn(reader, utf16(small).swap16()), expected)
  assert.deepEqual(await statusIn(reader, Buffer.from(declaring(small, 'ISO-8859-1'), 'latin1')), expected)
  const large = await statusIn(reader, utf16(heavy(310_000)))
  assert.deepEqual(large, {
    kind: 'refused',
    code: 'UNREADABLE',
    message: 'the document has more than 300000 elements',
  })
  const larger = await statusIn(reader, utf16(small.replace('<cbc:ID>', `<!--${'x'.repeat(6_000_000)}-->$&`)))
  assert.ok(larger.kind === 'refused' && /larger than 10485760 bytes/.test(larger.message))
})

test('an envelope that takes too much time or memory is refused, and the next one is read', async () => {
  const slow = aReader({ envelopeMs: 1 })
  const [one, two] = await Promise.all([statusIn(slow, heavy(290_000)), statusIn(slow, heavy(290_000))])
  for (const read of [one, two]) {
    assert.deepEqual(read, { kind: 'refused', code: 'UNREADABLE', message: 'it takes too long to read' })
  }
  const reader = aReader()
  const [large, most, next] = await Promise.all([
    statusIn(reader, heavy(2_600_000)),
    statusIn(reader, heavy(290_000)),
    statusIn(reader, heavy(20_000)),
  ])
  const message = 'the document has more than 300000 elements'
  assert.deepEqual(large, { kind: 'refused', code: 'UNREADABLE', message })
  assert.deepEqual([most.kind, next.kind], ['read', 'read'])
})

test('with too many at once some are rejected as busy, and a close ends every wait', async () => {
  const reader = aReader()
  const reads = Array.from({ length: 12 }, () => statusIn(reader, heavy(20_000)))
  const results = await Promise.allSettled(reads)
  const busy = results.filter((result) => result.status === 'rejected' && result.reason instanceof ThreadBusy)
  assert.equal(busy.length, 3)
  const closing = statusIn(reader, heavy(290_000))
  await Promise.all([assert.rejects(closing, /closed/), reader.close()])
})

test('the bytes of an envelope come back as they were, short or long', async () => {
  const reader = aReader()
  for (const text of [small, heavy(100_000)]) {
    const { envelope } = await reader.read(Buffer.from(text))
    assert.ok(typeof envelope !== 'string' && Buffer.from(envelope).equals(Buffer.from(text)))
  }
})

async function statusIn(reader: StatusReader, source: string | Uint8Array): Promise<StatusRead> {
  return (await reader.read(source)).status
}

function aReader(overrides: Partial<StatusReaderParts> = {}): StatusReader {
  const reader = new StatusReader({ ...parts, ...overrides })
  readers.push(reader)
  return reader
}
