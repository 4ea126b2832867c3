import { atEnd } from '../../run/at-end.ts'
import { embedded, type Place } from '../databases/databases.ts'
import { startTestService, type TestService } from './test-service.ts'

/**
 * The one service of a process that runs many files (`npm test`), with its own database. Tests use
 * their own organisations in it. It stops after the last file.
 */
export function sharedService(): Promise<Shared> {
  shared ??= startShared()
  return shared
}

export interface Shared {
  readonly place: Place
  readonly running: TestService
}

let shared: Promise<Shared> | undefined

async function startShared(): Promise<Shared> {
  const place = await embedded()
  const running = await startTestService(place.location)
  atEnd(async () => {
    await running.stop()
    await place.remove()
  })
  return { place, running }
}
