import { command, runsConfigured } from '../command.ts'
import { orgOption } from '../org-option.ts'

const advance = command('advance')
  .description('Move the clock of the sandbox forward. A running service sees it within a second.')
  .argument('<DURATION>', '90s, 30m, 1h30m, 2d, or ISO 8601: PT30M, P1D')
  .addOption(orgOption)
  .option('--all-organisations', 'every organisation')
  .action(runsConfigured(async () => (await import('../handlers/advance-sandbox.ts')).advanceSandbox))

/** `sandbox advance`: the API offers the same. */
export const sandbox = command('sandbox').description('Let time pass in the sandbox.').addCommand(advance)
