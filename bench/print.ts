import { execFileSync } from 'node:child_process'
import { figure, printTable } from './measure.ts'

/**
 * A PDF of 10 to 10,000 lines, all figures different, each in a process of its own. A process that
 * does not lay out in sections has printed something short before.
 */
export async function run(): Promise<void> {
  const measured = [10, 100, 1000, 3000, 10_000].map(printed)
  printTable(
    ['lines', 'ms', 'CPU ms', 'again ms', 'ms a line', 'MB at most', 'MB of PDF', 'pages'],
    measured.map(({ lines, ms, cpuMs, againMs, mb, pdfMb, pages }) => [
      `${lines}`,
      figure(ms),
      figure(cpuMs),
      againMs === null ? '' : figure(againMs),
      ...[ms / lines, mb, pdfMb].map(figure),
      `${pages}`,
    ]),
  )
  const of = (lines: number) => measured.find((row) => row.lines === lines)
  const ratio = (of(10_000)?.ms ?? Number.NaN) / (of(1000)?.ms ?? Number.NaN)
  console.log('\n"Again" is the same number of lines that say something else. MB is the memory of the whole process.\n')
  printTable(
    ['', 'measured', 'wanted'],
    [
      ['10,000 lines, of 1,000', `${figure(ratio)}×`, '10× at most'],
      ['10,000 lines', `${figure(of(10_000)?.ms ?? Number.NaN)} ms`, '8,000 ms at most'],
    ],
  )
}

interface Printed {
  readonly lines: number
  readonly ms: number
  /** Of all threads: what is left when other programs take the processor. */
  readonly cpuMs: number
  readonly againMs: number | null
  readonly mb: number
  readonly pdfMb: number
  readonly pages: number
}

function printed(lines: number): Printed {
  const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
  const program = `
    import { anOrder } from ${at('../test/support/print/printed.ts')}
    import { printedPage } from ${at('../src/render/page/printed-page.ts')}
    import { isLong } from ${at('../src/render/pdf/layout.ts')}
    import { SectionTypesetter } from ${at('../src/render/pdf/section-typesetter.ts')}
    import { Typesetter } from ${at('../src/render/pdf/typesetter.ts')}
    const lines = Number(process.argv[1])
    const orderOf = (count, word) => anOrder('invoice-in-us-dollars', { edit(document) {
      const [first] = document.document_lines
      document.document_lines = Array.from({ length: count }, (_, at) => {
        const [net, tax, rate] = [1000.25 + 31 * at, 50.01 + 1.55 * at, 3.6725]
        const rounded = (amount) => Math.round(amount * 100) / 100
        return {
          ...first,
          name: word + ' ' + at,
          quantity: at % 97 + 1,
          price: { ...first.price, price_amount: rounded(net / (at % 97 + 1)) },
          net_amount: net,
          tax_amount: rounded(tax),
          tax_amount_in_aed: rounded(tax * rate),
          total_amount: rounded(net + tax),
          total_amount_in_aed: rounded((net + tax) * rate),
        }
      })
    } })
    const isInSections = isLong(printedPage(orderOf(lines, 'Item')))
    const typesetter = isInSections ? await SectionTypesetter.open() : await Typesetter.open()
    if (!isInSections) await typesetter.pdf(printedPage(orderOf(2, 'Warm')))
    const timed = async (word) => {
      const order = orderOf(lines, word)
      const began = performance.now()
      const cpu = process.cpuUsage()
      const pdf = await typesetter.pdf(printedPage(order))
      const { user, system } = process.cpuUsage(cpu)
      return { ms: performance.now() - began, cpuMs: (user + system) / 1000, pdf }
    }
    const { ms, cpuMs, pdf } = await timed('Item')
    const mb = process.resourceUsage().maxRSS / 1024
    const againMs = lines > 1000 ? null : (await timed('Part')).ms
    const pages = Buffer.from(pdf).toString('latin1').split(/\\/Type\\s*\\/Page\\b/).length - 1
    if (isInSections) await typesetter.close()
    console.log(JSON.stringify({ lines, ms, cpuMs, againMs, mb, pdfMb: pdf.length / 1e6, pages }))`
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', program, `${lines}`], { encoding: 'utf8' }),
  )
}
