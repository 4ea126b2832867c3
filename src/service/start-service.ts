import { fileURLToPath } from 'node:url'
import { version } from '../api/service-version.ts'
import type { Config } from '../config/config.ts'
import { installation, isInstalled, selfbillCommand } from '../installation.ts'
import { isPrintingInstalled } from '../render/printing-package.ts'
import { allOrganisations } from '../store/accounts/organisations.ts'
import { lockFolder } from '../store/database/folder-lock.ts'
import { placeOf } from '../store/database/open-database.ts'
import { keepContext } from '../tracing/keep-context.ts'
import { firstRequest, type Place } from './first-request.ts'
import { locationOf } from './open-store.ts'
import { processLog } from './process-log.ts'
import { demoOrganisation } from './seed.ts'
import { buildService, type Service } from './service.ts'
import { shellOf } from './shell.ts'

/**
 * The process of `selfbill serve`: starts, prints where it listens once it is ready, and how to try
 * it; stops on a signal.
 */
export async function startService(config: Config): Promise<void> {
  keepContext()
  const log = processLog(config)
  const { gateway, secretKey } = config
  for (const warning of config.warnings) log.warn(warning)
  if (secretKey === undefined && !config.isDemoSeeded)
    log.warn('SECRET_KEY is not set: private keys and secrets are stored as they are')
  const lock = config.database.kind === 'postgres' ? undefined : lockFolder(config.database.directory)
  const service = await buildService(config, log)
  log.info({ version, gateway: gateway.kind, database: await placeOf(locationOf(config)) }, 'starting')
  const address = await service.start().catch(async (error: unknown) => {
    // Parts that already run would keep the process alive without a listener.
    await service.stop()
    throw error
  })
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    const letEnd = () => {
      for (const signal of stopSignals) process.off(signal, stop)
    }
    setTimeout(letEnd, sameSignalMs).unref()
    log.info('stopping')
    service
      .stop()
      .then(() => {
        lock?.release()
        log.info('stopped')
      })
      .catch((error: unknown) => {
        log.error({ err: error }, 'the stop failed')
        process.exitCode = 1
      })
  }
  for (const signal of stopSignals) process.on(signal, stop)
  if (!isPrintingInstalled) log.info('PDFs are not printed: the package @selfbill/printing is not installed')
  const metricsAddress = service.metricsAddress()
  if (metricsAddress !== undefined) console.log(`Metrics are on ${metricsAddress}/metrics`)
  lock?.announce(address)
  console.log(`Selfbill listens on ${address}`)
  if (!config.isDemoSeeded) {
    // A supervisor gets the one line.
    if (process.stdout.isTTY) console.log(`${selfbillCommand} login-link prints a link that signs a user in`)
    return
  }
  await printFirstRequest(config, service, address).catch((error: unknown) => {
    // A signal this early closes the database while this reads it.
    if (!isStopping) throw error
  })
}

async function printFirstRequest(config: Config, service: Service, address: string): Promise<void> {
  const organisations = await allOrganisations(service.parts.store.database)
  if (!organisations.some(({ name }) => name === demoOrganisation)) return
  const isTerminal = process.stdout.isTTY === true
  const terminal = isTerminal
    ? {
        token: await service.demoToken(minutes * 60),
        minutes,
        loginAddress: await service.demoLoginAddress(config.publicUrl ?? address),
      }
    : undefined
  const hasOthers = organisations.length > 1
  const folder = process.cwd()
  const shell = shellOf(process.platform)
  const files = fileURLToPath(installation).replace(/[\\/]$/, '')
  const place: Place = { files, home: isInstalled ? folder : files, command: selfbillCommand }
  console.log(firstRequest({ config, address, terminal, hasOthers, folder, shell, place }))
}

/** Windows has no SIGTERM: there, SIGBREAK and SIGHUP come from Ctrl-Break and a closed window. */
const stopSignals: readonly NodeJS.Signals[] =
  process.platform === 'win32' ? ['SIGINT', 'SIGBREAK', 'SIGHUP'] : ['SIGINT', 'SIGTERM']

/**
 * Under `npm start` a Ctrl-C arrives twice: from the terminal and from npm. A later signal ends the
 * process at once.
 */
const sameSignalMs = 1_000

/** Long enough to paste, short enough for a terminal's history. */
const minutes = 15
