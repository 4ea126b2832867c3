import type { JSONWebKeySet } from 'jose'
import { Fault } from '../../api/faults.ts'
import type { Basics } from '../../api/parts.ts'
import { excessOf } from '../../evidence/limits.ts'
import type { EvidenceFile } from '../../evidence/listed-member.ts'
import type { ManifestKey } from '../../evidence/manifest.ts'
import { packEvidence } from '../../evidence/pack.ts'
import { heldBytesOf } from '../../store/database/stored-bytes.ts'
import { evidenceFiles, filesOfLegMax, sentLegs } from './evidence-files.ts'
import { logBytesMax } from './evidence-log.ts'
import type { EvidenceSnapshot } from './snapshot.ts'

/**
 * Plans an evidence pack before anything large is read: how much memory it holds, and how to make
 * it. Throws the Fault `evidence_too_large` when the document exceeds the limits of a pack.
 */
export function evidencePlan(
  of: EvidenceSnapshot,
  parts: EvidenceParts,
  printed: readonly PrintedFile[] = [],
): EvidencePlan {
  const sizes = sizesOf(of, printed)
  const excess = excessOf(sizes)
  if (excess !== undefined) throw new Fault('evidence_too_large', { reason: excess })
  return {
    heldBytes: heldBytesOf(sizes.longest) + shortBytes(of) + zipBytes,
    pieces: () => piecesOf(of, parts, printed),
  }
}

/** What making a pack needs. */
export interface EvidenceParts extends Pick<Basics, 'now'> {
  readonly store: Pick<Basics['store'], 'database'>
  /** The key that signs the pack, the public keys that verify it, and their issuer (`iss`). */
  signingKey(): Promise<{ readonly key: ManifestKey; readonly keys: JSONWebKeySet; readonly issuer: string }>
  /** Where envelopes ask for statuses, `0242:…`; null: at the provider that sends them. */
  readonly mlsTo: string | null
}

export interface EvidencePlan {
  /** An upper bound, whatever the length of the pack. */
  readonly heldBytes: number
  /** Makes the pack while it is read. */
  pieces(): AsyncGenerator<Uint8Array, void, undefined>
}

async function* piecesOf(
  of: EvidenceSnapshot,
  parts: EvidenceParts,
  printed: readonly PrintedFile[],
): AsyncGenerator<Uint8Array, void, undefined> {
  const { key, keys, issuer } = await parts.signingKey()
  const { orgId, family, documentId, documentNumber, sequence, link } = of
  yield* packEvidence(
    {
      madeAt: parts.now(),
      issuer,
      document: {
        org_id: orgId,
        family,
        id: documentId,
        document_number: documentNumber,
        document_sequence: sequence,
      },
      chain:
        link === undefined
          ? null
          : {
              request_sha256: link.requestSha256,
              answer_sha256: link.answerSha256,
              ubl_sha256: link.ublSha256,
              previous: link.previous,
              link: link.link,
            },
      files: filesOf(printed, evidenceFiles(parts.store.database, of, parts.mlsTo)),
    },
    key,
    keys,
  )
}

/** A PDF of the pack: what people read comes first. */
export interface PrintedFile extends EvidenceFile {
  readonly content: Uint8Array
}

async function* filesOf(printed: readonly PrintedFile[], others: AsyncIterable<EvidenceFile>) {
  yield* printed
  yield* others
}

/** An upper bound of the pack's content. */
export function sizesOf(of: EvidenceSnapshot, printed: readonly PrintedFile[] = []) {
  const legs = sentLegs(of)
  const log = logBytesMax(of)
  const documents = legs.map(({ documentBytes }) => documentBytes + envelopeBytesMax)
  const statuses = legs.map(({ statusBytes = 0 }) => statusBytes)
  return {
    files: printed.length + of.revisions.files + of.attachments.files + legs.length * filesOfLegMax + otherFiles,
    bytes:
      sum(printed.map(({ content }) => content.length)) +
      of.revisions.bytes +
      of.attachments.bytes +
      2 * sum(documents) +
      sum(statuses) +
      shortBytes(of) +
      log +
      keysBytesMax,
    longest: Math.max(of.revisions.longest, of.attachments.longest, log, ...documents, ...statuses),
  }
}

/** The answers of the network, which the snapshot holds in memory. */
function shortBytes({ legs, log }: EvidenceSnapshot): number {
  const answers = legs.map(
    ({ transmissionResponse, mlsResponse }) =>
      legBytesMax + 3 * ((transmissionResponse?.length ?? 0) + (mlsResponse?.length ?? 0)),
  )
  return sum(answers) + log.entryIds.length * 16
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}

/** keys.json and log.json */
const otherFiles = 2
const keysBytesMax = 1024 * 1024
const envelopeBytesMax = 64 * 1024
const legBytesMax = 4 * 1024
/** Buffers of the ZIP stream. */
const zipBytes = 512 * 1024
