import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { figure, printTable } from './measure.ts'

const printOnce = fileURLToPath(new URL('print/print-once.ts', import.meta.url))

/**
 * A PDF of 10 to 10,000 lines with different figures, each in its own process. A process that does
 * not lay out in sections first prints a short document.
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
}

export interface Printed {
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
  return JSON.parse(execFileSync(process.execPath, [printOnce, `${lines}`], { encoding: 'utf8' }))
}
