import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

/**
 * Runs bin/selfbill as a person does: as a process, in a folder with its own database. Called once
 * in a suite; the folder is removed when the suite ends.
 */
export function commandLine() {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-cli-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const selfbill = (
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
    input: string | Uint8Array = '',
  ): Promise<Ended> =>
    new Promise((resolve) => {
      const env = { ...process.env, DATA_DIR: join(folder, 'data'), ...environment }
      const child = execFile(binary, args, { cwd: folder, env, timeout: 300_000 }, (error, stdout, stderr) => {
        // A signal ended it: there is no exit code, and the run failed.
        resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, stdout, stderr })
      })
      // A command that reads no standard input may have ended before.
      child.stdin?.on('error', () => undefined).end(input)
    })
  return { folder, selfbill }
}

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export const root = new URL('../../../', import.meta.url).pathname
export const binary = join(root, 'bin/selfbill')

/** A file of examples/. */
export function example(name: string): string {
  return join(root, 'examples', name)
}
