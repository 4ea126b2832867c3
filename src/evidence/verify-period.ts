import type { JSONWebKeySet } from 'jose'
import { periodLimits, proofLimits } from './limits.ts'
import { type OpenPack, openPack, type PackSource, PackUnreadable } from './open-pack.ts'
import { manifestPath, signaturePath } from './pack.ts'
import { documentsPath, type PeriodDocument, type PeriodManifest, periodFormats } from './period-manifest.ts'
import { readPeriodDocument, readPeriodManifest } from './read-period-manifest.ts'
import { readProof } from './read-proof.ts'
import { verifyPack } from './verify.ts'

/** Whether a pack says that it is the evidence of a period. Nothing is verified yet. */
export async function isPeriod(source: PackSource): Promise<boolean> {
  const pack = await openPack(source, periodLimits)
  try {
    const manifest = await pack.read(manifestPath, proofLimits.manifestBytesMax)
    return manifest !== undefined && readPeriodManifest(manifest) !== undefined
  } finally {
    pack.close()
  }
}

/**
 * Checks the evidence of a period offline: the signature, the list of documents, that the pack of
 * each listed document is there and sound and about that document, and that neighbours in the chain
 * fit together. `trusted` as in `verifyPack`. No pack is in memory as a whole.
 */
export async function verifyPeriod(source: PackSource, trusted?: JSONWebKeySet): Promise<PeriodVerification> {
  const pack = await openPack(source, periodLimits)
  try {
    return await verifyOpen(pack, trusted)
  } finally {
    pack.close()
  }
}

export type PeriodVerification =
  | {
      /** This and the next ones as in `Verification`. */
      readonly isSound: boolean
      readonly problems: readonly string[]
      readonly manifest: PeriodManifest
      readonly thumbprint: string
      readonly isKeyTrusted: boolean
      readonly checked: {
        /** Documents whose pack is there and sound. */
        readonly packs: number
        /** Pairs of neighbours in the chain. */
        readonly links: number
      }
    }
  | { readonly isSound: false; readonly problems: readonly string[]; readonly manifest: undefined }

async function verifyOpen(pack: OpenPack, trusted: JSONWebKeySet | undefined): Promise<PeriodVerification> {
  const failed = (problem: string): PeriodVerification => ({ isSound: false, problems: [problem], manifest: undefined })
  const proof = await readProof(pack, trusted)
  if ('problem' in proof) return failed(proof.problem)
  const manifest = readPeriodManifest(proof.signed)
  if (manifest === undefined) return failed(`${manifestPath} has none of the formats ${periodFormats.join(', ')}`)
  const problems: string[] = []
  for (const { path, bytes, sha256 } of manifest.files) {
    if (pack.bytesOf(path) === undefined) problems.push(`${path} is missing`)
    else if (pack.bytesOf(path) !== bytes || (await pack.digestOf(path)) !== sha256)
      problems.push(`${path} is not what was signed`)
  }
  const isKeyTrusted = trusted !== undefined
  const result = { manifest, thumbprint: proof.thumbprint, isKeyTrusted }
  if (problems.length > 0) return { ...result, isSound: false, problems, checked: { packs: 0, links: 0 } }
  const documents = await documentsIn(pack)
  if (documents === undefined) return failed(`${documentsPath} has a line that lists no document`)
  if (documents.length !== manifest.documents)
    problems.push(`${documentsPath} lists ${documents.length} documents, the manifest says ${manifest.documents}`)
  const packs = await checkPacks({ pack, manifest, keys: proof.keys }, documents, problems)
  problems.push(...strangersIn(pack, manifest, documents))
  const isSound = isKeyTrusted && problems.length === 0
  return { ...result, isSound, problems, checked: { packs: packs.sound, links: packs.links } }
}

async function documentsIn(pack: OpenPack): Promise<readonly PeriodDocument[] | undefined> {
  const list = await pack.read(documentsPath, proofLimits.listBytesMax)
  const lines = new TextDecoder().decode(list).split('\n').slice(0, -1)
  const documents = lines.map(readPeriodDocument).filter((document) => document !== undefined)
  return documents.length === lines.length ? documents : undefined
}

interface Whole {
  readonly pack: OpenPack
  readonly manifest: PeriodManifest
  /** The keys that the manifest was checked with. */
  readonly keys: JSONWebKeySet
}

async function checkPacks(whole: Whole, documents: readonly PeriodDocument[], problems: string[]) {
  const seen = new Set<string>()
  let sound = 0
  let links = 0
  let before: PeriodDocument | undefined
  for (const document of documents) {
    const name = `${document.family} ${document.document_number} (${document.id})`
    if (seen.has(document.id)) problems.push(`${name} is listed twice`)
    seen.add(document.id)
    if (!isInPeriod(document, whole.manifest)) problems.push(`${name} is not of the period`)
    const found = document.pack === null ? undefined : await checkPack(whole, document, document.pack)
    for (const problem of found?.problems ?? []) problems.push(`${name}: ${problem}`)
    if (found?.problems.length === 0) sound += 1
    if (before !== undefined && areNeighbours(before, document) && found?.previous !== undefined) {
      links += 1
      // Behind a document that is older than the chain, the chain begins.
      if (found.previous !== (before.link ?? ''))
        problems.push(`${name}: its link does not follow the document before it`)
    }
    before = document
  }
  return { sound, links }
}

/** The pack is the signed one, sound, and about this document. */
async function checkPack(
  { pack, manifest, keys }: Whole,
  document: PeriodDocument,
  listed: NonNullable<PeriodDocument['pack']>,
): Promise<{ readonly problems: readonly string[]; readonly previous?: string | undefined }> {
  if (pack.bytesOf(listed.path) === undefined) return { problems: [`its pack ${listed.path} is missing`] }
  if (pack.bytesOf(listed.path) !== listed.bytes || (await pack.digestOf(listed.path)) !== listed.sha256)
    return { problems: [`its pack ${listed.path} is not what was signed`] }
  try {
    const verified = await verifyPack(await pack.packIn(listed.path), keys)
    if (verified.manifest === undefined) return verified
    const { document: about, chain, issuer } = verified.manifest
    const isAbout =
      about.org_id === manifest.org_id &&
      about.family === document.family &&
      about.id === document.id &&
      about.document_number === document.document_number &&
      about.document_sequence === document.document_sequence &&
      issuer === manifest.issuer &&
      (chain?.link ?? null) === document.link
    const problems = isAbout ? verified.problems : [...verified.problems, 'its pack is about another document']
    return { problems, previous: chain?.previous }
  } catch (error) {
    if (error instanceof PackUnreadable) return { problems: [error.message] }
    throw error
  }
}

function isInPeriod({ issue_date, family }: PeriodDocument, { period }: PeriodManifest): boolean {
  return issue_date >= period.from && issue_date <= period.to && (period.family ?? family) === family
}

function areNeighbours(one: PeriodDocument, next: PeriodDocument): boolean {
  return one.family === next.family && one.document_sequence + 1 === next.document_sequence
}

function strangersIn(pack: OpenPack, manifest: PeriodManifest, documents: readonly PeriodDocument[]): string[] {
  const packs = documents.flatMap(({ pack: listed }) => (listed === null ? [] : [listed.path]))
  const known = new Set([...manifest.files.map(({ path }) => path), ...packs, manifestPath, signaturePath])
  return pack.paths.filter((path) => !known.has(path)).map((path) => `${path} is not in the manifest`)
}
