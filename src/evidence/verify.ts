import type { JSONWebKeySet } from 'jose'
import { linkOf, sha256 } from './chain.ts'
import { type PackLimits, packLimits } from './limits.ts'
import { chainEntryOf, type Manifest, manifestFormats } from './manifest.ts'
import { type OpenPack, openPack, type PackSource } from './open-pack.ts'
import { keysPath, manifestPath, signaturePath } from './pack.ts'
import { readManifest } from './read-manifest.ts'
import { readProof } from './read-proof.ts'

/**
 * Checks an evidence pack offline: the signature over the manifest, every file against it, no
 * missing or additional files, and the document's link in the chain. `trusted`: the public keys
 * that the reader trusts. Without them the pack's own key is used, and the pack is never sound:
 * anybody can sign a pack with a key of their own. Nothing except manifest, keys and signature is
 * unpacked before the signature is verified, and no file is in memory as a whole. Throws
 * `PackUnreadable` for a file that is not a pack.
 */
export async function verifyPack(
  source: PackSource,
  trusted?: JSONWebKeySet,
  limits: PackLimits = packLimits,
): Promise<Verification> {
  const pack = await openPack(source, limits)
  try {
    return await verifyOpen(pack, trusted, limits)
  } finally {
    pack.close()
  }
}

export type Verification =
  | {
      /** Without problems, and signed by a trusted key. */
      readonly isSound: boolean
      readonly problems: readonly string[]
      readonly manifest: Manifest
      /** Of the key that signed it: RFC 7638. */
      readonly thumbprint: string
      /** False: the key came with the pack, and proves only that one key signed all of it. */
      readonly isKeyTrusted: boolean
    }
  | { readonly isSound: false; readonly problems: readonly string[]; readonly manifest: undefined }

async function verifyOpen(
  pack: OpenPack,
  trusted: JSONWebKeySet | undefined,
  limits: PackLimits,
): Promise<Verification> {
  const proof = await readProof(pack, trusted)
  if ('problem' in proof) return failed(proof.problem)
  const { signed, thumbprint } = proof
  const manifest = readManifest(signed)
  if (manifest === undefined) return failed(`${manifestPath} has none of the formats ${manifestFormats.join(', ')}`)
  if (manifest.files.length > limits.filesMax) return failed(`${manifestPath} names more than ${limits.filesMax} files`)
  const { digests, problems } = await checkFiles(manifest, pack)
  const all = [...problems, ...strangersIn(manifest, pack), ...chainProblems(manifest, digests)]
  const isKeyTrusted = trusted !== undefined
  return { isSound: isKeyTrusted && all.length === 0, problems: all, manifest, thumbprint, isKeyTrusted }
}

function failed(problem: string): Verification {
  return { isSound: false, problems: [problem], manifest: undefined }
}

/** Unpacks no file with a wrong length, and no file twice. */
async function checkFiles(manifest: Manifest, pack: OpenPack) {
  const digests = new Map<string, string>()
  const problems: string[] = []
  for (const { path, sha256: digest, bytes } of manifest.files) {
    const found = pack.bytesOf(path)
    if (found === bytes && !digests.has(path)) digests.set(path, (await pack.digestOf(path)) ?? '')
    if (found === undefined) problems.push(`${path} is missing`)
    else if (found !== bytes || digests.get(path) !== digest) problems.push(`${path} is not what was signed`)
  }
  return { digests, problems }
}

function strangersIn(manifest: Manifest, pack: OpenPack): readonly string[] {
  const known = new Set([...manifest.files.map(({ path }) => path), manifestPath, signaturePath])
  if (manifest.format === 'selfbill-evidence-1') known.add(keysPath)
  return pack.paths.filter((path) => !known.has(path)).map((path) => `${path} is not in the manifest`)
}

/** Checks the link against its parts, and the parts against the files of the create. */
function chainProblems(manifest: Manifest, digests: ReadonlyMap<string, string>): string[] {
  const entry = chainEntryOf(manifest)
  if (entry === undefined) return []
  const fixed = [
    ['revisions/1/request.json', entry.requestSha256],
    ['revisions/1/answer.json', entry.answerSha256],
    ['revisions/1/document.xml', entry.ublSha256],
  ] as const
  const strays = fixed.flatMap(([path, digest]) =>
    (digests.get(path) ?? noDigest) === digest ? [] : [`${path} is not what the chain was made of`],
  )
  return linkOf(entry) === entry.link
    ? strays
    : [...strays, "the document's link in the chain does not follow from its parts"]
}

/** Used for a file that does not exist. */
const noDigest = sha256('')
