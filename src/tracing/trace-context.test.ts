import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTraceContext, writeTraceContext } from './trace-context.ts'

// Cases of W3C Trace Context, level 2.

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'
const traceparent = `00-${traceId}-${spanId}-01`

/** As it would be passed on: the tracestate, or why nothing is. */
function passedOn(tracestate: string): string | null | undefined {
  const place = readTraceContext({ traceparent, tracestate })
  return place && writeTraceContext(place).tracestate
}

test('a traceparent is read and written again', () => {
  const place = readTraceContext({ traceparent, tracestate: undefined })
  assert.deepEqual(place, { traceId, spanId, traceFlags: 1, isRemote: true })
  assert.deepEqual(place && writeTraceContext(place), { traceparent, tracestate: null })
})

test('a malformed traceparent is ignored, with its tracestate', () => {
  const malformed = [
    undefined,
    '',
    traceparent.toUpperCase(),
    ` ${traceparent}`,
    `${traceparent} `,
    `${traceparent}, ${traceparent}`,
    `${traceparent}-`,
    `${traceparent}-more`,
    `ff-${traceId}-${spanId}-01`,
    `0-${traceId}-${spanId}-01`,
    `.0-${traceId}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.slice(1)}-${spanId}-01`,
    `00-${traceId}-${spanId}0-01`,
    `00-${traceId}-${spanId}-1`,
    `00-${traceId}-${spanId}-.0`,
    `00-${traceId}-${spanId}`,
    `cc-${traceId}-${spanId}-01.more`,
  ]
  for (const given of malformed) {
    assert.equal(readTraceContext({ traceparent: given, tracestate: 'a=1' }), undefined, given)
  }
})

test('a later version is read as far as it is known, and written as ours', () => {
  for (const later of [`cc-${traceId}-${spanId}-01`, `cc-${traceId}-${spanId}-01-what-the-future-brings`]) {
    const place = readTraceContext({ traceparent: later, tracestate: null })
    assert.equal(place && writeTraceContext(place).traceparent, traceparent)
  }
})

test('unknown flags become zero', () => {
  const flagsOf = (flags: string) => {
    const place = readTraceContext({ traceparent: `00-${traceId}-${spanId}-${flags}`, tracestate: null })
    return place && writeTraceContext(place).traceparent.slice(-2)
  }
  assert.deepEqual(['00', '01', '02', '03', '04', 'ff'].map(flagsOf), ['00', '01', '02', '03', '00', '03'])
})

test('a tracestate is passed on in its order', () => {
  assert.equal(passedOn('rojo=00f067aa0ba902b7,congo=t61rcWkgMzE'), 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE')
  assert.equal(passedOn(' foo=1 \t,, \t bar=2,'), 'foo=1,bar=2')
  const everything = `${'z'.repeat(1)}_-*/0=!"#$%&'()*+-./09:;<>?@AZ[]^_\`az{|}~`
  assert.equal(passedOn(everything), everything)
  assert.equal(passedOn(`${'t'.repeat(241)}@${'v'.repeat(14)}=1`), `${'t'.repeat(241)}@${'v'.repeat(14)}=1`)
})

test('a malformed tracestate is dropped as a whole, and the traceparent stays', () => {
  const members = (count: number) => Array.from({ length: count }, (_, at) => `k${at}=v`).join(',')
  const malformed = ['foo', 'foo =1', 'FOO=1', 'foo@=1,bar=2', '@foo=1', 'foo@@bar=1', 'foo=1=2', 'foo=', 'foo=\u007f']
  malformed.push(`${'z'.repeat(257)}=1`, `foo=${'v'.repeat(257)}`, `${'t'.repeat(242)}@v=1`, `t@${'v'.repeat(15)}=1`)
  for (const given of [...malformed, members(33), '', ' , ']) assert.equal(passedOn(given), null, given)
  assert.equal(passedOn(members(32)), members(32))
})

test('a long tracestate loses long members first, then its last ones', () => {
  const long = `long=${'x'.repeat(150)}`
  const short = (name: string) => `${name}=${'x'.repeat(98)}`
  const four = ['a', 'b', 'c', 'd'].map(short)
  assert.equal(passedOn([long, ...four].join(',')), four.join(','))
  assert.equal(passedOn([long, ...four.slice(0, 3)].join(',')), [long, ...four.slice(0, 3)].join(','))
  const six = [...four, short('e'), short('f')]
  assert.equal(passedOn(six.join(',')), six.slice(0, 5).join(','))
})
