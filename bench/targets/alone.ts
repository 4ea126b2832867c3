import type { Printed } from '../print.ts'
import type { Alone } from './documents-alone.ts'
import { inTurns, runFileIn, type Side } from './sides.ts'
import type { Figures } from './table.ts'

/**
 * What is measured without a service, in processes of their own: whole documents of many lines, the
 * rules inside a create, and PDFs. What an older version cannot run stays without a figure, and is
 * said.
 */
export async function measureAlone(sides: readonly Side[]): Promise<Figures> {
  const documents = await inTurns(sides, 3, async (side) => {
    const missing = { judgeMs: Number.NaN, lines1000Ms: Number.NaN, lines10000Ms: Number.NaN }
    const alone: Alone = run(side, 'bench/targets/documents-alone.ts') ?? missing
    return { ...alone, linesLinear: alone.lines10000Ms / 10_000 / (alone.lines1000Ms / 1000) }
  })
  const pages = await inTurns(sides, 1, async (side) => {
    const printed = (lines: number): Partial<Printed> | undefined => run(side, 'bench/print/print-once.ts', `${lines}`)
    const [ten, thousand, most] = [printed(10), printed(1000), printed(10_000)]
    return {
      pdf10Ms: ten?.ms ?? Number.NaN,
      pdf1000Ms: thousand?.ms ?? Number.NaN,
      pdf10000Ms: most?.ms ?? Number.NaN,
      pdf10000Mb: most?.mb ?? Number.NaN,
    }
  })
  return { ...documents, ...pages }
}

function run<Result>(side: Side, file: string, ...words: readonly string[]): Result | undefined {
  try {
    return runFileIn<Result>(side, file, ...words)
  } catch (error) {
    console.error(`The ${side.name} code did not run ${file}: ${error instanceof Error ? error.message : error}`)
    return undefined
  }
}
