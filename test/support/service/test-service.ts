import { type Logger, pino } from 'pino'
import { type Config, readConfig } from '../../../src/config/config.ts'
import type { Taps } from '../../../src/service/delivery.ts'
import { buildService, type Service } from '../../../src/service/service.ts'
import type { DatabaseLocation } from '../../../src/store/database/open-database.ts'
import { jsonOf, type Members } from '../requests/requests.ts'
import { type Fetched, fetchDeclared } from './fetch-declared.ts'
import { newAccount, newOrganisation, type StoredTenant } from './tenants.ts'
import { variablesOf } from './variables.ts'

export interface TestService {
  readonly service: Service
  readonly config: Config
  readonly address: string
  /** A fresh organisation with a business profile and a token of its own. */
  tenant(options?: { phase2?: boolean; version?: string; scope?: string }): Promise<Tenant>
  stop(): Promise<void>
}

export interface Tenant extends StoredTenant {
  post(path: string, body: Members | string, headers?: Readonly<Record<string, string>>): Promise<Answered>
  /** Any other method; the body is optional. */
  send(method: string, path: string, body?: Members, headers?: Readonly<Record<string, string>>): Promise<Answered>
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answered>
}

export type Answered = Fetched

/**
 * The service on an existing database, listening on a free port of 127.0.0.1, with a fast sandbox.
 */
export async function startTestService(
  location: DatabaseLocation,
  environment: Readonly<Record<string, string>> = {},
  log: Logger = pino({ level: 'silent' }),
  taps: Taps = {},
): Promise<TestService> {
  const config = readConfig(
    variablesOf({
      PORT: '0',
      GATEWAY: 'sandbox',
      'TUNING.sandbox_delay_ms': '20',
      'TUNING.rate_limit_per_minute': '1000000',
      'TUNING.profile_rate_limit_per_minute': '1000000',
      'TUNING.token_rate_limit_per_minute': '1000000',
      ...('databaseUrl' in location ? { DATABASE_URL: location.databaseUrl } : { DATA_DIR: location.dataDir }),
      ...environment,
    }),
  )
  const service = await buildService(config, log, taps)
  const address = await service.start()
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= service.stop()
    return stopping
  }
  return {
    service: { ...service, stop },
    config,
    address,
    stop,
    tenant: (options = {}) => newTenant(service, config, address, options),
  }
}

async function newTenant(
  { parts: { store, now } }: Service,
  config: Config,
  address: string,
  {
    phase2 = true,
    version = '20260101',
    scope = 'documents:read documents:write',
  }: { phase2?: boolean; version?: string; scope?: string },
): Promise<Tenant> {
  const { orgId, profileId } = await newOrganisation(store, { version, phase2 })
  const { account, token } = await newAccount(store, config, orgId, scope, now())
  const call = (path: string, init: RequestInit) => fetchDeclared(address, path, init)
  const authorization = `Bearer ${token}`
  return {
    orgId,
    account,
    profileId,
    token,
    post: (path, body, headers = {}) =>
      call(path, {
        method: 'POST',
        body: typeof body === 'string' ? body : jsonOf(body),
        headers: { authorization, 'content-type': 'application/json', ...headers },
      }),
    send: (method, path, body, headers = {}) =>
      call(path, {
        method,
        ...(body && { body: jsonOf(body) }),
        headers: { authorization, ...(body && { 'content-type': 'application/json' }), ...headers },
      }),
    get: (path, headers = {}) => call(path, { headers: { authorization, ...headers } }),
  }
}
