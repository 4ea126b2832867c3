import { parseArgs } from 'node:util'
import { v7 } from 'uuid'
import { versions } from '../../api/versions.ts'
import { compatibilityProblem, headerPrefixOf, readCompatibility, strictMode } from '../../compatibility.ts'
import type { Config } from '../../config/config.ts'
import { numberFormatProblem, usualNumberFormat } from '../../document/number-format.ts'
import { sealedSecrets } from '../../service/compatibility-parts.ts'
import { withStore } from '../../service/open-store.ts'
import type { Organisation, OrganisationChange } from '../../store/accounts/organisations.ts'
import { ConstraintFailure } from '../../store/database/database.ts'
import type { Store } from '../../store/store.ts'
import { UsageError } from '../usage-error.ts'
import { organisationNamed } from './organisation-named.ts'

/** `organisation add|list|show|set|revoke`: the organisations that share this service; works while it runs. */
export async function organisation(config: Config, args: readonly string[]): Promise<number> {
  const [verb = '', ...rest] = args
  const { values, positionals } = parseArgs({ args: rest, allowPositionals: true, options })
  const [name, ...more] = positionals
  if (more.length > 0 || (name === undefined) !== (verb === 'list')) throw new UsageError(forms)
  const change = changeOf(values, config)
  if (verb === 'set' && Object.keys(values).length === 0) throw new UsageError(`say what to set: ${settable}`)
  return withStore(config, async (store) => {
    for (const line of await carryOut({ store, config }, verb, name ?? '', change)) console.log(line)
    return 0
  })
}

const forms = 'say organisation list, or organisation add, show, set or revoke and one name'

const settable = '--name, --version, --phase2, --numbering, --number-format or --compatibility'

const options = {
  name: { type: 'string' },
  version: { type: 'string' },
  phase2: { type: 'string' },
  numbering: { type: 'string' },
  'number-format': { type: 'string' },
  compatibility: { type: 'string' },
} as const

type Values = { readonly [Option in keyof typeof options]?: string | undefined }

function changeOf(values: Values, config: Config): OrganisationChange {
  const format = values['number-format']
  const problem = format === undefined ? undefined : numberFormatProblem(format)
  if (problem !== undefined) throw new UsageError(`--number-format ${problem}`)
  if (values.version !== undefined && !Object.hasOwn(versions, values.version)) {
    throw new UsageError(`--version must be one of ${Object.keys(versions).join(', ')}`)
  }
  return {
    name: values.name,
    defaultApiVersion: values.version,
    hasPhase2: isOn('--phase2', values.phase2),
    hasAutoNumbering: isOn('--numbering', values.numbering),
    numberFormat: format,
    compatibility: compatibilityOf(values.compatibility, config),
  }
}

function compatibilityOf(value: string | undefined, config: Config): string | undefined {
  if (value === undefined) return undefined
  const setting = readCompatibility(value)
  if (setting === undefined) throw new UsageError(`--compatibility ${compatibilityProblem}`)
  if (setting !== strictMode && !sealedSecrets(config).isPossible) {
    throw new UsageError('--compatibility needs SECRET_KEY, which encrypts the secrets of clients')
  }
  return setting
}

function isOn(option: string, value: string | undefined): boolean | undefined {
  if (value !== undefined && value !== 'on' && value !== 'off') throw new UsageError(`${option} must be on or off`)
  return value === undefined ? undefined : value === 'on'
}

/** Answers the lines to print. */
async function carryOut(
  { store, config }: { readonly store: Store; readonly config: Config },
  verb: string,
  name: string,
  change: OrganisationChange,
): Promise<readonly string[]> {
  if (verb === 'list') return (await store.organisations.list()).map(lineOf)
  if (verb === 'add') return [(await added(store, name, change)).id]
  const known = await organisationNamed(store, name)
  if (verb === 'show') return factsOf(known, config)
  if (verb === 'set') {
    const facts = factsOf(await changed(store, known, change), config)
    const isOn = change.compatibility !== undefined && change.compatibility !== strictMode
    return isOn ? [...facts, ...(await clientsToRotate(store, known))] : facts
  }
  if (verb !== 'revoke') throw new UsageError(forms)
  await store.organisations.revoke(known.id, Date.now())
  return [`No account of ${known.name} is let in any more; what it sent goes on its way.`]
}

async function added(store: Store, name: string, change: OrganisationChange): Promise<Organisation> {
  return unlessTaken(name, () =>
    store.organisations.create({
      id: v7(),
      name,
      defaultApiVersion: change.defaultApiVersion ?? '20260101',
      hasPhase2: change.hasPhase2 ?? true,
      hasAutoNumbering: change.hasAutoNumbering ?? true,
      numberFormat: change.numberFormat,
      compatibility: change.compatibility,
      createdAt: Date.now(),
    }),
  )
}

async function changed(store: Store, known: Organisation, change: OrganisationChange): Promise<Organisation> {
  return (await unlessTaken(change.name ?? '', () => store.organisations.change(known.id, change))) ?? known
}

async function unlessTaken<Result>(name: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof ConstraintFailure) throw new UsageError(`there is an organisation "${name}" already`)
    throw error
  }
}

/** Secrets from before the mode are digests: their clients go on with POST /oauth/token and cannot sign. */
async function clientsToRotate(store: Store, { id: orgId, name }: Organisation): Promise<readonly string[]> {
  const clients = (await store.clients.list(orgId)).filter(
    (one) => one.secretHash !== undefined && one.sealedSecret === undefined && one.revokedAt === undefined,
  )
  if (clients.length === 0) return []
  return [
    '',
    'These clients keep their secrets and go on as before. One that is to ask for tokens by signature needs a new secret:',
    ...clients.map((client) => `  selfbill client rotate ${client.id} --org '${name}'    # ${client.name}`),
  ]
}

function lineOf(organisation: Organisation): string {
  const { id, name, defaultApiVersion, hasPhase2, revokedAt } = organisation
  const state = revokedAt === undefined ? `phase 2 ${onOff(hasPhase2)}` : 'revoked'
  return `${id}  ${name}  ${defaultApiVersion}  ${state}`
}

function factsOf({ id, name, ...facts }: Organisation, config: Config): readonly string[] {
  return [
    `id             ${id}`,
    `name           ${name}`,
    `version        ${facts.defaultApiVersion}`,
    `phase2         ${onOff(facts.hasPhase2)}`,
    `numbering      ${onOff(facts.hasAutoNumbering)}`,
    `number-format  ${facts.numberFormat ?? usualNumberFormat}`,
    `compatibility  ${headerPrefixOf(facts.compatibility, config.compatibility) ?? strictMode}`,
    `created        ${new Date(facts.createdAt).toISOString()}`,
    ...(facts.revokedAt === undefined ? [] : [`revoked        ${new Date(facts.revokedAt).toISOString()}`]),
  ]
}

function onOff(flag: boolean): string {
  return flag ? 'on' : 'off'
}
