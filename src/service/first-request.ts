import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config/config.ts'
import { demoOrganisation, demoProfileId } from './seed.ts'

/**
 * How to try the service, as text for standard output: a curl that creates an invoice for the demo
 * organisation. A terminal shows it with a token that soon expires. Anywhere else the output is
 * kept, in a supervisor's log for example, so the curl runs the command that prints a token
 * instead; that one is to be pasted in the folder of this installation.
 */
export function firstRequest({ config, address, terminal, hasOthers, folder }: FirstRequest): string {
  const example = 'examples/purchase-invoice.json'
  const bearer =
    terminal === undefined
      ? `"Authorization: Bearer $(${tokenCommand(config, hasOthers, folder)})"`
      : `'Authorization: Bearer ${terminal.token}'`
  const path = terminal === undefined ? example : relative(folder, join(root, example))
  const place = terminal === undefined ? `, in ${root}` : ''
  const expiry =
    terminal === undefined
      ? 'bin/selfbill token prints a token for 24 hours.'
      : `The token is valid for ${terminal.minutes} minutes; bin/selfbill token prints one for 24 hours.`
  return `
Try it: issue a self-billed invoice for the demo organisation${place}.

  curl -s -X POST ${address}/api/purchase-invoices/${demoProfileId} \\
    -H ${bearer} \\
    -H 'Content-Type: application/json' --data @${path}

It answers 201 with an id. See what becomes of it, with the same header:

  GET ${address}/api/purchase-invoices/ID/peppol-status-logs

${expiry} The guide: docs/integrating.md`
}

export interface FirstRequest {
  readonly config: Pick<Config, 'database' | 'issuer' | 'audience'>
  readonly address: string
  /** Undefined where the output is no terminal. */
  readonly terminal: { readonly token: string; readonly minutes: number } | undefined
  /** There are organisations beside the demo's: the command must name it. */
  readonly hasOthers: boolean
  /** Where the process runs. */
  readonly folder: string
}

const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '')

/**
 * Finds the same database, and makes a token that this service accepts, whatever is set where it is
 * pasted. SECRET_KEY is never shown.
 */
function tokenCommand(
  { database, issuer, audience }: FirstRequest['config'],
  hasOthers: boolean,
  folder: string,
): string {
  const directory = database.kind === 'embedded' ? resolve(folder, database.directory) : undefined
  const variables = [
    ...(directory === undefined || directory === join(root, 'data') ? [] : [`DATA_DIR=${quoted(directory)}`]),
    ...(issuer === 'selfbill' ? [] : [`TOKEN_ISSUER=${quoted(issuer)}`]),
    ...(audience === 'selfbill' ? [] : [`TOKEN_AUDIENCE=${quoted(audience)}`]),
  ]
  return [...variables, 'bin/selfbill token', ...(hasOthers ? [`--org ${demoOrganisation}`] : [])].join(' ')
}

/** One word of a POSIX shell. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
