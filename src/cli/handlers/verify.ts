import { access, constants, readFile, stat } from 'node:fs/promises'
import type { JSONWebKeySet } from 'jose'
import { type PackSource, PackUnreadable } from '../../evidence/open-pack.ts'
import { verifyPack } from '../../evidence/verify.ts'
import { printable } from '../printable.ts'
import { decodeFileText } from '../text-file.ts'
import { UsageError } from '../usage-error.ts'

/** Checks an evidence pack and prints every problem. Exit 1 when it is not sound. */
export async function verify(file: string, { keys }: VerifyOptions): Promise<number> {
  const trusted = keys === undefined ? undefined : await readKeys(keys)
  const checked = await verifyPack(await openSource(file), trusted).catch((error: unknown) => {
    if (error instanceof PackUnreadable)
      return { isSound: false, problems: [error.message], manifest: undefined } as const
    throw error
  })
  if (checked.manifest !== undefined) {
    const { document, made_at, files, chain } = checked.manifest
    print(`${document.family} ${document.document_number} (${document.id}), made ${made_at}, ${files.length} files`)
    print(
      chain === null ? 'not in the chain: the document is older' : `link ${document.document_sequence}: ${chain.link}`,
    )
    print(
      checked.isKeyTrusted
        ? `signed by key ${checked.keyId}, which is in --keys`
        : `signed by key ${checked.keyId}, which came with the pack: ` +
            "compare it with the service's keys, or name them with --keys",
    )
  }
  for (const problem of checked.problems) print(`WRONG: ${problem}`)
  print(checked.isSound ? 'sound' : 'not sound')
  return checked.isSound ? 0 : 1
}

interface VerifyOptions {
  /** A file with keys that the caller trusts. */
  readonly keys?: string | undefined
}

/** Escapes the line: a pack may come from anybody. */
function print(line: string): void {
  console.log(printable(line))
}

/** A regular file is read piece by piece; a pipe has to be read whole. */
async function openSource(file: string): Promise<PackSource> {
  const found = await stat(file)
  if (!found.isFile()) return readFile(file)
  await access(file, constants.R_OK)
  return file
}

async function readKeys(file: string): Promise<JSONWebKeySet> {
  const text = decodeFileText(await readFile(file), file)
  try {
    const keys: JSONWebKeySet = JSON.parse(text)
    if (Array.isArray(keys.keys)) return keys
  } catch {
    // Not JSON, or null: the same error.
  }
  throw new UsageError(`${file} is not a JSON Web Key Set`)
}
