import type { Config } from '../../config/config.ts'
import { openMailSession } from '../../notices/smtp.ts'
import { checkChain } from '../../service/check-chain.ts'
import { withStore } from '../../service/open-store.ts'
import { databaseFile } from '../../store/database/open-database.ts'
import * as upkeep from '../../store/database/sqlite-upkeep.ts'
import { UsageError } from '../usage-error.ts'
import { checkRuleBooks } from './check-rule-books.ts'

/** Copies the embedded database, also while the service uses it. */
export async function backup(config: Config, file: string): Promise<number> {
  await upkeep.backup(embeddedFile(config), file)
  console.log(`The database was copied to ${file}.`)
  return 0
}

/** Checks the database file and the chain of documents, the mail server and RULEBOOKS_DIR. */
export async function checkDatabase(config: Config): Promise<number> {
  const fileProblems = config.database.kind === 'postgres' ? [] : await upkeep.check(embeddedFile(config))
  const chain = fileProblems.length > 0 ? { links: 0, removed: 0, problems: [] } : await withStore(config, checkChain)
  const problems = [...fileProblems, ...chain.problems]
  const links = `${chain.links} ${chain.links === 1 ? 'link' : 'links'}`
  const removed = chain.removed === 0 ? '' : `, ${chain.removed} without content after its retention,`
  console.log(
    problems.length === 0 ? `The database is sound; its chain of ${links}${removed} holds.` : problems.join('\n'),
  )
  const isMailSound = await checkMail(config)
  const areBooksSound = checkRuleBooks(config)
  return problems.length === 0 && isMailSound && areBooksSound ? 0 : 1
}

/** Connects and signs in to the mail server, and sends nothing. True without one. */
async function checkMail({ mail }: Config): Promise<boolean> {
  if (mail === undefined) return true
  const place = `${mail.host}:${mail.port}`
  try {
    const session = await openMailSession(mail)
    session.close()
    console.log(`The mail server ${place} can be used.`)
    return true
  } catch (error) {
    console.log(`The mail server ${place} cannot be used: ${error instanceof Error ? error.message : String(error)}`)
    return false
  }
}

function embeddedFile({ database }: Config): string {
  if (database.kind === 'postgres')
    throw new UsageError('this is for the embedded database; use the tools of PostgreSQL')
  return databaseFile(database.directory)
}
