import { v7 } from 'uuid'
import { keptSecret } from '../../api/compatibility/compatibility-parts.ts'
import { newSecret } from '../../api/identity/client-secret.ts'
import { answeredClient } from '../../api/operations/administration/client-shape.ts'
import type { Config } from '../../config/config.ts'
import type { Scope } from '../../security/scopes.ts'
import { auditCommand } from '../../service/audit-command.ts'
import { sealedSecrets } from '../../service/compatibility-parts.ts'
import { withStore } from '../../service/open-store.ts'
import { type Rotation, replaceClientSecret } from '../../store/accounts/client-secrets.ts'
import {
  type Client,
  clientsOf,
  revokeClient as revoke,
  addClient as storeClient,
} from '../../store/accounts/clients.ts'
import type { Organisation } from '../../store/accounts/organisations.ts'
import { FormerSecretsFull, formerSecretsMax } from '../../store/former-secrets.ts'
import type { Store } from '../../store/store.ts'
import type { OrgOption } from '../org-option.ts'
import { Refused } from '../refused.ts'
import { type JsonOption, printRows } from '../rows.ts'
import type { Terminal } from '../terminal.ts'
import { findOrganisation } from './find-organisation.ts'

/** The programs that call for an organisation. */
export async function listClients(
  terminal: Terminal,
  config: Config,
  { org, ...form }: OrgOption & JsonOption,
): Promise<number> {
  return withStore(config, async (store) => {
    const { id } = await findOrganisation(store, org)
    const now = Date.now()
    const rows = (await clientsOf(store.database, id)).map((client) => ({
      ...answeredClient(client, now),
      has_secret: client.secretHash !== undefined,
    }))
    const columns = ['client_id', 'name', 'scope', 'has_secret', 'token_by_signature', 'revoked_at'] as const
    printRows(terminal, rows, columns, form)
    return 0
  })
}

/**
 * The secret is printed here once; the store keeps only its hash, and its ciphertext in
 * compatibility mode.
 */
export async function addClient(
  terminal: Terminal,
  config: Config,
  name: string,
  { org, scope }: AddOptions,
): Promise<number> {
  return withStore(config, async (store) => {
    const organisation = await findOrganisation(store, org)
    const { secret, secretHash, sealedSecret } = secretFor(organisation, config)
    const added = {
      orgId: organisation.id,
      id: v7(),
      name,
      secretHash,
      sealedSecret,
      scopes: scope,
      createdAt: Date.now(),
    }
    const { id } = await storeClient(store.database, added)
    await auditCommand(store, {
      orgId: organisation.id,
      action: 'createClient',
      target: { kind: 'client', id },
      detail: { name, scope: scope.join(' ') },
    })
    printCredentials(terminal, id, secret)
    return 0
  })
}

export async function rotateClient(
  terminal: Terminal,
  config: Config,
  id: string,
  { org, overlap }: RotateOptions,
): Promise<number> {
  return withStore(config, async (store) => {
    const organisation = await findOrganisation(store, org)
    const { secret, secretHash, sealedSecret } = secretFor(organisation, config)
    const now = Date.now()
    const overlapMs = overlap * 3_600_000
    const rotation = { orgId: organisation.id, id, secretHash, sealedSecret, overlapMs, now }
    if ((await replaceOrRefuse(store, rotation)) === undefined) {
      throw new Refused(`there is no client ${id}, or it was revoked`)
    }
    await auditCommand(store, { orgId: organisation.id, action: 'rotateClient', target: { kind: 'client', id } })
    printCredentials(terminal, id, secret)
    terminal.print(
      overlapMs === 0
        ? 'All former secrets have ended.'
        : `The old secret stays valid until ${new Date(now + overlapMs).toISOString()}.`,
    )
    return 0
  })
}

async function replaceOrRefuse(store: Store, rotation: Rotation): Promise<Client | undefined> {
  try {
    return await replaceClientSecret(store.database, rotation)
  } catch (error) {
    if (!(error instanceof FormerSecretsFull)) throw error
    throw new Refused(
      `the client has ${formerSecretsMax} former secrets that are still valid, one until ` +
        `${new Date(error.until).toISOString()}: rotate again then, or now with --overlap 0, which ends all of them`,
    )
  }
}

export async function revokeClient(
  terminal: Terminal,
  config: Config,
  id: string,
  { org }: OrgOption,
): Promise<number> {
  return withStore(config, async (store) => {
    const organisation = await findOrganisation(store, org)
    if (!(await revoke(store.database, organisation.id, id, Date.now()))) throw new Refused(`there is no client ${id}`)
    await auditCommand(store, { orgId: organisation.id, action: 'revokeClient', target: { kind: 'client', id } })
    terminal.print('The client gets no more tokens; those it has are refused within 30 seconds.')
    return 0
  })
}

interface AddOptions extends OrgOption {
  readonly scope: readonly Scope[]
}

interface RotateOptions extends OrgOption {
  /** Hours. */
  readonly overlap: number
}

function secretFor(organisation: Organisation, config: Config) {
  const { secret, hash } = newSecret()
  return { secret, secretHash: hash, sealedSecret: keptSecret(organisation, secret, sealedSecrets(config)) }
}

function printCredentials(terminal: Terminal, id: string, secret: string): void {
  terminal.print(`client_id      ${id}`)
  terminal.print(`client_secret  ${secret}`)
}
