import type { Environment } from './environment.ts'

/** Reads the variables of the access point. */
export function accessPointIn(environment: Environment): AccessPoint {
  const mlsTo = environment.text('MLS_TO')
  if (mlsTo !== undefined && !providerSyntax.test(mlsTo)) environment.refuse('MLS_TO', 'must be a 0242 identifier')
  const seat = /^0242:[0-9]{6}/.exec(environment.text('SERVICE_PROVIDER_ID') ?? '')?.[0]
  if (mlsTo !== undefined && seat !== undefined && !mlsTo.startsWith(seat)) {
    environment.refuse('MLS_TO', `must begin with ${seat}, as SERVICE_PROVIDER_ID does: the network ignores another's`)
  }
  const url = environment.required('GATEWAY_URL', 'with GATEWAY=phoss-ap')
  const token = environment.required('GATEWAY_TOKEN', 'with GATEWAY=phoss-ap')
  if (!/^[\x21-\x7e]*$/.test(token)) environment.refuse('GATEWAY_TOKEN', 'must be of visible ASCII characters')
  return { kind: 'phoss-ap', url: baseUrlIn(environment, 'GATEWAY_URL', url), token, mlsTo }
}

function baseUrlIn(environment: Environment, name: string, text: string): URL {
  const url = URL.parse(text)
  const isBase = url !== null && /^https?:$/.test(url.protocol) && `${url.search}${url.hash}${url.username}` === ''
  if (text !== '' && !isBase) environment.refuse(name, 'must be an http or https address such as http://127.0.0.1:8080')
  return url ?? new URL('http://127.0.0.1')
}

/** Optional in the sandbox; on a real network statuses have no other way in. */
export function inboundIn(environment: Environment, isSandbox: boolean): InboundAccess | undefined {
  const header = (environment.text('INBOUND_HEADER') ?? 'X-Selfbill-Secret').toLowerCase()
  if (!/^[a-z0-9-]{1,64}$/.test(header)) environment.refuse('INBOUND_HEADER', 'must be the name of an HTTP header')
  const secret = isSandbox
    ? environment.text('INBOUND_SECRET')
    : environment.required('INBOUND_SECRET', 'with GATEWAY=phoss-ap')
  if (secret === undefined || secret === '') return undefined
  if (!/^[\x21-\x7e]{32,1024}$/.test(secret)) {
    environment.refuse('INBOUND_SECRET', 'must be of 32 to 1024 visible ASCII characters, without spaces')
  }
  return { header, secret }
}

/** Required when `defaultId` is undefined: a real network must not run with a default id. */
export function providerIn(environment: Environment, name: string, defaultId: string | undefined): string {
  const value = environment.text(name) ?? defaultId ?? environment.required(name, 'with GATEWAY=phoss-ap')
  if (value !== '' && !providerSyntax.test(value)) {
    environment.refuse(name, 'must be a 0242 identifier such as 0242:001234 or 0242:000006-TESTBED.3001')
  }
  return value
}

const providerSyntax = /^0242:[0-9]{6}(-[0-9A-Z_]{3,12}(\.[0-9A-Z\-._~]{3,24})?)?$/i

/** In milliseconds; at most a quarter of the lease. */
export function gatewayTimeoutIn(environment: Environment, leaseMs: number): number {
  const timeoutMsMax = Math.floor(leaseMs / 4)
  const timeoutMs = environment.integer('GATEWAY_TIMEOUT_MS', Math.min(30_000, timeoutMsMax), 100, 900_000)
  if (timeoutMs > timeoutMsMax)
    environment.refuse('GATEWAY_TIMEOUT_MS', `must be at most a quarter of WORKER_LEASE_MS (${timeoutMsMax})`)
  return timeoutMs
}

/** The address and credentials of an access point that runs phoss-ap. */
export interface AccessPoint {
  readonly kind: 'phoss-ap'
  /** http or https; the address before its `/api`. */
  readonly url: URL
  readonly token: string
  /** Where statuses should be sent, `0242:…`; undefined: to the service provider's own id. */
  readonly mlsTo: string | undefined
}

/** The secret for inbound envelopes, and the header that carries it (lower case). */
export interface InboundAccess {
  readonly header: string
  readonly secret: string
}
