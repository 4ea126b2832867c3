import { AsyncLocalStorage } from 'node:async_hooks'
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import type { Config } from '../config/config.ts'
import { helpFormat } from './help-format.ts'
import type { Terminal } from './terminal.ts'

/** A new command with our help and error handling. Errors are thrown; `run.ts` prints them. */
export function command(name: string) {
  return new Command(name)
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .configureHelp(helpFormat)
    .configureOutput({ writeOut: (text) => called().terminal.write(text), writeErr: () => undefined })
    .exitOverride()
}

/** A command that only names its subcommands. */
export function group(name: string, description: string, subcommands: readonly CommandUnknownOpts[]) {
  const made = command(name).description(description)
  for (const one of subcommands) made.addCommand(one)
  return made
}

/** Walks down the subcommands that the words name. Options never precede a subcommand. */
export function findCommand(start: CommandUnknownOpts, words: readonly string[]): CommandUnknownOpts {
  const [word, ...rest] = words
  const next = start.commands.find((candidate) => candidate.name() === word)
  return next === undefined ? start : findCommand(next, rest)
}

/**
 * Parses the words and runs the command that they name; returns its exit code. The commands are
 * declared once, and Commander hands nothing of ours to an action. So a command finds its terminal
 * by its asynchronous context, and several may run at the same time.
 */
export async function call(program: CommandUnknownOpts, words: readonly string[], terminal: Terminal): Promise<number> {
  const made: Call = { terminal, code: 0 }
  await calls.run(made, () => program.parseAsync(words, { from: 'user' }))
  return made.code
}

interface Call {
  readonly terminal: Terminal
  code: number
}

const calls = new AsyncLocalStorage<Call>()

function called(): Call {
  const made = calls.getStore()
  if (made === undefined) throw new Error('a command runs through call')
  return made
}

/**
 * An action that loads its handler when the command is called: help stays fast.
 * The handler returns the exit code.
 */
export function runs<Input extends unknown[]>(load: () => Promise<Handler<[terminal: Terminal, ...Input]>>) {
  return async (...input: Input): Promise<void> => {
    const made = called()
    const handle = await load()
    made.code = await handle(made.terminal, ...input)
  }
}

/** The same for a handler that needs the configuration, which comes from the environment. */
export function runsConfigured<Input extends unknown[]>(
  load: () => Promise<Handler<[terminal: Terminal, config: Config, ...Input]>>,
) {
  return runs<Input>(async () => {
    const [{ readConfig }, handle] = await Promise.all([import('../config/config.ts'), load()])
    return (terminal, ...input) => {
      const config = readConfig(terminal.env)
      for (const warning of config.warnings) terminal.warn(warning)
      return handle(terminal, config, ...input)
    }
  })
}

type Handler<Input extends unknown[]> = (...input: Input) => Promise<number>
