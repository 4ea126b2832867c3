import type { Argument, CommandUnknownOpts, Option } from '@commander-js/extra-typings'
import { commandNamed } from '../command.ts'

/** Prints a candidate a line, with its description after a tab; or where the shell has to look itself. */
export function printCandidates(program: CommandUnknownOpts, words: readonly string[]): void {
  for (const { word, description } of candidatesFor(program, words)) {
    console.log(description === '' ? word : `${word}\t${description}`)
  }
}

/** What may replace the last word, after the words before it. */
export function candidatesFor(program: CommandUnknownOpts, words: readonly string[]): readonly Candidate[] {
  const [before, current] = [words.slice(0, -1), words.at(-1) ?? '']
  const command = commandNamed(program, before)
  const [, assigned, begun = ''] = /^(--[\w-]+)=(.*)$/.exec(current) ?? []
  const option = optionOf(command, assigned ?? before.at(-1))
  if (option !== undefined) {
    const values = valuesOf(option, valueName(option)).filter(({ word }) => assigned === undefined || word[0] !== ':')
    return beginningWith(assigned === undefined ? current : begun, values).map(({ word, description }) => ({
      word: assigned === undefined ? word : `${assigned}=${word}`,
      description,
    }))
  }
  if (current.startsWith('-')) return beginningWith(current, optionsOf(command))
  if (command.commands.length > 0) return beginningWith(current, subcommandsOf(command))
  const argument = argumentAt(command, before)
  return beginningWith(current, argument === undefined ? optionsOf(command) : valuesOf(argument, argument.name()))
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

function beginningWith(begun: string, candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.filter(({ word }) => word.startsWith(begun) || word.startsWith(':'))
}
