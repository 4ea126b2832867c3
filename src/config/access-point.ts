import type { Environment } from './environment.ts'
import { type AccessPoint, drainingIn, gatewaysIn } from './gateway-list.ts'
import type { SettingName } from './settings.ts'

/** Reads the variables of the access points. */
export function accessPointsIn(environment: Environment, network: Network): AccessPoints {
  const accessPoints = gatewaysIn(environment)
  return { kind: 'phoss-ap', accessPoints, draining: drainingIn(environment, accessPoints), ...network }
}

/** Read in the sandbox too, which uses none of it: a wrong value shows before it matters. */
export function networkIn(environment: Environment): Network {
  const mlsTo = environment.text('MLS_TO')
  if (mlsTo !== undefined && !providerSyntax.test(mlsTo)) environment.refuse('MLS_TO', 'must be a 0242 identifier')
  const seat = /^0242:[0-9]{6}/.exec(environment.text('SERVICE_PROVIDER_ID') ?? '')?.[0]
  if (mlsTo !== undefined && seat !== undefined && !mlsTo.startsWith(seat)) {
    environment.refuse('MLS_TO', `must begin with ${seat}, as SERVICE_PROVIDER_ID does: the network ignores another's`)
  }
  return { mlsTo, smlZone: smlZoneIn(environment) }
}

/** There is no default: in the wrong network everybody would look unregistered. */
function smlZoneIn(environment: Environment): string | undefined {
  const text = environment.text('SML_ZONE')?.toLowerCase().replace(/\.$/, '')
  if (text === undefined) return undefined
  const zone = smlZones.get(text) ?? text
  if (!/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*$/.test(zone) || zone.length > 150)
    environment.refuse('SML_ZONE', 'must be production, test, or the DNS zone of another network: sml.example.org')
  return zone
}

/** PINT AE uses the same zones as all of Peppol. Source: docs/network.md#participants. */
const smlZones: ReadonlyMap<string, string> = new Map([
  ['production', 'participant.sml.prod.tech.peppol.org'],
  ['test', 'participant.sml.test.tech.peppol.org'],
])

/** Optional in the sandbox; on a real network statuses have no other way in. */
export function inboundIn(environment: Environment, isSandbox: boolean): InboundAccess | undefined {
  const header = environment.textOrDefault('INBOUND_HEADER').toLowerCase()
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
export function providerIn(environment: Environment, name: SettingName, defaultId: string | undefined): string {
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
  const timeoutMs = environment.integer('TUNING.gateway_timeout_ms', Math.min(30_000, timeoutMsMax))
  if (timeoutMs > timeoutMsMax)
    environment.refuse('TUNING.gateway_timeout_ms', `must be at most a quarter of worker_lease_ms (${timeoutMsMax})`)
  return timeoutMs
}

/** The access points. They run phoss-ap. */
export interface AccessPoints extends Network {
  readonly kind: 'phoss-ap'
  /** At least one. */
  readonly accessPoints: readonly AccessPoint[]
  /** Names of those that finish their legs and get no new ones. */
  readonly draining: readonly string[]
}

export interface Network {
  /** Where statuses should be sent, `0242:…`; undefined: to the service provider's own id. */
  readonly mlsTo: string | undefined
  /** The DNS zone in which participants are looked up; undefined: they are not. */
  readonly smlZone: string | undefined
}

/** The secret for inbound envelopes, and the header that carries it (lower case). */
export interface InboundAccess {
  readonly header: string
  readonly secret: string
}
