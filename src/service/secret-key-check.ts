import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { openedWithAny, SecretKeyWrong } from '../security/sealing.ts'
import type { Database } from '../store/database/database.ts'
import { type SealedKind, sealedTexts } from '../store/sealed-texts.ts'
import { SealedSecrets } from './sealed-secrets.ts'

/** What `doctor` and `check` say about the key that encrypts secrets in the database. */
export interface SecretKeyCheck {
  readonly isFine: boolean
  /** A sentence without its full stop. */
  readonly said: string
}

/**
 * Tries the configured key on what is encrypted in the database, and keeps nothing of it. Undefined
 * where nothing is encrypted.
 */
export async function checkSecretKey(config: KeyConfig, database: Database): Promise<SecretKeyCheck | undefined> {
  const sealed = await countSealed(config, database)
  if (sealed.length === 0) return undefined
  const closed = sealed.flatMap(({ kind, unreadable, count }) =>
    unreadable === 0 ? [] : [`${unreadable} of ${count} ${kind}`],
  )
  const key = config.secretKey === undefined ? 'DATA_DIR/webhooks.key' : 'SECRET_KEY'
  if (closed.length === 0) return { isFine: true, said: `${key} opens ${list(sealed.map(({ kind }) => kind))}` }
  const isSet = config.secretKey !== undefined
  const problem = isSet ? 'SECRET_KEY does not open' : 'SECRET_KEY is not set, and no other key opens'
  return { isFine: false, said: `${problem} ${list(closed)}` }
}

/**
 * Logs one line at the start for each kind with texts that cannot be decrypted. A line for each
 * request would flood the log.
 */
export async function warnOfUnreadable(config: KeyConfig, { database, log }: Watched): Promise<void> {
  try {
    for (const { kind, unreadable, count } of await countSealed(config, database))
      if (unreadable > 0)
        log.error({ kind, unreadable, count }, 'SECRET_KEY does not open what the database has encrypted')
  } catch (error) {
    log.error({ err: error }, 'SECRET_KEY could not be tried on the database')
  }
}

interface Watched {
  readonly database: Database
  readonly log: Pick<Logger, 'error'>
}

/** What is encrypted, by its kind, and how much of it the key does not open. */
async function countSealed(config: KeyConfig, database: Database): Promise<readonly SealedCount[]> {
  const isOpen = openerOf(config)
  const found = await sealedTexts(database, Date.now())
  return found
    .filter(({ texts }) => texts.length > 0)
    .map(({ kind, texts }) => ({
      kind,
      count: texts.length,
      unreadable: texts.filter((text) => !isOpen(kind, text)).length,
    }))
}

interface SealedCount {
  readonly kind: SealedKind
  /** Up to a thousand. */
  readonly count: number
  readonly unreadable: number
}

/** Signing keys are under SECRET_KEY alone, the others also under DATA_DIR/webhooks.key. */
function openerOf(config: KeyConfig): (kind: SealedKind, text: string) => boolean {
  const secrets = new SealedSecrets(config)
  return (kind, text) => (kind === 'signing keys' ? opens(text, config) : secrets.open(text) !== undefined)
}

function opens(text: string, keys: KeyConfig): boolean {
  try {
    openedWithAny(text, keys)
    return true
  } catch (error) {
    if (!(error instanceof SecretKeyWrong)) throw error
    return false
  }
}

const list = (names: readonly string[]) => new Intl.ListFormat('en-GB').format(names)

type KeyConfig = Pick<Config, 'secretKey' | 'formerSecretKeys' | 'database'>
