import { printedPage } from '@selfbill/pint-ae/page'
import { isLong } from '../../src/render/pdf/layout.ts'
import { SectionTypesetter } from '../../src/render/pdf/section-typesetter.ts'
import { Typesetter } from '../../src/render/pdf/typesetter.ts'
import { anOrder } from '../../test/support/print/printed.ts'
import type { Printed } from '../print.ts'

/** A process of `bench -- print`: prints one document of so many lines, and its figures as JSON on stdout. */
const lines = Number(process.argv[2])
const isInSections = isLong(printedPage(orderOf(lines, 'Item')))
const typesetter = isInSections ? await SectionTypesetter.open() : await Typesetter.open()
if (!isInSections) await typesetter.pdf(printedPage(orderOf(2, 'Warm')))
const { ms, cpuMs, pdf } = await timed('Item')
const mb = process.resourceUsage().maxRSS / 1024
const againMs = lines > 1000 ? null : (await timed('Part')).ms
const pages =
  Buffer.from(pdf)
    .toString('latin1')
    .split(/\/Type\s*\/Page\b/).length - 1
if (typesetter instanceof SectionTypesetter) await typesetter.close()
const printed: Printed = { lines, ms, cpuMs, againMs, mb, pdfMb: pdf.length / 1e6, pages }
console.log(JSON.stringify(printed))

async function timed(word: string) {
  const order = orderOf(lines, word)
  const began = performance.now()
  const cpu = process.cpuUsage()
  const pdf = await typesetter.pdf(printedPage(order))
  const { user, system } = process.cpuUsage(cpu)
  return { ms: performance.now() - began, cpuMs: (user + system) / 1000, pdf }
}

/** `word` begins each line's name, so that two orders share no text. */
function orderOf(count: number, word: string) {
  return anOrder('invoice-in-us-dollars', {
    edit(document) {
      const [first] = document.document_lines
      if (first === undefined) throw new Error('the order has no line')
      document.document_lines = Array.from({ length: count }, (_, at) => {
        const [net, tax, rate] = [1000.25 + 31 * at, 50.01 + 1.55 * at, 3.6725]
        const rounded = (amount: number) => Math.round(amount * 100) / 100
        return {
          ...first,
          name: `${word} ${at}`,
          quantity: (at % 97) + 1,
          price: { ...first.price, price_amount: rounded(net / ((at % 97) + 1)) },
          net_amount: net,
          tax_amount: rounded(tax),
          tax_amount_in_aed: rounded(tax * rate),
          total_amount: rounded(net + tax),
          total_amount_in_aed: rounded((net + tax) * rate),
        }
      })
    },
  })
}
