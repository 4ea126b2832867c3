import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as round } from 'node:timers/promises'
import { FormUnreadable, readForm } from './form.ts'

const url = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data; boundary=x'
const disposition = 'Content-Disposition: form-data; name="a"\r\n\r\n'

test('reads what browsers send', async () => {
  const form = await readForm(url, Buffer.from('a=1+2%2B3&b=%D9%85&a=+&c'))
  assert.deepEqual([form.texts('a'), form.text('b'), form.text('c')], [['1 2+3'], 'م', undefined])
  const parts = new FormData()
  parts.set('text', 'a + b')
  parts.set('file', new File([Buffer.alloc(200_000, 'x')], 'a.csv', { type: 'text/csv' }))
  const sent = new Response(parts)
  const read = await readForm(sent.headers.get('content-type') ?? '', await sent.bytes())
  assert.equal(read.text('text'), 'a + b')
  assert.deepEqual([read.file('file')?.name, read.file('file')?.bytes.length], ['a.csv', 200_000])
})

/** Bodies of 4 MB that a parser would work on for seconds, or minutes. */
const attacks: Readonly<Record<string, readonly [type: string, body: string]>> = {
  'millions of fields': [url, 'a&'.repeat(2_000_000)],
  'millions of plus signs': [url, `a=${'+'.repeat(4_000_000)}`],
  'millions of percent signs': [url, `a=${'%'.repeat(4_000_000)}`],
  'millions of parts': [multipart, `--x\r\n${disposition}\r\n`.repeat(80_000)],
  'millions of boundaries': [multipart, '--x\r\n'.repeat(800_000)],
  'millions of parts without a head': [multipart, '--x\r\n\r\n\r\n'.repeat(400_000)],
  'almost boundaries': [multipart, `--x\r\n${disposition}${'\r\n--'.repeat(1_000_000)}\r\n--x--\r\n`],
  'a part with many headers': [multipart, `--x\r\n${'A: b\r\n'.repeat(600_000)}\r\n\r\n--x--\r\n`],
  'no end': [multipart, `--x\r\n${disposition}${'a'.repeat(4_000_000)}`],
  'no boundary': ['multipart/form-data', 'a'],
}

for (const [name, [type, body]] of Object.entries(attacks)) {
  test(`${name} are read or refused with little work at a time`, async () => {
    const bytes = Buffer.from(body)
    let [longest, isDone] = [0, false]
    const reading = readForm(type, bytes)
      .then(
        () => undefined,
        (error: unknown) => assert.ok(error instanceof FormUnreadable, String(error)),
      )
      .finally(() => {
        isDone = true
      })
    // Processor time, which other processes do not disturb.
    while (!isDone) {
      const before = process.cpuUsage()
      await round()
      const { user } = process.cpuUsage(before)
      longest = Math.max(longest, user / 1000)
    }
    await reading
    assert.ok(longest < 1_000, `${longest} ms`)
  })
}
