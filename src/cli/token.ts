import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import { withStore } from '../service/open-store.ts'
import { commandLineToken } from '../service/token.ts'
import { organisationNamed } from './organisation.ts'

/** Prints a bearer token for the command line's account of an organisation; works while the service runs. */
export async function printToken(config: Config, args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { org: { type: 'string' } } })
  return withStore(config, async (store) => {
    console.log(await commandLineToken(store, config, await organisationNamed(store, values.org)))
    return 0
  })
}
