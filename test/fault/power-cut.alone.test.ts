import { strict as assert } from 'node:assert'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemClock } from '../../src/clock/clock.ts'
import { effort } from '../support/effort.ts'
import { cutPower, newDisk, run, whyNoLoopDisk } from '../support/faults/loop-disk.ts'
import { assertAcknowledged } from '../support/processes/acknowledged.ts'
import { Child } from '../support/processes/child-process.ts'
import { Random } from '../support/random.ts'

/**
 * Killing a process proves nothing about the disk: its writes are still in the system's memory.
 * This test cuts the power: the data folder is a file system on a loop device, which is shut down
 * without flushing unsynced writes. Needs root on Linux, a loop device, and a Perl or Python for
 * the ioctl that Node cannot make.
 */
const child = join(import.meta.dirname, '../support/processes/child-adds-documents.ts')

const rounds = effort === 'long' ? 30 : 3
/** Chooses the moment of each cut; `SEED` sets another. */
const seed = Number(process.env.SEED ?? 1)

test(`${rounds} power cuts lose no acknowledged create`, { skip: whyNoLoopDisk() }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'selfbill-power-cut-'))
  const mountPoint = join(folder, 'disk')
  t.after(() => rm(folder, { recursive: true }))
  await mkdir(mountPoint)
  let acknowledged = 0
  const random = new Random(seed)
  for (let round = 0; round < rounds; round++) {
    const image = await newDisk(folder)
    run('mount', '-o', 'loop', image, mountPoint)
    let isMounted = true
    const writer = new Child(child, join(folder, 'acknowledged'), join(mountPoint, 'data'))
    try {
      await writer.untilLines(1)
      await systemClock.sleep(random.below(500)) // a random moment of its work
      const acknowledgedBefore = writer.lines
      cutPower(mountPoint)
      await writer.kill()
      run('umount', mountPoint)
      isMounted = false
      run('mount', '-o', 'loop', image, mountPoint)
      isMounted = true
      await assertAcknowledged(join(mountPoint, 'data'), acknowledgedBefore)
      acknowledged += acknowledgedBefore.length
    } finally {
      await writer.kill()
      if (isMounted) run('umount', mountPoint)
    }
  }
  assert.ok(acknowledged > rounds)
  t.diagnostic(`${acknowledged} acknowledged creates, none lost`)
})
