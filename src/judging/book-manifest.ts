import { SchematronError } from '@selfbill/schematron/errors'

/** What `rulebook.json` says of a rule book. Source: docs/decisions/0092. */
export interface Manifest {
  /** Shown to callers; the name of the folder unless the manifest gives one. */
  readonly name: string
  readonly version: string
  /** The texts of `cbc:CustomizationID` that the book judges, compared exactly. */
  readonly customizationIds: readonly string[]
  /** The texts of `cbc:ProfileID` that it judges; undefined: it judges all profiles. */
  readonly profileIds: readonly string[] | undefined
  /** The local names of UBL root elements. */
  readonly roots: readonly string[]
  /** Paths inside the folder, in order; undefined: every .sch file directly in it, by name. */
  readonly files: readonly string[] | undefined
  readonly phase: string | undefined
}

/** @throws SchematronError that names every wrong member, one a line */
export function readManifest(text: string, folder: string): Manifest {
  const place = `${folder}/rulebook.json`
  const members = membersOf(text, place)
  const problems: string[] = []
  const refuse = (member: string, reason: string) => problems.push(`${place}: ${member} ${reason}`)
  for (const member of Object.keys(members))
    if (!known.includes(member)) refuse(member, `is unknown; the members are ${known.join(', ')}`)
  const one = (member: string): string | undefined => {
    const value = members[member]
    if (value === undefined || isText(value)) return value?.trim()
    refuse(member, 'must be a text that is not blank')
    return undefined
  }
  const many = (member: string): readonly string[] | undefined => {
    const value = members[member]
    if (value === undefined) return undefined
    if (Array.isArray(value) && value.length > 0 && value.every(isText)) return value.map((item) => item.trim())
    refuse(member, 'must be a list of at least one text, none blank')
    return undefined
  }
  for (const member of ['version', 'customization_ids']) if (members[member] === undefined) refuse(member, 'is missing')
  const roots = many('roots')
  for (const root of roots ?? [])
    if (!/^[A-Z][A-Za-z]*$/.test(root)) refuse('roots', `must be local names of UBL documents, such as Order: ${root}`)
  const manifest: Manifest = {
    name: one('name') ?? folder,
    version: one('version') ?? '',
    customizationIds: many('customization_ids') ?? [],
    profileIds: many('profile_ids'),
    roots: roots ?? ['Invoice', 'CreditNote'],
    files: many('files'),
    phase: one('phase'),
  }
  if (problems.length > 0) throw new SchematronError(problems.join('\n'))
  return manifest
}

const known = ['name', 'version', 'customization_ids', 'profile_ids', 'roots', 'files', 'phase']

function membersOf(text: string, place: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch (error) {
    if (error instanceof SyntaxError) throw new SchematronError(`${place} is not JSON: ${error.message}`)
    throw error
  }
  throw new SchematronError(`${place} must be a JSON object`)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
