import { parseArgs } from 'node:util'
import type { Config } from '../../config/config.ts'
import { type Scope, scopes } from '../../scopes.ts'
import { withStore } from '../../service/open-store.ts'
import { commandLineToken } from '../../service/token.ts'
import { UsageError } from '../usage-error.ts'
import { organisationNamed } from './organisation-named.ts'

/**
 * Prints a bearer token for the command line's account of an organisation, or with just the scopes that are named; works while
 * the service runs.
 */
export async function printToken(config: Config, args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { org: { type: 'string' }, scope: { type: 'string' } } })
  return withStore(config, async (store) => {
    const organisation = await organisationNamed(store, values.org)
    if (organisation.revokedAt !== undefined)
      throw new UsageError(`${organisation.name} was revoked: no token of it is accepted`)
    console.log(await commandLineToken(store, config, organisation, { scopes: scopesIn(values.scope) }))
    return 0
  })
}

/** `admin`, or several with a blank between them; each once, in one order, however they are given. */
function scopesIn(text: string | undefined): readonly Scope[] | undefined {
  if (text === undefined) return undefined
  const named = text.split(' ').filter((word) => word !== '')
  const stranger = named.find((word) => !scopes.some((scope) => scope === word))
  if (named.length === 0 || stranger !== undefined)
    throw new UsageError(`--scope is one or more of ${scopes.join(', ')}`)
  return scopes.filter((scope) => named.includes(scope))
}
