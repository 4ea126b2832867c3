import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { BlobSource } from '../database/database.ts'
import { BlobMissing, type ObjectStore, type StoredObject } from './object-store.ts'

/**
 * Immutable bytes outside the database, found by the month they were stored in and their SHA-256.
 * Each organisation has its own: the same bytes of two organisations are two objects. With a key
 * they are encrypted with AES-256-GCM, and the names of objects do not show what is inside. Objects
 * under a former key, or from before there was a key, are found by the names they had then.
 * Sources: docs/decisions/0098, 0101 for the month, 0192 for former keys.
 */
export class Blobs implements BlobSource {
  readonly #store: ObjectStore
  readonly #now: () => number
  /** The seal of new objects. */
  readonly #seal: Seal
  readonly #formerSeals: readonly Seal[]

  /** Keys are 32 bytes in hexadecimal. `now`: the real time, also in a sandbox. */
  constructor(
    store: ObjectStore,
    secretKey: string | undefined,
    now: () => number = Date.now,
    formerSecretKeys: readonly string[] = [],
  ) {
    this.#store = store
    this.#now = now
    this.#seal = new Seal(secretKey)
    this.#formerSeals = secretKey === undefined ? [] : [...formerSecretKeys, undefined].map((key) => new Seal(key))
  }

  /**
   * Resolves to a reference when the bytes are stored for good: the month and the SHA-256. Storing
   * the same bytes again in that month changes nothing. Rejects with `BlobStoreAway`.
   */
  async put(orgId: string, bytes: Uint8Array): Promise<Uint8Array> {
    const reference = Buffer.concat([monthBytes(monthOf(this.#now())), sha256(bytes)])
    await this.#putAs(orgId, reference, bytes)
    return reference
  }

  /** Rejects with `BlobMissing`, `BlobDamaged` or `BlobStoreAway`. */
  async get(orgId: string, reference: Uint8Array): Promise<Uint8Array> {
    try {
      return await this.#getUnder(this.#seal, orgId, reference)
    } catch (error) {
      const former = error instanceof BlobMissing ? await this.#getFormer(orgId, reference) : undefined
      if (former === undefined) throw error
      return former
    }
  }

  /**
   * Stores the object again under the present key. Reads take that one from now on, and a review
   * deletes the one under a former key. Rejects as `get` does.
   */
  async renew(orgId: string, reference: Uint8Array): Promise<void> {
    await this.#putAs(orgId, reference, await this.get(orgId, reference))
  }

  /** The objects of an organisation, sorted by name. Rejects with `BlobStoreAway`. */
  list(orgId: string): AsyncGenerator<StoredObject, void, undefined> {
    return this.#store.list(`${orgId}/`)
  }

  /** The names of its objects of the month in which `reference` was stored. */
  async namesLike(orgId: string, reference: Uint8Array): Promise<Set<string>> {
    const names = new Set<string>()
    for await (const { name } of this.#store.list(`${orgId}/${folderOf(reference)}`)) names.add(name)
    return names
  }

  /** Whether the store has the object. Rejects with `BlobStoreAway`. */
  async has(name: string): Promise<boolean> {
    for await (const object of this.#store.list(name)) return object.name === name
    return false
  }

  /** Deletes an object by its name. Rejects with `DeletionRefused` or `BlobStoreAway`. */
  async delete(name: string): Promise<void> {
    await this.#store.delete(name)
  }

  close(): void {
    this.#store.close()
  }

  /** The object's name under the present key. */
  nameOf(orgId: string, reference: Uint8Array): string {
    return nameUnder(this.#seal, orgId, reference)
  }

  /** The names that the object may have: under the present key, under each former one, without. */
  namesOf(orgId: string, reference: Uint8Array): readonly string[] {
    return [this.#seal, ...this.#formerSeals].map((seal) => nameUnder(seal, orgId, reference))
  }

  async #putAs(orgId: string, reference: Uint8Array, bytes: Uint8Array): Promise<void> {
    await this.#store.put(this.nameOf(orgId, reference), this.#seal.sealed(orgId, bytes))
  }

  async #getFormer(orgId: string, reference: Uint8Array): Promise<Uint8Array | undefined> {
    for (const seal of this.#formerSeals) {
      const bytes = await this.#getUnder(seal, orgId, reference).catch(undefinedIfMissing)
      if (bytes !== undefined) return bytes
    }
    return undefined
  }

  async #getUnder(seal: Seal, orgId: string, reference: Uint8Array): Promise<Uint8Array> {
    const name = nameUnder(seal, orgId, reference)
    const bytes = seal.opened(orgId, await this.#store.get(name))
    if (bytes === undefined || !sha256(bytes).equals(digestIn(reference))) throw new BlobDamaged(name)
    return bytes
  }
}

/** How names and contents are made under a key; without a key they are what they are. */
class Seal {
  readonly #keys: { readonly names: Buffer; readonly contents: Buffer } | undefined

  constructor(secretKey: string | undefined) {
    const derived = (use: string) =>
      Buffer.from(hkdfSync('sha256', Buffer.from(secretKey ?? '', 'hex'), '', `selfbill blobs ${use}`, 32))
    this.#keys = secretKey === undefined ? undefined : { names: derived('names'), contents: derived('contents') }
  }

  nameOf(digest: Buffer): Buffer {
    return this.#keys === undefined ? digest : createHmac('sha256', this.#keys.names).update(digest).digest()
  }

  /** Nonce, tag and content; the organisation is authenticated too. */
  sealed(orgId: string, bytes: Uint8Array): Uint8Array {
    if (this.#keys === undefined) return bytes
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', this.#keys.contents, nonce).setAAD(Buffer.from(orgId))
    const body = Buffer.concat([cipher.update(bytes), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), body])
  }

  /** Undefined if the bytes are not what this key encrypted. */
  opened(orgId: string, bytes: Uint8Array): Uint8Array | undefined {
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

function nameUnder(seal: Seal, orgId: string, reference: Uint8Array): string {
  const hex = seal.nameOf(digestIn(reference)).toString('hex')
  return `${orgId}/${folderOf(reference)}${hex.slice(0, 2)}/${hex}`
}

/** `2026-11/`; empty for a reference from before the months, which is a SHA-256 only. */
function folderOf(reference: Uint8Array): string {
  const month = monthOfReference(reference)
  return month === undefined ? '' : `${monthText(month)}/`
}

function undefinedIfMissing(error: unknown): undefined {
  if (!(error instanceof BlobMissing)) throw error
  return undefined
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

/** The month in which its object was stored; undefined for one from before the months. */
export function monthOfReference(reference: Uint8Array): number | undefined {
  return reference.length > digestBytes ? ((reference[0] ?? 0) << 8) | (reference[1] ?? 0) : undefined
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
