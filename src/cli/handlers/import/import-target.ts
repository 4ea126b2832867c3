import type { Family } from '@selfbill/pint-ae/document'
import { versionOf } from '../../../api/versions.ts'
import { BatchMemory } from '../../../application/batch-memory.ts'
import { gatheredParts } from '../../../application/issue-many.ts'
import { headerPrefixOf } from '../../../compatibility/header-prefix.ts'
import type { Config } from '../../../config/config.ts'
import type { DateOrder } from '../../../document-files/cell-dates.ts'
import { requireDatabase } from '../../../service/open-store.ts'
import { buildService, type Service } from '../../../service/service.ts'
import { findProfile } from '../../../store/accounts/profiles.ts'
import type { OrgOption } from '../../org-option.ts'
import { Refused } from '../../refused.ts'
import type { Terminal } from '../../terminal.ts'
import { findOrganisation } from '../find-organisation.ts'
import type { ImportTarget } from './import-one.ts'

/** How files are imported. */
export interface ImportOptions extends OrgOption {
  /** The id of a business profile. */
  readonly profile: string
  readonly family: Family
  readonly encoding?: string | undefined
  readonly dates?: DateOrder | undefined
  readonly dryRun?: true | undefined
  /** Read by `readRows`. */
  readonly issuedRows?: readonly number[] | undefined
}

export type Target = Omit<ImportTarget, 'sha256' | 'encoding' | 'onWait'> &
  Pick<ImportOptions, 'issuedRows'> & { readonly terminal: Terminal }

export interface Running {
  readonly service: Service
  readonly target: Target
}

/** Opens the service, and finds the organisation and its profile. */
export async function start(terminal: Terminal, config: Config, options: ImportOptions): Promise<Running> {
  await requireDatabase(config)
  const service = await buildService(config, undefined, { mustExist: true })
  try {
    return { service, target: { ...(await targetOf(service, config, options)), terminal } }
  } catch (error) {
    await service.stop()
    throw error
  }
}

async function targetOf({ parts }: Service, config: Config, options: ImportOptions): Promise<Omit<Target, 'terminal'>> {
  const { profile, family, org, dryRun, issuedRows } = options
  const organisation = await findOrganisation(parts.store, org)
  if ((await findProfile(parts.store.database, organisation.id, profile)) === undefined)
    throw new Refused(`${organisation.name} has no business profile ${profile}`)
  return {
    parts: gatheredParts(parts, dryRun === true ? new BatchMemory() : undefined),
    orgId: organisation.id,
    version: versionOf(undefined, organisation.defaultApiVersion) ?? '20260101',
    isCompatible: headerPrefixOf(organisation.compatibility, config.compatibility) !== undefined,
    family,
    profile,
    issuedRows,
  }
}
