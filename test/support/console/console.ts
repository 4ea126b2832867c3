import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { buildServer } from '../../../src/api/http/server.ts'
import { RateLimit } from '../../../src/api/rates/rate-limit.ts'
import { RateWindows } from '../../../src/api/rates/rate-windows.ts'
import { mountConsole } from '../../../src/console/console.ts'
import type { Route } from '../../../src/console/route.ts'
import type { TestService } from '../service/test-service.ts'
import { Browser } from './browser.ts'

/** The console on a server of its own over the parts of a running service. */
export async function consoleOver(
  { service: { parts, operations, pages } }: TestService,
  { more = [], publicPerMinute = 1_000_000, logTo }: ConsoleOptions = {},
): Promise<TestConsole> {
  const log = logTo === undefined ? pino({ level: 'silent' }) : pino({ level: 'warn' }, logTo)
  const server = buildServer(operations, parts, log)
  const limits = { usual: 0, profiles: 0, tokens: 0, public: publicPerMinute }
  const consoleParts = {
    ...parts,
    log,
    publicRate: new RateLimit(new RateWindows(), limits, parts.now),
  }
  mountConsole(server, consoleParts, [...pages, ...more])
  await server.ready()
  return { server, browser: (options) => new Browser(server, options), routes: pages }
}

export interface ConsoleOptions {
  /** Pages of the test beside those of the console. */
  readonly more?: readonly Route[]
  readonly publicPerMinute?: number
  /** Gets warnings and errors; absent: there is no log. */
  readonly logTo?: DestinationStream
}

export interface TestConsole {
  readonly server: FastifyInstance
  readonly routes: readonly Route[]
  browser(options?: ConstructorParameters<typeof Browser>[1]): Browser
}

/** All memory that a test took is released. */
export function assertNothingHeld({ service: { parts } }: TestService): void {
  assert.deepEqual(parts.gate.held, { arriving: 0, light: 0, heavy: 0 })
}
