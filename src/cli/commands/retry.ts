import { command, runsConfigured } from '../command.ts'
import { yesOption } from '../confirm.ts'
import { onlyOrgOption } from '../org-option.ts'

/** `retry`: the running service sends the legs when it next looks. */
export const retry = command('retry')
  .description('Send stalled legs again. Name a leg, a document or a part of the error.')
  .argument('[ID]', 'a transmission UUID, or a document id for all its stalled legs')
  .option('--because <TEXT>', 'all legs whose last error contains TEXT; legs --stalled shows the errors')
  .addOption(onlyOrgOption)
  .addOption(yesOption)
  .action(runsConfigured(async () => (await import('../handlers/retry.ts')).retryLegs))
