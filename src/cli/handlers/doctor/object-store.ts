import { randomUUID } from 'node:crypto'
import type { Bucket } from '../../../config/bucket.ts'
import type { Config } from '../../../config/config.ts'
import { BlobMissing, BlobStoreAway, DeletionRefused, type ObjectStore } from '../../../store/blobs/object-store.ts'
import { S3Objects } from '../../../store/blobs/s3.ts'
import { type Diagnosis, fine, reasonOf, warning, wrong } from './diagnosis.ts'

/**
 * Writes, reads, lists and deletes a small object, under a prefix that no organisation uses.
 * Nothing where BLOBS_URL is not set.
 */
export async function diagnoseObjectStore({ blobs }: Config): Promise<readonly Diagnosis[]> {
  if (blobs === undefined) return []
  const objects = new S3Objects(blobs)
  try {
    return [await tryObject(objects, blobs)]
  } finally {
    objects.close()
  }
}

async function tryObject(objects: ObjectStore, bucket: Bucket): Promise<Diagnosis> {
  const name = `selfbill-doctor/${randomUUID()}`
  const place = `s3://${bucket.bucket}/${bucket.prefix}`
  let step: Step = 'write'
  try {
    await objects.put(name, content)
    step = 'read'
    const isSame = Buffer.from(content).equals(await objects.get(name))
    step = 'list'
    let isListed = false
    for await (const listed of objects.list(name)) isListed ||= listed.name === name
    step = 'delete'
    await objects.delete(name)
    if (!isSame) return wrong(what, `${place} returns other bytes than were stored`, otherBytes)
    if (!isListed) return wrong(what, `${place} does not list what was stored`, repairs.list)
    return fine(what, `${place} stores, returns, lists and deletes an object`)
  } catch (error) {
    if (step === 'read' || step === 'list') await objects.delete(name).catch(() => undefined)
    if (error instanceof DeletionRefused)
      return warning(what, `${place} does not delete: ${causeOf(error)}. ${name} stays there`, repairs.delete)
    if (error instanceof BlobMissing) return wrong(what, `${place} has not kept what was stored`, otherBytes)
    return wrong(what, `An object cannot be ${done[step]} in ${place}: ${causeOf(error)}`, repairOf(error, step))
  }
}

const content = new TextEncoder().encode('selfbill doctor')

const what = 'object store'

type Step = 'write' | 'read' | 'list' | 'delete'

const done: Readonly<Record<Step, string>> = { write: 'stored', read: 'read', list: 'listed', delete: 'deleted' }

/** By the names of errors of S3 and of its SDK; other stores use the same. */
function repairOf(error: unknown, step: Step): string {
  const { name, message } = rootOf(error)
  if (/CredentialsProviderError/.test(name) || /credentials/i.test(message)) return credentialsMissing
  if (/InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken/.test(name)) return credentialsWrong
  if (/NoSuchBucket|InvalidBucketName/.test(name))
    return 'Make the bucket, or write the name of the right one in BLOBS_URL'
  if (/PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraint|TemporaryRedirect/.test(name))
    return 'Write the region of the bucket in BLOBS_URL (region=…)'
  if (/AccessDenied|Forbidden|AllAccessDisabled/.test(name)) return repairs[step]
  if (/ERR_MODULE_NOT_FOUND/.test(codeOf(error))) return packageMissing
  return storeAway
}

const repairs: Readonly<Record<Step, string>> = {
  write: 'Allow s3:PutObject for these credentials in the bucket and prefix of BLOBS_URL',
  read: 'Allow s3:GetObject for these credentials in the bucket and prefix of BLOBS_URL',
  list: 'Allow s3:ListBucket for these credentials: reviews of objects and selfbill keys reseal list the bucket',
  delete:
    'Allow s3:DeleteObject, unless the bucket is locked on purpose: then objects without a row stay, as this one does',
}

const credentialsMissing =
  'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for the service, or give the machine a role that may use the bucket'
const credentialsWrong =
  'Look whether AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are those of this store, and are still valid'
const otherBytes =
  'Look whether a proxy or a rule of the bucket changes objects, and whether BLOBS_URL names the right place'
const storeAway =
  'Look whether the store runs and can be reached from here: endpoint, region and path_style in BLOBS_URL, a proxy, ' +
  'a firewall'
const packageMissing = 'Run npm install @aws-sdk/client-s3, which --omit=optional leaves out'

/** What the SDK said: a BlobStoreAway or a DeletionRefused wraps it. */
function rootOf(error: unknown): Error {
  const cause = (error instanceof BlobStoreAway || error instanceof DeletionRefused) && error.cause
  if (cause instanceof Error) return cause
  return error instanceof Error ? error : new Error(String(error))
}

function causeOf(error: unknown): string {
  const { name, message } = rootOf(error)
  return reasonOf(message === '' || message === 'UnknownError' ? new Error(name) : rootOf(error)).replace(/\.$/, '')
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
