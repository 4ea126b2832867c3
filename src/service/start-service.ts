import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config/config.ts'
import { processLog } from './process-log.ts'
import { demoOrganisation, demoProfileId } from './seed.ts'
import { buildService } from './service.ts'

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
  if (config.isDemoSeeded && (await service.parts.store.organisations.findByName(demoOrganisation))) {
    console.log(tryIt(address, await service.demoToken()))
  }
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

function tryIt(address: string, token: string): string {
  const example = relative(
    process.cwd(),
    fileURLToPath(new URL('../../examples/purchase-invoice.json', import.meta.url)),
  )
  return `
Try it: issue a self-billed invoice for the demo organisation.

  curl -s -X POST ${address}/api/purchase-invoices/${demoProfileId} \\
    -H 'Authorization: Bearer ${token}' \\
    -H 'Content-Type: application/json' --data @${example}

It answers 201 with an id. See what becomes of it, with the same token:

  GET ${address}/api/purchase-invoices/ID/peppol-status-logs

The token is valid for 24 hours; bin/selfbill token prints another. The guide: docs/integrating.md`
}
