import assert from 'node:assert/strict'
import { bodyBytesMax } from '../../src/api/declaration/request-body.ts'

const lineEnd = '</cac:InvoiceLine>'
const end = '</Invoice>'

/**
 * The largest invoice that can be judged: lines of a stored one up to the largest body, with an
 * unknown unit in each, so that a rule fails for every line.
 */
export function largestUbl(stored: string): string {
  const failing = stored.replaceAll(/unitCode="\w+"/g, 'unitCode="NONE"')
  const last = failing.lastIndexOf(lineEnd, bodyBytesMax - 2 * (lineEnd.length + end.length))
  assert.ok(failing.length > bodyBytesMax && last > bodyBytesMax / 2, `${failing.length} bytes do not fill a body`)
  const ubl = `${failing.slice(0, last)}${lineEnd}${end}`
  assert.ok(Buffer.byteLength(ubl) <= bodyBytesMax, 'an invoice in ASCII')
  return ubl
}
