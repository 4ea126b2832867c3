import type { Config } from '../config/config.ts'
import { allOrganisations } from '../store/accounts/organisations.ts'
import { resealObjects } from '../store/blobs/reseal-objects.ts'
import type { Database } from '../store/database/database.ts'
import {
  changedTexts,
  countedPage,
  countedRows,
  replaceSealed,
  type SealedRow,
  type SealedTableName,
  sealedPage,
  sealedRow,
  sealedTables,
  textsOf,
} from '../store/sealed-rows.ts'
import type { Store } from '../store/store.ts'
import { formerKeyName, noKey, notEncrypted, SealedSecrets, secretKeyName } from './sealed-secrets.ts'

/** How many texts of a kind a key opens. */
export interface KeyTally {
  readonly kind: string
  readonly key: string
  readonly count: number
}

/**
 * Encrypts under SECRET_KEY whatever a former key opens, or was stored before there was a key, in
 * the database and in the object store: page by page, one organisation after the other. What was
 * changed since it was read is read again, so a running service loses nothing. What no key opens
 * stays. A run that was stopped does no harm: the next one passes over what is done.
 */
export async function resealAll({ database, blobs }: Sealed, config: KeyConfig, report: Progress): Promise<void> {
  const secrets = new SealedSecrets(config)
  await resealTable({ database, secrets, name: 'signing_keys', orgId: '', report })
  for (const { id: orgId } of await allOrganisations(database)) {
    for (const name of tablesOfOrganisations) await resealTable({ database, secrets, name, orgId, report })
    if (blobs) await resealObjects(database, blobs, orgId, { isDryRun: false, count: () => report(1) })
  }
}

/** How many texts each key opens now, in the database and, unless left out, in the object store. */
export async function tallyKeys(
  { database, blobs }: Sealed,
  config: KeyConfig,
  report: Progress = () => undefined,
): Promise<readonly KeyTally[]> {
  const secrets = new SealedSecrets(config)
  const counts = new Map<string, KeyTally>()
  const add = (kind: string, key: string) => {
    const count = (counts.get(`${kind}\n${key}`)?.count ?? 0) + 1
    counts.set(`${kind}\n${key}`, { kind, key, count })
  }
  const tally = (name: SealedTableName, orgId: string) => tallyTable({ database, secrets, name, orgId, report }, add)
  await tally('signing_keys', '')
  for (const { id: orgId } of await allOrganisations(database)) {
    for (const name of tablesOfOrganisations) await tally(name, orgId)
    const count = (at: number | undefined) => {
      report(1)
      add(objectKind, objectKeyName(config, at))
    }
    if (blobs) await resealObjects(database, blobs, orgId, { isDryRun: true, count })
  }
  return [...counts.values()]
}

/** Whether SECRET_KEY encrypts it: a former key may go when that is true of all. */
export function isUnderSecretKey({ key }: KeyTally): boolean {
  return key === secretKeyName
}

/** Counts the references of rows: a few may name the same object. */
const objectKind = 'objects'

type Sealed = Pick<Store, 'database' | 'blobs'>
type KeyConfig = Pick<Config, 'secretKey' | 'formerSecretKeys' | 'database'>
/** Called with the number of texts that were looked at since the last call. */
export type Progress = (texts: number) => void

interface OneTable {
  readonly database: Database
  readonly secrets: SealedSecrets
  readonly name: SealedTableName
  readonly orgId: string
  readonly report: Progress
}

const tablesOfOrganisations = ['webhooks', 'clients', 'drafts', 'approvals'] as const satisfies readonly Exclude<
  SealedTableName,
  'signing_keys'
>[]

async function resealTable(table: OneTable): Promise<void> {
  const { database, name, orgId, report } = table
  let after = ''
  for (;;) {
    const page = await sealedPage(database, name, orgId, after)
    await resealRows(table, page)
    report(page.length)
    after = page.at(-1)?.id ?? after
    if (page.length < sealedTables[name].pageRows) return
  }
}

/** Rows that were changed since they were read are read again. */
async function resealRows(table: OneTable, rows: readonly SealedRow[]): Promise<void> {
  const { database, name, orgId } = table
  let left = rows
  while (left.length > 0) {
    const stale = left.filter((row) => textsOf(name, row).some((text) => isStale(table, text)))
    if (stale.length === 0) return
    const results = await database.transaction(
      stale.map((row) =>
        replaceSealed(
          name,
          orgId,
          row,
          changedTexts(name, row, (text) => resealed(table, text)),
        ),
      ),
    )
    const lost = stale.filter((_, at) => results[at]?.length === 0)
    const again = await Promise.all(lost.map(({ id }) => sealedRow(database, name, orgId, id)))
    left = again.filter((row) => row !== undefined)
  }
}

function isStale({ secrets }: OneTable, text: string): boolean {
  const { key } = secrets.read(text)
  return key !== secretKeyName && key !== noKey
}

function resealed({ secrets }: OneTable, text: string): string {
  const { key, secret } = secrets.read(text)
  return secret === undefined || key === secretKeyName ? text : secrets.seal(secret)
}

async function tallyTable(
  { database, secrets, name, orgId, report }: OneTable,
  add: (kind: string, key: string) => void,
): Promise<void> {
  const { kind } = sealedTables[name]
  const now = Date.now()
  let after = ''
  for (;;) {
    const page = await countedPage(database, name, orgId, { after, now })
    for (const row of page) for (const text of textsOf(name, row)) add(kind, secrets.read(text).key)
    report(page.length)
    after = page.at(-1)?.id ?? after
    if (page.length < countedRows) return
  }
}

/** The names of `Blobs.namesOf`: of SECRET_KEY, of each former key, and without a key. */
function objectKeyName({ formerSecretKeys }: KeyConfig, at: number | undefined): string {
  if (at === undefined) return noKey
  if (at === 0) return secretKeyName
  return at > formerSecretKeys.length ? notEncrypted : formerKeyName(at - 1)
}
