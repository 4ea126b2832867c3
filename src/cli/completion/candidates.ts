import type { Argument, CommandUnknownOpts, Option } from '@commander-js/extra-typings'
import { findCommand } from '../command.ts'
import type { Terminal } from '../terminal.ts'

/** Prints one candidate per line, with its description after a tab. */
export async function printCandidates(
  terminal: Terminal,
  words: readonly string[],
  _options: object,
  { parent }: CommandUnknownOpts,
): Promise<number> {
  if (parent === null) return 0
  for (const { word, description } of findCandidates(parent, words)) {
    terminal.print(description === '' ? word : `${word}\t${description}`)
  }
  return 0
}

/** Candidates for the last word, which is incomplete. */
export function findCandidates(program: CommandUnknownOpts, words: readonly string[]): readonly Candidate[] {
  const [before, current] = [words.slice(0, -1), words.at(-1) ?? '']
  const command = findCommand(program, before)
  const [, flag, value = ''] = /^(--[\w-]+)=(.*)$/.exec(current) ?? []
  if (flag !== undefined) return assignments(optionOf(command, flag), value)
  const option = optionOf(command, before.at(-1))
  if (option !== undefined) return startingWith(current, valuesOf(option, valueName(option)))
  if (current.startsWith('-')) return startingWith(current, optionsOf(command))
  if (command.commands.length > 0) return startingWith(current, subcommandsOf(command))
  const argument = argumentAt(command, before)
  if (argument === undefined) return startingWith(current, optionsOf(command))
  // help COMMAND
  if (argument.name() === 'COMMAND') return startingWith(current, subcommandsOf(findCommand(program, before.slice(1))))
  return startingWith(current, valuesOf(argument, argument.name()))
}

interface Candidate {
  /** A word, or `:files` or `:directories` where the shell completes names itself. */
  readonly word: string
  readonly description: string
}

/** The option that waits for a value. */
function optionOf(command: CommandUnknownOpts, flag: string | undefined): Option | undefined {
  return command.options.find(
    (option) => option.required && flag !== undefined && [option.long, option.short].includes(flag),
  )
}

/** `--set=billing`. Paths are not completed here: shells complete them as separate words. */
function assignments(option: Option | undefined, value: string): readonly Candidate[] {
  const choices = option?.argChoices?.filter((choice) => choice.startsWith(value)) ?? []
  return choices.map((choice) => ({ word: `${option?.long}=${choice}`, description: '' }))
}

function optionsOf(command: CommandUnknownOpts): readonly Candidate[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .map(({ long, description }) => ({ word: long ?? '', description }))
}

function subcommandsOf(command: CommandUnknownOpts): readonly Candidate[] {
  const help = command.createHelp()
  return help
    .visibleCommands(command)
    .map((subcommand) => ({ word: subcommand.name(), description: help.subcommandDescription(subcommand) }))
}

/** The argument at the cursor; undefined when the command has all of its arguments. */
function argumentAt(command: CommandUnknownOpts, before: readonly string[]): Argument | undefined {
  const positionals = before.filter((word, at) => {
    return !word.startsWith('-') && optionOf(command, before[at - 1]) === undefined
  })
  const last = command.registeredArguments.at(-1)
  return command.registeredArguments[positionals.length - depthOf(command)] ?? (last?.variadic ? last : undefined)
}

function depthOf(command: CommandUnknownOpts): number {
  return command.parent === null ? 0 : 1 + depthOf(command.parent)
}

function valuesOf({ argChoices }: Pick<Option, 'argChoices'>, name: string): readonly Candidate[] {
  if (argChoices !== undefined) return argChoices.map((word) => ({ word, description: '' }))
  const source = nameSources.get(name)
  return source === undefined ? [] : [{ word: source, description: '' }]
}

/** Arguments and values whose name says that they are paths. */
const nameSources: ReadonlyMap<string, string> = new Map([
  ['FILE', ':files'],
  ['DIR', ':directories'],
])

/** `FILE` of `--keys <FILE>` */
function valueName(option: Option): string {
  return /<(.+)>/.exec(option.flags)?.[1] ?? ''
}

function startingWith(start: string, candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.filter(({ word }) => word.startsWith(start) || word.startsWith(':'))
}
