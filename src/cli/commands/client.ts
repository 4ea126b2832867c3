import { Option } from '@commander-js/extra-typings'
import { command, runsConfigured } from '../command.ts'
import { orgOption } from '../org-option.ts'
import { parseScopes } from '../parse-scopes.ts'
import { UsageError } from '../usage-error.ts'

// `client list|add|rotate|revoke`: works while the service runs.

const list = command('list')
  .description('List the clients of an organisation.')
  .addOption(orgOption)
  .action(runsConfigured(async () => (await import('../handlers/clients.ts')).listClients))

const add = command('add')
  .description('Add a client and print its id and secret. The secret is shown only once.')
  .argument('<NAME>', 'a name for the client')
  .addOption(
    new Option('--scope <SCOPES>', 'any of documents:read documents:write profiles admin operator, in quotes')
      .argParser(parseScopes)
      .default(parseScopes('documents:read documents:write'), 'documents:read documents:write'),
  )
  .addOption(orgOption)
  .action(runsConfigured(async () => (await import('../handlers/clients.ts')).addClient))

const rotate = command('rotate')
  .description('Replace the secret of a client and print the new one. It is shown only once.')
  .argument('<CLIENT_ID>', 'the id of the client')
  .addOption(
    new Option('--overlap <HOURS>', 'hours the old secret stays valid, 0 to 720').argParser(parseHours).default(24),
  )
  .addOption(orgOption)
  .action(runsConfigured(async () => (await import('../handlers/clients.ts')).rotateClient))

const revoke = command('revoke')
  .description('Revoke a client. Its tokens are refused within 30 seconds.')
  .argument('<CLIENT_ID>', 'the id of the client')
  .addOption(orgOption)
  .action(runsConfigured(async () => (await import('../handlers/clients.ts')).revokeClient))

export const client = command('client')
  .description('Manage the clients of an organisation. A client is a program that calls the API.')
  .addCommand(list)
  .addCommand(add)
  .addCommand(rotate)
  .addCommand(revoke)

function parseHours(text: string): number {
  const hours = /^[0-9]{1,3}$/.test(text) ? Number(text) : Number.NaN
  if (!(hours <= hoursMax)) throw new UsageError(`--overlap must be hours from 0 to ${hoursMax}`)
  return hours
}

const hoursMax = 720
