import type { S3Client } from '@aws-sdk/client-s3'
import { BlobMissing, BlobStoreAway, DeletionRefused, type ObjectStore, type StoredObject } from './object-store.ts'

/**
 * Objects in a bucket of S3 or a store that speaks its protocol. The SDK is an optional package; it
 * is loaded with the first object, because its 20 MB would slow every start down. It finds
 * credentials itself: in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, or the machine's
 * role.
 */
export class S3Objects implements ObjectStore {
  readonly #place: BucketPlace
  #loaded: Promise<Sdk> | undefined

  constructor(place: BucketPlace) {
    this.#place = place
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    const { sdk, client } = await this.#load()
    const command = new sdk.PutObjectCommand({ ...this.#objectOf(name), Body: bytes, ContentLength: bytes.length })
    await client.send(command).catch(away)
  }

  async get(name: string): Promise<Uint8Array> {
    const { sdk, client } = await this.#load()
    try {
      const { Body: body } = await client.send(new sdk.GetObjectCommand(this.#objectOf(name)))
      if (body === undefined) throw new BlobMissing(name)
      return await body.transformToByteArray()
    } catch (error) {
      if (error instanceof sdk.NoSuchKey) throw new BlobMissing(name)
      if (error instanceof BlobMissing) throw error
      throw new BlobStoreAway(error)
    }
  }

  async *list(prefix: string): AsyncGenerator<StoredObject, void, undefined> {
    const { sdk, client } = await this.#load()
    const { bucket, prefix: place } = this.#place
    let next: string | undefined
    do {
      const command = new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: place + prefix, ContinuationToken: next })
      const page = await client.send(command).catch(away)
      for (const { Key: key, LastModified: modified } of page.Contents ?? []) {
        if (key !== undefined && modified !== undefined)
          yield { name: key.slice(place.length), storedAt: modified.getTime() }
      }
      next = page.IsTruncated === true ? page.NextContinuationToken : undefined
    } while (next !== undefined)
  }

  async delete(name: string): Promise<void> {
    const { sdk, client } = await this.#load()
    try {
      await client.send(new sdk.DeleteObjectCommand(this.#objectOf(name)))
    } catch (error) {
      // Locked, or not allowed: S3 answers 403, other stores 400 or 409 too.
      const status = error instanceof sdk.S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0
      if (status >= 400 && status < 500 && status !== tooManyRequests) throw new DeletionRefused(name, error)
      throw new BlobStoreAway(error)
    }
  }

  close(): void {
    void this.#loaded?.then(({ client }) => client.destroy())
  }

  #objectOf(name: string) {
    const { bucket, prefix } = this.#place
    return { Bucket: bucket, Key: prefix + name }
  }

  #load(): Promise<Sdk> {
    this.#loaded ??= import('@aws-sdk/client-s3').then((sdk) => {
      const { endpoint, region, isPathStyle } = this.#place
      const client = new sdk.S3Client({
        region,
        forcePathStyle: isPathStyle,
        ...(endpoint !== undefined && { endpoint }),
        maxAttempts: 3,
        requestHandler: { connectionTimeout: 2_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
        // Not every store that speaks the protocol knows the newer checksums; blobs have their own.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
      })
      return { sdk, client }
    })
    return this.#loaded
  }
}

function away(error: unknown): never {
  throw new BlobStoreAway(error)
}

const tooManyRequests = 429

/** A bucket, and where in it. */
export interface BucketPlace {
  readonly bucket: string
  /** Empty, or ends with a slash. */
  readonly prefix: string
  readonly region: string
  /** Undefined: Amazon's own. */
  readonly endpoint: string | undefined
  /** The bucket is in the path and not in the host name. */
  readonly isPathStyle: boolean
}

interface Sdk {
  readonly sdk: typeof import('@aws-sdk/client-s3')
  readonly client: S3Client
}
