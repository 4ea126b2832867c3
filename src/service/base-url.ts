import type { Config } from '../config/config.ts'
import { serviceAddress } from '../store/database/folder-lock.ts'

/**
 * Where people reach the service, for a command beside it: never a slash at the end. The service of
 * the embedded database may have been started with another port than the configuration has.
 */
export function baseUrlOf(config: Pick<Config, 'publicUrl' | 'host' | 'port' | 'database'>): string {
  const { publicUrl, database, host, port } = config
  if (publicUrl !== undefined) return publicUrl
  const running = database.kind === 'embedded' ? serviceAddress(database.directory) : undefined
  return running ?? `http://${isEverywhere(host) ? '127.0.0.1' : bracketed(host)}:${port}`
}

function isEverywhere(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
