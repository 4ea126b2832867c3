import { findOrganisation } from '../store/accounts/organisations.ts'
import { openOutages } from '../store/outages.ts'
import type { Store } from '../store/store.ts'

/** Whether the documents of an organisation leave now. */
export interface Sending {
  /** False: new documents are checked and stored, and never sent. */
  readonly isOn: boolean
  /** The access points that are away: documents wait for them. */
  readonly away: readonly AwayAccessPoint[]
}

export interface AwayAccessPoint {
  /** Undefined: the only one, without a name. */
  readonly name: string | undefined
  /** ms since 1970. */
  readonly since: number
}

/** Undefined for an organisation that is gone. */
export async function sendingOf({ database }: Pick<Store, 'database'>, orgId: string): Promise<Sending | undefined> {
  const [organisation, outages] = await Promise.all([findOrganisation(database, orgId), openOutages(database)])
  if (organisation === undefined) return undefined
  const away = outages.filter(({ cause }) => cause === 'gateway')
  return {
    isOn: organisation.hasPhase2,
    away: away.map(({ accessPoint, startedAt }) => ({ name: accessPoint, since: startedAt })),
  }
}
