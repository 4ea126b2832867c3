import { strict as assert } from 'node:assert'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { assertAcknowledged } from '../support/processes/acknowledged.ts'
import { Child } from '../support/processes/child-process.ts'

/**
 * Killing a process proves nothing about the disk: what it wrote is still in the system's memory. Here the power goes: the
 * data folder is a file system on a loop device, and that file system is shut down without flushing what it had not yet
 * been told to sync. Needs root on Linux, a loop device and a Perl or Python for the ioctl that Node cannot make.
 */
const child = join(import.meta.dirname, '../support/processes/child-adds-documents.ts')

const rounds = process.env.LONG === undefined ? 3 : 30

test(`${rounds} power cuts lose no acknowledged create`, { skip: whyNot() }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'selfbill-power-cut-'))
  const mountPoint = join(folder, 'disk')
  t.after(() => rm(folder, { recursive: true }))
  await mkdir(mountPoint)
  let acknowledged = 0
  for (let round = 0; round < rounds; round++) {
    const image = await newDisk(folder)
    run('mount', '-o', 'loop', image, mountPoint)
    let isMounted = true
    const writer = new Child(child, join(folder, 'acknowledged'), join(mountPoint, 'data'))
    try {
      await writer.untilLines(1)
      await delay(Math.random() * 500)
      cutPower(mountPoint)
      await writer.kill()
      run('umount', mountPoint)
      isMounted = false
      run('mount', '-o', 'loop', image, mountPoint)
      isMounted = true
      await assertAcknowledged(join(mountPoint, 'data'), writer.lines)
      acknowledged += writer.lines.length
    } finally {
      await writer.kill()
      if (isMounted) run('umount', mountPoint)
    }
  }
  assert.ok(acknowledged > rounds)
  t.diagnostic(`${acknowledged} acknowledged creates, none lost`)
})

async function newDisk(folder: string): Promise<string> {
  const image = join(folder, 'disk.img')
  await rm(image, { force: true })
  await writeFile(image, '')
  await truncate(image, 256 * 1024 * 1024)
  run('mkfs.ext4', '-q', '-F', image)
  return image
}

/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH. */
function cutPower(mountPoint: string): void {
  const request = 0x8004587d
  if (canRun('python3')) {
    const code =
      'import fcntl, os, struct, sys; fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), int(sys.argv[2]), struct.pack("I", 2))'
    run('python3', '-c', code, mountPoint, String(request))
  } else {
    const code = 'opendir(my $d, $ARGV[0]) or die; my $flag = pack("L", 2); ioctl($d, $ARGV[1] + 0, $flag) or die "$!"'
    run('perl', '-e', code, mountPoint, String(request))
  }
}

function whyNot(): string | false {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'a power cut needs root on Linux'
  if (!existsSync('/dev/loop-control')) return 'a power cut needs a loop device'
  if (!canRun('mkfs.ext4', '-V')) return 'a power cut needs mkfs.ext4'
  if (!canRun('python3') && !canRun('perl')) return 'a power cut needs Python or Perl'
  return canMount() ? false : 'a power cut needs the right to mount'
}

function canRun(command: string, argument = '-v'): boolean {
  try {
    run(command, argument)
    return true
  } catch {
    return false
  }
}

function canMount(): boolean {
  try {
    run('losetup', '--find')
    return true
  } catch {
    return false
  }
}

function run(command: string, ...args: readonly string[]): void {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
}
