import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { BlobSource } from '../database/database.ts'
import type { ObjectStore } from './object-store.ts'

/**
 * Immutable bytes outside the database, found by their SHA-256. Each organisation has its own: the
 * same bytes of two organisations are two objects. With a key they are encrypted with AES-256-GCM,
 * and the names of objects do not show what is inside. Source: docs/decisions/0098.
 */
export class Blobs implements BlobSource {
  readonly #store: ObjectStore
  readonly #keys: { readonly names: Buffer; readonly contents: Buffer } | undefined

  /** `secretKey`: 32 bytes in hexadecimal. */
  constructor(store: ObjectStore, secretKey: string | undefined) {
    this.#store = store
    const derived = (use: string) =>
      Buffer.from(hkdfSync('sha256', Buffer.from(secretKey ?? '', 'hex'), '', `selfbill blobs ${use}`, 32))
    this.#keys = secretKey === undefined ? undefined : { names: derived('names'), contents: derived('contents') }
  }

  /**
   * Resolves to the SHA-256 when the bytes are stored for good. Storing the same bytes again
   * changes nothing. Rejects with `BlobStoreAway`.
   */
  async put(orgId: string, bytes: Uint8Array): Promise<Uint8Array> {
    const digest = sha256(bytes)
    await this.#store.put(this.#nameOf(orgId, digest), this.#sealed(orgId, bytes))
    return digest
  }

  /** Rejects with `BlobMissing`, `BlobDamaged` or `BlobStoreAway`. */
  async get(orgId: string, digest: Uint8Array): Promise<Uint8Array> {
    const name = this.#nameOf(orgId, digest)
    const bytes = this.#opened(orgId, await this.#store.get(name))
    if (bytes === undefined || !sha256(bytes).equals(digest)) throw new BlobDamaged(name)
    return bytes
  }

  close(): void {
    this.#store.close()
  }

  #nameOf(orgId: string, digest: Uint8Array): string {
    const keys = this.#keys
    const name = keys === undefined ? Buffer.from(digest) : createHmac('sha256', keys.names).update(digest).digest()
    const hex = name.toString('hex')
    return `${orgId}/${hex.slice(0, 2)}/${hex}`
  }

  /** Nonce, tag and content; the organisation is authenticated too. */
  #sealed(orgId: string, bytes: Uint8Array): Uint8Array {
    if (this.#keys === undefined) return bytes
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', this.#keys.contents, nonce).setAAD(Buffer.from(orgId))
    const body = Buffer.concat([cipher.update(bytes), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), body])
  }

  /** Undefined if the bytes are not what this key encrypted. */
  #opened(orgId: string, bytes: Uint8Array): Uint8Array | undefined {
    if (this.#keys === undefined) return bytes
    const start = nonceBytes + tagBytes
    if (bytes.length < start) return undefined
    const decipher = createDecipheriv('aes-256-gcm', this.#keys.contents, bytes.subarray(0, nonceBytes))
    decipher.setAAD(Buffer.from(orgId)).setAuthTag(bytes.subarray(nonceBytes, start))
    try {
      return Buffer.concat([decipher.update(bytes.subarray(start)), decipher.final()])
    } catch {
      return undefined
    }
  }
}

/** The object is not what was stored, or SECRET_KEY is another one. */
export class BlobDamaged extends Error {
  override readonly name = 'BlobDamaged'

  constructor(object: string) {
    super(`the object ${object} is damaged, or was encrypted with another SECRET_KEY`)
  }
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

const nonceBytes = 12
const tagBytes = 16
