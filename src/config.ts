import { isIP } from 'node:net'
import { readTrustedIssuers, type TrustedIssuer } from './trusted-issuers.ts'

/**
 * The configuration of the process: the only reader of the environment. Parsed once, frozen; every wrong value is named at
 * once. README lists the variables for operators.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const source = new Source(environment)
  const isProduction = environment.NODE_ENV === 'production'
  const databaseUrl = source.text('DATABASE_URL')
  const gateway = source.text('GATEWAY')
  const isSandbox = source.oneOf('GATEWAY', ['sandbox', 'phoss-ap'], 'sandbox') === 'sandbox'
  if (gateway === undefined && (databaseUrl !== undefined || isProduction)) {
    source.refuse('GATEWAY', 'must be set when DATABASE_URL or NODE_ENV=production is')
  }
  if (isSandbox && source.text('GATEWAY_URL') !== undefined) {
    source.refuse('GATEWAY_URL', 'is for GATEWAY=phoss-ap alone; the sandbox sends nothing anywhere')
  }
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    source.refuse('DATABASE_URL', 'must begin with postgres:// or postgresql://')
  }
  const secretKey = source.text('SECRET_KEY')
  if (secretKey !== undefined && !/^[0-9a-f]{64}$/i.test(secretKey))
    source.refuse('SECRET_KEY', 'must be 64 hexadecimal digits')
  const metrics = metricsOf(source)
  const workerLeaseMs = source.integer('WORKER_LEASE_MS', 120_000, 400, 3_600_000)
  const config: Config = {
    host: source.text('HOST') ?? '127.0.0.1',
    port: source.integer('PORT', 8080, 0, 65_535),
    database:
      databaseUrl === undefined
        ? { kind: 'embedded', directory: source.text('DATA_DIR') ?? './data' }
        : { kind: 'postgres', url: databaseUrl },
    isDemoSeeded: databaseUrl === undefined && !isProduction && isSandbox,
    gateway: isSandbox ? { kind: 'sandbox' } : accessPointIn(source),
    gatewayTimeoutMs: gatewayTimeoutIn(source, workerLeaseMs),
    inbound: inboundIn(source, isSandbox),
    sandboxDelayMs: source.integer('SANDBOX_DELAY_MS', 400, 0, 3_600_000),
    rulebookDirectory: source.text('RULEBOOK_DIR'),
    rulebookGaps: source.flag('RULEBOOK_GAPS', true),
    rateLimitPerMinute: source.integer('RATE_LIMIT_PER_MINUTE', 60, 1, 1_000_000),
    profileRateLimitPerMinute: source.integer('PROFILE_RATE_LIMIT_PER_MINUTE', 30, 1, 1_000_000),
    tokenRateLimitPerMinute: source.integer('TOKEN_RATE_LIMIT_PER_MINUTE', 5, 1, 1_000_000),
    issuer: source.text('TOKEN_ISSUER') ?? 'selfbill',
    audience: source.text('TOKEN_AUDIENCE') ?? 'selfbill',
    trustedIssuers: trustedIssuers(source),
    trustedProxies: rangesIn(source, 'TRUSTED_PROXIES'),
    secretKey,
    serviceProviderId: providerIn(source, 'SERVICE_PROVIDER_ID', isSandbox ? '0242:000001' : undefined),
    authorityId: providerIn(source, 'C5_RECEIVER_ID', isSandbox ? '0242:000006-TESTBED.3001' : undefined),
    workerConcurrency: source.integer('WORKER_CONCURRENCY', 16, 1, 1000),
    workerLeaseMs,
    reportWithdrawals: source.flag('REPORT_WITHDRAWALS', false),
    webhooks: { allowedRanges: rangesIn(source, 'WEBHOOK_ALLOWED_RANGES'), caFile: source.text('WEBHOOK_CA_FILE') },
    mlsOverdueMinutes: source.integer('MLS_OVERDUE_MINUTES', 25, 1, 10_080),
    metrics,
    logLevel: source.oneOf('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  }
  source.throwRefusals()
  return Object.freeze(config)
}

export interface Config {
  readonly host: string
  /** 0 lets the system choose. */
  readonly port: number
  readonly database:
    | { readonly kind: 'embedded'; readonly directory: string }
    | { readonly kind: 'postgres'; readonly url: string }
  /** An empty embedded database gets the demo organisation; never with DATABASE_URL, in production or on a real network. */
  readonly isDemoSeeded: boolean
  readonly gateway: { readonly kind: 'sandbox' } | AccessPoint
  /** How long a submit may take, or a question about one; at most a quarter of the lease. */
  readonly gatewayTimeoutMs: number
  /** Undefined: nothing comes in by HTTP. */
  readonly inbound: InboundAccess | undefined
  /** Upper bound of the sandbox's random delays. */
  readonly sandboxDelayMs: number
  /** An operator's own Schematron files in place of ours. */
  readonly rulebookDirectory: string | undefined
  /** Whether our rules beyond the official set are judged too. */
  readonly rulebookGaps: boolean
  readonly rateLimitPerMinute: number
  readonly profileRateLimitPerMinute: number
  /** For each client and for each address that asks for tokens. */
  readonly tokenRateLimitPerMinute: number
  readonly issuer: string
  readonly audience: string
  /** Others whose tokens are accepted. */
  readonly trustedIssuers: readonly TrustedIssuer[]
  /** Addresses and ranges whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[]
  /** 32 bytes in hexadecimal: encrypts private keys at rest. */
  readonly secretKey: string | undefined
  /** Our own access point's id, `0242:…` (SPIS). */
  readonly serviceProviderId: string
  /** The tax authority's id, `0242:…`: the receiver of the C5 leg. */
  readonly authorityId: string
  readonly workerConcurrency: number
  /** How long a leg belongs to the instance that took it; another takes over after that. */
  readonly workerLeaseMs: number
  /** Whether the report of a document is withdrawn when the other party refuses the document. */
  readonly reportWithdrawals: boolean
  /** How long a status may take after the receipt before the document's log says that it is overdue. */
  readonly mlsOverdueMinutes: number
  readonly webhooks: WebhookConfig
  readonly metrics: MetricsConfig
  readonly logLevel: string
}

