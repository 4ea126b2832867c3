import { instantAt, usualNumberFormat } from '@selfbill/pint-ae/document'
import { headerPrefixOf, strictMode } from '../../compatibility/header-prefix.ts'
import type { Config } from '../../config/config.ts'
import type { Client } from '../../store/accounts/clients.ts'
import type { Organisation } from '../../store/accounts/organisations.ts'
import type { Retention } from '../../store/keeping/retentions.ts'
import { quoted } from '../printable.ts'

/** An organisation as `organisation list` prints it. */
export function organisationRow(organisation: Organisation) {
  return {
    org_id: organisation.id,
    name: organisation.name,
    default_api_version: organisation.defaultApiVersion,
    phase_2_enabled: organisation.hasPhase2,
    created_at: instantAt(organisation.createdAt),
    revoked_at: organisation.revokedAt === undefined ? null : instantAt(organisation.revokedAt),
  }
}

export const organisationColumns = ['org_id', 'name', 'default_api_version', 'phase_2_enabled', 'revoked_at'] as const

/** The settings of an organisation, a line each. */
export function organisationFacts(
  organisation: Organisation,
  { years, removes, hold }: Retention,
  config: Config,
): readonly string[] {
  const { compatibility, createdAt, revokedAt } = organisation
  return [
    `id             ${organisation.id}`,
    `name           ${organisation.name}`,
    `version        ${organisation.defaultApiVersion}`,
    `phase2         ${onOff(organisation.hasPhase2)}`,
    `numbering      ${onOff(organisation.hasAutoNumbering)}`,
    `number-format  ${organisation.numberFormat ?? usualNumberFormat}`,
    `compatibility  ${headerPrefixOf(compatibility, config.compatibility) ?? strictMode}`,
    `retention      ${years} years, then ${removes ? 'content is removed' : 'nothing is removed'}`,
    ...(hold === undefined ? [] : [`legal-hold     ${hold.reason} (${hold.heldBy})`]),
    `created        ${new Date(createdAt).toISOString()}`,
    ...(revokedAt === undefined ? [] : [`revoked        ${new Date(revokedAt).toISOString()}`]),
  ]
}

/**
 * Clients whose secret the store keeps only as a hash: they still get tokens from POST
 * /oauth/token, but cannot sign until their secret is rotated.
 */
export function clientsToRotate(organisation: string, clients: readonly Client[]): readonly string[] {
  const hashed = clients.filter(
    (client) => client.secretHash !== undefined && client.sealedSecret === undefined && client.revokedAt === undefined,
  )
  if (hashed.length === 0) return []
  return [
    '',
    'These clients keep their secrets and work as before. To get tokens by signature, a client needs a new secret:',
    ...hashed.map(
      (client) => `  selfbill client rotate ${client.id} --org ${quoted(organisation)}    # ${client.name}`,
    ),
  ]
}

function onOff(flag: boolean): string {
  return flag ? 'on' : 'off'
}
