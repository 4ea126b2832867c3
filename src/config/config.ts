import { availableParallelism } from 'node:os'
import { compatibilityProblem, readCompatibility, strictMode } from '../compatibility/header-prefix.ts'
import {
  type AccessPoints,
  accessPointsIn,
  gatewayTimeoutIn,
  type InboundAccess,
  inboundIn,
  networkIn,
  providerIn,
} from './access-point.ts'
import { type Bucket, bucketIn } from './bucket.ts'
import { type DatabaseConfig, databaseIn, tlsModeWarning } from './database.ts'
import { Environment } from './environment.ts'
import { type MailConfig, mailIn } from './mail.ts'
import { misspeltSettings } from './misspelt.ts'
import { type OidcConfig, oidcIn } from './oidc.ts'
import { settings } from './settings.ts'
import { readTrustedIssuers, type TrustedIssuer } from './trusted-issuers.ts'

/**
 * Reads the configuration: the only reader of the environment. It reports every wrong value at
 * once. settings.ts declares the variables.
 */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const environment = new Environment(variables)
  const isProduction = variables.NODE_ENV === 'production'
  const databaseUrl = environment.text('DATABASE_URL')
  const gateway = environment.text('GATEWAY')
  // With an unknown value, report only that, not the variables an access point would need.
  const isSandbox = environment.oneOf('GATEWAY') !== 'phoss-ap'
  if (gateway === undefined && (databaseUrl !== undefined || isProduction)) {
    environment.refuse('GATEWAY', 'must be set when DATABASE_URL or NODE_ENV=production is')
  }
  if ((gateway ?? 'sandbox') === 'sandbox') {
    for (const name of ['GATEWAY_URL', 'GATEWAY_DRAIN'] as const) {
      if (environment.text(name) !== undefined)
        environment.refuse(name, 'is for GATEWAY=phoss-ap alone; the sandbox sends nothing anywhere')
    }
  }
  const network = networkIn(environment)
  const database = databaseIn(environment)
  const secretKey = environment.text('SECRET_KEY')
  if (secretKey !== undefined && !isSecretKey(secretKey))
    environment.refuse('SECRET_KEY', 'must be 64 hexadecimal digits')
  const formerSecretKeys = formerSecretKeysIn(environment, secretKey)
  const [host, port] = [environment.host('HOST', settings.HOST.defaultValue), environment.integer('PORT')]
  const metrics = metricsOf(environment, { host, port })
  const publicUrl = publicUrlIn(environment)
  const workerLeaseMs = environment.integer('TUNING.worker_lease_ms')
  const config: Config = {
    host,
    port,
    database,
    blobs: bucketIn(environment),
    isDemoSeeded: databaseUrl === undefined && !isProduction && isSandbox,
    gateway: isSandbox ? { kind: 'sandbox' } : accessPointsIn(environment, network),
    gatewayTimeoutMs: gatewayTimeoutIn(environment, workerLeaseMs),
    inbound: inboundIn(environment, isSandbox),
    sandboxDelayMs: environment.integer('TUNING.sandbox_delay_ms'),
    rulebookDirectory: environment.path('RULEBOOK_DIR'),
    rulebooksDirectory: environment.path('RULEBOOKS_DIR'),
    rulebookGaps: environment.flag('RULEBOOK_GAPS'),
    rateLimitPerMinute: environment.integer('TUNING.rate_limit_per_minute'),
    profileRateLimitPerMinute: environment.integer('TUNING.profile_rate_limit_per_minute'),
    tokenRateLimitPerMinute: environment.integer('TUNING.token_rate_limit_per_minute'),
    requestMemoryMb: environment.integer('TUNING.request_memory_mb'),
    recordThreads: environment.integer('TUNING.record_threads', Math.max(1, availableParallelism() - 1)),
    issuer: environment.textOrDefault('TOKEN_ISSUER'),
    audience: environment.textOrDefault('TOKEN_AUDIENCE'),
    trustedIssuers: trustedIssuers(environment),
    oidc: oidcIn(environment),
    publicUrl,
    mail: mailIn(environment, publicUrl),
    trustedProxies: environment.ranges('TRUSTED_PROXIES'),
    corsOrigins: originsIn(environment),
    secretKey,
    formerSecretKeys,
    compatibility: compatibilityIn(environment, { isEncrypting: secretKey !== undefined || databaseUrl === undefined }),
    serviceProviderId: providerIn(environment, 'SERVICE_PROVIDER_ID', isSandbox ? '0242:000001' : undefined),
    authorityId: providerIn(environment, 'C5_RECEIVER_ID', isSandbox ? '0242:000006-TESTBED.3001' : undefined),
    stopDelayMs: environment.integer('STOP_DELAY_MS'),
    workerConcurrency: environment.integer('TUNING.worker_concurrency'),
    workerLeaseMs,
    reportWithdrawals: environment.flag('REPORT_WITHDRAWALS'),
    webhooks: {
      allowedRanges: environment.ranges('WEBHOOK_ALLOWED_RANGES'),
      caFile: environment.path('WEBHOOK_CA_FILE'),
    },
    mlsOverdueMinutes: environment.integer('TUNING.mls_overdue_minutes'),
    metrics,
    logLevel: environment.oneOf('LOG_LEVEL'),
    warnings: warningsOf(environment, variables),
  }
  environment.throwRefusals(misspeltSettings(variables))
  return Object.freeze(config)
}

