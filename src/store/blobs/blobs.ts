import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { BlobSource } from '../database/database.ts'
import type { ObjectStore, StoredObject } from './object-store.ts'

/**
 * Immutable bytes outside the database, found by the month they were stored in and their SHA-256.
 * Each organisation has its own: the same bytes of two organisations are two objects. With a key
 * they are encrypted with AES-256-GCM, and the names of objects do not show what is inside.
 * Sources: docs/decisions/0098, and 0101 for the month.
 */
export class Blobs implements BlobSource {
  readonly #store: ObjectStore
  readonly #now: () => number
  readonly #keys: { readonly names: Buffer; readonly contents: Buffer } | undefined

  /** `secretKey`: 32 bytes in hexadecimal. `now`: the real time, also in a sandbox. */
  constructor(store: ObjectStore, secretKey: string | undefined, now: () => number = Date.now) {
    this.#store = store
    this.#now = now
    const derived = (use: string) =>
      Buffer.from(hkdfSync('sha256', Buffer.from(secretKey ?? '', 'hex'), '', `selfbill blobs ${use}`, 32))
    this.#keys = secretKey === undefined ? undefined : { names: derived('names'), contents: derived('contents') }
  }

  /**
   * Resolves to a reference when the bytes are stored for good: the month and the SHA-256. Storing
   * the same bytes again in that month changes nothing. Rejects with `BlobStoreAway`.
   */
  async put(orgId: string, bytes: Uint8Array): Promise<Uint8Array> {
    const reference = Buffer.concat([monthBytes(monthOf(this.#now())), sha256(bytes)])
    await this.#store.put(this.nameOf(orgId, reference), this.#sealed(orgId, bytes))
    return reference
  }

  /** Rejects with `BlobMissing`, `BlobDamaged` or `BlobStoreAway`. */
  async get(orgId: string, reference: Uint8Array): Promise<Uint8Array> {
    const name = this.nameOf(orgId, reference)
    const bytes = this.#opened(orgId, await this.#store.get(name))
    if (bytes === undefined || !sha256(bytes).equals(digestIn(reference))) throw new BlobDamaged(name)
    return bytes
  }

  /** The objects of an organisation, sorted by name. Rejects with `BlobStoreAway`. */
  list(orgId: string): AsyncGenerator<StoredObject, void, undefined> {
    return this.#store.list(`${orgId}/`)
  }

  /** Deletes an object by its name. Rejects with `DeletionRefused` or `BlobStoreAway`. */
  async delete(name: string): Promise<void> {
    await this.#store.delete(name)
  }

  close(): void {
    this.#store.close()
  }

  /** The object's name. References from before the months are a SHA-256 only. */
  nameOf(orgId: string, reference: Uint8Array): string {
    const keys = this.#keys
    const digest = digestIn(reference)
    const name = keys === undefined ? digest : createHmac('sha256', keys.names).update(digest).digest()
    const hex = name.toString('hex')
    const month = reference.length > digestBytes ? `${monthText(monthIn(reference))}/` : ''
    return `${orgId}/${month}${hex.slice(0, 2)}/${hex}`
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

/** The month in the name of an object; undefined for one from before the months. */
export function monthInName(name: string): number | undefined {
  const [, year, month] = /^[^/]*\/(\d{4})-(\d{2})\//.exec(name) ?? []
  return year === undefined ? undefined : (Number(year) - 1970) * 12 + Number(month) - 1
}

/** The month of a time in UTC, counted from January 1970. */
export function monthOf(time: number): number {
  const date = new Date(time)
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth()
}

/** When a month begins, ms since 1970. */
function monthStart(month: number): number {
  return Date.UTC(1970, month)
}

/** The first two bytes of every reference of this month. */
export function monthBytes(month: number): Uint8Array {
  return Uint8Array.of(month >> 8, month & 0xff)
}

function monthIn(reference: Uint8Array): number {
  return ((reference[0] ?? 0) << 8) | (reference[1] ?? 0)
}

/** `2026-11` */
function monthText(month: number): string {
  return new Date(monthStart(month)).toISOString().slice(0, 'yyyy-mm'.length)
}

function digestIn(reference: Uint8Array): Buffer {
  return Buffer.from(reference.subarray(-digestBytes))
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

const digestBytes = 32
const nonceBytes = 12
const tagBytes = 16
