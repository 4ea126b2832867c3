import { systemClock } from '../../clock/clock.ts'
import type { Config } from '../../config/config.ts'
import { features } from '../../features/index.ts'
import { locationOf, requireDatabase, withStore } from '../../service/open-store.ts'
import { findRunningInstance } from '../../service/running-instance.ts'
import { allOrganisations } from '../../store/accounts/organisations.ts'
import { goOnAfterRestore } from '../../store/after-restore.ts'
import { distribute, requireCluster } from '../../store/database/citus/distribute.ts'
import type { Database } from '../../store/database/database.ts'
import { lockFolder } from '../../store/database/folder-lock.ts'
import { openDatabase, requireTablesOfThisVersion } from '../../store/database/open-database.ts'
import { isConfirmed, type YesOption } from '../confirm.ts'
import type { Terminal } from '../terminal.ts'
import { UsageError } from '../usage-error.ts'

// What changes the database under every instance: refused, with exit 1, while one runs.

/** Spreads the tables over the workers of Citus, and prints which it moved. */
export async function distributeTables(terminal: Terminal, config: Config, options: YesOption): Promise<number> {
  if (config.database.kind === 'embedded') throw new UsageError(embeddedSentence)
  // The rows of a large table take longer than any request may.
  const database = await openDatabase(locationOf(config), { statementTimeoutMs: 24 * 3_600_000 })
  try {
    await requireCluster(database)
    await requireTablesOfThisVersion(database, locationOf(config))
    if (await refuseWhileRunning(terminal, database, 'distribute')) return 1
    if (!(await isConfirmed(terminal, 'Move the tables to the workers? Nothing moves them back.', options))) return 1
    const moved = await distribute(database)
    const lines = moved.map((name) => `distributed ${name}`)
    terminal.print(lines.length === 0 ? 'All tables are distributed already.' : lines.join('\n'))
    return 0
  } finally {
    await database.close()
  }
}

const embeddedSentence = 'the embedded database cannot be distributed. Set DATABASE_URL to a coordinator of Citus'

/** Prepares a restored database, before the service starts on it. */
export async function readyRestored(terminal: Terminal, config: Config, options: RestoreOptions): Promise<number> {
  // First: the lock makes its folder.
  await requireDatabase(config)
  const { database } = config
  const lock = database.kind === 'postgres' ? undefined : lockFolder(database.directory)
  try {
    return await skipNumbers(terminal, config, options)
  } finally {
    lock?.release()
  }
}

interface RestoreOptions extends YesOption {
  readonly skipNumbers: number
}

async function skipNumbers(
  terminal: Terminal,
  config: Config,
  { skipNumbers: numbers, yes }: RestoreOptions,
): Promise<number> {
  return withStore(config, async ({ database }) => {
    if (await refuseWhileRunning(terminal, database, 'restored')) return 1
    const organisations = (await allOrganisations(database)).length
    const question = `Skip ${numbers} document numbers in every family of every organisation (${organisations})?`
    if (!(await isConfirmed(terminal, question, { yes }))) return 1
    // First: a document that an upload issues again cannot be taken back.
    const said: string[] = []
    for (const { afterRestore } of features) said.push((await afterRestore?.(database)) ?? '')
    const legs = await goOnAfterRestore(database, numbers)
    terminal.print(`Waiting legs: ${legs}; the network is asked about each before it is sent.`)
    terminal.print(`Skipped document numbers: ${numbers}, in every organisation and family.`)
    for (const sentence of said) if (sentence !== '') terminal.print(sentence)
    return 0
  })
}

/** Prints why a command must not run while an instance uses the database. True when one does. */
async function refuseWhileRunning(terminal: Terminal, database: Database, command: string): Promise<boolean> {
  const onWait = (ms: number) =>
    terminal.warn(`An instance was seen in the last minute; waiting up to ${ms / 1000} s to see whether it runs.`)
  const running = await findRunningInstance(database, systemClock, onWait)
  if (running === undefined) return false
  const { startedAt, seenAt } = running
  const times = `started ${new Date(startedAt).toISOString()}, last seen ${new Date(seenAt).toISOString()}`
  terminal.warn(`selfbill ${command}: an instance uses this database (${times}). Stop every instance first.`)
  return true
}
