import type { Config } from '../config/config.ts'
import { firstRequest } from './first-request.ts'
import { processLog } from './process-log.ts'
import { demoOrganisation } from './seed.ts'
import { buildService, type Service } from './service.ts'

/**
 * The process of `bin/selfbill serve`: starts, prints how to try it, stops on SIGINT or SIGTERM.
 */
export async function startService(config: Config): Promise<void> {
  const log = processLog(config)
  const service = await buildService(config, log)
  const address = await service.start().catch(async (error: unknown) => {
    // Parts that already run would keep the process alive without a listener.
    await service.stop()
    throw error
  })
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    const letEnd = () => process.off('SIGINT', stop).off('SIGTERM', stop)
    setTimeout(letEnd, sameSignalMs).unref()
    log.info('stopping')
    service
      .stop()
      .then(() => log.info('stopped'))
      .catch((error: unknown) => {
        log.error({ err: error }, 'the stop failed')
        process.exitCode = 1
      })
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  console.log(`Selfbill listens on ${address}`)
  const metricsAddress = service.metricsAddress()
  if (metricsAddress !== undefined) console.log(`Metrics are on ${metricsAddress}/metrics`)
  if (!config.isDemoSeeded) return
  await printFirstRequest(config, service, address).catch((error: unknown) => {
    // A signal this early closes the database while this reads it.
    if (!isStopping) throw error
  })
}

async function printFirstRequest(config: Config, service: Service, address: string): Promise<void> {
  const organisations = await service.parts.store.organisations.list()
  if (!organisations.some(({ name }) => name === demoOrganisation)) return
  const isTerminal = process.stdout.isTTY === true
  const terminal = isTerminal ? { token: await service.demoToken(minutes * 60), minutes } : undefined
  const hasOthers = organisations.length > 1
  console.log(firstRequest({ config, address, terminal, hasOthers, folder: process.cwd() }))
}

/**
 * Under `npm start` a Ctrl-C arrives twice: from the terminal and from npm. A later signal ends the
 * process at once.
 */
const sameSignalMs = 1_000

/** Long enough to paste, short enough for a terminal's history. */
const minutes = 15
