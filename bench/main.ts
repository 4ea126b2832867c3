import { type Figures, printTargets } from './targets.ts'

/**
 * `npm run bench` runs every benchmark except the long ones, and ends with the table of targets;
 * `npm run bench -- document create` runs those named; `npm run bench -- targets` measures only what
 * the table needs. Figures differ between machines: compare the ratios within one run.
 */
type Benchmark = { run(): Promise<void> } | MeasuresTargets

interface MeasuresTargets {
  run(): Promise<Figures>
  /** The figures of the targets alone. */
  targetFigures(): Promise<Figures>
}

const benchmarks: Readonly<Record<string, () => Promise<Benchmark>>> = {
  document: () => import('./document.ts'),
  rulebook: () => import('./rulebook.ts'),
  field: () => import('./field.ts'),
  create: () => import('./create.ts'),
  'create-cpu': () => import('./create-cpu.ts'),
  tracing: () => import('./tracing.ts'),
  list: () => import('./list.ts'),
  console: () => import('./console.ts'),
  delivery: () => import('./delivery.ts'),
  start: () => import('./start.ts'),
  print: () => import('./print.ts'),
  stalls: () => import('./stalls.ts'),
  soak: () => import('./soak.ts'),
  neighbours: () => import('./neighbours.ts'),
  capacity: () => import('./capacity.ts'),
}
/** These take long, so they run only when named. */
const byNameOnly: ReadonlySet<string> = new Set(['field', 'soak', 'neighbours', 'console', 'tracing', 'capacity'])

const named = process.argv.slice(2)
const isOfTargets = named.length === 1 && named[0] === 'targets'
const unknown = named.filter((name) => !Object.hasOwn(benchmarks, name) && !isOfTargets)
if (unknown.length > 0) {
  const all = [...Object.keys(benchmarks), 'targets'].join(', ')
  console.error(`There is no benchmark ${unknown.join(', ')}; there is ${all}.`)
  process.exit(2)
}
const isChosen = (name: string) => (named.length > 0 ? named.includes(name) : !byNameOnly.has(name))
let figures: Figures = {}
for (const [name, load] of Object.entries(benchmarks)) {
  if (!isOfTargets && !isChosen(name)) continue
  const benchmark = await load()
  const hasTargets = 'targetFigures' in benchmark
  if (isOfTargets && !hasTargets) continue
  console.log(`\n## ${name}\n`)
  if (!hasTargets) await benchmark.run()
  else figures = { ...figures, ...(await (isOfTargets ? benchmark.targetFigures() : benchmark.run())) }
}
if (Object.keys(figures).length > 0) {
  console.log('\n## targets\n')
  printTargets(figures)
}
