import type { Config } from '../config/config.ts'
import { firstRequest } from './first-request.ts'
import { processLog } from './process-log.ts'
import { demoOrganisation } from './seed.ts'
import { buildService, type Service } from './service.ts'

/** The process as `npm start` runs it: starts, says how to try it, stops on SIGINT or SIGTERM. */
export async function startService(config: Config): Promise<void> {
  const log = processLog(config)
  const service = await buildService(config, log)
  const address = await service.start().catch(async (error: unknown) => {
    // What runs already would keep the process alive, and deaf.
    await service.stop()
    throw error
  })
  console.log(`Selfbill listens on ${address}`)
  const metricsAddress = service.metricsAddress()
  if (metricsAddress !== undefined) console.log(`Metrics are on ${metricsAddress}/metrics`)
  if (config.isDemoSeeded) await printFirstRequest(config, service, address)
  const stop = () => {
    process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM')
    log.info('stopping')
    service
      .stop()
      .then(() => log.info('stopped'))
      .catch((error: unknown) => {
        log.error({ err: error }, 'the stop failed')
        process.exitCode = 1
      })
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
}

async function printFirstRequest(config: Config, service: Service, address: string): Promise<void> {
  const organisations = await service.parts.store.organisations.list()
  if (!organisations.some(({ name }) => name === demoOrganisation)) return
  const isTerminal = process.stdout.isTTY === true
  const terminal = isTerminal ? { token: await service.demoToken(minutes * 60), minutes } : undefined
  const hasOthers = organisations.length > 1
  console.log(firstRequest({ config, address, terminal, hasOthers, folder: process.cwd() }))
}

/** Long enough to paste it, short enough to stand in a terminal's history. */
const minutes = 15
