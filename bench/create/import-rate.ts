import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { StoredTenant } from '../../test/support/service/tenants.ts'
import type { Place } from '../places.ts'
import { body } from './load.ts'

const binary = fileURLToPath(new URL('../../bin/selfbill', import.meta.url))
const few = 200
const many = 2000

/**
 * Documents that `selfbill import` creates in a second, beyond its start: a long file against a
 * short one. The organisation is the only one.
 */
export async function importsPerSecond(place: Place, { profileId }: StoredTenant): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'selfbill-bench-'))
  const seconds = async (documents: number) => {
    const file = join(folder, `${documents}.ndjson`)
    await writeFile(file, `${body.replaceAll('\n', ' ')}\n`.repeat(documents))
    const began = performance.now()
    execFileSync(binary, ['import', file, '--profile', profileId], {
      env: { ...process.env, GATEWAY: 'sandbox', LOG_LEVEL: 'error', ...place.environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    return (performance.now() - began) / 1000
  }
  try {
    const start = await seconds(few)
    return many / ((await seconds(few + many)) - start)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
