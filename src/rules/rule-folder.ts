import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDate } from '@selfbill/pint-ae/document'
import { catalogueOf, type RuleFiles, readOurRuleFiles, rulebookOf } from '@selfbill/pint-ae/rule-files'
import {
  type CatalogueRule,
  isDocumentSet,
  type Rulebook,
  type RuleSet,
  type RuleSetIdentity,
  ruleSets,
  succeededBy,
} from '@selfbill/pint-ae/rulebook'
import type { SchematronSource } from '@selfbill/schematron/engine'
import { SchematronError } from '@selfbill/schematron/errors'
import { decodedText, TextUndecodable } from '../encoding/strict-decoder.ts'

/**
 * Compiles the rules of every set, so that errors in a file appear at the start. Folders such as
 * `from-2027-07-01` hold the rules of documents that are issued on that day or later. Where such
 * folders are all, `ours` judge the documents before.
 */
export function compileRuleFolder(directory: string, gaps: boolean, ours: () => Rulebook): Rulebook {
  const later = laterFolders(directory).map(({ from, folder }) => ({ from, rulebook: compiled(folder, gaps) }))
  const isOursFirst = later.length > 0 && !holdsRules(directory)
  return succeededBy(isOursFirst ? ours() : compiled(directory, gaps), later)
}

function compiled(directory: string, gaps: boolean): Rulebook {
  const rulebook = rulebookOf(readRuleFolder(directory), gaps, (text) => hash('sha256', text, 'hex'))
  for (const set of ruleSets) rulebook.rules(set)
  const version = versionOf(directory)
  if (version === undefined) return rulebook
  // Without files for a set ours judge it, and their version is known.
  return { ...rulebook, identity: (set) => ({ version, ...defined(rulebook.identity(set)) }) }
}

function defined({ version, ...identity }: RuleSetIdentity) {
  return { ...identity, ...(version !== undefined && { version }) }
}

/** `from-` and the first day, in the order of their days. */
function laterFolders(directory: string): readonly { readonly from: string; readonly folder: string }[] {
  const names = readdirSync(directory).filter((name) => name.startsWith(laterPrefix))
  return names.sort().map((name) => {
    const from = name.slice(laterPrefix.length)
    if (!isDate(from)) throw new SchematronError(`${name}: the name must be ${laterPrefix} and a day, yyyy-MM-dd`)
    return { from, folder: join(directory, name) }
  })
}

const laterPrefix = 'from-'

function holdsRules(directory: string): boolean {
  return sourcesIn(directory, '').length > 0 || ruleSets.some((set) => setSources(directory, set).length > 0)
}

/** `{"version": "1.0.5"}` in `rulebook.json`, if it is there: documents name it in `judged_by`. */
function versionOf(directory: string): string | undefined {
  if (!existsSync(join(directory, manifestName))) return undefined
  const { version, ...others }: Readonly<Record<string, unknown>> = Object(manifestIn(directory))
  if (typeof version === 'string' && version.trim() !== '' && Object.keys(others).length === 0) return version.trim()
  throw new SchematronError(`${manifestName}: it must be {"version": "…"}`)
}

function manifestIn(directory: string): unknown {
  try {
    return JSON.parse(fileText(directory, manifestName))
  } catch (error) {
    if (error instanceof SyntaxError) throw new SchematronError(`${manifestName} is not JSON: ${error.message}`)
    throw error
  }
}

const manifestName = 'rulebook.json'

/** The rules in force for documents that are issued on this day. */
export function catalogueOfFolder(directory: string, gaps: boolean, day: string): readonly CatalogueRule[] {
  const later = laterFolders(directory).findLast(({ from }) => day >= from)
  if (later !== undefined) return catalogueOf(readRuleFolder(later.folder), gaps)
  const isOursFirst = laterFolders(directory).length > 0 && !holdsRules(directory)
  return catalogueOf(isOursFirst ? readOurRuleFiles() : readRuleFolder(directory), gaps)
}

/**
 * Reads an operator's own rule files (RULEBOOK_DIR). Files directly in the directory apply to every
 * invoice and credit note; files in a subfolder named after a rule set apply only to its documents.
 * Without such a subfolder, our rules judge tax data documents and message level statuses. The gaps
 * are always ours.
 *
 * @throws when the directory cannot be read or holds no rule file for invoices and credit notes
 */
function readRuleFolder(directory: string): RuleFiles {
  const ours = readOurRuleFiles()
  const shared = sourcesIn(directory, '')
  const own = new Map(
    ruleSets.map((set) => [set, foundOr(isDocumentSet(set) ? [] : ours.own.get(set), setSources(directory, set))]),
  )
  if (shared.length === 0 && ruleSets.some((set) => isDocumentSet(set) && own.get(set)?.length === 0)) {
    throw new Error(`${directory} holds no rule file (*.sch)`)
  }
  return { shared, own, gaps: ours.gaps }
}

function foundOr(
  others: readonly SchematronSource[] | undefined,
  found: readonly SchematronSource[],
): readonly SchematronSource[] {
  return found.length > 0 ? found : (others ?? [])
}

/** The folder of a set may be missing. */
function setSources(directory: string, set: RuleSet): readonly SchematronSource[] {
  try {
    return sourcesIn(join(directory, set), `${set}/`)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

function sourcesIn(directory: string, prefix: string): readonly SchematronSource[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.sch'))
    .sort()
    .map((name) => ({ name: prefix + name, text: fileText(directory, name) }))
}

function fileText(directory: string, name: string): string {
  try {
    return decodedText(readFileSync(join(directory, name)))
  } catch (error) {
    if (error instanceof TextUndecodable) throw new SchematronError(`${name}: ${error.message}. Save it as UTF-8`)
    throw error
  }
}
