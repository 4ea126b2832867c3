import { figure, printTable } from './measure.ts'

/**
 * What the service should reach, and how far it is. `npm run bench` ends with this table; `npm run
 * bench -- targets` measures only what the table needs. Every bench returns its figures by name.
 */
export function printTargets(figures: Figures): void {
  const rows = Object.entries(targets()).map(([name, target]) => rowOf(target, figures[name]))
  printTable(['work', 'at the start', 'wanted', 'measured', ''], rows, 'left')
  const count = (verdict: string) => rows.filter((row) => row.at(-1) === verdict).length
  console.log(
    `\n${rows.length} targets: ${count(met)} met, ${count(missed)} missed, ${count(unmeasured)} not measured.`,
  )
  console.log('JP: one JSON.parse of the request, timed in the same run. Times of a create are processor time.')
  console.log('PDF and start are wall time. "At the start": an idle machine with two cores at 9be3a8f.')
}

/** Figures by the names in `targets`. Those of one database begin with its name. */
export type Figures = Readonly<Record<string, number>>

/** Puts the name of a database before the names of its figures. */
export function figuresOf(database: string, figures: Figures): Figures {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${database} ${name}`, value]))
}

interface Target {
  readonly work: string
  /** Empty: nobody measured it then. */
  readonly was: string
  readonly atLeast?: number
  readonly atMost?: number
  readonly unit: string
}

function targets(): Readonly<Record<string, Target>> {
  return {
    ...onDatabase('SQLite', { http50: '0.56', http1: '0.33' }),
    ...onDatabase('PostgreSQL', { http50: '0.32', http1: '0.83' }),
    rulesMs: { work: 'rules inside the create, both documents', was: '0.2', atMost: 0.1, unit: 'ms' },
    lines1000Ms: { work: '1,000 lines, whole', was: '45', atMost: 22, unit: 'ms' },
    lines10000Ms: { work: '10,000 lines, whole', was: '817', atMost: 300, unit: 'ms' },
    linesLinear: { work: '… a line of 10,000 to a line of 1,000', was: '', atMost: 1.5, unit: '' },
    pdf10Ms: { work: 'PDF of 10 lines', was: '83–160', atMost: 25, unit: 'ms' },
    pdf1000Ms: { work: 'PDF of 1,000 lines', was: '2000', atMost: 500, unit: 'ms' },
    pdf10000Ms: { work: 'PDF of 10,000 lines', was: '13000', atMost: 5000, unit: 'ms' },
    pdf10000Mb: { work: '… memory', was: '1600', atMost: 500, unit: 'MB' },
  }
}

/** What the two databases did differently. */
interface DatabaseBefore {
  readonly http50: string
  readonly http1: string
  /** Bare inserts in the time of 1,000 JP. */
  readonly bare50?: number
  readonly bare1?: number
}

function onDatabase(database: string, before: DatabaseBefore) {
  return Object.fromEntries(
    Object.entries<Target>({
      createJp: { work: 'a ten-line create, the whole service', was: '180', atMost: 85, unit: 'JP' },
      createMs: { work: '… the same', was: '1.9', atMost: 0.9, unit: 'ms' },
      mainMs: { work: '… on the main thread', was: '1.35', atMost: 0.5, unit: 'ms' },
      offMain: { work: '… share off the main thread', was: '25', atLeast: 70, unit: '%' },
      http50: {
        work: 'creates over HTTP to bare inserts, 50 organisations',
        was: before.http50,
        atLeast: 0.8,
        unit: '',
      },
      http1: { work: '… one organisation', was: before.http1, atLeast: 0.8, unit: '' },
      bare50: { work: 'bare inserts in 1,000 JP, 50 organisations', ...thirtyPercentAbove(before.bare50) },
      bare1: { work: '… one organisation', ...thirtyPercentAbove(before.bare1) },
      tailTimes: { work: 'p99 at half load to p50', was: '', atMost: 3, unit: '' },
      tailMs: { work: '… the p99', was: '', atMost: 15, unit: 'ms' },
      batch: { work: 'creates in batches to single creates', was: '', atLeast: 2, unit: '' },
      import: { work: 'creates of an import to single creates', was: '', atLeast: 2, unit: '' },
      legs: { work: 'legs delivered in a second', was: '790–1437', atLeast: 2500, unit: '' },
      startMs: { work: 'ready after start', was: '580–790', atMost: 350, unit: 'ms' },
      restMb: { work: 'memory at rest', was: '170–199', atMost: 110, unit: 'MB' },
    }).map(([name, target]) => [`${database} ${name}`, { ...target, work: `${database}: ${target.work}` }]),
  )
}

/** No limit where nobody measured it before. */
function thirtyPercentAbove(was: number | undefined) {
  return was === undefined ? { was: '', unit: '' } : { was: figure(was), atLeast: 1.3 * was, unit: '' }
}

const [met, missed, unmeasured] = ['met', 'MISSED', 'not measured']

function rowOf({ work, was, atLeast, atMost, unit }: Target, measured: number | undefined): readonly string[] {
  const isMet = (value: number) => value >= (atLeast ?? -Infinity) && value <= (atMost ?? Infinity)
  const wanted = atMost !== undefined ? `≤ ${atMost}` : atLeast === undefined ? '' : `≥ ${Number(figure(atLeast))}`
  const withUnit = (text: string) => (text === '' ? '' : `${text} ${unit}`.trim())
  if (measured === undefined || !Number.isFinite(measured))
    return [work, withUnit(was), withUnit(wanted), '', unmeasured]
  const verdict = wanted === '' ? '' : isMet(measured) ? met : missed
  return [work, withUnit(was), withUnit(wanted), withUnit(figure(measured)), verdict]
}
