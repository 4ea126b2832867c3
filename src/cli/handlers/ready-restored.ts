import type { Config } from '../../config/config.ts'
import { withStore } from '../../service/open-store.ts'
import { goOnAfterRestore } from '../../store/after-restore.ts'

/** Prepares a restored database, before the service starts on it. */
export async function readyRestored(config: Config, { numbers }: { readonly numbers: number }): Promise<number> {
  return withStore(config, async ({ database }) => {
    const legs = await goOnAfterRestore(database, numbers)
    console.log(`Waiting legs: ${legs}; the network is asked about each before it is sent.`)
    console.log(`Skipped document numbers: ${numbers}, in every organisation and family.`)
    return 0
  })
}
