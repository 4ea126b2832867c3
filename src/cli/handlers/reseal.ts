import type { Config } from '../../config/config.ts'
import { withStore } from '../../service/open-store.ts'
import { isUnderSecretKey, type KeyTally, type Progress, resealAll, tallyKeys } from '../../service/reseal.ts'
import { noKey } from '../../service/sealed-secrets.ts'
import { type JsonOption, printRows } from '../rows.ts'
import type { Terminal } from '../terminal.ts'
import { UsageError } from '../usage-error.ts'

/**
 * Encrypts everything under SECRET_KEY, then prints how much each key opens. Exit 1 while a former
 * key is still needed, no key opens something, or something is not encrypted.
 */
export async function reseal(terminal: Terminal, config: Config, { dryRun, ...form }: Options): Promise<number> {
  return withStore(config, async (store) => {
    if (config.secretKey === undefined) throw new UsageError('SECRET_KEY is not set: there is no key to encrypt under')
    if (dryRun !== true) await resealAll(store, config, progressOf(terminal, 'encrypted or passed over'))
    const tallies = await tallyKeys(store, config, progressOf(terminal, 'counted'))
    printRows(terminal, tallies, ['kind', 'key', 'count'], form)
    const left = countOf(tallies.filter((tally) => !isUnderSecretKey(tally) && tally.key !== noKey))
    const closed = countOf(tallies.filter(({ key }) => key === noKey))
    if (left > 0) terminal.warn(`selfbill keys: ${left} are not encrypted under SECRET_KEY yet: ${repairOf(dryRun)}`)
    else if (closed === 0)
      terminal.warn(`selfbill keys: no former key is needed${config.formerSecretKeys.length > 0 ? mayGo : ''}`)
    if (closed > 0) terminal.warn(`selfbill keys: no key opens ${closed}, or their objects are missing${whatThen}`)
    return left + closed > 0 ? 1 : 0
  })
}

interface Options extends JsonOption {
  readonly dryRun?: true | undefined
}

const mayGo = ': remove SECRET_KEY_FORMER from every instance'
const whatThen = ': add the key they were encrypted with to SECRET_KEY_FORMER, or enter them again'

function repairOf(dryRun: true | undefined): string {
  return dryRun === true
    ? 'run selfbill keys reseal'
    : 'an instance still encrypts under a former key; give it the present one, and run this again'
}

function countOf(tallies: readonly KeyTally[]): number {
  return tallies.reduce((sum, { count }) => sum + count, 0)
}

/** A line every ten seconds: a large database takes a while. */
function progressOf(terminal: Terminal, done: string): Progress {
  let [total, saidAt] = [0, Date.now()]
  return (texts) => {
    total += texts
    if (Date.now() - saidAt < sayEveryMs) return
    saidAt = Date.now()
    terminal.warn(`selfbill keys: ${total.toLocaleString('en')} ${done}`)
  }
}

const sayEveryMs = 10_000
