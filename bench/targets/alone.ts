import type { Figures as DocumentFigures } from '../document.ts'
import type { Printed } from '../print.ts'
import { inTurns, runIn, type Side } from './sides.ts'
import type { Figures } from './table.ts'

/**
 * What is measured without a service, in processes of their own: whole documents of many lines, the
 * rules inside a create, and PDFs. Each version measures itself with its own bench; what it has not
 * got stays without a figure.
 */
export async function measureAlone(sides: readonly Side[]): Promise<Figures> {
  const document = await inTurns(sides, 2, async (side) => {
    const { rulesMs, lines1000Ms, lines10000Ms } = tried(side, 'bench/document.ts', () =>
      runIn<Partial<DocumentFigures>>(
        side,
        `const { targetFigures } = await import('./bench/document.ts')
         console.log(JSON.stringify(await targetFigures()))`,
      ),
    )
    const [whole1000 = Number.NaN, whole10000 = Number.NaN] = [lines1000Ms, lines10000Ms]
    return {
      judgeMs: rulesMs ?? Number.NaN,
      lines1000Ms: whole1000,
      lines10000Ms: whole10000,
      linesLinear: whole10000 / 10_000 / (whole1000 / 1000),
    }
  })
  const pdf = await inTurns(sides, 1, async (side) => {
    const printed = (lines: number) =>
      tried(side, 'bench/print/print-once.ts', () =>
        runIn<Partial<Printed>>(
          side,
          `process.argv[2] = process.argv[1]; await import('./bench/print/print-once.ts')`,
          `${lines}`,
        ),
      )
    const [ten, thousand, most] = [printed(10), printed(1000), printed(10_000)]
    return {
      pdf10Ms: ten.ms ?? Number.NaN,
      pdf1000Ms: thousand.ms ?? Number.NaN,
      pdf10000Ms: most.ms ?? Number.NaN,
      pdf10000Mb: most.mb ?? Number.NaN,
    }
  })
  return { ...document, ...pdf }
}

/** An older version may lack the bench, and a machine the typesetter: that is said, not hidden. */
function tried<Result extends object>(side: Side, what: string, work: () => Result): Partial<Result> {
  try {
    return work()
  } catch (error) {
    console.log(`The ${side.name} code did not run ${what}: ${error instanceof Error ? error.message : error}`)
    return {}
  }
}
