import type { Config } from '../../config/config.ts'
import { checkChain } from '../../service/check-chain.ts'
import { withStore } from '../../service/open-store.ts'
import { databaseFile } from '../../store/database/open-database.ts'
import * as upkeep from '../../store/database/sqlite-upkeep.ts'
import { UsageError } from '../usage-error.ts'

/** Copies the embedded database, also while the service uses it. */
export async function backup(config: Config, file: string): Promise<number> {
  await upkeep.backup(embeddedFile(config), file)
  console.log(`The database was copied to ${file}.`)
  return 0
}

/** Checks the embedded database file, and the chain of documents on both databases. */
export async function checkDatabase(config: Config): Promise<number> {
  const fileProblems = config.database.kind === 'postgres' ? [] : await upkeep.check(embeddedFile(config))
  const chain = fileProblems.length > 0 ? { links: 0, problems: [] } : await withStore(config, checkChain)
  const problems = [...fileProblems, ...chain.problems]
  const links = `${chain.links} ${chain.links === 1 ? 'link' : 'links'}`
  console.log(problems.length === 0 ? `The database is sound; its chain of ${links} holds.` : problems.join('\n'))
  return problems.length === 0 ? 0 : 1
}

function embeddedFile({ database }: Config): string {
  if (database.kind === 'postgres')
    throw new UsageError('this is for the embedded database; use the tools of PostgreSQL')
  return databaseFile(database.directory)
}