export interface Config {
  readonly host: string
  /** 0 lets the system choose. */
  readonly port: number
  readonly database: DatabaseConfig
  /** Where new texts are stored; undefined: in the database. */
  readonly blobs: Bucket | undefined
  /**
   * An empty embedded database gets the demo organisation; never with DATABASE_URL, in production
   * or on a real network.
   */
  readonly isDemoSeeded: boolean
  readonly gateway: { readonly kind: 'sandbox' } | AccessPoints
  /** Time limit of a submit, and of asking about one; at most a quarter of the lease. */
  readonly gatewayTimeoutMs: number
  /** Undefined: the way in by HTTP is closed. */
  readonly inbound: InboundAccess | undefined
  /** Upper bound of the sandbox's random delays. */
  readonly sandboxDelayMs: number
  /** An operator's own Schematron files in place of ours. */
  readonly rulebookDirectory: string | undefined
  /** Rule books of other specifications, beside ours. */
  readonly rulebooksDirectory: string | undefined
  /** Whether our rules beyond the official set apply too. */
  readonly rulebookGaps: boolean
  readonly rateLimitPerMinute: number
  readonly profileRateLimitPerMinute: number
  /** For each client and for each address that asks for tokens. */
  readonly tokenRateLimitPerMinute: number
  /** Memory for all heavy requests in progress; one organisation may use a quarter of it. */
  readonly requestMemoryMb: number
  /** Threads that make documents. With one, small documents are made on the main thread. */
  readonly recordThreads: number
  readonly issuer: string
  readonly audience: string
  /** Other issuers whose tokens are accepted. */
  readonly trustedIssuers: readonly TrustedIssuer[]
  /** The OpenID provider where people sign in, if one is configured. */
  readonly oidc: OidcConfig | undefined
  /** Where browsers reach the service, without a slash at the end; undefined: at its address. */
  readonly publicUrl: string | undefined
  /** The mail server for notices to people, if one is configured. */
  readonly mail: MailConfig | undefined
  /** Addresses and ranges whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[]
  /** Origins whose pages may call the API from a browser. */
  readonly corsOrigins: readonly string[]
  /** 32 bytes in hexadecimal: encrypts private keys and other secrets at rest. */
  readonly secretKey: string | undefined
  /** Keys in the same form that only open what they have encrypted before. */
  readonly formerSecretKeys: readonly string[]
  /**
   * Compatibility mode of organisations that have not chosen: the prefix of their clients' headers.
   */
  readonly compatibility: string | undefined
  /** Our own access point's id, `0242:…` (SPIS). */
  readonly serviceProviderId: string
  /** The tax authority's id, `0242:…`: the receiver of the C5 leg. */
  readonly authorityId: string
  /** A stopping instance serves for this long with `/readyz` 503, so that a proxy takes it out. */
  readonly stopDelayMs: number
  readonly workerConcurrency: number
  /** How long a leg belongs to the instance that took it; then another may take it. */
  readonly workerLeaseMs: number
  /** Whether the report of a document is withdrawn when the other party refuses the document. */
  readonly reportWithdrawals: boolean
  /** Minutes from the receipt until the document's log calls a missing status overdue. */
  readonly mlsOverdueMinutes: number
  readonly webhooks: WebhookConfig
  readonly metrics: MetricsConfig
  readonly logLevel: string
  /** What an operator should write in another way, one line each. */
  readonly warnings: readonly string[]
}

/**
 * Serves `/metrics` on a listener of its own, beside the API with a token, on both, or not at all.
 */
export interface MetricsConfig {
  readonly listener: { readonly host: string; readonly port: number } | undefined
  /** Required wherever metrics are read. */
  readonly token: string | undefined
}

/** Addresses besides the public internet that webhooks may use, and certificates they trust. */
export interface WebhookConfig {
  /** `10.1.0.0/16`, … */
  readonly allowedRanges: readonly string[]
  /** Certificates in PEM, trusted in addition to Node's. */
  readonly caFile: string | undefined
}

