import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { NotHere } from '../../access-point/not-here.ts'
import { hasCommand, runProgram } from '../../support/processes/program.ts'
import type { Generator } from '../generator.ts'
import { programFile } from '../programs.ts'
import { fetchBy } from '../tools/fetch.ts'
import { generateClient, knownWarnings, openapiGeneratorVersion, openModels } from '../tools/openapi-generator.ts'

export const go: Generator = {
  name: `openapi-generator ${openapiGeneratorVersion}, Go`,
  known: knownWarnings,
  async attempt(shop) {
    if (!(await hasCommand('go', 'version'))) throw new NotHere('no Go')
    const place = ['--git-host', 'example.com', '--git-user-id', 'selfbill', '--git-repo-id', 'client']
    const warnings = await generateClient(shop, 'go', ...place, openModels, ...goOptions)
    const folder = join(shop.folder, 'client')
    const program = join(folder, 'cmd/flow')
    mkdirSync(program, { recursive: true })
    copyFileSync(programFile('flow.go'), join(program, 'main.go'))
    await fetchBy('the modules of the Go client', 'go', ['mod', 'tidy'], folder)
    await runProgram('go', ['build', './...'], { cwd: folder, limitMs: 240_000 })
    await runProgram('go', ['vet', '.', './cmd/...'], { cwd: folder, limitMs: 120_000 })
    const { environment } = shop.demo
    const printed = await runProgram('go', ['run', './cmd/flow'], { cwd: folder, environment, limitMs: 120_000 })
    return { warnings, compiledBy: 'go build, go vet', printed }
  },
}

/**
 * Constants of all enums share the package, so they need the name of their enum; and 32 bits lose
 * digits of amounts.
 */
export const goOptions = ['--additional-properties=enumClassPrefix=true', '--type-mappings=number=float64']
