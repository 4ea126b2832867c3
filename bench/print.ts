import { execFileSync } from 'node:child_process'
import { figure, printTable } from './measure.ts'
import type { Figures } from './targets.ts'

/**
 * A PDF of 10 to 10,000 lines with different figures, each in its own process. A process that does
 * not lay out in sections first prints a short document.
 */
export async function run(): Promise<Figures> {
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
  const msOf = (lines: number) => of(lines)?.ms ?? Number.NaN
  console.log('\n"Again" is the same number of lines that say something else. MB is the memory of the whole process.\n')
  printTable(
    ['', 'measured', 'wanted'],
    [
      ['10 lines', `${figure(of(10)?.againMs ?? Number.NaN)} ms`, '25 ms at most'],
      ['1,000 lines', `${figure(msOf(1000))} ms`, '500 ms at most'],
      ['10,000 lines', `${figure(msOf(10_000))} ms`, '5,000 ms at most'],
      ['10,000 lines, of 1,000', `${figure(msOf(10_000) / msOf(1000))}×`, '10× at most'],
      ['10,000 lines, memory', `${figure(of(10_000)?.mb ?? Number.NaN)} MB`, '500 MB at most'],
    ],
  )
  return figuresOf(measured)
}

export async function targetFigures(): Promise<Figures> {
  return figuresOf([10, 1000, 10_000].map(printed))
}

function figuresOf(measured: readonly Printed[]): Figures {
  const of = (count: number) => measured.find(({ lines }) => lines === count)
  return {
    pdf10Ms: of(10)?.ms ?? Number.NaN,
    pdf1000Ms: of(1000)?.ms ?? Number.NaN,
    pdf10000Ms: of(10_000)?.ms ?? Number.NaN,
    pdf10000Mb: of(10_000)?.mb ?? Number.NaN,
  }
}

interface Printed {
  readonly lines: number
  readonly ms: number
  /** CPU time of all threads, so that other programs do not count. */
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
