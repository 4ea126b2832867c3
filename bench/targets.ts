import { printTable } from './measure.ts'
import { places } from './places.ts'
import { measureAlone } from './targets/alone.ts'
import { measureCreates } from './targets/creates.ts'
import { measureDelivered } from './targets/delivered.ts'
import { sidesAgainst } from './targets/sides.ts'
import { measureStarts } from './targets/starts.ts'
import { type Figures, figuresOf, summaryOf, targetColumns, targetRows } from './targets/table.ts'

/** The commit at which the targets were measured before. `--against REF` names another. */
const measuredBefore = '95b47b2a'

/**
 * What the service should reach, and how far it is: the code of an earlier commit and this clone,
 * in turns within one run. The earlier code is installed beside it, and measured from outside
 * wherever that is possible. A part that fails is said, and its rows say that they are not measured.
 */
export async function run(ref = measuredBefore): Promise<void> {
  const sides = sidesAgainst(ref)
  let figures: Figures = {}
  const add = async (what: string, measure: () => Promise<Figures>) => {
    console.log(`measures ${what} …`)
    try {
      const measured = await measure()
      figures = { ...figures, ...measured }
      // A run of many minutes may be interrupted.
      printTable(targetColumns, targetRows(measured, 'measured'), 'left')
    } catch (error) {
      console.error(`${what} could not be measured:`, error)
      process.exitCode = 1
    }
  }
  for (const make of await places()) {
    const place = await make()
    await place.remove()
    await add(`creates, ${place.name}`, async () => figuresOf(place.name, await measureCreates(sides, make)))
    await add(`legs and bytes, ${place.name}`, async () => figuresOf(place.name, await measureDelivered(sides, make)))
  }
  await add('starts', () => measureStarts(sides))
  await add('documents alone', () => measureAlone(sides))
  const rows = targetRows(figures)
  console.log(`\nOld: ${ref}. New: this clone.\n`)
  printTable(targetColumns, rows, 'left')
  console.log(`\n${summaryOf(rows)}`)
  console.log(
    'Medians of turns. Processor times and ratios hold on a busy machine; times by the clock only on an idle one.',
  )
}
