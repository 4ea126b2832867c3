import { parseArgs } from 'node:util'
import type { Config } from '../../config/config.ts'
import { withStore } from '../../service/open-store.ts'
import { rotateKeys } from '../../service/token.ts'
import type { SigningKey } from '../../store/accounts/signing-keys.ts'
import { UsageError } from '../usage-error.ts'

/** `keys list|rotate`: the keys that sign the service's tokens; works while it runs. Exit 1 while a rotation is under way. */
export async function keys(config: Config, args: readonly string[]): Promise<number> {
  const [verb, ...rest] = args
  const { values } = parseArgs({ args: rest, options: { 'at-once': { type: 'boolean', default: false } } })
  if (verb !== 'list' && verb !== 'rotate') throw new UsageError('say keys list or keys rotate')
  return withStore(config, async (store) => {
    if (verb === 'rotate') {
      const rotation = await rotateKeys(store, config, values['at-once'])
      if (!rotation) {
        console.error(
          'selfbill keys: a rotation is under way: two keys are in use until the older one ends (keys list)',
        )
        return 1
      }
    }
    for (const key of await store.keys.live(Date.now())) console.log(lineOf(key))
    return 0
  })
}

function lineOf({ kid, alg, signsFrom, retiredAt }: SigningKey): string {
  const until = retiredAt === undefined ? '' : `  accepted until ${new Date(retiredAt).toISOString()}`
  return `${kid}  ${alg}  signs from ${new Date(signsFrom).toISOString()}${until}`
}
