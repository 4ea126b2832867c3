import { parseArgs } from 'node:util'
import { issueDocument } from '../../../api/documents/issue-document.ts'
import { answerOnce } from '../../../api/idempotency/idempotency.ts'
import type { Parts } from '../../../api/parts.ts'
import { type ApiVersion, versionOf } from '../../../api/versions.ts'
import { headerPrefixOf } from '../../../compatibility.ts'
import type { Config } from '../../../config/config.ts'
import { requests } from '../../../document/document.ts'
import { type Family, families } from '../../../document/family.ts'
import { type Encoding, encodingNamed, encodings } from '../../../encoding/encodings.ts'
import { TextUndecodable } from '../../../encoding/strict-decoder.ts'
import { Fault } from '../../../faults.ts'
import { buildService } from '../../../service/service.ts'
import { unlimitedRoom } from '../../../store/room.ts'
import { UsageError } from '../../usage-error.ts'
import { organisationNamed } from '../organisation-named.ts'
import { checkedFile } from './checked-file.ts'
import { CsvUnreadable } from './csv-columns.ts'
import { ImportProgress } from './import-progress.ts'
import { documentsIn, type ImportedDocument, isTable } from './import-source.ts'

/**
 * `import --profile BP [--family F] [--org NAME] [--encoding E] FILE`: issues the documents of an NDJSON or CSV file, each for itself, beside the running
 * service or without it. Goes on where it stopped. Exit 1 when some were refused: FILE.refused.ndjson says which and why. Source: decision 0044.
 */
export async function importFile(config: Config, args: readonly string[]): Promise<number> {
  const { file, profile, family, org, encoding } = optionsIn(args)
  const sha256 = await checkedFile(file, encoding)
  const service = await buildService(config)
  try {
    const { parts } = service
    const organisation = await organisationNamed(parts.store, org)
    if ((await parts.store.profiles.find(organisation.id, profile)) === undefined)
      throw new UsageError(`${organisation.name} has no business profile ${profile}`)
    const progress = await ImportProgress.open(file, {
      sha256,
      organisation: organisation.id,
      family,
      profile,
      encoding,
    })
    const into = {
      parts,
      orgId: organisation.id,
      version: versionOf(undefined, organisation.defaultApiVersion) ?? '20260101',
      compatibility: headerPrefixOf(organisation.compatibility, config.compatibility),
      family,
      profile,
      sha256,
      encoding,
    }
    await importAll(file, into, progress)
    const { issued, failed, refused } = progress.counts
    console.log(`${issued} issued, ${failed} of them with fatal findings; ${refused} refused`)
    if (failed > 0) console.log(`which have fatal findings: GET /api/${family}?status=VALIDATION_FAILED`)
    if (refused > 0) console.log(`what was refused, and why: ${progress.refusedFile}`)
    return refused === 0 ? 0 : 1
  } catch (error) {
    if (error instanceof CsvUnreadable || error instanceof TextUndecodable)
      throw new UsageError(`${file}: ${error.message}`)
    throw error
  } finally {
    await service.stop()
  }
}

function optionsIn(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      org: { type: 'string' },
      profile: { type: 'string' },
      family: { type: 'string' },
      encoding: { type: 'string' },
    },
  })
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new UsageError('import takes one file')
  if (values.profile === undefined) throw new UsageError('say in whose name with --profile BP-…')
  const asked = values.family ?? 'purchase-invoices'
  const family = families.find((known) => known === asked)
  if (family === undefined) throw new UsageError(`--family must be one of ${families.join(', ')}`)
  return { file, profile: values.profile, family, org: values.org, encoding: encodingOf(file, values.encoding) }
}

function encodingOf(file: string, name: string | undefined): Encoding | undefined {
  if (name === undefined) return undefined
  if (!isTable(file)) throw new UsageError('--encoding is for CSV files: NDJSON is UTF-8')
  const encoding = encodingNamed(name)
  if (encoding === undefined) throw new UsageError(`--encoding must be one of ${encodings.join(', ')}`)
  return encoding
}

