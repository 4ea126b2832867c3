import { existsSync } from 'node:fs'
import type { Config } from '../../../config/config.ts'
import { isUnderSecretKey, tallyKeys } from '../../../service/reseal.ts'
import { noKey, notEncrypted, secretKeyFile } from '../../../service/sealed-secrets.ts'
import { checkSecretKey } from '../../../service/secret-key-check.ts'
import type { Database } from '../../../store/database/database.ts'
import { plainSecrets } from '../../../store/plain-secrets.ts'
import { type Diagnosis, fine, warning, wrong } from './diagnosis.ts'

/** Whether SECRET_KEY opens what is encrypted, and what it has not encrypted. */
export async function diagnoseSecrets(config: Config, database: Database): Promise<readonly Diagnosis[]> {
  const check = await checkSecretKey(config, database)
  const opening =
    check === undefined ? [] : [check.isFine ? fine(encrypted, check.said) : wrong(encrypted, check.said, secretRepair)]
  const plain = config.secretKey === undefined ? [] : await plainSecrets(database, Date.now())
  const known = [...opening, ...(await diagnoseFormerKeys(config, database))]
  if (plain.length === 0) return known
  const counts = new Intl.ListFormat('en-GB').format(plain.map(({ kind, count }) => `${count} ${kind}`))
  const said = `${counts} are stored as they are: they are from before SECRET_KEY was set`
  return [...known, warning('secrets that are not encrypted', said, plainRepair)]
}

/** Whether former keys are needed; what no key opens, or is not encrypted, has its own lines. */
async function diagnoseFormerKeys(config: Config, database: Database): Promise<readonly Diagnosis[]> {
  if (!hasFormerKeys(config)) return []
  const tallies = await tallyKeys({ database, blobs: undefined }, config)
  const former = tallies.filter((tally) => !isUnderSecretKey(tally) && ![noKey, notEncrypted].includes(tally.key))
  // The key of what nothing opens may be a former one.
  if (former.length === 0 && tallies.some(({ key }) => key === noKey)) return []
  if (former.length === 0) return [fine(formerKeys, 'The database needs no former key any more')]
  const counts = former.map(({ kind, key, count }) => `${count} ${kind} (${key})`)
  const said = `Still encrypted under a former key: ${new Intl.ListFormat('en-GB').format(counts)}`
  return [warning(formerKeys, said, resealRepair)]
}

/** SECRET_KEY replaces DATA_DIR/webhooks.key, too. */
function hasFormerKeys({ secretKey, formerSecretKeys, database }: Config): boolean {
  if (secretKey === undefined) return false
  return formerSecretKeys.length > 0 || (database.kind === 'embedded' && existsSync(secretKeyFile(database.directory)))
}

const formerKeys = 'former keys'

/** Whether the database needs another SECRET_KEY, or one at all. */
export function isKeyMissed(found: readonly Diagnosis[]): boolean {
  return found.some(({ what, state }) => what === encrypted && state === 'wrong')
}

const encrypted = 'encrypted secrets'

const secretRepair =
  'Set SECRET_KEY to the key of the other instances, or to the copy that you keep apart from backups. If it ' +
  'was changed, name the one from before in SECRET_KEY_FORMER; the embedded database may need DATA_DIR/webhooks.key, ' +
  'too. If it is lost: docs/operating.md, "A lost SECRET_KEY"'

const resealRepair =
  'Run selfbill keys reseal on an instance with the new SECRET_KEY, and remove the former key when it says that ' +
  'none is needed'

const plainRepair =
  'Run selfbill keys reseal, which encrypts them. Copies of the database from before still have them: if somebody ' +
  'may have one, run selfbill keys rotate --at-once (all tokens end) and rotate each webhook, too'
