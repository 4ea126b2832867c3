import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { root } from '../support/processes/command-line.ts'
import { runProgram } from '../support/processes/program.ts'
import { type DemoService, startDemoService } from '../support/service/demo-service.ts'
import { blockOf, placeOf } from './blocks.ts'
import { filled } from './placeholders.ts'
import { programs } from './programs.ts'

// The TypeScript of the pages compiles as strictly as our own code. What has a whole program runs.

const folder = mkdtempSync(join(tmpdir(), 'selfbill-docs-programs-'))
const modules = Object.entries(programs).flatMap(([page, entries]) =>
  Object.entries(entries).map(([beginning, program], at) => {
    const block = blockOf(page, beginning)
    const text = program.cutOff === undefined ? block.text : block.text.replace('…', program.cutOff)
    return { block, program, text, name: `${page.replaceAll(/\W/g, '-')}-${at}` }
  }),
)
const client = join(root, 'client/src/index.ts')

suite('the programs in the pages', () => {
  let demo: DemoService
  before(async () => {
    mkdirSync(join(folder, 'node_modules'))
    for (const name of readdirSync(join(root, 'node_modules')))
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    demo = await startDemoService(folder)
  })
  after(async () => {
    await demo.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  test('all of them compile', async () => {
    const files = modules.map(({ name, text, program: { above = '', below = '' } }) => {
      writeFileSync(join(folder, `${name}.ts`), `${above}\n${text}\n${below}\nexport {}\n`)
      return `${name}.ts`
    })
    const compilerOptions = {
      rootDir: '/',
      // What a block leaves to its reader is not used in it.
      noUnusedLocals: false,
      paths: { '@selfbill/client': [client] },
    }
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include: [], files }),
    )
    await runProgram(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { limitMs: 120_000 })
  })

  for (const { block, name, text, program } of modules) {
    const { runs, above = '' } = program
    if (runs === undefined) continue
    const { lines = '', args = [], prints } = runs
    test(`${placeOf(block)} runs`, async () => {
      const own = filled(text, { ...demo.environment, address: demo.address })
        // Node finds no package here that is only built for a release.
        .replace("'@selfbill/client'", `'${client}'`)
      const file = join(folder, `${name}-runs.ts`)
      writeFileSync(file, `${above}\n${own}\n${lines}`)
      const options = { environment: demo.environment, limitMs: 60_000 }
      const printed = await runProgram(process.execPath, [file, ...args], options)
      assert.match(printed, prints)
    })
  }
})
