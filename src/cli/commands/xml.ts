import { command, runsConfigured } from '../command.ts'
import { profileOption } from '../profile-option.ts'

/** `xml FILE`: reads no database and stores nothing. */
export const xml = command('xml')
  .description('Print the UBL document of a JSON request. Exits with 1 and lists the wrong fields if it is refused.')
  .argument('<FILE>', 'a JSON request')
  .addOption(profileOption)
  .action(runsConfigured(async () => (await import('../handlers/print-xml.ts')).printXml))
