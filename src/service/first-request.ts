import { join, relative, resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { demoOrganisation, demoProfileId } from './seed.ts'
import type { Shell } from './shell.ts'

/**
 * Text for standard output on how to try the service: a link that signs in to the console, and a
 * curl that creates an invoice for the demo organisation. On a terminal both hold secrets that soon
 * expire. Other output may be stored, in a supervisor's log for example, so there commands print
 * them, to be pasted in the folder where the command line works.
 */
export function firstRequest(first: FirstRequest): string {
  const { address, terminal, folder, shell, place } = first
  const { home, command } = place
  const bearer =
    terminal === undefined
      ? `"Authorization: Bearer $(${tokenCommand(first)})"`
      : `'Authorization: Bearer ${terminal.token}'`
  const example = relative(terminal === undefined ? home : folder, join(place.files, 'examples/purchase-invoice.json'))
  const expiry =
    terminal === undefined
      ? `${command} token prints a token for 24 hours.`
      : `The token is valid for ${terminal.minutes} minutes; ${command} token prints one for 24 hours.`
  return `${signIn(first)}
Try it: issue a self-billed invoice for the demo organisation${terminal === undefined ? `, in ${home}` : ''}.

  ${shell.curl} -s -X POST ${address}/api/purchase-invoices/${demoProfileId} ${shell.continues}
    -H ${bearer} ${shell.continues}
    -H 'Content-Type: application/json' --data ${shell.quoted(`@${example}`)}

It answers 201 with an id. Follow its status, with the same header:

  GET ${address}/api/purchase-invoices/ID/peppol-status-logs

${expiry} The guide: ${relative(home, join(place.files, 'docs/integrating.md'))}`
}

export interface FirstRequest {
  readonly config: Pick<Config, 'database' | 'issuer' | 'audience' | 'publicUrl'>
  readonly address: string
  /** Undefined when the output is not a terminal. */
  readonly terminal: Terminal | undefined
  /** There are other organisations, so the command must name the demo's. */
  readonly hasOthers: boolean
  /** The working directory of the process. */
  readonly folder: string
  readonly shell: Shell
  readonly place: Place
}

/** Where Selfbill is installed, and how people call it. */
export interface Place {
  /** The folder with examples/ and docs/. */
  readonly files: string
  /** The folder in which `command` works. */
  readonly home: string
  readonly command: string
}

interface Terminal {
  readonly token: string
  readonly minutes: number
  /** Undefined when nobody administers the demo organisation. */
  readonly loginAddress: string | undefined
}

function signIn({ config, address, terminal, hasOthers, folder, shell, place }: FirstRequest): string {
  const { home, command } = place
  if (terminal?.loginAddress !== undefined) {
    return `
Sign in to the console. The link works once, for ten minutes; ${command} login-link prints another.

  ${terminal.loginAddress}
`
  }
  // The command does not know where this process listens.
  const base = config.publicUrl ?? address
  const variables = {
    ...directoryOf(config, folder, home),
    ...(base === usualAddress ? {} : { PUBLIC_URL: base }),
  }
  const org = hasOthers ? ` --org ${demoOrganisation}` : ''
  return `
Sign in to the console with the link that this prints${terminal === undefined ? `, in ${home}` : ''}:

  ${shell.withVariables(variables, `${command} login-link${org}`)}
`
}

const usualAddress = 'http://127.0.0.1:8080'

function directoryOf(
  { database }: FirstRequest['config'],
  folder: string,
  home: string,
): Readonly<Record<string, string>> {
  const directory = database.kind === 'embedded' ? resolve(folder, database.directory) : undefined
  return directory === undefined || directory === join(home, 'data') ? {} : { DATA_DIR: directory }
}

/**
 * The command uses the same database and makes a token that this service accepts, whatever is set
 * in the shell it is pasted into. SECRET_KEY is never shown.
 */
function tokenCommand({ config, hasOthers, folder, shell, place: { home, command } }: FirstRequest): string {
  const { issuer, audience } = config
  const variables = {
    ...directoryOf(config, folder, home),
    ...(issuer === 'selfbill' ? {} : { TOKEN_ISSUER: issuer }),
    ...(audience === 'selfbill' ? {} : { TOKEN_AUDIENCE: audience }),
  }
  return shell.withVariables(variables, `${command} token${hasOthers ? ` --org ${demoOrganisation}` : ''}`)
}
