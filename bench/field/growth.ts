import { join } from 'node:path'
import { compileSchema } from '@selfbill/schematron/engine'
import { Element } from '@selfbill/schematron/xml'
import type { Pair } from '../../test/field/pairs.ts'
import { options, sourceAt } from '../../test/field/schemas.ts'
import { copyOf } from '../../test/support/rules/random-rules.ts'
import { timed } from '../measure.ts'

/** Milliseconds of judging an invoice whose lines are repeated, by several rule books at once. */
export function growthOf(folder: string, books: readonly Pair[], invoice: Element): ReadonlyMap<number, number> {
  const schema = compileSchema(
    books.map((book) => sourceAt(join(folder, book.schema))),
    options(folder),
  )
  return new Map(
    [10, 100, 1000, 10_000].map((lines) => {
      const root = withLines(invoice, lines)
      return [lines, timed(() => schema.evaluate(root), lines > 1000 ? 3000 : 1000)]
    }),
  )
}

function withLines(invoice: Element, count: number): Element {
  const lines = invoice.children.filter(isLine)
  if (lines.length === 0) throw new Error('the example of Peppol BIS has no lines to repeat')
  const repeated = Array.from({ length: count }, (_, at) => lines[at % lines.length]).filter(
    (line) => line !== undefined,
  )
  const children = [...invoice.children.filter((child) => !isLine(child)), ...repeated].map(copyOf)
  return new Element(invoice.name, invoice.attributes, children, '', undefined)
}

function isLine({ name }: Element): boolean {
  return name.local === 'InvoiceLine' || name.local === 'CreditNoteLine'
}
