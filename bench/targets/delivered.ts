import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Decimal } from '@selfbill/schematron/decimal'
import { aLine, aPrice, aPurchaseInvoice, aSupplier, jsonOf } from '../../test/support/requests/requests.ts'
import { cpuMsOf } from '../measure.ts'
import type { Place } from '../places.ts'
import { bytesOnDisk, pendingIn } from './database-bytes.ts'
import { binaryOf, inTurns, type Side, startService, tenantsIn } from './sides.ts'
import type { Figures } from './table.ts'

const documents = 1_500

/**
 * Documents of ten lines that nobody has sent yet, as an import leaves them: then a service starts,
 * delivers them all through a sandbox that answers at once, and stops. How many legs a second, their
 * processor time, and the bytes on disk of a delivered document.
 */
export async function measureDelivered(sides: readonly Side[], make: () => Promise<Place>): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-bench-'))
  const file = join(folder, 'documents.ndjson')
  try {
    return await inTurns(sides, 3, async (side) => {
      // Each import writes its results beside the file.
      rmSync(folder, { recursive: true, force: true })
      writeDocuments(folder, file)
      const place = await make()
      try {
        return await deliver(side, place, file)
      } finally {
        await place.remove()
      }
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function deliver(side: Side, place: Place, file: string) {
  const [tenant] = tenantsIn(side, place, 1)
  const empty = await bytesOnDisk(place)
  execFileSync(binaryOf(side), ['import', file, '--profile', tenant?.profileId ?? ''], {
    env: { ...process.env, GATEWAY: 'sandbox', LOG_LEVEL: 'error', ...place.environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const imported = await pendingIn(place)
  if (imported !== documents) throw new Error(`${imported} of ${documents} documents wait for their delivery`)
  const service = await startService(side, place, { 'TUNING.sandbox_delay_ms': '0' })
  const [began, cpuMs] = [performance.now(), cpuMsOf(service.pid)]
  const until = began + 180_000
  while ((await pendingIn(place)) > 0) {
    if (performance.now() > until) throw new Error('the legs did not end within three minutes')
    await sleep(20)
  }
  const [tookMs, spentMs] = [performance.now() - began, cpuMsOf(service.pid) - cpuMs]
  await service.stop()
  const legs = 2 * documents
  const diskBytes = ((await bytesOnDisk(place)) - empty) / documents
  return { legs: (1000 * legs) / tookMs, legMs: spentMs / legs, diskBytes }
}

/** Each document has words and prices of its own: what is alike in all of them would pack too well. */
function writeDocuments(folder: string, file: string): void {
  mkdirSync(folder, { recursive: true })
  const next = seeded(1)
  const words = Array.from({ length: 5_000 }, () => wordOf(next))
  const some = (count: number) =>
    Array.from({ length: count }, () => words[Math.floor(next() * words.length)]).join(' ')
  const document = (at: number) =>
    aPurchaseInvoice({
      accounting_supplier_party: aSupplier({ name: `${some(2)} ${at % 120}` }),
      document_lines: Array.from({ length: 10 }, () =>
        aLine({
          name: some(3),
          price: aPrice({ base_amount: Decimal.of(1 + Math.floor(next() * 100_000), 2) }),
          quantity: Decimal.of(1 + Math.floor(next() * 20)),
        }),
      ),
    })
  const lines = Array.from({ length: documents }, (_, at) => jsonOf(document(at)).replaceAll('\n', ' '))
  writeFileSync(file, `${lines.join('\n')}\n`)
}

/** The same documents for both versions of the code. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function wordOf(next: () => number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  return Array.from({ length: 4 + Math.floor(next() * 7) }, () => letters[Math.floor(next() * 26)]).join('')
}
