import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config/config.ts'
import { demoOrganisation, demoProfileId } from './seed.ts'

/**
 * Text for standard output on how to try the service: a curl that creates an invoice for the demo
 * organisation. On a terminal it contains a token that soon expires. Other output may be stored, in
 * a supervisor's log for example, so there the curl runs the command that prints a token, and must
 * be pasted in the folder of this installation.
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

It answers 201 with an id. Follow its status, with the same header:

  GET ${address}/api/purchase-invoices/ID/peppol-status-logs

${expiry} The guide: docs/integrating.md`
}

export interface FirstRequest {
  readonly config: Pick<Config, 'database' | 'issuer' | 'audience'>
  readonly address: string
  /** Undefined when the output is not a terminal. */
  readonly terminal: { readonly token: string; readonly minutes: number } | undefined
  /** There are other organisations, so the command must name the demo's. */
  readonly hasOthers: boolean
  /** The working directory of the process. */
  readonly folder: string
}

const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '')

/**
 * The command uses the same database and makes a token that this service accepts, whatever is set
 * in the shell it is pasted into. SECRET_KEY is never shown.
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

/** Quotes a word for a POSIX shell. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
