import { after } from 'node:test'
import type { Logger } from 'pino'
import type { Taps } from '../../../src/service/delivery.ts'
import type { Service } from '../../../src/service/service.ts'
import { isSharedProcess } from '../../run/at-end.ts'
import { eachDatabase } from '../databases/databases.ts'
import { sharedService } from './shared-service.ts'
import { startTestService, type TestService } from './test-service.ts'

/**
 * Runs a suite against the real service over HTTP, on each database. Each call of `start` is
 * another instance on the same database, stopped when the suite ends. `start.shared()` saves a
 * start where the defaults are enough.
 */
export function eachService(name: string, suite: (start: StartService) => void): void {
  eachDatabase(name, (open) => {
    const running: Service[] = []
    after(async () => {
      await Promise.all(running.map((service) => service.stop()))
    })
    let isShared = false
    const start = async (environment: Readonly<Record<string, string>> = {}, log?: Logger, taps?: Taps) => {
      const location = isShared ? (await sharedService(open)).place.location : open.location
      const started = await startTestService(location, environment, log, taps)
      running.push(started.service)
      return started
    }
    const shared = async () => {
      if (!isSharedProcess()) return start()
      isShared = true
      return (await sharedService(open)).running
    }
    suite(Object.assign(start, { shared }))
  })
}

export interface StartService {
  (environment?: Readonly<Record<string, string>>, log?: Logger, taps?: Taps): Promise<TestService>
  /**
   * The service with the defaults; in `npm test` many files share it, so a test must not stop it.
   * Call it before the others.
   */
  shared(): Promise<TestService>
}
