import { access, constants, readFile, stat } from 'node:fs/promises'
import type { JSONWebKeySet } from 'jose'
import { type PackSource, PackUnreadable } from '../../evidence/open-pack.ts'
import { type Verification, verifyPack } from '../../evidence/verify.ts'
import { isPeriod, type PeriodVerification, verifyPeriod } from '../../evidence/verify-period.ts'
import { printable } from '../printable.ts'
import { type JsonOption, printJson } from '../rows.ts'
import type { Terminal } from '../terminal.ts'
import { decodeFileText } from '../text-file.ts'
import { UsageError } from '../usage-error.ts'

/**
 * Checks an evidence pack, or the evidence of a period, and prints what was checked and every
 * problem. Exit 1 when something is wrong, 2 when nothing is wrong but the key is not trusted.
 */
export async function verify(terminal: Terminal, file: string, { keys, json }: VerifyOptions): Promise<number> {
  const trusted = keys === undefined ? undefined : await readKeys(keys)
  const source = await openSource(file)
  const checked = await check(source, trusted).catch((error: unknown) => {
    if (error instanceof PackUnreadable) return { isSound: false, problems: [error.message], lines: [] }
    throw error
  })
  const result = checked.problems.length > 0 ? 'wrong' : checked.isSound ? 'sound' : 'unverified'
  if (json === true) printJson(terminal, { result, checked: checked.lines, problems: checked.problems })
  else printChecked(terminal, checked, result)
  return exitCodes[result]
}

const exitCodes = { sound: 0, wrong: 1, unverified: 2 } as const

/** With escapes: a pack may come from anybody. */
function printChecked(terminal: Terminal, { lines, problems }: Checked, result: keyof typeof exitCodes): void {
  for (const line of lines) terminal.print(printable(line))
  for (const problem of problems) terminal.print(printable(`Verification failed: ${problem}`))
  if (result !== 'wrong') terminal.print(result)
}

interface Checked {
  readonly isSound: boolean
  readonly problems: readonly string[]
  readonly lines: readonly string[]
}

async function check(source: PackSource, trusted: JSONWebKeySet | undefined): Promise<Checked> {
  if (await isPeriod(source)) {
    const verified = await verifyPeriod(source, trusted)
    return { ...verified, lines: verified.manifest === undefined ? [] : [...periodLines(verified), signedBy(verified)] }
  }
  const verified = await verifyPack(source, trusted)
  return { ...verified, lines: verified.manifest === undefined ? [] : [...packLines(verified), signedBy(verified)] }
}

function packLines({ manifest }: Extract<Verification, { readonly thumbprint: string }>): readonly string[] {
  const { document, made_at, files, chain } = manifest
  return [
    `${document.family} ${document.document_number} (${document.id}), made ${made_at}, ${files.length} files`,
    chain === null ? 'not in the chain: the document is older' : `link ${document.document_sequence}: ${chain.link}`,
  ]
}

function periodLines(verified: Extract<PeriodVerification, { readonly thumbprint: string }>): readonly string[] {
  const { period, org_id, made_at, documents, documents_without_pack: tooLarge } = verified.manifest
  const { packs, links } = verified.checked
  const dates = `issued ${period.from} to ${period.to}`
  return [
    `${period.family ?? 'all families'}, ${dates}, organisation ${org_id}, made ${made_at}`,
    `${documents} documents are listed; ${packs} packs match the list; ${links} links of the chain follow`,
    ...(tooLarge === 0 ? [] : [`${tooLarge} documents are listed without a pack: they are too large for one`]),
  ]
}

function signedBy({ thumbprint, isKeyTrusted }: { readonly thumbprint: string; readonly isKeyTrusted: boolean }) {
  return isKeyTrusted
    ? `Signed by a key in --keys; its thumbprint is ${thumbprint}`
    : `Signed by a key inside the pack; pass --keys to trust it. Its thumbprint is ${thumbprint}`
}

interface VerifyOptions extends JsonOption {
  /** A file with keys that the caller trusts. */
  readonly keys?: string | undefined
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
