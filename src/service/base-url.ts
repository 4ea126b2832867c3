import type { Config } from '../config/config.ts'

/** Where browsers reach the service, as far as the configuration says; never a slash at the end. */
export function baseUrlOf({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  return publicUrl ?? `http://${isEverywhere(host) ? '127.0.0.1' : bracketed(host)}:${port}`
}

function isEverywhere(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
