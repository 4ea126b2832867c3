import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'

/**
 * `npm run check`: format, lint, types, imports, dead code, generated files, style, and (unless
 * `--static`) the tests. Shows a step's output only when it fails. The static steps run two at a
 * time.
 */
const programs = join(import.meta.dirname, 'check/node_modules')
const steps: readonly (readonly [string, string, ...string[]])[] = [
  ['types', 'tsc', '-p', '.'],
  [
    'format and lint',
    process.execPath,
    join(programs, '@biomejs/biome/bin/biome'),
    'check',
    '--error-on-warnings',
    '.',
  ],
  ['generated files', process.execPath, 'scripts/generate.ts', '--check'],
  [
    'imports',
    process.execPath,
    join(programs, 'dependency-cruiser/bin/dependency-cruiser.mjs'),
    '--config',
    '.dependency-cruiser.mjs',
    'src',
    'test',
    'bench',
    'scripts',
    'client',
    'schematron',
    'pint-ae',
    'examples',
    'docs/.vitepress/config.ts',
    'docs/.vitepress/theme',
    'docs/source',
    'printing',
  ],
  [
    'dead code',
    process.execPath,
    join(programs, 'knip/bin/knip.js'),
    '--no-progress',
    '--treat-config-hints-as-errors',
  ],
  ['style', process.execPath, '--test', '--test-reporter=./scripts/test-reporter.mjs', 'test/code/*.test.ts'],
]

// There the programs of packages are scripts.
const isWindows = process.platform === 'win32'
const left = [...steps]
await Promise.all([runSteps(), runSteps()])
if (process.exitCode === undefined && !process.argv.includes('--static')) {
  const { status, stdout, stderr } = spawnSync('npm', ['test', '--silent'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: isWindows,
  })
  if (status !== 0) fail('tests', `${stdout}${stderr}`)
}
if (process.exitCode === undefined)
  console.log('format, lint, types, imports, dead code, generated files and style are fine')

async function runSteps(): Promise<void> {
  for (let step = left.shift(); step !== undefined; step = left.shift()) {
    const [name, command, ...args] = step
    const { status, output } = await run(command, args)
    if (status !== 0) fail(`${name} (${[command, ...args].join(' ')})`, output)
  }
}

function run(
  command: string,
  args: readonly string[],
): Promise<{ readonly status: number | null; readonly output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { shell: isWindows && command !== process.execPath })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    child.on('error', (error) => resolve({ status: null, output: error.message }))
    child.on('close', (status) => resolve({ status, output }))
  })
}

function fail(step: string, output: string): void {
  process.exitCode = 1
  console.error(`${step}: failed\n${output}`)
}
