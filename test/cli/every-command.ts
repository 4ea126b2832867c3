import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { program } from '../../src/cli/program.ts'
import { example } from '../support/processes/command-line.ts'

// How a test calls every command that needs a database.

/** These need no database, or make one. `distribute` begins with a look for Citus. */
export const without = new Set(
  (
    'serve, doctor, demo, help, version, migrate, template, validate, suppliers check, xml, rules, explain, verify, mcp, ' +
    'distribute'
  ).split(', '),
)

/** How each of the others is called. `DIR` is an empty folder for what it writes. */
export const calls: Readonly<Record<string, readonly string[]>> = {
  'organisation list': [],
  'organisation add': ['Falcon'],
  'organisation show': ['Falcon'],
  'organisation set': ['Falcon', '--phase2', 'off'],
  'organisation revoke': ['Falcon', '--yes'],
  'client list': [],
  'client add': ['ERP'],
  'client rotate': ['x'],
  'client revoke': ['x'],
  'user list': [],
  'user add': ['Mariam', '--role', 'admin'],
  'user role': ['x', 'clerk'],
  'user remove': ['x'],
  'user data': ['x'],
  'user erase': ['x', '--yes'],
  'profile add': [example('business-profile.json')],
  'login-link': [],
  token: [],
  'keys list': [],
  'keys export': [],
  'keys rotate': [],
  'keys reseal': [],
  import: ['--profile', 'BP-DEMO000001', example('import.csv')],
  'hold set': ['--all-documents', '--reason', 'Audit'],
  'hold release': ['--all-documents', '--yes'],
  'hold list': [],
  legs: ['--stalled'],
  outages: [],
  retry: ['--because', 'x', '--yes'],
  report: ['x'],
  listen: ['--forward', 'http://127.0.0.1:9/hook'],
  'sandbox advance': ['1h'],
  backup: ['DIR/backup.db'],
  restored: ['--skip-numbers', '5', '--yes'],
  check: [],
  export: ['DIR/export'],
  objects: ['--dry-run'],
}

/** One list of `legs` is in `calls`. */
const more: readonly (readonly [string, ...string[]])[] = [
  ['legs', '--overdue'],
  ['legs', '--open'],
  ['legs', '--unknown', 'DIR/../uuids'],
]

/** Every command that needs a database, with arguments. */
export const called = [...Object.entries(calls).map(([name, args]) => [...name.split(' '), ...args]), ...more]

/** A folder for what the commands write. `args` puts it in place of `DIR`. */
export async function place(t: { after(work: () => Promise<void>): void }) {
  const dir = await mkdtemp(join(tmpdir(), 'selfbill-none-'))
  t.after(() => rm(dir, { recursive: true }))
  await mkdir(join(dir, 'out'))
  await writeFile(join(dir, 'uuids'), '0192a4c0-0000-7000-8000-000000000000\n')
  const args = (words: readonly string[]) => words.map((word) => word.replace(/^DIR/, join(dir, 'out')))
  return { dir, args }
}

/** The full names of all commands. */
export function allCommands(): readonly string[] {
  return program.commands.flatMap(leavesOf)
}

function leavesOf(command: CommandUnknownOpts): readonly string[] {
  if (command.commands.length === 0) return [command.name()]
  return command.commands.flatMap(leavesOf).map((name) => `${command.name()} ${name}`)
}
