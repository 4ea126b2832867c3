import { command, runsConfigured } from '../command.ts'
import { orgOption } from '../org-option.ts'

const add = command('add')
  .description('Add a business profile and print its id.')
  .argument('<FILE>', 'a JSON file like examples/business-profile.json')
  .addOption(orgOption)
  .action(runsConfigured(async () => (await import('../handlers/add-profile.ts')).addProfile))

/** `profile add`: the API lists and changes profiles. */
export const profile = command('profile')
  .description('Add business profiles. A business profile is a party that issues documents.')
  .addCommand(add)
