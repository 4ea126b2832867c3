import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

export type { Browser, Page } from 'playwright-core'

/** Debian's packages. The shell has no windows to draw: a run takes a third less of the processors. */
export const places: readonly string[] = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** The browser of this machine: CHROMIUM_PATH, or where Debian puts it. Undefined: none exists. */
export function chromiumPath(): string | undefined {
  const { CHROMIUM_PATH: chosen } = process.env
  return (chosen === undefined ? places : [chosen]).find((path) => existsSync(path))
}

export function startChromium(): Promise<Browser> {
  const executablePath = chromiumPath()
  if (executablePath === undefined) throw new Error('no Chromium: run these tests with npm run test:browser')
  return chromium.launch({ executablePath, args: ['--disable-dev-shm-usage'] })
}
