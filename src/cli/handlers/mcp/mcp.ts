import { finished } from 'node:stream/promises'
import { SelfbillClient } from '../../../../client/src/client.ts'
import { SelfbillError } from '../../../../client/src/errors.ts'
import type { Credentials } from '../../../../client/src/options.ts'
import type { Config } from '../../../config/config.ts'
import { serviceUrl } from '../../service-url.ts'
import type { Terminal } from '../../terminal.ts'
import { UsageError } from '../../usage-error.ts'

/**
 * `selfbill mcp`: tools for an assistant, over standard input and output. It calls the API with the
 * token of the environment and opens no database. Standard output has the protocol alone.
 */
export async function mcp(terminal: Terminal, { allowWrites = false }: McpOptions): Promise<number> {
  if (!isServerInstalled()) {
    terminal.warn(`selfbill mcp: ${serverPackage} is missing; run "npm install ${serverPackage}@2" beside Selfbill`)
    return 2
  }
  const { env } = terminal
  const address = new URL(await serviceUrl(env, async () => readLocal(env))).origin
  const credentials = credentialsIn(env)
  const { openConnection } = await import('./connection.ts')
  const client = new SelfbillClient({
    baseUrl: address,
    credentials,
    // The assistant learns soon what is wrong, and calls again: its own limit is often a minute.
    attemptsMax: 2,
    timeoutMs: 40_000,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, Math.min(ms, pauseMaxMs))),
  })
  const found = await lookAt(client)
  if (found === 'refused') {
    const given = 'token' in credentials ? 'SELFBILL_TOKEN' : 'SELFBILL_CLIENT_ID and SELFBILL_CLIENT_SECRET'
    terminal.warn(`selfbill mcp: ${address} does not accept ${given}: wrong, expired or of another service`)
    return 2
  }
  if (found === 'silent') {
    const hint = env.SELFBILL_URL ? '' : '; set SELFBILL_URL if the service is elsewhere'
    terminal.warn(`selfbill mcp: nothing answers at ${address}, and every call tries it again${hint}`)
  }
  const connection = openConnection({
    client,
    address,
    allowWrites,
    input: terminal.stdin,
    output: terminal.stdout,
    report: ({ message }) => terminal.warn(`selfbill mcp: ${message}`),
  })
  terminal.warn(`selfbill mcp: ${address}, ${allowWrites ? 'may issue documents' : 'read-only'}`)
  await finished(terminal.stdin, { writable: false }).catch(() => undefined)
  await connection.close()
  return 0
}

interface McpOptions {
  readonly allowWrites?: boolean | undefined
}

type Environment = Terminal['env']

/** The settings of the service on this machine, which has its port in its database's folder. */
async function readLocal(env: Environment): Promise<Config> {
  const [{ readConfig }, { ConfigInvalid }] = await Promise.all([
    import('../../../config/config.ts'),
    import('../../../config/environment.ts'),
  ])
  try {
    return readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigInvalid)) throw error
    const title = 'set SELFBILL_URL to the address of the service: the settings of one on this machine are wrong:'
    throw new UsageError([title, ...error.problems, ...error.warnings].join('\n  '))
  }
}

function credentialsIn({
  SELFBILL_TOKEN: token,
  SELFBILL_CLIENT_ID: clientId,
  SELFBILL_CLIENT_SECRET: clientSecret,
}: Environment) {
  if (token) return { token } satisfies Credentials
  if (clientId && clientSecret) return { clientId, clientSecret } satisfies Credentials
  throw new UsageError(
    'set SELFBILL_TOKEN to a token, or SELFBILL_CLIENT_ID and SELFBILL_CLIENT_SECRET to those of a client',
  )
}

/** A service that is silent is no refusal: it may be there at the first call of a tool. */
async function lookAt(client: SelfbillClient): Promise<'there' | 'refused' | 'silent'> {
  try {
    await client.call('retrieveMe', { signal: AbortSignal.timeout(lookMaxMs) })
    return 'there'
  } catch (error) {
    if (!(error instanceof SelfbillError)) return 'silent'
    return error.status === 401 ? 'refused' : 'there'
  }
}

/** Optional, because few need it: docs/decisions/0186. */
const serverPackage = '@modelcontextprotocol/server'

function isServerInstalled(): boolean {
  try {
    import.meta.resolve(serverPackage)
    return true
  } catch {
    return false
  }
}

const pauseMaxMs = 2_000
/** Programs of assistants wait for the first answer, often a minute. */
const lookMaxMs = 5_000
