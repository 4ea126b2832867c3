import { spawnSync } from 'node:child_process'

/**
 * `npm run check`: format, lint, types, generated files, and (unless `--static`) the tests. Quiet when all is well: a step
 * shows its output only when it fails.
 */
const steps: readonly (readonly [string, string, ...string[]])[] = [
  ['format and lint', 'biome', 'check', '--error-on-warnings', '.'],
  ['types', 'tsc', '-p', '.'],
  ['generated files', process.execPath, 'scripts/generate.ts', '--check'],
]
const tests = ['tests', 'npm', 'test', '--silent'] as const

for (const [name, command, ...args] of process.argv.includes('--static') ? steps : [...steps, tests]) {
  const run = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  if (run.status === 0) continue
  console.error(
    `${name}: failed (${[command, ...args].join(' ')})\n${run.stdout}${run.stderr}${run.error?.message ?? ''}`,
  )
  process.exit(1)
}
console.log('format, lint, types and generated files are as they should be')