function warningsOf(
  environment: Environment,
  variables: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const tls = tlsModeWarning(environment)
  return [...environment.warnings(), ...misspeltSettings(variables), ...(tls === undefined ? [] : [tls])]
}

function metricsOf(environment: Environment, api: Address): MetricsConfig {
  const token = environment.text('METRICS.token')
  if (token !== undefined && !/^[\x21-\x7e]{32,}$/.test(token))
    environment.refuse('METRICS.token', 'must be at least 32 characters of ASCII, without spaces')
  const isHostGiven = environment.text('METRICS.host') !== undefined
  const listener = {
    host: environment.host('METRICS.host', '127.0.0.1'),
    port: environment.integer('METRICS.port', 0),
  }
  if (environment.text('METRICS.port') === undefined) {
    if (isHostGiven) environment.refuse('METRICS.port', 'must be set when host is')
    return { listener: undefined, token }
  }
  if (isShared(listener, api))
    environment.refuse('METRICS.port', `must not be PORT: the API listens on ${api.port} at the same address`)
  return { listener, token }
}

type Address = NonNullable<MetricsConfig['listener']>

/** 0 lets the system choose, each time another port. */
function isShared(one: Address, other: Address): boolean {
  const isSameHost = one.host === other.host || [one.host, other.host].some((host) => ['0.0.0.0', '::'].includes(host))
  return one.port !== 0 && one.port === other.port && isSameHost
}

function publicUrlIn(environment: Environment): string | undefined {
  const text = environment.text('PUBLIC_URL')
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url !== undefined && `${url.search}${url.hash}${url.username}${url.password}${url.pathname}` === '/'
  if (!isPlain || !/^https?:$/.test(url.protocol))
    environment.refuse('PUBLIC_URL', 'must be an http or https URL without a path or a password')
  return url?.origin
}

/** As browsers send them: no path, no slash at the end. */
function originsIn(environment: Environment): readonly string[] {
  const named = (environment.text('CORS_ORIGINS') ?? '').split(',').map((origin) => origin.trim())
  const origins = named.filter((origin) => origin !== '')
  for (const origin of origins) {
    if (!/^https?:/.test(origin) || URL.parse(origin)?.origin !== origin)
      environment.refuse('CORS_ORIGINS', `must be origins such as https://erp.example: ${origin}`)
  }
  return origins
}

/** The mode stores secrets of clients, so it needs a key to encrypt them. */
function compatibilityIn(
  environment: Environment,
  { isEncrypting }: { readonly isEncrypting: boolean },
): string | undefined {
  const text = environment.text('COMPATIBILITY')
  if (text === undefined) return undefined
  const setting = readCompatibility(text)
  if (setting === undefined) environment.refuse('COMPATIBILITY', compatibilityProblem)
  if (setting === undefined || setting === strictMode) return undefined
  if (!isEncrypting)
    environment.refuse('SECRET_KEY', 'must be set when COMPATIBILITY is: it encrypts secrets of clients')
  return setting
}

/** 32 bytes in hexadecimal. */
const isSecretKey = (text: string) => /^[0-9a-f]{64}$/i.test(text)

function formerSecretKeysIn(environment: Environment, secretKey: string | undefined): readonly string[] {
  const keys = (environment.text('SECRET_KEY_FORMER') ?? '').split(/[\s,]+/).filter((key) => key !== '')
  const name = 'SECRET_KEY_FORMER'
  if (!keys.every(isSecretKey))
    environment.refuse(name, 'must be keys of 64 hexadecimal digits, separated by commas or white space')
  if (keys.some((key) => key.toLowerCase() === secretKey?.toLowerCase()))
    environment.refuse(name, 'must not contain SECRET_KEY: it lists the keys from before')
  if (keys.length > 0 && secretKey === undefined)
    environment.refuse('SECRET_KEY', 'must be set when SECRET_KEY_FORMER is: former keys encrypt nothing')
  return keys
}

function trustedIssuers(environment: Environment): readonly TrustedIssuer[] {
  const variable = environment.text('TRUSTED_ISSUERS')
  if (variable === undefined) return []
  try {
    const issuers = readTrustedIssuers(variable)
    const own = environment.text('TOKEN_ISSUER')
    if (issuers.some(({ issuer }) => issuer === own)) environment.refuse('TRUSTED_ISSUERS', 'names the service itself')
    return issuers
  } catch (error) {
    environment.refuse('TRUSTED_ISSUERS', error instanceof Error ? error.message : String(error))
    return []
  }
}
