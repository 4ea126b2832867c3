/**
 * The configuration of the process: the only reader of the environment. Parsed once, frozen; every wrong value is named at
 * once. README lists the variables for operators.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const source = new Source(environment)
  const isProduction = environment.NODE_ENV === 'production'
  const databaseUrl = source.text('DATABASE_URL')
  const gateway = source.text('GATEWAY')
  if (gateway !== undefined && gateway !== 'sandbox') source.refuse('GATEWAY', 'must be sandbox')
  if (gateway === undefined && (databaseUrl !== undefined || isProduction)) {
    source.refuse('GATEWAY', 'must be set when DATABASE_URL or NODE_ENV=production is')
  }
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    source.refuse('DATABASE_URL', 'must begin with postgres:// or postgresql://')
  }
  const secretKey = source.text('SECRET_KEY')
  if (secretKey !== undefined && !/^[0-9a-f]{64}$/i.test(secretKey))
    source.refuse('SECRET_KEY', 'must be 64 hexadecimal digits')
  const serviceProviderId = source.text('SERVICE_PROVIDER_ID') ?? '0242:000001'
  if (!providerSyntax.test(serviceProviderId))
    source.refuse('SERVICE_PROVIDER_ID', 'must be a 0242 identifier such as 0242:001234')
  const authorityId = source.text('C5_RECEIVER_ID') ?? '0242:000006-TESTBED.3001'
  if (!providerSyntax.test(authorityId))
    source.refuse('C5_RECEIVER_ID', 'must be a 0242 identifier such as 0242:000006-TESTBED.3001')
  const metrics = metricsOf(source)
  const config: Config = {
    host: source.text('HOST') ?? '127.0.0.1',
    port: source.integer('PORT', 8080, 0, 65_535),
    database:
      databaseUrl === undefined
        ? { kind: 'embedded', directory: source.text('DATA_DIR') ?? './data' }
        : { kind: 'postgres', url: databaseUrl },
    isDemoSeeded: databaseUrl === undefined && !isProduction,
    gateway: 'sandbox',
    sandboxDelayMs: source.integer('SANDBOX_DELAY_MS', 400, 0, 3_600_000),
    rulebookDirectory: source.text('RULEBOOK_DIR'),
    rulebookGaps: source.flag('RULEBOOK_GAPS', true),
    rateLimitPerMinute: source.integer('RATE_LIMIT_PER_MINUTE', 60, 1, 1_000_000),
    issuer: source.text('TOKEN_ISSUER') ?? 'selfbill',
    audience: source.text('TOKEN_AUDIENCE') ?? 'selfbill',
    secretKey,
    serviceProviderId,
    authorityId,
    workerConcurrency: source.integer('WORKER_CONCURRENCY', 16, 1, 1000),
    workerLeaseMs: source.integer('WORKER_LEASE_MS', 120_000, 400, 3_600_000),
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
  /** An empty embedded database gets the demo organisation; never with DATABASE_URL or in production. */
  readonly isDemoSeeded: boolean
  readonly gateway: 'sandbox'
  /** Upper bound of the sandbox's random delays. */
  readonly sandboxDelayMs: number
  /** An operator's own Schematron files in place of ours. */
  readonly rulebookDirectory: string | undefined
  /** Whether our rules beyond the official set are judged too. */
  readonly rulebookGaps: boolean
  readonly rateLimitPerMinute: number
  readonly issuer: string
  readonly audience: string
  /** 32 bytes in hexadecimal: encrypts private keys at rest. */
  readonly secretKey: string | undefined
  /** Our own access point's id, `0242:…` (SPIS). */
  readonly serviceProviderId: string
  /** The tax authority's id, `0242:…`: the receiver of the C5 leg. */
  readonly authorityId: string
  readonly workerConcurrency: number
  /** How long a leg belongs to the instance that took it; another takes over after that. A submit has a quarter of it. */
  readonly workerLeaseMs: number
  /** How long a status may take after the receipt before the document's log says that it is overdue. */
  readonly mlsOverdueMinutes: number
  readonly metrics: MetricsConfig
  readonly logLevel: string
}

/** Where `/metrics` can be read: on a listener of its own, beside the API for who has the token, both, or nowhere. */
export interface MetricsConfig {
  readonly listener: { readonly host: string; readonly port: number } | undefined
  /** Asked for wherever metrics are read. */
  readonly token: string | undefined
}

/** The environment cannot be used: one line per variable. */
export class ConfigInvalid extends Error {
  override readonly name = 'ConfigInvalid'
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
