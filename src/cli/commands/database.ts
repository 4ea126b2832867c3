import type { Config } from '../../config/config.ts'
import { checkChain } from '../../service/check-chain.ts'
import { withStore } from '../../service/open-store.ts'
import { databaseFile } from '../../store/database/open-database.ts'
import * as upkeep from '../../store/database/sqlite-upkeep.ts'
import { UsageError } from '../usage-error.ts'

/** `backup FILE`: copies the embedded database, also while the service uses it. */
export async function backup(config: Config, args: readonly string[]): Promise<number> {
  const [file, ...more] = args
  if (file === undefined || more.length > 0) throw new UsageError('name one file to copy to')
  await upkeep.backup(embeddedFile(config), file)
  console.log(`The database was copied to ${file}.`)
  return 0
}

/** `check`: reads the whole embedded database, and the chain through the documents on either. Exit 1 when something is wrong. */
export async function checkDatabase(config: Config): Promise<number> {
  const ofFile = config.database.kind === 'postgres' ? [] : await upkeep.check(embeddedFile(config))
  const chain = ofFile.length > 0 ? { links: 0, problems: [] } : await withStore(config, checkChain)
  const problems = [...ofFile, ...chain.problems]
  const links = `${chain.links} ${chain.links === 1 ? 'link' : 'links'}`
  console.log(problems.length === 0 ? `The database is sound; its chain of ${links} holds.` : problems.join('\n'))
  return problems.length === 0 ? 0 : 1
}

function embeddedFile({ database }: Config): string {
  if (database.kind === 'postgres')
    throw new UsageError('this is for the embedded database: PostgreSQL has tools of its own')
  return databaseFile(database.directory)
}