/** Where `/metrics` can be read: on a listener of its own, beside the API for who has the token, both, or nowhere. */
export interface MetricsConfig {
  readonly listener: { readonly host: string; readonly port: number } | undefined
  /** Asked for wherever metrics are read. */
  readonly token: string | undefined
}

/** Where webhooks may be sent besides the public internet, and whom they may trust there. */
export interface WebhookConfig {
  /** `10.1.0.0/16`, … */
  readonly allowedRanges: readonly string[]
  /** Certificates in PEM, trusted beside those that Node brings. */
  readonly caFile: string | undefined
}

/** The way to an access point that runs phoss-ap. */
export interface AccessPoint {
  readonly kind: 'phoss-ap'
  /** http or https; where its `/api` begins. */
  readonly url: URL
  readonly token: string
  /** Where statuses are to be sent, `0242:…`; undefined for the service provider's own id. */
  readonly mlsTo: string | undefined
}

/** Who may bring what the network sends: whoever knows the secret, in this header (lower case). */
export interface InboundAccess {
  readonly header: string
  readonly secret: string
}

/** The environment cannot be used: one line per variable. */
export class ConfigInvalid extends Error {
  override readonly name = 'ConfigInvalid'
}

function accessPointIn(source: Source): AccessPoint {
  const mlsTo = source.text('MLS_TO')
  if (mlsTo !== undefined && !providerSyntax.test(mlsTo)) source.refuse('MLS_TO', 'must be a 0242 identifier')
  const seat = /^0242:[0-9]{6}/.exec(source.text('SERVICE_PROVIDER_ID') ?? '')?.[0]
  if (mlsTo !== undefined && seat !== undefined && !mlsTo.startsWith(seat)) {
    source.refuse('MLS_TO', `must begin with ${seat}, as SERVICE_PROVIDER_ID does: the network ignores another's`)
  }
  const url = source.required('GATEWAY_URL', 'with GATEWAY=phoss-ap')
  const token = source.required('GATEWAY_TOKEN', 'with GATEWAY=phoss-ap')
  if (!/^[\x21-\x7e]*$/.test(token)) source.refuse('GATEWAY_TOKEN', 'must be of visible ASCII characters')
  return { kind: 'phoss-ap', url: baseUrlIn(source, 'GATEWAY_URL', url), token, mlsTo }
}

function baseUrlIn(source: Source, name: string, text: string): URL {
  const url = URL.parse(text)
  const isBase = url !== null && /^https?:$/.test(url.protocol) && `${url.search}${url.hash}${url.username}` === ''
  if (text !== '' && !isBase) source.refuse(name, 'must be an http or https address such as http://127.0.0.1:8080')
  return url ?? new URL('http://127.0.0.1')
}

function gatewayTimeoutIn(source: Source, leaseMs: number): number {
  const most = Math.floor(leaseMs / 4)
  const timeoutMs = source.integer('GATEWAY_TIMEOUT_MS', Math.min(30_000, most), 100, 900_000)
  if (timeoutMs > most) source.refuse('GATEWAY_TIMEOUT_MS', `must be at most a quarter of WORKER_LEASE_MS (${most})`)
  return timeoutMs
}

