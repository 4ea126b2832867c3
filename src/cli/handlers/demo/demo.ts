import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../../config/config.ts'
import { buildService } from '../../../service/service.ts'
import type { Terminal } from '../../terminal.ts'
import { DemoClient } from './demo-client.ts'
import { DemoWire } from './demo-wire.ts'
import { type Example, travel } from './travel.ts'
import { travelTable } from './travel-table.ts'

/**
 * Issues four documents on a temporary database and follows them until they are final. Prints every
 * event, the envelopes sent and the statuses received. Only the network is simulated
 * (docs/sandbox.md).
 */
export async function demo(terminal: Terminal): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'selfbill-demo-'))
  const wire = new DemoWire()
  const config = readConfig({
    PORT: '0',
    DATA_DIR: directory,
    LOG_LEVEL: 'error',
    GATEWAY: 'sandbox',
    TUNING: 'rate_limit_per_minute=100000',
  })
  const service = await buildService(config, undefined, { onEnvelope: (envelope) => wire.record(envelope) })
  try {
    const address = await service.start()
    terminal.print(
      `Selfbill listens on ${address}, with a temporary database and the sandbox for a network.\n\n${legend}\n`,
    )
    const client = new DemoClient(address, await service.demoToken())
    const travels = await Promise.all(examples.map((example) => travel(terminal, client, wire, example)))
    terminal.print(`\n${travelTable(travels)}`)
    return travels.every(({ status, example }) => status === example.end) ? 0 : 1
  } finally {
    await service.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

/** Explains envelopes and statuses to newcomers. */
const legend = `Four documents are issued at once: an invoice and a credit note that pass, an invoice that breaks
rules and goes nowhere, and one that the tax authority rejects. What passes travels on two legs:

  C3  to the supplier's access point, as UBL      C5  to the tax authority, as a tax data report

On each leg an envelope (SBDH) goes out, its receipt comes back, and then a message level status
(MLS) with the verdict: AP accepted, AB accepted though delivery is not confirmed, RE rejected.`

const examples: readonly Example[] = [
  { file: 'purchase-invoice.json', path: 'purchase-invoices', end: 'APPROVED' },
  { file: 'purchase-credit-note.json', path: 'purchase-credit-notes', end: 'APPROVED' },
  { file: 'breaks-rules.json', path: 'purchase-invoices', end: 'VALIDATION_FAILED' },
  { file: 'rejected-by-authority.json', path: 'purchase-invoices', end: 'REJECTED' },
]
