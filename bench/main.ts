import { parseArgs } from 'node:util'

/**
 * `npm run bench` runs every benchmark except the long ones; `npm run bench -- document create` runs
 * those named; `npm run bench -- targets --against REF` compares this clone with the code of REF.
 * Figures differ between machines: compare the ratios within one run.
 */
interface Benchmark {
  run(against?: string): Promise<void>
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
  targets: () => import('./targets.ts'),
}
/** These take long, so they run only when named. */
const byNameOnly: ReadonlySet<string> = new Set([
  'field',
  'soak',
  'neighbours',
  'console',
  'tracing',
  'capacity',
  'targets',
])

const { values, positionals: named } = parseArgs({ options: { against: { type: 'string' } }, allowPositionals: true })
const unknown = named.filter((name) => !Object.hasOwn(benchmarks, name))
if (unknown.length > 0 || (values.against !== undefined && !named.includes('targets'))) {
  const why = unknown.length > 0 ? `There is no benchmark ${unknown.join(', ')}` : 'Only targets can have --against'
  console.error(`${why}; there is ${Object.keys(benchmarks).join(', ')}.`)
  process.exit(2)
}
const isChosen = (name: string) => (named.length > 0 ? named.includes(name) : !byNameOnly.has(name))
for (const [name, load] of Object.entries(benchmarks)) {
  if (!isChosen(name)) continue
  console.log(`\n## ${name}\n`)
  await (await load()).run(values.against)
}