interface Into {
  readonly parts: Parts
  readonly orgId: string
  readonly version: ApiVersion
  readonly compatibility: string | undefined
  readonly family: Family
  readonly profile: string
  readonly sha256: string
  readonly encoding: Encoding | undefined
}

/** Some at a time; after each of these what was done is written down. */
async function importAll(file: string, into: Into, progress: ImportProgress): Promise<void> {
  const request = requests[into.family]
  let all = 0
  let isLikely = false
  for await (const { text } of documentsIn(file, request, into.encoding)) {
    all += 1
    isLikely ||= text === undefined || /^\s*\{.*\}\s*$/s.test(text)
  }
  if (all > 0 && !isLikely) throw new UsageError(`${file} has no line that is a JSON object: ${formats}`)
  const doneBefore = progress.counts.done
  if (all > 0 && doneBefore >= all) console.error('it was imported before: nothing is left to do')
  let seen = 0
  let some: ImportedDocument[] = []
  const flush = async () => {
    const results = await Promise.all(some.map((document) => importOne(into, document)))
    some = []
    const issued = results.filter((result) => typeof result !== 'string')
    const failed = issued.filter(({ isFailed }) => isFailed).length
    const refused = results.filter((result) => typeof result === 'string')
    await progress.advance({ done: results.length, issued: issued.length, failed }, refused)
    showProgress(progress.counts.done, all)
  }
  for await (const document of documentsIn(file, request, into.encoding)) {
    seen += 1
    if (seen <= doneBefore) continue
    some.push(document)
    if (some.length >= atOnceMax) await flush()
  }
  if (some.length > 0) await flush()
  if (process.stderr.isTTY) process.stderr.write('\n')
}

const atOnceMax = 16
const formats = 'it takes one document a line (NDJSON), or CSV in a file called .csv or .tsv'

type Imported = { readonly isFailed: boolean } | string

/** The line of a refusal, or whether the rules failed. Whatever is a failure of ours ends the import: it goes on from here. */
async function importOne(into: Into, { line, text, problems }: ImportedDocument): Promise<Imported> {
  if (text === undefined) return refusal(line, 400, { message: problems.join('; ') }, null)
  const { parts, orgId, family, profile } = into
  const account = { id: 'import', orgId, scopes: new Set<string>() }
  const once = {
    store: parts.store.idempotency,
    account,
    method: 'IMPORT',
    url: `${family}/${profile}`,
    // The same bytes are other requests in another encoding.
    key: into.encoding === undefined ? `${into.sha256}-${line}` : `${into.sha256}-${line}-${into.encoding}`,
    isSecret: false,
    body: new TextEncoder().encode(text),
    authorize: () => undefined,
    now: parts.now,
    room: unlimitedRoom,
  }
  const order = { family, profileId: profile, text, isDryRun: false }
  try {
    const call = { account, version: into.version, compatibility: into.compatibility, language: 'en', parts } as const
    const { status, body } = await answerOnce(once, (keep) => issueDocument({ ...call, keep }, order))
    const answer = JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body))
    // A refusal that was told before is told again.
    if (status >= 400) return refusal(line, status, answer.errors, text)
    return { isFailed: answer.meta_info.peppol_status?.overall_status === 'VALIDATION_FAILED' }
  } catch (error) {
    if (!(error instanceof Fault) || error.status >= 500) throw error
    return refusal(
      line,
      error.status,
      error.fields === undefined ? { message: error.message } : Object.fromEntries(error.fields),
      text,
    )
  }
}

function refusal(line: number, status: number, errors: object, text: string | null): string {
  return `${JSON.stringify({ line, status, errors, request: text })}\n`
}

function showProgress(done: number, all: number): void {
  if (!process.stderr.isTTY) return
  const share = all === 0 ? 1 : done / all
  const filled = Math.round(share * barCharacters)
  const bar = '█'.repeat(filled) + '░'.repeat(barCharacters - filled)
  process.stderr.write(`\r${bar} ${Math.floor(share * 100)} %  ${done} of ${all}`)
}

const barCharacters = 40
