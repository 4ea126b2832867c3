import type { Rulebook } from '@selfbill/pint-ae/rulebook'
import type { Config } from '../../config/config.ts'
import type { FeatureCheck } from '../../features/feature.ts'
import { features } from '../../features/index.ts'
import { readBookFolders } from '../../judging/book-folder.ts'
import { DocumentJudge } from '../../judging/document-judge.ts'
import { checkChain } from '../../service/check-chain.ts'
import { withStore } from '../../service/open-store.ts'
import { loadRulebook } from '../../service/rulebook.ts'
import { checkSecretKey } from '../../service/secret-key-check.ts'
import { allOrganisations } from '../../store/accounts/organisations.ts'
import { databaseFile, requireDatabaseFile } from '../../store/database/open-database.ts'
import * as upkeep from '../../store/database/sqlite-upkeep.ts'
import { sameNumbers } from '../../store/documents/number-keys.ts'
import type { Store } from '../../store/store.ts'
import { printable } from '../printable.ts'
import { type JsonOption, printJson } from '../rows.ts'
import type { Terminal } from '../terminal.ts'
import { UsageError } from '../usage-error.ts'

/** Copies the embedded database, also while the service uses it. */
export async function backup(terminal: Terminal, config: Config, file: string): Promise<number> {
  await upkeep.backup(embeddedFile(config), file)
  terminal.print(`The database was copied to ${file}.`)
  return 0
}

/** Checks the database file, the chain, SECRET_KEY, the mail server and RULEBOOKS_DIR. */
export async function checkDatabase(terminal: Terminal, config: Config, { json }: JsonOption): Promise<number> {
  const fileProblems = config.database.kind === 'postgres' ? [] : await upkeep.check(embeddedFile(config))
  const chain = fileProblems.length > 0 ? { links: 0, removed: 0, problems: [] } : await withStore(config, checkChain)
  const problems = [...fileProblems, ...chain.problems]
  const notes = fileProblems.length > 0 ? [] : await withStore(config, numbersThatReadTheSame)
  const key = fileProblems.length > 0 ? [] : await withStore(config, (store) => checkKey(config, store))
  const others = [...key, ...(await checkFeatures(config)), ...(await checkRuleBooks(config))]
  const isSound = problems.length === 0 && others.every(({ isFine }) => isFine)
  if (json === true) {
    const { links, removed } = chain
    const checks = others.map(({ what, said, isFine }) => ({ what, sound: isFine, said }))
    printJson(terminal, { sound: isSound, chain: { links, without_content: removed }, problems, notes, checks })
    return isSound ? 0 : 1
  }
  terminal.print(problems.length === 0 ? soundSentence(chain) : problems.join('\n'))
  for (const line of [...notes, ...others.map(({ said }) => said)]) terminal.print(line)
  return isSound ? 0 : 1
}

function soundSentence({
  links: count,
  removed: without,
}: Pick<Awaited<ReturnType<typeof checkChain>>, 'links' | 'removed'>): string {
  const links = `${count} ${count === 1 ? 'link' : 'links'}`
  const removed = without === 0 ? '' : `, ${without} without content after its retention,`
  return `The database is sound; its chain of ${links}${removed} holds.`
}

/** Documents of earlier versions: they are sound, and may be meant to be one. */
async function numbersThatReadTheSame({ database }: Store): Promise<readonly string[]> {
  const lines: string[] = []
  for (const { id: orgId, name } of await allOrganisations(database)) {
    const documents = await sameNumbers(database, orgId)
    if (documents.length > 0) lines.push(`${name} has ${documents.length} documents with numbers that read the same:`)
    for (const { family, documentId, documentNumber } of documents)
      lines.push(`  ${family} ${documentId}: ${withEscapes(documentNumber)}`)
  }
  return lines
}

/** With escapes for characters outside ASCII: numbers that look the same differ there. */
function withEscapes(number: string): string {
  return JSON.stringify(number).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Whether SECRET_KEY opens what is encrypted in the database. Nothing where nothing is. */
async function checkKey(config: Config, { database }: Store): Promise<readonly FeatureCheck[]> {
  const found = await checkSecretKey(config, database)
  return found === undefined ? [] : [{ what: 'encrypted secrets', isFine: found.isFine, said: `${found.said}.` }]
}

/** What features try: the mail server, for one. */
async function checkFeatures(config: Config): Promise<readonly FeatureCheck[]> {
  const checks = await Promise.all(features.map((feature) => feature.check?.(config)))
  return checks.filter((check) => check !== undefined)
}

/** Compiles every rule book in RULEBOOKS_DIR and says what is wrong. Nothing without the folder. */
async function checkRuleBooks(config: Config): Promise<readonly FeatureCheck[]> {
  const directory = config.rulebooksDirectory
  if (directory === undefined) return []
  const { count, problems } = inspectedBooks(directory, await loadRulebook(config))
  const books = `${count} ${count === 1 ? 'rule book' : 'rule books'}`
  const lines = problems.flatMap((problem) => problem.split('\n')).map(printable)
  const said = lines.length === 0 ? `The ${books} in ${directory} can be used.` : lines.join('\n')
  return [{ what: 'rule books', said, isFine: problems.length === 0 }]
}

/** The service refuses to start with these problems. */
function inspectedBooks(
  directory: string,
  rulebook: Rulebook,
): { readonly count: number; readonly problems: readonly string[] } {
  try {
    const folders = readBookFolders(directory)
    return { count: folders.length, problems: new DocumentJudge(rulebook, folders, () => new Date()).problems() }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { count: 0, problems: [`RULEBOOKS_DIR: ${error.message}`] }
  }
}

function embeddedFile({ database }: Config): string {
  if (database.kind === 'postgres')
    throw new UsageError('this is for the embedded database; use the tools of PostgreSQL')
  requireDatabaseFile(database.directory)
  return databaseFile(database.directory)
}
