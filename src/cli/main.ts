import { CommanderError } from '@commander-js/extra-typings'
import { findCommand } from './command.ts'
import { formatUsage } from './help-format.ts'
import { printable } from './printable.ts'
import { program } from './program.ts'
import { UsageError } from './usage-error.ts'

// Runs the command line. Exit codes: 0 success, 1 a failed check or a refusal, 2 wrong use.

const words = process.argv.slice(2)
guardOutput()
try {
  await program.parseAsync(wordsToParse(), { from: 'user' })
} catch (error) {
  // Thrown after help or the version was printed.
  if (!(error instanceof CommanderError && error.exitCode === 0)) {
    const lines = (await describeError(error)).split('\n')
    console.error(lines.map(printable).join('\n'))
    process.exitCode = 2
  }
}

/**
 * A command whose output is lost has failed, except for `selfbill demo | head`, where the reader
 * leaves: the rest is dropped. The service has its own log, and goes on without both streams.
 */
function guardOutput(): void {
  let isReported = words[0] === 'serve'
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' || isReported) return
    isReported = true
    console.error(`selfbill: the output could not be written: ${message}`)
    process.exitCode = 1
  })
  process.stderr.on('error', () => undefined)
}

function wordsToParse(): readonly string[] {
  const [first] = words
  if (first === undefined) return ['help']
  // `selfbill nonsense --help` is an error, too.
  const isUnknown = !first.startsWith('-') && findCommand(program, words) === program
  return isUnknown ? [first] : words
}

/** Throws errors that neither the caller nor the operator can fix: they need their stack. */
async function describeError(error: unknown): Promise<string> {
  const command = findCommand(program, words)
  const title = command === program ? 'selfbill' : `selfbill ${words[0]}`
  const hint = command === program ? 'selfbill help lists the commands.' : formatUsage(command)
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
