import type { Writable } from 'node:stream'

/**
 * Sends a Bind message with large values straight from memory: the driver would copy them several
 * times first. Source: PostgreSQL 18, 54.7 "Message Formats".
 */
export function sendLargeBind(stream: Writable, statement: string, values: readonly WireValue[]): void {
  const bytes = values.map((value) => (typeof value === 'string' ? Buffer.from(value) : value))
  // The unnamed portal, the statement, and a format for each value (1 is binary).
  const names = Buffer.from(`\0${statement}\0`)
  const formats = int16s([values.length, ...values.map((value) => (value instanceof Buffer ? 1 : 0)), values.length])
  // Ask for all results as text.
  const results = int16s([1, 0])
  const length = bytes.reduce((total, value) => total + 4 + (value?.length ?? 0), 0)
  const head = Buffer.concat([Buffer.from('B'), int32(4 + names.length + formats.length + length + results.length)])
  stream.write(Buffer.concat([head, names, formats]))
  for (const value of bytes) {
    stream.write(int32(value?.length ?? -1))
    if (value !== null && value.length > 0) stream.write(value)
  }
  stream.write(results)
}

/** A value on the wire: text, bytes or null. */
export type WireValue = Buffer | string | null

export function isLarge(value: WireValue): boolean {
  return value !== null && value.length > largeMin
}

const largeMin = 64 * 1024

function int16s(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * numbers.length)
  for (const [at, number] of numbers.entries()) bytes.writeInt16BE(number, 2 * at)
  return bytes
}

function int32(number: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(number)
  return bytes
}
