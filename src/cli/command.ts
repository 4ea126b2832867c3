import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import type { Config } from '../config/config.ts'
import { helpFormat } from './help-format.ts'

/** A new command with our help and error handling. Errors are thrown; `main.ts` prints them. */
export function command(name: string) {
  return new Command(name)
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .configureHelp(helpFormat)
    .configureOutput({ writeErr: () => undefined })
    .exitOverride()
}

/** Walks down the subcommands that the words name. Options never precede a subcommand. */
export function findCommand(start: CommandUnknownOpts, words: readonly string[]): CommandUnknownOpts {
  const [word, ...rest] = words
  const next = start.commands.find((candidate) => candidate.name() === word)
  return next === undefined ? start : findCommand(next, rest)
}

/**
 * An action that loads its handler when the command is called: help and completion stay fast.
 * The handler returns the exit code.
 */
export function runs<Input extends unknown[]>(load: () => Promise<Handler<Input>>) {
  return async (...input: Input): Promise<void> => {
    const handle = await load()
    const code = await handle(...input)
    if (code !== 0) process.exitCode = code
  }
}

/** The same for a handler that needs the configuration. */
export function runsConfigured<Input extends unknown[]>(load: () => Promise<Handler<[config: Config, ...Input]>>) {
  return runs<Input>(async () => {
    const [{ configuration }, handle] = await Promise.all([import('./configuration.ts'), load()])
    return (...input) => handle(configuration(), ...input)
  })
}

type Handler<Input extends unknown[]> = (...input: Input) => Promise<number>
