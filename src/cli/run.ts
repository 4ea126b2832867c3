import { CommanderError } from '@commander-js/extra-typings'
import { call, findCommand } from './command.ts'
import { formatUsage } from './help-format.ts'
import { printable } from './printable.ts'
import { program } from './program.ts'
import { Refused } from './refused.ts'
import type { Terminal } from './terminal.ts'
import { UsageError } from './usage-error.ts'

/**
 * Runs the command line with the words after `selfbill`; a process may call it many times. Returns
 * the exit code: see exit-codes.ts.
 */
export async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await call(program, wordsToParse(words), terminal)
  } catch (error) {
    // Thrown after help or the version was printed.
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    const lines = (await describeError(error, words)).split('\n')
    terminal.warn(lines.map(printable).join('\n'))
    return (await isRefusal(error)) ? 1 : 2
  }
}

/** The words and the settings are right. */
async function isRefusal(error: unknown): Promise<boolean> {
  if (error instanceof Refused) return true
  if (error instanceof UsageError || error instanceof CommanderError) return false
  const { isRefusedByState } = await import('../service/refused-by-state.ts')
  return isRefusedByState(error)
}

function wordsToParse(words: readonly string[]): readonly string[] {
  const [first] = words
  if (first === undefined) return ['help']
  // `selfbill nonsense --help` is an error, too.
  const isUnknown = !first.startsWith('-') && findCommand(program, words) === program
  return isUnknown ? [first] : words
}

/** Throws errors that neither the caller nor the operator can fix: they need their stack. */
async function describeError(error: unknown, words: readonly string[]): Promise<string> {
  const command = findCommand(program, words)
  const title = command === program ? 'selfbill' : `selfbill ${words[0]}`
  const hint = command === program ? 'selfbill help lists the commands.' : formatUsage(command)
  if (error instanceof Refused) return `${title}: ${error.message}`
  if (error instanceof UsageError) return `${title}: ${error.message}\n\n${hint}`
  if (error instanceof CommanderError) return `${title}: ${parseProblem(error)}\n\n${hint}`
  const { operatorMessage } = await import('../service/operator-error.ts')
  const message = operatorMessage(error)
  if (message === undefined) throw error
  return `${title}: ${message}`
}

function parseProblem({ code, message }: CommanderError): string {
  // Commander's own way to say that a group was called without a subcommand.
  return code === 'commander.help' ? 'name a subcommand' : message.replace(/^error: /, '')
}
