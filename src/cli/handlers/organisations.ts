import { instantAt } from '@selfbill/pint-ae/document'
import { v7 } from 'uuid'
import { answeredOrganisation } from '../../api/operations/administration/organisation-shape.ts'
import { compatibilityProblem, readCompatibility, strictMode } from '../../compatibility/header-prefix.ts'
import type { Config } from '../../config/config.ts'
import { auditCommand } from '../../service/audit-command.ts'
import { sealedSecrets } from '../../service/compatibility-parts.ts'
import { withStore } from '../../service/open-store.ts'
import { clientsOf } from '../../store/accounts/clients.ts'
import {
  allOrganisations,
  type OrganisationChange,
  revokeOrganisation as revoke,
  addOrganisation as storeOrganisation,
  updateOrganisation,
} from '../../store/accounts/organisations.ts'
import { failedConstraint } from '../../store/constraints.ts'
import { type Retention, retentionOf } from '../../store/keeping/retentions.ts'
import { isConfirmed, type YesOption } from '../confirm.ts'
import { printable } from '../printable.ts'
import { Refused } from '../refused.ts'
import { type JsonOption, printJson, printRows } from '../rows.ts'
import type { Terminal } from '../terminal.ts'
import { UsageError } from '../usage-error.ts'
import { findOrganisation } from './find-organisation.ts'
import { clientsToRotate, organisationColumns, organisationFacts, organisationRow } from './organisation-lines.ts'

// The organisations that share the service.

export async function listOrganisations(terminal: Terminal, config: Config, form: JsonOption): Promise<number> {
  return withStore(config, async (store) => {
    printRows(terminal, (await allOrganisations(store.database)).map(organisationRow), organisationColumns, form)
    return 0
  })
}

export async function showOrganisation(
  terminal: Terminal,
  config: Config,
  name: string,
  { json }: JsonOption,
): Promise<number> {
  return withStore(config, async (store) => {
    const found = await findOrganisation(store, name)
    const retention = await retentionOf(store.database, found.id)
    if (json !== true) return print(terminal, organisationFacts(found, retention, config))
    const answered = answeredOrganisation(found, retention, { serviceWide: config.compatibility })
    printJson(terminal, { ...answered, revoked_at: found.revokedAt === undefined ? null : instantAt(found.revokedAt) })
    return 0
  })
}

/** Prints the id of the new organisation. */
export async function addOrganisation(
  terminal: Terminal,
  config: Config,
  name: string,
  options: Settings,
): Promise<number> {
  const settings = changeFromOptions(options, config)
  return withStore(config, async (store) => {
    const { id } = await refuseDuplicate(name, () =>
      storeOrganisation(store.database, {
        id: v7(),
        name,
        defaultApiVersion: settings.defaultApiVersion ?? '20260101',
        hasPhase2: settings.hasPhase2 ?? true,
        hasAutoNumbering: settings.hasAutoNumbering ?? true,
        numberFormat: settings.numberFormat,
        compatibility: settings.compatibility,
        createdAt: Date.now(),
      }),
    )
    await updateOrganisation(store.database, id, { retention: settings.retention })
    await auditCommand(store, {
      orgId: id,
      action: 'createOrganisation',
      target: { kind: 'organisation', id },
      detail: { name },
    })
    return print(terminal, [id])
  })
}

/**
 * Prints all settings; after a switch to compatibility mode also the clients that need a new
 * secret.
 */
