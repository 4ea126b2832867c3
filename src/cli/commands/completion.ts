import { Argument } from '@commander-js/extra-typings'
import { command, runs } from '../command.ts'

/** `completion SHELL`: prints the script; the script calls `complete` on every Tab. */
export const completion = command('completion')
  .description(
    'Print a script that completes selfbill commands in your shell. Add one line to its startup file.\n\n' +
      '  ~/.bashrc                   source <(selfbill completion bash)\n' +
      '  ~/.zshrc, after compinit    source <(selfbill completion zsh)\n' +
      '  ~/.config/fish/config.fish  selfbill completion fish | source',
  )
  .addArgument(new Argument('<SHELL>', 'your shell').choices(['bash', 'zsh', 'fish']))
  .action(runs(async () => (await import('../completion/shell-script.ts')).printShellScript))

/** Hidden: completion scripts call it with the words up to the cursor. */
export const complete = command('complete')
  .description('Print what may follow the given words, for completion scripts.')
  .argument('[WORD...]', 'the words after selfbill; the last one is incomplete')
  .action(runs(async () => (await import('../completion/candidates.ts')).printCandidates))
