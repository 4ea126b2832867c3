import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { run } from '../../../src/cli/run.ts'
import { readConfig } from '../../../src/config/config.ts'
import { openConfiguredStore } from '../../../src/service/open-store.ts'
import type { DatabaseLocation } from '../../../src/store/database/open-database.ts'
import { KeptTerminal } from '../terminal.ts'

/**
 * The command line in this process, with a database of its own. Called once in a suite; the folder
 * is removed when the suite ends. Name files in full: the folder of the process is another one.
 */
export function commandLine(): CommandLine {
  return within(({ args, env, input }) => inThisProcess(args, env, input))
}

/**
 * bin/selfbill as a person runs it: as a process, in that folder. For what only a process has: its
 * start, its signals, its own stack, its folder.
 */
export function commandLineProcess(): CommandLine {
  return within(
    ({ args, env, input, folder }) =>
      new Promise((resolve) => {
        const child = execFile(binary, args, { cwd: folder, env, timeout: 300_000 }, (error, stdout, stderr) => {
          // A signal ended it: there is no exit code, and the run failed.
          resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, stdout, stderr })
        })
        // A command that reads no standard input may have ended before.
        child.stdin?.on('error', () => undefined).end(input)
      }),
  )
}

/** Makes what a first start leaves in the folder: the database, with the demo organisation. */
export async function firstStart(dataDir: string): Promise<void> {
  const store = await openConfiguredStore(readConfig({ DATA_DIR: dataDir }))
  await store.close()
}

/** The command line in this process, on the database of a suite. */
export async function selfbill(location: DatabaseLocation, ...args: readonly string[]): Promise<Ended> {
  const place =
    'databaseUrl' in location
      ? { DATABASE_URL: location.databaseUrl, GATEWAY: 'sandbox' }
      : { DATA_DIR: location.dataDir }
  return inThisProcess(args, { ...process.env, ...place })
}

async function inThisProcess(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  input?: string | Uint8Array,
): Promise<Ended> {
  const terminal = new KeptTerminal({ LOG_LEVEL: 'silent', ...env }, input)
  const code = await run(args, terminal)
  return { code, ...terminal.printed }
}

interface CommandLine {
  readonly folder: string
  readonly selfbill: (
    args: readonly string[],
    environment?: Readonly<Record<string, string>>,
    input?: string | Uint8Array,
  ) => Promise<Ended>
}

interface Run {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly input: string | Uint8Array
  readonly folder: string
}

function within(run: (wanted: Run) => Promise<Ended>): CommandLine {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-cli-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return {
    folder,
    selfbill: (args, environment = {}, input = '') =>
      run({ args, env: { ...process.env, DATA_DIR: join(folder, 'data'), ...environment }, input, folder }),
  }
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

/** What a command printed with `--json`. */
export function jsonLines(stdout: string): readonly Readonly<Record<string, unknown>>[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
