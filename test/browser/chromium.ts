import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

export type { Browser, Page } from 'playwright-core'

/** The browser of this machine: CHROMIUM_PATH, or where Debian puts it. Undefined: neither exists. */
export function chromiumPath(): string | undefined {
  const path = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
  return existsSync(path) ? path : undefined
}

export function startChromium(): Promise<Browser> {
  const executablePath = chromiumPath()
  if (executablePath === undefined) throw new Error('no Chromium: run these tests with npm run test:browser')
  return chromium.launch({ executablePath, args: ['--disable-dev-shm-usage'] })
}
