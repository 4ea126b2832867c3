import { command, findCommand } from '../command.ts'

/** `help [COMMAND…]`: the same text as `COMMAND --help`. */
export const help = command('help')
  .description('Show all commands, or the help of one.')
  .argument('[COMMAND...]', 'the command, such as keys or keys rotate')
  .action(async (words, _options, self) => {
    const program = self.parent ?? self
    const found = findCommand(program, words)
    if (found !== program || words.length === 0) return found.outputHelp()
    // The error for an unknown command, with a suggestion.
    await program.parseAsync(words.slice(0, 1), { from: 'user' })
  })
