import type { Argument, CommandUnknownOpts, HelpConfiguration, Option } from '@commander-js/extra-typings'

/** How help is written: every form of a command in full, from its declaration. */
export const helpFormat: HelpConfiguration = {
  commandUsage: usageForms,
  optionTerm: (option) => [option.short, optionForm(option)].filter((form) => form !== undefined).join(', '),
  optionDescription: (option) => withValues(option.description, option, !isInForm(option)),
  argumentTerm: (argument) => argument.name(),
  argumentDescription: (argument) => withValues(argument.description, argument, true),
  subcommandTerm: (command) => command.name(),
  subcommandDescription: (command) => listed(command.description()),
}

/** The ways to call a command, as an error shows them. */
export function formatUsage(command: CommandUnknownOpts): string {
  return `${usageTitle}${usageForms(command)}`
}

function usageForms(command: CommandUnknownOpts): string {
  return usageLines(command).join(`\n${' '.repeat(usageTitle.length)}`)
}

const usageTitle = 'Usage: '
const columnsMax = 80

/** One form for each subcommand; long ones go on in indented lines. */
function usageLines(command: CommandUnknownOpts): readonly string[] {
  if (command.parent === null) return [`${command.name()} COMMAND`]
  if (command.commands.length > 0) return command.commands.flatMap(usageLines)
  const name = nameOf(command)
  const parts = [...command.registeredArguments.map(argumentPart), ...command.options.map(optionPart)]
  const lines: string[] = []
  let line = name
  for (const part of parts) {
    if (usageTitle.length + line.length + 1 + part.length > columnsMax) {
      lines.push(line)
      line = ' '.repeat(name.length)
    }
    line += ` ${part}`
  }
  return [...lines, line]
}

function nameOf(command: CommandUnknownOpts): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`
}

function argumentPart(argument: Argument): string {
  const name = argument.variadic ? `${argument.name()}…` : argument.name()
  return argument.required ? name : `[${name}]`
}

function optionPart(option: Option): string {
  return option.mandatory ? optionForm(option) : `[${optionForm(option)}]`
}

/** `--org NAME`, `--phase2 on|off`, `--json` */
function optionForm(option: Option): string {
  const value = isInForm(option) ? option.argChoices?.join('|') : /<(.+)>/.exec(option.flags)?.[1]
  return value === undefined ? String(option.long) : `${option.long} ${value}`
}

/** Two choices fit where the value stands; more are listed in the description. */
function isInForm({ argChoices }: Option): boolean {
  return argChoices !== undefined && argChoices.length <= 2
}

function withValues(
  description: string,
  { argChoices, defaultValue, defaultValueDescription }: Pick<Option, ValueMember>,
  listsChoices: boolean,
): string {
  const choices = listsChoices && argChoices !== undefined ? `: ${argChoices.join(', ')}` : ''
  const usual = defaultValue === undefined ? '' : ` (default: ${defaultValueDescription ?? defaultValue})`
  return `${description}${choices}${usual}`
}

type ValueMember = 'argChoices' | 'defaultValue' | 'defaultValueDescription'

/** The first sentence of a description, as an entry in a list. */
function listed(description: string): string {
  const [sentence = ''] = description.split(/\.(?:\s|$)/)
  return `${sentence[0]?.toLowerCase()}${sentence.slice(1)}`
}
