import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { isSealed, openedOrUndefined, SecretKeyWrong, sealed } from '../security/sealing.ts'

/**
 * Encrypts secrets of webhooks, and of clients in compatibility mode, for the database: under
 * SECRET_KEY, or beside the embedded database under a key in a separate file, so that neither the
 * database nor a copy of it reveals them. Source: docs/decisions/0028, docs/decisions/0053.
 */
export class SealedSecrets {
  readonly #secretKey: string | undefined
  readonly #formerSecretKeys: readonly string[]
  /** Undefined for a database elsewhere, where no file can lie beside it. */
  readonly #file: string | undefined
  #fileKey: string | undefined

  constructor({ secretKey, formerSecretKeys, database }: KeyConfig) {
    this.#secretKey = secretKey
    this.#formerSecretKeys = formerSecretKeys
    this.#file = database.kind === 'embedded' ? secretKeyFile(database.directory) : undefined
  }

  /** False without a key: secrets are then stored in the clear. */
  get isEncrypting(): boolean {
    return this.#secretKey !== undefined || this.#file !== undefined
  }

  seal(secret: string): string {
    return sealed(secret, this.#secretKey ?? (this.#file && this.#keyIn(this.#file)))
  }

  /**
   * Undefined when the text was encrypted under a key that is lost: no caller can forget that.
   * Texts from before SECRET_KEY was set can be opened too. Source: docs/decisions/0188.
   */
  open(text: string): string | undefined {
    return this.read(text).secret
  }

  /** What `open` returns, with the name of the key that opened it. */
  read(text: string): Reading {
    if (!isSealed(text)) return { key: notEncrypted, secret: text }
    for (const { name, key } of this.#keys()) {
      const secret = openedOrUndefined(text, key)
      if (secret !== undefined) return { key: name, secret }
    }
    return { key: noKey, secret: undefined }
  }

  /** The key that encrypts first. */
  *#keys(): Generator<{ readonly name: string; readonly key: () => string | undefined }> {
    yield { name: secretKeyName, key: () => this.#secretKey }
    for (const [at, key] of this.#formerSecretKeys.entries()) yield { name: formerKeyName(at), key: () => key }
    yield { name: fileKeyName, key: () => this.#presentFileKey() }
  }

  /** Does not make the file: a new key opens nothing. */
  #presentFileKey(): string | undefined {
    return this.#file !== undefined && existsSync(this.#file) ? this.#keyIn(this.#file) : undefined
  }

  /** Read once, so that the first secret takes no longer to open than others. */
  #keyIn(file: string): string {
    this.#fileKey ??= keyIn(file)
    return this.#fileKey
  }
}

export interface Reading {
  /** The name of the key, `notEncrypted` or `noKey`. */
  readonly key: string
  readonly secret: string | undefined
}

/** The key of an embedded database for which no SECRET_KEY is set. */
export function secretKeyFile(directory: string): string {
  return join(directory, 'webhooks.key')
}

/** The key that encrypts now. */
export const secretKeyName = 'SECRET_KEY'
const fileKeyName = 'DATA_DIR/webhooks.key'
/** Stored before there was a key. */
export const notEncrypted = 'not encrypted'
/** The key is lost. */
export const noKey = 'no key'

/** Former keys are counted from 1, in the order of the setting. */
export function formerKeyName(at: number): string {
  return `SECRET_KEY_FORMER ${at + 1}`
}

type KeyConfig = Pick<Config, 'secretKey' | 'formerSecretKeys' | 'database'>

/**
 * Reads the key from the file; makes the file if it is missing, readable only by its owner and
 * synced to disk before use.
 */
function keyIn(path: string): string {
  if (!existsSync(path)) writeKey(path)
  const key = readFileSync(path, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/.test(key)) throw new SecretKeyWrong(`${path} does not hold a key`)
  return key
}

function writeKey(path: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, `${randomBytes(32).toString('hex')}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
