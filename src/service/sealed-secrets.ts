import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { opened, SecretKeyWrong, sealed } from '../security/sealing.ts'

/**
 * The secrets of webhooks, and of clients in compatibility mode, as the database keeps them: sealed
 * under SECRET_KEY. Without one, beside the embedded database, under a key that stands in a file of
 * its own, so that neither the database nor a copy of it tells them. Source: docs/decisions/0028,
 * 0053.
 */
export class SealedSecrets {
  readonly #secretKey: string | undefined
  /** Undefined for a database elsewhere, which has no place beside it. */
  readonly #file: string | undefined
  #fileKey: string | undefined

  constructor({ secretKey, database }: Pick<Config, 'secretKey' | 'database'>) {
    this.#secretKey = secretKey
    this.#file = database.kind === 'embedded' ? join(database.directory, 'webhooks.key') : undefined
  }

  /** False where there is no key: secrets are then kept as they are. */
  get isEncrypting(): boolean {
    return this.#secretKey !== undefined || this.#file !== undefined
  }

  seal(secret: string): string {
    return sealed(secret, this.#secretKey ?? (this.#file && this.#keyIn(this.#file)))
  }

  /**
   * Throws `SecretKeyWrong` when it was sealed under another key. One that was sealed before
   * SECRET_KEY was set opens too.
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

  /** Read once: a secret takes the same time to open whether it is the first or not. */
  #keyIn(file: string): string {
    this.#fileKey ??= keyIn(file)
    return this.#fileKey
  }
}

/**
 * The key in the file, which is made when there is none: readable by its owner alone, and on the
 * disk before it is used.
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
