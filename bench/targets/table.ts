import { figure } from '../measure.ts'
import type { Compared } from './sides.ts'

/**
 * What the service should reach: a row for each target, with the old code's figure, the new one's,
 * their ratio, what is wanted, and whether it is met. A figure that nobody measured is said.
 */
export function targetRows(figures: Figures, which: 'all' | 'measured' = 'all'): readonly Row[] {
  return Object.entries(targets)
    .filter(([name]) => which === 'all' || Object.hasOwn(figures, name))
    .map(([name, target]) => rowOf(target, figures[name]))
}

export const targetColumns = ['work', 'old', 'new', 'new to old', 'wanted', ''] as const

/** By the names in `targets`; a side that has no figure has NaN. */
export type Figures = Readonly<Record<string, Compared>>

/** A row's cells, in the order of `targetColumns`. */
export type Row = readonly string[]

/** Puts the name of a database before the names of its figures. */
export function figuresOf(database: string, figures: Figures): Figures {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${database} ${name}`, value]))
}

export function summaryOf(rows: readonly Row[]): string {
  const limited = rows.filter((row) => row[wantedColumn] !== '')
  const beside = rows.length - limited.length
  const count = (word: string) => limited.filter((row) => row.at(-1)?.startsWith(word)).length
  return `${limited.length} targets: ${count(met)} met, ${count(missed)} missed, ${count(unmeasured)} not measured; ${beside} figures beside them.`
}

const wantedColumn = targetColumns.indexOf('wanted')

interface Target {
  readonly work: string
  readonly unit: string
  /** Absent: it stands beside the targets. */
  readonly wanted?: Wanted
}

type Wanted =
  | { readonly atMost: number }
  | { readonly atLeast: number }
  /** Of the ratio, new to old. */
  | { readonly ratioAtMost: number }
  | { readonly ratioAtLeast: number }

const targets: Readonly<Record<string, Target>> = {
  ...onDatabase('SQLite'),
  ...onDatabase('PostgreSQL'),
  judgeMs: { work: 'judge ten lines, in the create', unit: 'ms', wanted: { ratioAtMost: 1.05 } },
  lines1000Ms: { work: '1,000 lines, whole', unit: 'ms', wanted: { atMost: 20 } },
  lines10000Ms: { work: '10,000 lines, whole', unit: 'ms', wanted: { atMost: 250 } },
  linesLinear: { work: '… a line of 10,000 to a line of 1,000', unit: '', wanted: { atMost: 1.5 } },
  pdf10Ms: { work: 'PDF of 10 lines', unit: 'ms', wanted: { atMost: 25 } },
  pdf1000Ms: { work: 'PDF of 1,000 lines', unit: 'ms', wanted: { atMost: 500 } },
  pdf10000Ms: { work: 'PDF of 10,000 lines', unit: 'ms', wanted: { atMost: 5000 } },
  pdf10000Mb: { work: '… memory', unit: 'MB', wanted: { atMost: 500 } },
  ...ofStart('clone', 600),
  ...ofStart('package', 300),
}

function onDatabase(database: string): Readonly<Record<string, Target>> {
  const rows: Readonly<Record<string, Target>> = {
    diskBytes: { work: 'bytes on disk, delivered document of ten lines', unit: 'B', wanted: { atMost: 14_000 } },
    logBytes: { work: 'bytes written to the log for a create', unit: 'B', wanted: { ratioAtMost: 0.25 } },
    createMs: { work: 'processor time of a ten-line create', unit: 'ms', wanted: { atMost: 0.9 } },
    createJp: { work: '… in JSON.parse of its body', unit: '×', wanted: { atMost: 110 } },
    mainMs: { work: '… on the main thread', unit: 'ms' },
    creates50: { work: 'creates a second, 50 organisations', unit: '', wanted: { ratioAtLeast: 1.8 } },
    creates1: { work: 'creates a second, one organisation', unit: '', wanted: { ratioAtLeast: 1.8 } },
    batch: { work: 'creates in batches to single creates', unit: '×', wanted: { atLeast: 1.8 } },
    batchMs: { work: '… processor time of a create in a batch', unit: 'ms' },
    legs: { work: 'legs delivered a second', unit: '', wanted: { ratioAtLeast: 2 } },
    legMs: { work: '… processor time of a leg', unit: 'ms' },
    commitMs: { work: 'a transaction at half load, wait for its commit included', unit: 'ms' },
    sectionMs: { work: 'longest section of the main thread at half load', unit: 'ms' },
    p50Ms: { work: 'p50 at half load', unit: 'ms' },
    p99Ms: { work: 'p99 at half load', unit: 'ms' },
  }
  return Object.fromEntries(
    Object.entries(rows).map(([name, target]) => [
      `${database} ${name}`,
      { ...target, work: `${database}: ${target.work}` },
    ]),
  )
}

function ofStart(kind: 'clone' | 'package', readyMs: number): Readonly<Record<string, Target>> {
  return {
    [`${kind} readyMs`]: { work: `${kind}: ready after start`, unit: 'ms', wanted: { atMost: readyMs } },
    [`${kind} startCpuMs`]: { work: '… processor time', unit: 'ms' },
    [`${kind} restMb`]: { work: '… memory at rest', unit: 'MB', wanted: { atMost: 150 } },
  }
}

const [met, missed, unmeasured] = ['met', 'MISSED', 'not measured']

function rowOf({ work, unit, wanted }: Target, measured: Compared | undefined): Row {
  const cell = (value: number | undefined, mark: string) =>
    value !== undefined && Number.isFinite(value) ? `${figure(value)} ${mark}`.trim() : ''
  const { old, new: now, ratio } = measured ?? { old: Number.NaN, new: Number.NaN, ratio: Number.NaN }
  const cells = [work, cell(old, unit), cell(now, unit), cell(ratio, '×'), wantedText(wanted, unit)]
  if (!Number.isFinite(now)) return [...cells, unmeasured]
  return [...cells, wanted === undefined ? '' : verdictOf(wanted, now, ratio)]
}

function wantedText(wanted: Wanted | undefined, unit: string): string {
  if (wanted === undefined) return ''
  if ('atMost' in wanted) return `≤ ${wanted.atMost} ${unit}`.trim()
  if ('atLeast' in wanted) return `≥ ${wanted.atLeast} ${unit}`.trim()
  return 'ratioAtMost' in wanted ? `≤ ${wanted.ratioAtMost} × old` : `≥ ${wanted.ratioAtLeast} × old`
}

/** By how much it is missed, in percent of what is wanted. */
function verdictOf(wanted: Wanted, now: number, ratio: number): string {
  const isOfRatio = 'ratioAtMost' in wanted || 'ratioAtLeast' in wanted
  const value = isOfRatio ? ratio : now
  // Without old code there is nothing to compare with.
  if (!Number.isFinite(value)) return unmeasured
  const most = 'atMost' in wanted ? wanted.atMost : 'ratioAtMost' in wanted ? wanted.ratioAtMost : undefined
  const least = 'atLeast' in wanted ? wanted.atLeast : 'ratioAtLeast' in wanted ? wanted.ratioAtLeast : undefined
  const away = most !== undefined ? value / most - 1 : least !== undefined ? 1 - value / least : 0
  return away <= 0 ? met : `${missed} by ${Math.ceil(away * 100)} %`
}
