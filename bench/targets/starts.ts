import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { RunningService } from '../../test/support/processes/running-service.ts'
import { cpuMsOf, residentMbOf } from '../measure.ts'
import { BothSides, binaryOf, inTurns, runFileIn, type Side } from './sides.ts'
import type { Figures } from './table.ts'

/** Long enough for what a service does once it listens. */
const restMs = 4_000

/**
 * Later starts of a clone and of the built package, on an SQLite database each: the time until it
 * listens, processor time until then, and memory at rest.
 */
export async function measureStarts(sides: readonly Side[]): Promise<Figures> {
  const built: string[] = []
  try {
    const packages = await BothSides.of(sides, async (side) => {
      const binary: string = runFileIn(side, 'bench/targets/make-package.ts')
      built.push(join(binary, '../..'))
      return binary
    })
    const clone = await startsOf(sides, 'clone', binaryOf)
    return { ...clone, ...(await startsOf(sides, 'package', (side) => packages.get(side))) }
  } finally {
    for (const folder of built) rmSync(folder, { recursive: true, force: true })
  }
}

async function startsOf(
  sides: readonly Side[],
  kind: 'clone' | 'package',
  binary: (side: Side) => string,
): Promise<Figures> {
  const folders = await BothSides.of(sides, async () => mkdtempSync(join(tmpdir(), 'selfbill-start-')))
  const start = async (side: Side) => {
    const service = await RunningService.start({ DATA_DIR: folders.get(side) }, undefined, binary(side))
    const [readyMs, cpuMs] = [service.startedInMs, cpuMsOf(service.pid)]
    await sleep(restMs)
    const restMb = residentMbOf(service.pid)
    await service.stop()
    return { [`${kind} readyMs`]: readyMs, [`${kind} startCpuMs`]: cpuMs, [`${kind} restMb`]: restMb }
  }
  // The first makes the database and fills the compile cache, the second fills what is left.
  await inTurns(sides, 2, start)
  const measured = await inTurns(sides, 5, start)
  for (const side of sides) rmSync(folders.get(side), { recursive: true, force: true })
  return measured
}
