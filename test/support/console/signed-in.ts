import assert from 'node:assert/strict'
import type { TestService } from '../service/test-service.ts'
import type { Browser } from './browser.ts'
import { consoleOver } from './console.ts'
import { aMember, type Member } from './members.ts'

/** A browser in which a person of a new organisation is signed in. */
export async function signedInTo(
  running: TestService,
  options: Parameters<typeof aMember>[1] = {},
): Promise<{ readonly browser: Browser; readonly member: Member }> {
  const member = await aMember(running, options)
  const console = await consoleOver(running)
  const browser = console.browser()
  assert.equal((await browser.submit(`/console/sign-in/${await member.link()}`)).status, 303)
  return { browser, member }
}
