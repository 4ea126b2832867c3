import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { opened, SecretKeyWrong, sealed } from '../security/sealing.ts'

/**
 * Encrypts secrets of webhooks, and of clients in compatibility mode, for the database: under
 * SECRET_KEY, or beside the embedded database under a key in a separate file, so that neither the
 * database nor a copy of it reveals them. Source: docs/decisions/0028, docs/decisions/0053.
 */
export class SealedSecrets {
  readonly #secretKey: string | undefined
  /** Undefined for a database elsewhere, where no file can lie beside it. */
  readonly #file: string | undefined
  #fileKey: string | undefined

  constructor({ secretKey, database }: Pick<Config, 'secretKey' | 'database'>) {
    this.#secretKey = secretKey
    this.#file = database.kind === 'embedded' ? join(database.directory, 'webhooks.key') : undefined
  }

  /** False without a key: secrets are then stored in the clear. */
  get isEncrypting(): boolean {
    return this.#secretKey !== undefined || this.#file !== undefined
  }

  seal(secret: string): string {
    return sealed(secret, this.#secretKey ?? (this.#file && this.#keyIn(this.#file)))
  }

  /**
   * Throws `SecretKeyWrong` when the secret was encrypted under another key. Secrets from before
   * SECRET_KEY was set can be opened too.
   */
  open(text: string): string {
    const file = this.#file !== undefined && existsSync(this.#file) ? this.#file : undefined
    if (this.#secretKey === undefined) return opened(text, file && this.#keyIn(file))
    try {
      return opened(text, this.#secretKey)
    } catch (error) {
      if (!(error instanceof SecretKeyWrong) || file === undefined) throw error
      return opened(text, this.#keyIn(file))
    }
  }

  /** Read once, so that the first secret takes no longer to open than others. */
  #keyIn(file: string): string {
    this.#fileKey ??= keyIn(file)
    return this.#fileKey
  }
}

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
