import { copyFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram } from '../../support/processes/program.ts'
import type { Generator, Workshop } from '../generator.ts'
import { programFile } from '../programs.ts'
import { checkTypescript, npmPackages } from '../tools/npm.ts'

export const typesVersion = '7.13.0'
export const sdkVersion = '0.99.0'
/** The generators need the compiler as a library, which the project's own version does not have. */
export const compiler = 'typescript@5.9.3'

/** Types of the document, for openapi-fetch. */
export const openapiTypescript: Generator = {
  name: `openapi-typescript ${typesVersion}`,
  isInSample: true,
  known: [],
  async attempt(shop) {
    const packages = [`openapi-typescript@${typesVersion}`, 'openapi-fetch@0.17.0', compiler]
    const tools = await npmPackages(`openapi-typescript-${typesVersion}`, packages)
    linkModules(shop, tools)
    const said = await runProgram(
      join(tools, 'node_modules/.bin/openapi-typescript'),
      [shop.document, '-o', 'schema.d.ts'],
      {
        cwd: shop.folder,
        limitMs: 120_000,
      },
    )
    return { warnings: warningsIn(said), ...(await checkAndRun(shop, 'openapi-fetch-flow.ts.txt')) }
  },
}

/** A client with a function for each operation. */
export const heyApi: Generator = {
  name: `@hey-api/openapi-ts ${sdkVersion}`,
  isInSample: true,
  known: [],
  async attempt(shop) {
    const tools = await npmPackages(`openapi-ts-${sdkVersion}`, [`@hey-api/openapi-ts@${sdkVersion}`, compiler])
    linkModules(shop, tools)
    // Node reads TypeScript by the whole names of files.
    const settings = { input: shop.document, output: { path: 'client', module: { extension: '.ts' } } }
    writeFileSync(join(shop.folder, 'openapi-ts.config.mjs'), `export default ${JSON.stringify(settings)}\n`)
    const said = await runProgram(join(tools, 'node_modules/.bin/openapi-ts'), ['--no-log-file'], {
      cwd: shop.folder,
      limitMs: 120_000,
    })
    return { warnings: warningsIn(said), ...(await checkAndRun(shop, 'hey-api-flow.ts.txt')) }
  },
}

function linkModules({ folder }: Workshop, tools: string): void {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  symlinkSync(join(tools, 'node_modules'), join(folder, 'node_modules'))
}

async function checkAndRun({ folder, demo: { environment } }: Workshop, program: string) {
  copyFileSync(programFile(program), join(folder, 'flow.ts'))
  await checkTypescript(folder, 'flow.ts')
  const printed = await runProgram(process.execPath, ['flow.ts'], { cwd: folder, environment, limitMs: 60_000 })
  return { compiledBy: 'tsc', printed }
}

function warningsIn(said: string): readonly string[] {
  return said.split('\n').filter((line) => /warn|error|⚠|✖/i.test(line) && !line.startsWith('npm '))
}
