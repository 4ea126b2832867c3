import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import type { Route } from '../../src/console/route.ts'
import { embedded } from '../support/databases/databases.ts'
import { startTestService, type TestService } from '../support/service/test-service.ts'
import { startChromium } from './chromium.ts'

/** The service with its console, and a browser in front of it. */
export interface Started {
  readonly running: TestService
  readonly routes: readonly Route[]
  readonly browser: Browser
  /** A browser of its own for somebody, with the cookies of a session when there is one. */
  open(options?: Opening): Promise<BrowserContext>
  stop(): Promise<void>
}

export interface Opening extends BrowserContextOptions {
  /** The secret of a session. */
  readonly session?: string
  readonly language?: 'en' | 'ar'
  readonly theme?: 'system' | 'light' | 'dark'
}

/** What has begun ends again when the rest cannot begin: a browser would keep the test alive. */
export async function start(
  prepare: (running: TestService) => Promise<unknown> = async () => undefined,
): Promise<Started> {
  const place = await embedded()
  const ends: (() => Promise<unknown>)[] = [() => place.remove()]
  const stop = async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  }
  try {
    const running = await startTestService(place.location)
    ends.push(() => running.stop())
    const routes = running.service.pages
    await prepare(running)
    const browser = await startChromium()
    ends.push(() => browser.close())
    return { running, browser, routes, stop, open: (options) => contextOf(browser, running.address, options) }
  } catch (error) {
    await stop()
    throw error
  }
}

async function contextOf(
  browser: Browser,
  address: string,
  { session, language, theme, ...options }: Opening = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: address, ...options })
  context.setDefaultTimeout(15_000)
  const cookies = { selfbill: session, 'selfbill-language': language, 'selfbill-theme': theme }
  await context.addCookies(
    Object.entries(cookies).flatMap(([name, value]) =>
      value === undefined ? [] : [{ name, value, url: address, httpOnly: true, sameSite: 'Lax' as const }],
    ),
  )
  return context
}
