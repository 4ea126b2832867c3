import type { JSONWebKeySet } from 'jose'
import { type ZipMember, zipped } from '../zip/zip.ts'
import { type EvidenceFile, listedMember } from './listed-member.ts'
import type { ManifestFile, ManifestKey } from './manifest.ts'
import { keysFile, signedMembers } from './pack.ts'
import { documentsPath, newestPeriodFormat, type PeriodDocument, type PeriodManifest } from './period-manifest.ts'

/**
 * Writes the evidence of a period as one ZIP file: the pack of each document, stored as it is, with
 * its PDF beside it where it is printed; the list of all documents with the digests of their packs;
 * what people read; and a signed manifest that pins all of them. Each pack can be taken out and
 * verified alone. The file is written as it is read.
 */
export function packPeriod(
  period: PeriodEvidence,
  key: ManifestKey,
  keys: JSONWebKeySet,
): AsyncGenerator<Uint8Array, void, undefined> {
  return zipped(membersOf(period, key, keys), new Date(period.madeAt))
}

export interface PeriodEvidence {
  /** ms since 1970. */
  readonly madeAt: number
  readonly issuer: string
  readonly orgId: string
  readonly period: PeriodManifest['period']
  /** In the order of family and sequence. */
  readonly documents: AsyncIterable<DocumentEvidence>
  /** What people read, made when all documents are packed. */
  files(): Iterable<EvidenceFile>
}

export interface DocumentEvidence extends Omit<PeriodDocument, 'pack'> {
  /** The document's evidence pack; undefined when it is too large, or was removed. */
  readonly pack: { readonly path: string; readonly content: AsyncIterable<Uint8Array> } | undefined
  /** The document for people, beside its pack. */
  readonly printed: EvidenceFile | undefined
}

async function* membersOf(
  { madeAt, issuer, orgId, period, documents, files: readable }: PeriodEvidence,
  key: ManifestKey,
  keys: JSONWebKeySet,
): AsyncGenerator<ZipMember> {
  const files: ManifestFile[] = []
  const lines: Uint8Array[] = []
  let withoutPack = 0
  yield listedMember(keysFile(keys), (file) => files.push(file))
  for await (const { pack, printed, ...document } of documents) {
    const list = (listed: PeriodDocument['pack']) =>
      lines.push(Buffer.from(`${JSON.stringify({ ...document, pack: listed } satisfies PeriodDocument)}\n`))
    if (pack === undefined) {
      withoutPack += 1
      list(null)
      continue
    }
    const { path, content } = pack
    const member = listedMember({ path, about: '', content }, ({ bytes, sha256 }) => list({ path, bytes, sha256 }))
    // A pack is packed already, and its reader begins anywhere in it.
    yield { ...member, isStored: true, isHuge: true }
    if (printed !== undefined) yield listedMember(printed, (file) => files.push(file))
  }
  yield listedMember({ path: documentsPath, about: 'Every document', content: inPieces(lines) }, (file) =>
    files.push(file),
  )
  for (const file of readable()) yield listedMember(file, (listed) => files.push(listed))
  const manifest: PeriodManifest = {
    format: newestPeriodFormat,
    made_at: new Date(madeAt).toISOString(),
    issuer,
    org_id: orgId,
    period,
    documents: lines.length,
    documents_without_pack: withoutPack,
    files: files.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
  }
  yield* signedMembers(`${JSON.stringify(manifest, null, 2)}\n`, key)
}

export async function* inPieces(lines: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < lines.length; at += linesAtOnce) yield Buffer.concat(lines.slice(at, at + linesAtOnce))
}

/** About 100 kB. */
const linesAtOnce = 200
