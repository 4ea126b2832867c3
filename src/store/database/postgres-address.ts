import { Client } from 'pg'

/** What the driver makes of a URL and of its own variables, without user and password. */
export interface PostgresAddress {
  /** `db.example:5432/selfbill`, or the folder of a socket. */
  readonly place: string
  /** A socket, or this machine: nobody listens in between. */
  readonly isLocal: boolean
  readonly tls: 'none' | 'unverified' | 'verified'
}

/** `url` must be one that the driver can read. */
export function postgresAddress(url: string): PostgresAddress {
  const client = new Client({ connectionString: withLastingTlsMode(url) })
  const { host, port, database = '' } = client
  // Its type knows a flag alone.
  const ssl: unknown = client.ssl
  const isSocket = host.startsWith('/')
  const isUnverified =
    typeof ssl === 'object' && ssl !== null && 'rejectUnauthorized' in ssl && ssl.rejectUnauthorized === false
  return {
    place: `${host}${isSocket ? '' : `:${port}`}/${database}`,
    isLocal: isSocket || ['localhost', '127.0.0.1', '::1'].includes(host),
    tls: isSocket || !ssl ? 'none' : isUnverified ? 'unverified' : 'verified',
  }
}

/**
 * The URL with its mode of TLS as the driver means it today. It prints a warning of several lines
 * about the others, and its next version will check less.
 */
export function withLastingTlsMode(url: string): string {
  if (/[?&]uselibpqcompat=/.test(url)) return url
  return url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full')
}
