import { join } from 'node:path'
import { hasCommand, runProgram } from '../../support/processes/program.ts'
import type { Generator } from '../generator.ts'
import { generateClient, knownWarnings, openapiGeneratorVersion } from '../tools/openapi-generator.ts'

/** Built where there is a `dotnet`, otherwise only generated. */
export const csharp: Generator = {
  name: `openapi-generator ${openapiGeneratorVersion}, C#`,
  known: knownWarnings,
  async attempt(shop) {
    const warnings = await generateClient(shop, 'csharp')
    if (!(await hasCommand('dotnet', '--version'))) return { warnings }
    const project = join(shop.folder, 'client/src/Org.OpenAPITools')
    await runProgram('dotnet', ['build', '--nologo', '-v', 'quiet', project], { limitMs: 300_000 })
    return { warnings, compiledBy: 'dotnet build' }
  },
}
