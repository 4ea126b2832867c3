/** The service cannot listen on an address; the message names the settings of this one alone. */
export class CannotListen extends Error {
  override readonly name = 'CannotListen'
}

/** Runs what listens; a failure of its address names its settings. */
export async function listening<Result>(settings: AddressSettings, start: () => Promise<Result>): Promise<Result> {
  try {
    return await start()
  } catch (error) {
    const message = error instanceof Error ? messageOf(error, settings) : undefined
    throw message === undefined ? error : new CannotListen(message, { cause: error })
  }
}

export interface AddressSettings {
  /** What sets another host. */
  readonly host: string
  /** What sets this port. */
  port(port: number): string
}

/** Of the API and the console. */
export const apiAddress: AddressSettings = { host: '--host or HOST', port: (port) => `--port ${port} or PORT=${port}` }

export const metricsAddress: AddressSettings = { host: 'host in METRICS', port: (port) => `port=${port} in METRICS` }

function messageOf(error: Error, { host, port }: AddressSettings): string | undefined {
  const code = 'code' in error ? String(error.code) : ''
  const taken = 'port' in error ? Number(error.port) : 0
  const other = port(taken < 65_535 ? taken + 1 : taken - 1)
  if (code === 'EADDRINUSE') return `another program uses port ${taken}. Stop it, or choose another port: ${other}`
  if (code === 'EACCES')
    return `this user must not listen on port ${taken} (${error.message}). Choose another: ${port(8080)}`
  if (hostCodes.has(code)) return `this machine has no such address (${error.message}). Choose another: ${host}`
  return undefined
}

const hostCodes: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'])
