// `npm run bench`: every benchmark but the soak, or those named: `npm run bench -- document
// create`. Figures differ between machines; the ratios within one run are what to compare.
const benchmarks: Readonly<Record<string, () => Promise<{ run(): Promise<void> }>>> = {
  document: () => import('./document.ts'),
  rulebook: () => import('./rulebook.ts'),
  create: () => import('./create.ts'),
  list: () => import('./list.ts'),
  delivery: () => import('./delivery.ts'),
  start: () => import('./start.ts'),
  print: () => import('./print.ts'),
  stalls: () => import('./stalls.ts'),
  soak: () => import('./soak.ts'),
  neighbours: () => import('./neighbours.ts'),
}
/** They take their time, so they run when they are asked for. */
const byNameOnly: ReadonlySet<string> = new Set(['soak', 'neighbours'])

const names = process.argv.slice(2)
const unknown = names.filter((name) => !Object.hasOwn(benchmarks, name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there is ${Object.keys(benchmarks).join(', ')}.`)
  process.exit(2)
}
for (const [name, load] of Object.entries(benchmarks)) {
  if (names.length > 0 ? !names.includes(name) : byNameOnly.has(name)) continue
  console.log(`\n## ${name}\n`)
  const { run } = await load()
  await run()
}
