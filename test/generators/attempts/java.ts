import { copyFileSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { NotHere } from '../../access-point/not-here.ts'
import { hasCommand, runProgram } from '../../support/processes/program.ts'
import type { Generator } from '../generator.ts'
import { programFile } from '../programs.ts'
import { generateClient, knownWarnings, openapiGeneratorVersion, openModels } from '../tools/openapi-generator.ts'

/** The default library of the generator: OkHttp and Gson. */
export const java: Generator = {
  name: `openapi-generator ${openapiGeneratorVersion}, Java`,
  known: [
    ...knownWarnings,
    { line: /Ignoring complex example on request body/, why: 'it puts no example of a body into comments' },
  ],
  async attempt(shop) {
    const warnings = await generateClient(shop, 'java', openModels)
    if (!(await hasCommand('javac', '-version'))) throw new NotHere('no Java compiler')
    const folder = join(shop.folder, 'client')
    copyFileSync(programFile('Flow.java'), join(folder, 'src/main/java/Flow.java'))
    const goals = ['compile', 'dependency:build-classpath', '-Dmdep.outputFile=class-path.txt']
    await runProgram('mvn', ['-B', '-q', ...goals], { cwd: folder, limitMs: 240_000 })
    const classPath = [join(folder, 'target/classes'), readFileSync(join(folder, 'class-path.txt'), 'utf8').trim()]
    const { environment } = shop.demo
    const printed = await runProgram('java', ['-cp', classPath.join(delimiter), 'Flow'], {
      environment,
      limitMs: 60_000,
    })
    return { warnings, compiledBy: 'Maven', printed }
  },
}
