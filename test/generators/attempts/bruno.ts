import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from '../../support/processes/program.ts'
import type { Generator } from '../generator.ts'
import { npmPackages } from '../tools/npm.ts'

const version = '4.1.0'
const collection = fileURLToPath(new URL('../../../clients/bruno', import.meta.url))

/** No generator, but a reader of what we generate: it sends every request of our collection. */
export const bruno: Generator = {
  name: `Bruno ${version}`,
  known: [],
  async attempt({ folder, demo: { environment } }) {
    const tools = await npmPackages(`bruno-${version}`, [`@usebruno/cli@${version}`])
    const own = join(folder, 'collection')
    cpSync(collection, own, { recursive: true })
    const { SELFBILL_URL, SELFBILL_CLIENT_ID, SELFBILL_CLIENT_SECRET } = environment
    const variables = [
      `baseUrl=${SELFBILL_URL}`,
      `clientId=${SELFBILL_CLIENT_ID}`,
      `clientSecret=${SELFBILL_CLIENT_SECRET}`,
    ]
    const args = ['run', '-r', '--env', 'local', ...variables.flatMap((one) => ['--env-var', one])]
    const said = await runProgram(join(tools, 'node_modules/.bin/bru'), args, { cwd: own, limitMs: 180_000 })
    const [, requests = ''] = /Requests\D+(\d+) \(\d+ Passed\)/.exec(said) ?? []
    if (requests === '') throw new Error(`not every request passed:\n${said.slice(-4_000)}`)
    return { warnings: [], ran: `${requests} requests passed` }
  },
}
