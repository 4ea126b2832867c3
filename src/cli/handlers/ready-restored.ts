import type { Config } from '../../config/config.ts'
import { withStore } from '../../service/open-store.ts'
import { allOrganisations } from '../../store/accounts/organisations.ts'
import { goOnAfterRestore } from '../../store/after-restore.ts'
import { lockFolder } from '../../store/database/folder-lock.ts'
import { isConfirmed, type YesOption } from '../confirm.ts'
import { refuseWhileRunning } from './refuse-while-running.ts'

/** Prepares a restored database, before the service starts on it. Exit 1 while an instance runs. */
export async function readyRestored(config: Config, options: Options): Promise<number> {
  const { database } = config
  const lock = database.kind === 'postgres' ? undefined : lockFolder(database.directory)
  try {
    return await skipNumbers(config, options)
  } finally {
    lock?.release()
  }
}

interface Options extends YesOption {
  readonly skipNumbers: number
}

async function skipNumbers(config: Config, { skipNumbers: numbers, yes }: Options): Promise<number> {
  return withStore(config, async ({ database }) => {
    if (await refuseWhileRunning(database, 'restored')) return 1
    const organisations = (await allOrganisations(database)).length
    const question = `Skip ${numbers} document numbers in every family of every organisation (${organisations})?`
    if (!(await isConfirmed(question, { yes }))) return 1
    const legs = await goOnAfterRestore(database, numbers)
    console.log(`Waiting legs: ${legs}; the network is asked about each before it is sent.`)
    console.log(`Skipped document numbers: ${numbers}, in every organisation and family.`)
    return 0
  })
}
