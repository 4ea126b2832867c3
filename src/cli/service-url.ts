import type { Config } from '../config/config.ts'
import { baseUrlOf } from '../service/base-url.ts'
import type { Terminal } from './terminal.ts'
import { UsageError } from './usage-error.ts'

/**
 * Where a command finds the API, without a slash at the end: SELFBILL_URL, or the service on this
 * machine, whatever its port. The configuration is only read for the latter.
 */
export async function serviceUrl(env: Terminal['env'], config: () => Promise<Config> | Config): Promise<string> {
  const { SELFBILL_URL: url } = env
  if (!url) return baseUrlOf(await config())
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new UsageError('SELFBILL_URL must be an address that begins with http:// or https://')
  return url.replace(/\/+$/, '')
}
