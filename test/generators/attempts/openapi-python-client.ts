import { copyFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from '../../support/processes/program.ts'
import type { Generator } from '../generator.ts'
import { programFile } from '../programs.ts'
import { checkPython, pythonWith, typeChecker } from '../tools/python.ts'

const version = '0.29.1'
const settings = fileURLToPath(new URL('../../../clients/python/openapi-python-client.yml', import.meta.url))

export const openapiPythonClient: Generator = {
  name: `openapi-python-client ${version}`,
  isInSample: true,
  known: [
    {
      line: /^WARNING parsing POST \S+(\/batch|\/inbound|\/validate) .*Endpoint will not be generated/,
      why: 'it leaves out operations with a body of NDJSON or XML: batches, judging, and the door of the access point',
    },
  ],
  async attempt({ folder, document, demo: { environment } }) {
    // ruff formats the client that it generates.
    const packages = [`openapi-python-client==${version}`, 'ruff==0.17.6', ...typeChecker]
    const bin = await pythonWith(`openapi-python-client-${version}`, packages)
    const name = 'selfbill_client'
    const args = ['generate', '--path', document, '--config', settings, '--meta', 'none', '--output-path', name]
    const path = { PATH: [bin, process.env.PATH].join(delimiter) }
    const said = await runProgram(join(bin, 'openapi-python-client'), args, {
      cwd: folder,
      environment: path,
      limitMs: 120_000,
    })
    const program = 'flow.py'
    copyFileSync(programFile('openapi_python_client_flow.py'), join(folder, program))
    await checkPython(bin, folder, name, ['--follow-imports=silent', `${name}/api`, `${name}/models`, program])
    const printed = await runProgram(join(bin, 'python'), [program], { cwd: folder, environment, limitMs: 60_000 })
    const warnings = said.split('\n').filter((line) => /^(WARNING|ERROR|Unable)/.test(line))
    return { warnings, compiledBy: 'import, mypy', printed }
  },
}
