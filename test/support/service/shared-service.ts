import { atEnd } from '../../run/at-end.ts'
import type { OpenTestDatabase, Place } from '../databases/databases.ts'
import { startTestService, type TestService } from './test-service.ts'

/**
 * The one service on each kind of database in a process that runs many files. Tests use their own
 * organisations in it. It stops after the last file.
 */
export function sharedService({ make }: Pick<OpenTestDatabase, 'make'>): Promise<Shared> {
  const running = shared.get(make) ?? startShared(make)
  shared.set(make, running)
  return running
}

export interface Shared {
  readonly place: Place
  readonly running: TestService
}

const shared = new Map<OpenTestDatabase['make'], Promise<Shared>>()

async function startShared(make: OpenTestDatabase['make']): Promise<Shared> {
  const place = await make()
  const running = await startTestService(place.location)
  atEnd(async () => {
    await running.stop()
    await place.remove()
  })
  return { place, running }
}