function inboundIn(source: Source, isSandbox: boolean): InboundAccess | undefined {
  const header = (source.text('INBOUND_HEADER') ?? 'X-Selfbill-Secret').toLowerCase()
  if (!/^[a-z0-9-]{1,64}$/.test(header)) source.refuse('INBOUND_HEADER', 'must be the name of an HTTP header')
  const secret = isSandbox ? source.text('INBOUND_SECRET') : source.required('INBOUND_SECRET', 'with GATEWAY=phoss-ap')
  if (secret === undefined || secret === '') return undefined
  if (!/^[\x21-\x7e]{32,1024}$/.test(secret)) {
    source.refuse('INBOUND_SECRET', 'must be of 32 to 1024 visible ASCII characters, without spaces')
  }
  return { header, secret }
}

/** Without `absent` it must be given: a real network is no place for a default. */
function providerIn(source: Source, name: string, absent: string | undefined): string {
  const value = source.text(name) ?? absent ?? source.required(name, 'with GATEWAY=phoss-ap')
  if (value !== '' && !providerSyntax.test(value)) {
    source.refuse(name, 'must be a 0242 identifier such as 0242:001234 or 0242:000006-TESTBED.3001')
  }
  return value
}

const providerSyntax = /^0242:[0-9]{6}(-[0-9A-Z_]{3,12}(\.[0-9A-Z\-._~]{3,24})?)?$/i

function metricsOf(source: Source): MetricsConfig {
  const token = source.text('METRICS_TOKEN')
  if (token !== undefined && !/^[\x21-\x7e]{32,}$/.test(token))
    source.refuse('METRICS_TOKEN', 'must be at least 32 characters of ASCII, without spaces')
  const host = source.text('METRICS_HOST')
  if (source.text('METRICS_PORT') === undefined) {
    if (host !== undefined) source.refuse('METRICS_PORT', 'must be set when METRICS_HOST is')
    return { listener: undefined, token }
  }
  return { listener: { host: host ?? '127.0.0.1', port: source.integer('METRICS_PORT', 0, 0, 65_535) }, token }
}

function trustedIssuers(source: Source): readonly TrustedIssuer[] {
  const variable = source.text('TRUSTED_ISSUERS')
  if (variable === undefined) return []
  try {
    const issuers = readTrustedIssuers(variable)
    const own = source.text('TOKEN_ISSUER')
    if (issuers.some(({ issuer }) => issuer === own)) source.refuse('TRUSTED_ISSUERS', 'names the service itself')
    return issuers
  } catch (error) {
    source.refuse('TRUSTED_ISSUERS', error instanceof Error ? error.message : String(error))
    return []
  }
}

/** Addresses and ranges of them, with commas between. */
function rangesIn(source: Source, name: string): readonly string[] {
  const ranges = (source.text(name) ?? '').split(',').map((range) => range.trim())
  const named = ranges.filter((range) => range !== '')
  for (const range of named) {
    const [address = '', bits = '0', ...more] = range.split('/')
    const isRange = more.length === 0 && /^[0-9]{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128)
    if (isIP(address) === 0 || !isRange) source.refuse(name, `must be addresses or ranges: ${range}`)
  }
  return named
}

class Source {
  readonly #environment: Readonly<Record<string, string | undefined>>
  readonly #refusals: string[] = []

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    this.#environment = environment
  }

  text(name: string): string | undefined {
    const value = this.#environment[name]?.trim()
    return value === '' ? undefined : value
  }

  /** Empty when it is refused. */
  required(name: string, when: string): string {
    const value = this.text(name)
    if (value === undefined) this.refuse(name, `must be set ${when}`)
    return value ?? ''
  }

  integer(name: string, absent: number, min: number, max: number): number {
    const value = this.text(name)
    if (value === undefined) return absent
    const number = /^[0-9]{1,9}$/.test(value) ? Number(value) : Number.NaN
    if (number >= min && number <= max) return number
    this.refuse(name, `must be a whole number from ${min} to ${max}`)
    return absent
  }

  flag(name: string, absent: boolean): boolean {
    return this.oneOf(name, ['on', 'off'], absent ? 'on' : 'off') === 'on'
  }

  oneOf(name: string, values: readonly string[], absent: string): string {
    const value = this.text(name) ?? absent
    if (!values.includes(value)) this.refuse(name, `must be one of ${values.join(', ')}`)
    return value
  }

  refuse(name: string, reason: string): void {
    this.#refusals.push(`${name} ${reason}`)
  }

  throwRefusals(): void {
    if (this.#refusals.length > 0) {
      throw new ConfigInvalid(['The configuration is wrong:', ...this.#refusals.map((line) => `  ${line}`)].join('\n'))
    }
  }
}
