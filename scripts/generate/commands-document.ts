import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { exitCodes } from '../../src/cli/exit-codes.ts'
import { program } from '../../src/cli/program.ts'
import type { GeneratedFile } from './generated-file.ts'

/** docs/cli.md: every command with its forms, arguments and options, generated from their declaration. */
export function commandsDocument(): GeneratedFile {
  const commands = program.createHelp().visibleCommands(program)
  const groups = [...new Set(commands.map((command) => command.helpGroup()))]
  const parts = groups.flatMap((group) => [
    `## ${group.replace(/:$/, '')}`,
    ...commands.filter((command) => command.helpGroup() === group).map(section),
  ])
  return { path: 'docs/cli.md', text: `${[preamble, ...parts].join('\n\n')}\n` }
}

const preamble = `<!-- Written by scripts/generate.ts from src/cli: do not edit. -->

# The command line

In a clone the command is \`bin/selfbill\`; where the package is installed it is \`npx selfbill\`. \`selfbill help COMMAND\` shows what stands here.

Commands read the same [settings](configuration.md) as the service, so run them with the same environment. Unless a command says otherwise, it
works while the service runs. Only \`serve\`, \`demo\` and \`migrate\` make a database. With a wrong
\`DATA_DIR\` or \`DATABASE_URL\` every other command that needs a database names the setting and the place, and makes nothing.
They refuse an older schema, too, with a sentence that names \`migrate\`: an older service may be at work on it. Only \`backup\` and \`doctor\` run on any schema.

| Exit code | Meaning |
|---|---|
${Object.entries(exitCodes)
  .map(([code, meaning]) => `| ${code} | ${meaning} |`)
  .join('\n')}

With 1 the command was called rightly. A check failed, or the command was refused: what it names is not there (an organisation, a user, a document), its state does not allow it,
or the database is away, in use or of another version. With 2 change the command, the environment or the file. A command that uses the codes in another way says so below.`

/** A command and its subcommands. */
function section(command: CommandUnknownOpts): string {
  const help = command.createHelp()
  const commands = command.commands.length === 0 ? [] : help.visibleCommands(command)
  const head = [`### ${command.name()}`, command.description(), block(help.commandUsage(command))]
  return [...head, ...details(command), ...commands.flatMap(subsection)].join('\n\n')
}

function subsection(command: CommandUnknownOpts): readonly string[] {
  const rows = details(command)
  return [`**${command.parent?.name()} ${command.name()}**: ${command.description()}`, ...rows]
}

/** A list of the arguments and options, if there are any besides --help. */
function details(command: CommandUnknownOpts): readonly string[] {
  if (command.commands.length > 0) return []
  const help = command.createHelp()
  const rows = [
    ...help
      .visibleArguments(command)
      .map((argument) => [help.argumentTerm(argument), help.argumentDescription(argument)] as const),
    ...help
      .visibleOptions(command)
      .filter(({ long }) => long !== '--help')
      .map((option) => [help.optionTerm(option), help.optionDescription(option)] as const),
  ]
  return rows.length === 0 ? [] : [rows.map(([term, meaning]) => `- \`${term}\`: ${meaning}`).join('\n')]
}

/** Usage as help shows it, without the indent below "Usage: ". */
function block(usage: string): string {
  const lines = usage.split('\n').map((line) => `    ${line.replace(/^ {7}/, '')}`)
  return lines.join('\n')
}
