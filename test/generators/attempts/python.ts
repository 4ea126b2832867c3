import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram } from '../../support/processes/program.ts'
import type { Generator } from '../generator.ts'
import { programFile } from '../programs.ts'
import { generateClient, knownWarnings, openapiGeneratorVersion } from '../tools/openapi-generator.ts'
import { checkPython, pythonWith, typeChecker } from '../tools/python.ts'

export const python: Generator = {
  name: `openapi-generator ${openapiGeneratorVersion}, Python`,
  known: [
    ...knownWarnings,
    { line: /Failed to get the schema name: null/, why: 'it says of every document that a schema has no name' },
    {
      line: /From \(reserved word\) cannot be used as model name/,
      why: 'it renames the member `from`, a word of Python',
    },
  ],
  async attempt(shop) {
    const bin = await pythonWith('openapi-generator-client', [...requirements, ...typeChecker])
    const warnings = await generateClient(shop, 'python')
    const folder = join(shop.folder, 'client')
    const program = 'flow.py'
    copyFileSync(programFile('openapi_generator_flow.py'), join(folder, program))
    await checkPython(bin, folder, 'openapi_client', ['openapi_client', program])
    const { environment } = shop.demo
    const printed = await runProgram(join(bin, 'python'), [program], { cwd: folder, environment, limitMs: 60_000 })
    return { warnings, compiledBy: 'import, mypy', printed }
  },
}

/** What the generated client asks for. */
const requirements = ['urllib3>=2.7.0,<3', 'python_dateutil>=2.8.2', 'pydantic>=2.11', 'typing-extensions>=4.7.1']
