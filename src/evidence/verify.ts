import type { JSONWebKeySet } from 'jose'
import { linkOf, sha256 } from './chain.ts'
import { chainEntryOf, type Manifest, manifestFormat, verifyManifest } from './manifest.ts'
import { keysPath, manifestPath, signaturePath } from './pack.ts'
import { readManifest } from './read-manifest.ts'
import { type PackLimits, readPack } from './read-pack.ts'

/**
 * Checks an evidence pack by itself, offline: the signature over the manifest, every file against it, nothing missing and nothing
 * more, and the document's link in the chain. `trusted` are the service's public keys as the reader knows them; without them the pack's
 * own key is used, and the answer's `keyId` is for the reader to compare. Throws `PackUnreadable` for what is no pack.
 */
export async function verifyPack(
  pack: Uint8Array,
  trusted?: JSONWebKeySet,
  limits?: PackLimits,
): Promise<Verification> {
  const files = await readPack(pack, limits)
  const told = files.get(manifestPath)
  const signature = files.get(signaturePath)
  if (told === undefined || signature === undefined) return failed(`${manifestPath} or ${signaturePath} is missing`)
  const keys = trusted ?? keysIn(files.get(keysPath))
  if (keys === undefined) return failed(`${keysPath} is missing or unreadable, and no keys were given`)
  let keyId: string
  try {
    keyId = await verifyManifest(told, new TextDecoder().decode(signature), keys)
  } catch (error) {
    return failed(`the signature does not hold: ${error instanceof Error ? error.message : String(error)}`)
  }
  const manifest = readManifest(told)
  if (manifest === undefined) return failed(`${manifestPath} is none of the format ${manifestFormat}`)
  const problems = [...fileProblems(manifest, files), ...chainProblems(manifest, files)]
  return { isSound: problems.length === 0, problems, manifest, keyId, isKeyTrusted: trusted !== undefined }
}

export type Verification =
  | {
      readonly isSound: boolean
      readonly problems: readonly string[]
      readonly manifest: Manifest
      readonly keyId: string
      /** False: the key came with the pack, and proves no more than that one key signed all of it. */
      readonly isKeyTrusted: boolean
    }
  | { readonly isSound: false; readonly problems: readonly string[]; readonly manifest: undefined }

function failed(problem: string): Verification {
  return { isSound: false, problems: [problem], manifest: undefined }
}

function keysIn(file: Uint8Array | undefined): JSONWebKeySet | undefined {
  if (file === undefined) return undefined
  try {
    return JSON.parse(new TextDecoder().decode(file))
  } catch {
    return undefined
  }
}

function fileProblems(manifest: Manifest, files: ReadonlyMap<string, Uint8Array>): string[] {
  const problems = manifest.files.flatMap(({ path, sha256: digest, bytes }) => {
    const content = files.get(path)
    if (content === undefined) return [`${path} is missing`]
    return content.length === bytes && sha256(content) === digest ? [] : [`${path} is not what was signed`]
  })
  const known = new Set([...manifest.files.map(({ path }) => path), manifestPath, signaturePath, keysPath])
  const strangers = [...files.keys()].filter((path) => !known.has(path))
  return [...problems, ...strangers.map((path) => `${path} is not in the manifest`)]
}

/** The link is what its parts make it, and the parts are the files of the create. */
function chainProblems(manifest: Manifest, files: ReadonlyMap<string, Uint8Array>): string[] {
  const entry = chainEntryOf(manifest)
  if (entry === undefined) return []
  const fixed = [
    ['revisions/1/request.json', entry.requestSha256],
    ['revisions/1/answer.json', entry.answerSha256],
    ['revisions/1/document.xml', entry.ublSha256],
  ] as const
  const strays = fixed.flatMap(([path, digest]) =>
    sha256(files.get(path) ?? '') === digest ? [] : [`${path} is not what the chain was made of`],
  )
  return linkOf(entry) === entry.link
    ? strays
    : [...strays, "the document's link in the chain does not follow from its parts"]
}
