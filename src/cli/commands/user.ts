import { Argument, Option } from '@commander-js/extra-typings'
import { roles } from '../../security/roles.ts'
import { command, runsConfigured } from '../command.ts'
import { orgOption } from '../org-option.ts'

// `user list|add|remove|role`: works while the service runs.

const userArgument = new Argument('<USER>', 'the id or e-mail address of the user')

const list = command('list')
  .description('List the users of an organisation: id, role, name, e-mail address.')
  .addOption(orgOption)
  .action(runsConfigured(async () => (await import('../handlers/users.ts')).listUsers))

const add = command('add')
  .description('Add a user and print the id. The user signs in with a login link or at the OpenID provider.')
  .argument('<NAME>', 'the name of the person')
  .option('--email <ADDRESS>', 'the e-mail address')
  .addOption(new Option('--role <ROLE>', 'what the user may do').choices(roles).default('viewer' as const))
  .addOption(orgOption)
  .action(runsConfigured(async () => (await import('../handlers/users.ts')).addUser))

const remove = command('remove')
  .description('Remove a user. All sessions end.')
  .addArgument(userArgument)
  .addOption(orgOption)
  .action(runsConfigured(async () => (await import('../handlers/users.ts')).removeUser))

const role = command('role')
  .description('Give a user another role. Only this command makes operators.')
  .addArgument(userArgument)
  .addArgument(new Argument('<ROLE>', 'the new role').choices(roles))
  .addOption(orgOption)
  .action(runsConfigured(async () => (await import('../handlers/users.ts')).setRole))

export const user = command('user')
  .description('Manage the users of an organisation. A user is a person who signs in.')
  .addCommand(list)
  .addCommand(add)
  .addCommand(remove)
  .addCommand(role)
