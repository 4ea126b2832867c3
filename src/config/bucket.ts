import type { Environment } from './environment.ts'

/**
 * Reads BLOBS_URL: `s3://bucket/prefix?region=…`, for other stores than Amazon's with `endpoint=…`
 * and usually `path_style=on`. Credentials are not part of it.
 */
export function bucketIn(environment: Environment): Bucket | undefined {
  const text = environment.text('BLOBS_URL')
  if (text === undefined) return undefined
  const refuse = (problem: string) => environment.refuse('BLOBS_URL', `${problem}, ${example}`)
  const url = URL.parse(text)
  const query = url?.searchParams ?? new URLSearchParams()
  const [endpoint, region, style = 'off'] = ['endpoint', 'region', 'path_style'].map((name) => query.get(name))
  const isKnown = [...query.keys()].every((name) => ['endpoint', 'region', 'path_style'].includes(name))
  const isBucket =
    url?.protocol === 's3:' && /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.host) && url.username + url.password === ''
  if (!isBucket) refuse('must name a bucket')
  else if (url.hash !== '') refuse('must have no #')
  else if (!isKnown) refuse('may have region, endpoint and path_style behind the ?')
  else if (!/^[a-z0-9-]{1,64}$/.test(region ?? '')) refuse('must have a region')
  else if (endpoint && !/^https?:\/\/[^/?#@]+\/?$/.test(endpoint))
    refuse('must have an http or https endpoint without a path')
  else if (!['on', 'off', null].includes(style)) refuse('must have path_style=on or off')
  const prefix = (url?.pathname ?? '').replace(/^\/+|\/+$/g, '')
  return {
    bucket: url?.host ?? '',
    prefix: prefix === '' ? '' : `${prefix}/`,
    region: region ?? '',
    endpoint: endpoint ?? undefined,
    isPathStyle: style === 'on',
  }
}

/** A bucket, and where in it. */
export interface Bucket {
  readonly bucket: string
  /** Empty, or ends with a slash. */
  readonly prefix: string
  readonly region: string
  /** Undefined: Amazon's own. */
  readonly endpoint: string | undefined
  /** The bucket is in the path and not in the host name. */
  readonly isPathStyle: boolean
}

const example =
  "such as s3://bucket/prefix?region=me-central-1, or for another store than Amazon's " +
  's3://bucket?region=us-east-1&endpoint=http://minio:9000&path_style=on'
