import { spawnSync } from 'node:child_process'

/** Runs npm in a folder and returns its standard output. Throws when it fails. */
export function runNpm(folder: string, args: readonly string[]): string {
  const { status, stdout, error } = spawnSync('npm', [...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
    // On Windows npm is a script.
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm ${args.join(' ')} ended with ${status}`, { cause: error })
  return stdout
}
