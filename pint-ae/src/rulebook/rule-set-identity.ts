import type { RuleFiles } from './rule-files.ts'
import { isDocumentSet, type RuleSet } from './rule-set.ts'

/** Names the rules that judge a document: a later version of them may judge otherwise. */
export interface RuleSetIdentity {
  readonly name: string
  /** Undefined for an operator's own rule files. */
  readonly version: string | undefined
  /** Whether our own rules apply too. */
  readonly hasGaps: boolean
  /** Over the texts of all files of the set: 16 hexadecimal digits. */
  readonly digest: string
}

export function identityOf(set: RuleSet, files: RuleFiles, hasGaps: boolean, digest: Digest): RuleSetIdentity {
  const own = files.own.get(set) ?? []
  const used = isDocumentSet(set) ? [...files.shared, ...own, ...(hasGaps ? files.gaps : [])] : own
  const texts = used.map(({ name, text }) => `${name}\n${text.length}\n${text}`).join('')
  const official = isDocumentSet(set) ? [...files.shared, ...own] : own
  const isOurs = official.every(({ isKnown }) => isKnown === true)
  const { name, version } = published[set]
  return { name, version: isOurs ? version : undefined, hasGaps, digest: digest(texts).slice(0, 16) }
}

/** SHA-256 of a text, hexadecimal: comes from outside, because runtimes have it in different places. */
export type Digest = (text: string) => string

/** The published sets that our files follow. */
const published: Readonly<Record<RuleSet, { readonly name: string; readonly version: string }>> = {
  'self-billing': { name: 'PINT AE Self-Billing', version: '1.0.4' },
  billing: { name: 'PINT AE Billing', version: '1.0.4' },
  tdd: { name: 'TDD', version: '1.0.4' },
  mls: { name: 'MLS', version: '1.0.1' },
}