export async function changeOrganisation(
  terminal: Terminal,
  config: Config,
  name: string,
  { yes, ...options }: Settings & YesOption,
): Promise<number> {
  const change = changeFromOptions(options, config)
  if (Object.keys(options).length === 0) throw new UsageError(`name a setting: ${settingOptions}`)
  return withStore(config, async (store) => {
    const known = await findOrganisation(store, name)
    const question = removalQuestion(known.name, options, await retentionOf(store.database, known.id))
    if (question !== undefined && !(await isConfirmed(terminal, question, { yes }))) return 1
    const changed = await refuseDuplicate(change.name ?? '', () => updateOrganisation(store.database, known.id, change))
    const { id } = known
    await auditCommand(store, {
      orgId: id,
      action: 'changeOrganisation',
      target: { kind: 'organisation', id },
      detail: { ...options },
    })
    const { organisation, retention } = changed ?? {
      organisation: known,
      retention: await retentionOf(store.database, id),
    }
    print(terminal, organisationFacts(organisation, retention, config))
    const isSwitchedOn = change.compatibility !== undefined && change.compatibility !== strictMode
    return print(
      terminal,
      isSwitchedOn ? clientsToRotate(organisation.name, await clientsOf(store.database, known.id)) : [],
    )
  })
}

export async function revokeOrganisation(
  terminal: Terminal,
  config: Config,
  name: string,
  { yes }: YesOption,
): Promise<number> {
  return withStore(config, async (store) => {
    const known = await findOrganisation(store, name)
    const { id } = known
    if (!(await isConfirmed(terminal, `Lock out every account of ${printable(known.name)}?`, { yes }))) return 1
    await revoke(store.database, id, Date.now())
    await auditCommand(store, { orgId: id, action: 'revokeOrganisation', target: { kind: 'organisation', id } })
    return print(terminal, [
      `Every account of ${known.name} is locked out; documents on their way are still delivered.`,
    ])
  })
}

interface Settings {
  readonly name?: string | undefined
  readonly version?: string | undefined
  readonly phase2?: 'on' | 'off' | undefined
  readonly numbering?: 'on' | 'off' | undefined
  readonly numberFormat?: string | undefined
  readonly compatibility?: string | undefined
  readonly retention?: number | undefined
  readonly removeAfterRetention?: 'on' | 'off' | undefined
}

/** Asked when more content would be removed than before. Undefined: no more is. */
function removalQuestion(
  name: string,
  { retention: years, removeAfterRetention }: Settings,
  before: Retention,
): string | undefined {
  if (removeAfterRetention === 'on')
    return `Remove the content of documents of ${printable(name)} after their retention, for good?`
  if (!before.removes || removeAfterRetention === 'off' || years === undefined || years >= before.years)
    return undefined
  return (
    `Keep documents of ${printable(name)} for ${years} years instead of ${before.years}, and remove the content of ` +
    'older ones, for good?'
  )
}

const settingOptions =
  '--name, --version, --phase2, --numbering, --number-format, --compatibility, --retention or --remove-after-retention'

function changeFromOptions(options: Settings, config: Config): OrganisationChange {
  return {
    name: options.name,
    defaultApiVersion: options.version,
    hasPhase2: isOn(options.phase2),
    hasAutoNumbering: isOn(options.numbering),
    numberFormat: options.numberFormat,
    compatibility: compatibilityFromOption(options.compatibility, config),
    retention: { years: options.retention, removes: isOn(options.removeAfterRetention) },
  }
}

function isOn(state: 'on' | 'off' | undefined): boolean | undefined {
  return state === undefined ? undefined : state === 'on'
}

function compatibilityFromOption(value: string | undefined, config: Config): string | undefined {
  if (value === undefined) return undefined
  const setting = readCompatibility(value)
  if (setting === undefined) throw new UsageError(`--compatibility ${compatibilityProblem}`)
  if (setting !== strictMode && !sealedSecrets(config).isPossible) {
    throw new UsageError('--compatibility needs SECRET_KEY, which encrypts the secrets of clients')
  }
  return setting
}

async function refuseDuplicate<Result>(name: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (failedConstraint(error) === 'organisation_name') throw new Refused(`there is an organisation "${name}" already`)
    throw error
  }
}

function print(terminal: Terminal, lines: readonly string[]): number {
  for (const line of lines) terminal.print(printable(line))
  return 0
}
