import { parseArgs } from 'node:util'
import { v7 } from 'uuid'
import { keptSecret } from '../../api/compatibility/compatibility-parts.ts'
import { newSecret } from '../../api/identity/client-secret.ts'
import type { Config } from '../../config/config.ts'
import { scopes as allScopes, isScope } from '../../scopes.ts'
import { sealedSecrets } from '../../service/compatibility-parts.ts'
import { withStore } from '../../service/open-store.ts'
import type { Client } from '../../store/accounts/clients.ts'
import type { Store } from '../../store/store.ts'
import { UsageError } from '../usage-error.ts'
import { organisationNamed } from './organisation-named.ts'

/** `client add|list|rotate|revoke`: the programs that call for an organisation. A secret is printed once, here. */
export async function client(config: Config, args: readonly string[]): Promise<number> {
  const [verb = '', ...rest] = args
  const { values, positionals } = parseArgs({ args: rest, allowPositionals: true, options })
  const [name, ...more] = positionals
  if (more.length > 0 || (name === undefined) !== (verb === 'list')) throw new UsageError(forms)
  const scopes = scopesOf(values.scope)
  const overlapMs = overlapMsOf(values.overlap)
  return withStore(config, async (store) => {
    const organisation = await organisationNamed(store, values.org)
    const { secret, hash } = newSecret()
    const sealedSecret = keptSecret(organisation, secret, sealedSecrets(config))
    const order = { orgId: organisation.id, name: name ?? '', scopes, overlapMs, secret, hash, sealedSecret }
    for (const line of await carryOut(store, verb, order)) console.log(line)
    return 0
  })
}

const forms = 'say client list, client add NAME, client rotate ID or client revoke ID'

const options = {
  org: { type: 'string' },
  scope: { type: 'string', default: 'documents:read documents:write' },
  overlap: { type: 'string', default: '24' },
} as const

interface Order {
  readonly orgId: string
  /** Of the client to add, or the id of one that is there. */
  readonly name: string
  readonly scopes: readonly string[]
  readonly overlapMs: number
  /** For `add` and `rotate`. */
  readonly secret: string
  readonly hash: string
  /** In compatibility mode alone. */
  readonly sealedSecret: string | undefined
}

function scopesOf(text: string): readonly string[] {
  const scopes = text.split(/[ ,]+/).filter((scope) => scope !== '')
  if (scopes.length === 0 || !scopes.every(isScope)) {
    throw new UsageError(`--scope must be one or more of ${allScopes.join(' ')}`)
  }
  return scopes
}

function overlapMsOf(text: string): number {
  const hours = /^[0-9]{1,3}$/.test(text) ? Number(text) : Number.NaN
  if (!(hours <= hoursMax)) throw new UsageError(`--overlap must be hours from 0 to ${hoursMax}`)
  return hours * 3_600_000
}

const hoursMax = 720

/** Answers the lines to print. */
async function carryOut(store: Store, verb: string, order: Order): Promise<readonly string[]> {
  const { orgId, name } = order
  if (verb === 'list') return (await store.clients.list(orgId)).map(lineOf)
  if (verb === 'add') return addClient(store, order)
  if (verb === 'rotate') return rotateClient(store, order)
  if (verb !== 'revoke') throw new UsageError(forms)
  if (!(await store.clients.revoke(orgId, name, Date.now()))) throw new UsageError(`there is no client ${name}`)
  return ['The client gets no more tokens; those it has are refused within 30 seconds.']
}

async function addClient(store: Store, order: Order): Promise<readonly string[]> {
  const { orgId, name, scopes, secret, hash, sealedSecret } = order
  const added = { orgId, id: v7(), name, secretHash: hash, sealedSecret, scopes, createdAt: Date.now() }
  const { id } = await store.clients.add(added)
  return [`client_id      ${id}`, `client_secret  ${secret}`]
}

async function rotateClient(store: Store, order: Order): Promise<readonly string[]> {
  const { orgId, name, overlapMs, secret, hash, sealedSecret } = order
  const previousUntil = Date.now() + overlapMs
  if (!(await store.clients.replaceSecret({ orgId, id: name, secretHash: hash, sealedSecret, previousUntil }))) {
    throw new UsageError(`there is no client ${name}, or it was revoked`)
  }
  const until = `The secret before it is good until ${new Date(previousUntil).toISOString()}.`
  return [`client_id      ${name}`, `client_secret  ${secret}`, until]
}

function lineOf({ id, name, scopes, secretHash, sealedSecret, revokedAt }: Client): string {
  const state = revokedAt === undefined ? '' : `  revoked ${new Date(revokedAt).toISOString()}`
  const secret = secretHash === undefined ? '  without a secret' : ''
  const signature = sealedSecret === undefined ? '' : '  token by signature'
  return `${id}  ${name}  ${scopes.join(' ')}${secret}${signature}${state}`
}
