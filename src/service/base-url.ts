import type { Config } from '../config/config.ts'
import { serviceAddress } from '../store/database/folder-lock.ts'

/** Where browsers reach the service, as far as the configuration says; never a slash at the end. */
export function baseUrlOf(config: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  return config.publicUrl ?? configuredAddress(config)
}

/** The same for a command beside the service, which may have been started with another port. */
export function runningBaseUrlOf(config: Pick<Config, 'publicUrl' | 'host' | 'port' | 'database'>): string {
  const { publicUrl, database } = config
  if (publicUrl !== undefined) return publicUrl
  return (database.kind === 'embedded' ? serviceAddress(database.directory) : undefined) ?? configuredAddress(config)
}

function configuredAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  return `http://${isEverywhere(host) ? '127.0.0.1' : bracketed(host)}:${port}`
}

function isEverywhere(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
