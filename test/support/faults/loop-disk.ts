import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

// A file system in a file that a test can shut down while a process uses it. Needs root on Linux.

/** Creates the image of a fresh file system, to be mounted with `-o loop`. */
export async function newDisk(folder: string): Promise<string> {
  const image = join(folder, 'disk.img')
  await rm(image, { force: true })
  await writeFile(image, '')
  await truncate(image, 256 * 1024 * 1024)
  run('mkfs.ext4', '-q', '-F', image)
  return image
}

/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH. */
export function cutPower(mountPoint: string): void {
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

/** The reason to skip a test; false if it can run. */
export function whyNoLoopDisk(): string | false {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'a disk that fails needs root on Linux'
  if (!existsSync('/dev/loop-control')) return 'a disk that fails needs a loop device'
  if (!canRun('mkfs.ext4', '-V')) return 'a disk that fails needs mkfs.ext4'
  if (!canRun('python3') && !canRun('perl')) return 'a disk that fails needs Python or Perl'
  return canMount() ? false : 'a disk that fails needs the right to mount'
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

export function run(command: string, ...args: readonly string[]): void {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
}
