import type { Config } from '../../config/config.ts'
import { withStore } from '../../service/open-store.ts'
import { allOrganisations } from '../../store/accounts/organisations.ts'
import { goOnAfterRestore } from '../../store/after-restore.ts'
import { lockFolder } from '../../store/database/folder-lock.ts'
import { isConfirmed, type YesOption } from '../confirm.ts'
import type { Terminal } from '../terminal.ts'
import { refuseWhileRunning } from './refuse-while-running.ts'

/** Prepares a restored database, before the service starts on it. Exit 1 while an instance runs. */
export async function readyRestored(terminal: Terminal, config: Config, options: Options): Promise<number> {
  const { database } = config
  const lock = database.kind === 'postgres' ? undefined : lockFolder(database.directory)
  try {
    return await skipNumbers(terminal, config, options)
  } finally {
    lock?.release()
  }
}

interface Options extends YesOption {
  readonly skipNumbers: number
}

async function skipNumbers(
  terminal: Terminal,
  config: Config,
  { skipNumbers: numbers, yes }: Options,
): Promise<number> {
  return withStore(config, async ({ database }) => {
    if (await refuseWhileRunning(terminal, database, 'restored')) return 1
    const organisations = (await allOrganisations(database)).length
    const question = `Skip ${numbers} document numbers in every family of every organisation (${organisations})?`
    if (!(await isConfirmed(terminal, question, { yes }))) return 1
    const legs = await goOnAfterRestore(database, numbers)
    terminal.print(`Waiting legs: ${legs}; the network is asked about each before it is sent.`)
    terminal.print(`Skipped document numbers: ${numbers}, in every organisation and family.`)
    return 0
  })
}
