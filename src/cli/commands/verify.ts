import { access, constants, readFile, stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { JSONWebKeySet } from 'jose'
import { type PackSource, PackUnreadable } from '../../evidence/open-pack.ts'
import { verifyPack } from '../../evidence/verify.ts'
import { printable } from '../printable.ts'
import { textOf } from '../text-file.ts'
import { UsageError } from '../usage-error.ts'

/**
 * `selfbill verify [--keys FILE] FILE`: checks an evidence pack offline, without unpacking it. Exit 0 when it is sound, 1 when it is not.
 * FILE of --keys is the service's /.well-known/jwks.json, fetched or kept by somebody who trusts it.
 */
export async function verify(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { keys: { type: 'string' } },
    allowPositionals: true,
  })
  const [file, more] = positionals
  if (file === undefined || more !== undefined) throw new UsageError('verify takes one evidence pack')
  const trusted = values.keys === undefined ? undefined : await keysFrom(values.keys)
  const checked = await verifyPack(await sourceOf(file), trusted).catch((error: unknown) => {
    if (error instanceof PackUnreadable)
      return { isSound: false, problems: [error.message], manifest: undefined } as const
    throw error
  })
  if (checked.manifest !== undefined) {
    const { document, made_at, files, chain } = checked.manifest
    say(`${document.family} ${document.document_number} (${document.id}), made ${made_at}, ${files.length} files`)
    say(chain === null ? 'not in a chain: older than it' : `link ${document.document_sequence}: ${chain.link}`)
    say(
      checked.isKeyTrusted
        ? `signed by key ${checked.keyId}, one of those given`
        : `signed by key ${checked.keyId}, which came with the pack: compare it with the service's keys, or give them with --keys`,
    )
  }
  for (const problem of checked.problems) say(`WRONG: ${problem}`)
  say(checked.isSound ? 'sound' : 'not sound')
  return checked.isSound ? 0 : 1
}

/** Whoever made the pack chose its words. */
function say(line: string): void {
  console.log(printable(line))
}

/** A file is read piece by piece where it lies; anything else, such as a pipe, has to be read whole. */
async function sourceOf(file: string): Promise<PackSource> {
  const isFile = await stat(file).then(
    (found) => found.isFile(),
    () => false,
  )
  if (!isFile) return contentOf(file)
  await access(file, constants.R_OK).catch((error: unknown) => {
    throw new UsageError(error instanceof Error ? error.message : `${file} cannot be read`)
  })
  return file
}

async function contentOf(file: string): Promise<Uint8Array> {
  return readFile(file).catch((error: unknown) => {
    throw new UsageError(error instanceof Error ? error.message : `${file} cannot be read`)
  })
}

async function keysFrom(file: string): Promise<JSONWebKeySet> {
  try {
    const keys: JSONWebKeySet = JSON.parse(textOf(await contentOf(file), file))
    if (Array.isArray(keys.keys)) return keys
  } catch (error) {
    if (error instanceof UsageError) throw error
  }
  throw new UsageError(`${file} holds no JSON Web Key Set`)
}
