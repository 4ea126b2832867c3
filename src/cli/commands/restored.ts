import { parseArgs } from 'node:util'
import type { Config } from '../../config/config.ts'
import { withStore } from '../../service/open-store.ts'
import { goOnAfterRestore } from '../../store/after-restore.ts'
import { UsageError } from '../usage-error.ts'

/** `restored`: to be called on a database that was put back from a backup, before the service starts on it. */
export async function restored(config: Config, args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { numbers: { type: 'string', default: '100000' } } })
  const isNumber = /^[0-9]{1,9}$/.test(values.numbers)
  if (!isNumber) throw new UsageError('--numbers says how many numbers are passed over, up to 999999999')
  return withStore(config, async ({ database }) => {
    const legs = await goOnAfterRestore(database, Number(values.numbers))
    console.log(`Legs that wait: ${legs}; each is asked about before it is sent.`)
    console.log(`Minted document numbers go on ${values.numbers} further, in every organisation and family.`)
    return 0
  })
}
