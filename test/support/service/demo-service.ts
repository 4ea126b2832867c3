import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { findOrganisation } from '../../../src/cli/handlers/find-organisation.ts'
import { readConfig } from '../../../src/config/config.ts'
import { buildService } from '../../../src/service/service.ts'
import { commandLineToken } from '../../../src/service/token.ts'
import { aClient } from './clients.ts'

/** A running service with the demo organisation, and a client of it. */
export interface DemoService {
  readonly address: string
  readonly token: string
  /** The environment of the programs. */
  readonly environment: Readonly<Record<string, string>>
  stop(): Promise<void>
}

export const profile = 'BP-DEMO000001'
export const invoiceFile = fileURLToPath(new URL('../../../examples/purchase-invoice.json', import.meta.url))

/** Starts a service with an empty database in the folder, and the demo organisation in it. */
export async function startDemoService(folder: string): Promise<DemoService> {
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    GATEWAY: 'sandbox',
    TUNING: 'sandbox_delay_ms=20,rate_limit_per_minute=1000000,token_rate_limit_per_minute=1000000',
  })
  const service = await buildService(config, pino({ level: 'error' }, pino.destination(2)))
  const address = await service.start()
  const { store } = service.parts
  const organisation = await findOrganisation(store, 'Demo')
  const { id, secret } = await aClient(store, organisation.id)
  const scopes = ['documents:read', 'documents:write'] as const
  const token = await commandLineToken(store, config, organisation, { scopes })
  return {
    address,
    token,
    environment: {
      SELFBILL_URL: address,
      SELFBILL_TOKEN: token,
      SELFBILL_CLIENT_ID: id,
      SELFBILL_CLIENT_SECRET: secret,
      PROFILE: profile,
      INVOICE: invoiceFile,
    },
    stop: () => service.stop(),
  }
}
