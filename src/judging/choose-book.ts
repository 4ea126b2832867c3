import { type Message, message, withCommas } from '@selfbill/pint-ae/messages'
import { headerIn, isNamed, type RuleSet, specifications } from '@selfbill/pint-ae/rulebook'
import { SchematronError } from '@selfbill/schematron/errors'
import type { Element } from '@selfbill/schematron/xml'
import type { BookFolder } from './book-folder.ts'

/** The rules for a document, or the field that no rule book knows. */
export type Choice =
  | { readonly kind: 'own'; readonly set: RuleSet }
  | { readonly kind: 'operator'; readonly folder: BookFolder }
  | UnknownDocument

export interface UnknownDocument {
  readonly kind: 'unknown'
  /** `cbc:CustomizationID`, `cbc:ProfileID`, or the root element as `/Order`. */
  readonly field: string
  /** Names the field and lists what is known. */
  readonly reason: Message
}

/** Chooses by root element, customisation id and profile id, compared exactly. */
export function chooseBook(root: Element, folders: readonly BookFolder[]): Choice {
  const id = headerIn(root, 'CustomizationID')
  const profile = headerIn(root, 'ProfileID')
  const own = specifications.find((book) => book.id === id)
  const claims = folders.filter(({ manifest }) => id !== undefined && manifest.customizationIds.includes(id))
  if (own === undefined && claims.length === 0) return unknownId(id, folders)
  if (own?.roots.some((known) => isNamed(root, known, own.namespace))) return { kind: 'own', set: own.set }
  const ofRoot = claims.filter(({ manifest }) => manifest.roots.some((known) => isNamed(root, known)))
  if (ofRoot.length === 0)
    return unknownRoot(root, id ?? '', [...(own?.roots ?? []), ...claims.flatMap(({ manifest }) => manifest.roots)])
  const folder = ofRoot.find(({ manifest }) => manifest.profileIds?.includes(profile ?? '') ?? true)
  return folder === undefined ? unknownProfile(profile, ofRoot) : { kind: 'operator', folder }
}

/** @throws SchematronError when two rule books could judge the same document, one line for each */
export function refuseOverlaps(folders: readonly BookFolder[]): void {
  const problems = folders.flatMap((one, at) => [
    ...one.manifest.customizationIds
      .filter((id) => specifications.some((own) => own.id === id))
      .map(
        (id) =>
          `${one.folder}/rulebook.json: customization_ids: our own rules judge ${id}; ` +
          'RULEBOOK_DIR replaces them (docs/rulebook.md)',
      ),
    ...folders.slice(at + 1).flatMap((other) => {
      const shared = one.manifest.customizationIds.find((id) => other.manifest.customizationIds.includes(id))
      if (shared === undefined || !isSameDocument(one, other)) return []
      return [`${one.folder}/rulebook.json and ${other.folder}/rulebook.json: customization_ids: both have ${shared}`]
    }),
  ])
  if (problems.length > 0) throw new SchematronError(problems.join('\n'))
}

/** Whether a document could have the root and the profile of both books. */
function isSameDocument({ manifest: one }: BookFolder, { manifest: other }: BookFolder): boolean {
  const sharesRoot = one.roots.some((root) => other.roots.includes(root))
  const sharesProfile =
    one.profileIds === undefined ||
    other.profileIds === undefined ||
    one.profileIds.some((id) => other.profileIds?.includes(id))
  return sharesRoot && sharesProfile
}

function unknownId(id: string | undefined, folders: readonly BookFolder[]): UnknownDocument {
  const known = [
    ...specifications.map((own) => own.id),
    ...folders.flatMap(({ manifest }) => manifest.customizationIds),
  ]
  return unknownHeader('cbc:CustomizationID', id, known)
}

function unknownProfile(id: string | undefined, folders: readonly BookFolder[]): UnknownDocument {
  return unknownHeader(
    'cbc:ProfileID',
    id,
    folders.flatMap(({ manifest }) => manifest.profileIds ?? []),
  )
}

function unknownHeader(header: string, id: string | undefined, all: readonly string[]): UnknownDocument {
  const known = withCommas([...new Set(all)])
  const reason =
    id === undefined
      ? message('rulebook_id_missing', { header, known })
      : message('rulebook_id_unknown', { header, id: shortened(id), known })
  return { kind: 'unknown', field: header, reason }
}

function unknownRoot(root: Element, id: string, known: readonly string[]): UnknownDocument {
  const field = `/${shortened(root.name.qualified)}`
  const values = { id, root: shortened(root.name.local), known: withCommas([...new Set(known)]) }
  return { kind: 'unknown', field, reason: message('rulebook_root_unknown', values) }
}

/** It comes from the document, so it may be long. */
function shortened(text: string): string {
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text
}

const shownMax = 200
