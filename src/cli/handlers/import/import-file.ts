import { issueDocument } from '../../../api/documents/issue-document.ts'
import { answerOnce } from '../../../api/idempotency/idempotency.ts'
import type { Parts } from '../../../api/parts.ts'
import { type ApiVersion, versionOf } from '../../../api/versions.ts'
import { headerPrefixOf } from '../../../compatibility.ts'
import type { Config } from '../../../config/config.ts'
import { requests } from '../../../document/document.ts'
import type { Family } from '../../../document/family.ts'
import { type Encoding, encodingNamed, encodings } from '../../../encoding/encodings.ts'
import { TextUndecodable } from '../../../encoding/strict-decoder.ts'
import { Fault } from '../../../faults.ts'
import { buildService } from '../../../service/service.ts'
import { unlimitedRoom } from '../../../store/room.ts'
import type { OrgOption } from '../../org-option.ts'
import { UsageError } from '../../usage-error.ts'
import { findOrganisation } from '../find-organisation.ts'
import { checkFile } from './check-file.ts'
import { CsvUnreadable } from './csv-columns.ts'
import { ImportProgress } from './import-progress.ts'
import { documentsIn, type ImportedDocument, isCsv } from './import-source.ts'

/**
 * Issues the documents of a file one by one and continues where an earlier run stopped. Exit 1 when
 * some were refused. Source: decision 0044.
 */
export async function importFile(config: Config, file: string, options: ImportOptions): Promise<number> {
  const { profile, family, org } = options
  const encoding = parseEncoding(file, options.encoding)
  const sha256 = await checkFile(file, encoding)
  const service = await buildService(config)
  try {
    const { parts } = service
    const organisation = await findOrganisation(parts.store, org)
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
    if (failed > 0) console.log(`documents with fatal findings: GET /api/${family}?status=VALIDATION_FAILED`)
    if (refused > 0) console.log(`refused documents and reasons: ${progress.refusedFile}`)
    return refused === 0 ? 0 : 1
  } catch (error) {
    if (error instanceof CsvUnreadable || error instanceof TextUndecodable)
      throw new UsageError(`${file}: ${error.message}`)
    throw error
  } finally {
    await service.stop()
  }
}

interface ImportOptions extends OrgOption {
  /** The id of a business profile. */
  readonly profile: string
  readonly family: Family
  readonly encoding?: string | undefined
}

function parseEncoding(file: string, name: string | undefined): Encoding | undefined {
  if (name === undefined) return undefined
  if (!isCsv(file)) throw new UsageError('--encoding is for CSV files: NDJSON is UTF-8')
  const encoding = encodingNamed(name)
  if (encoding === undefined) throw new UsageError(`--encoding must be one of ${encodings.join(', ')}`)
  return encoding
}

interface ImportTarget {
  readonly parts: Parts
  readonly orgId: string
  readonly version: ApiVersion
  readonly compatibility: string | undefined
  readonly family: Family
  readonly profile: string
  readonly sha256: string
  readonly encoding: Encoding | undefined
}

/** Issues a few documents at a time and saves the progress after each group. */
async function importAll(file: string, into: ImportTarget, progress: ImportProgress): Promise<void> {
  const request = requests[into.family]
  let total = 0
  let hasDocument = false
  for await (const { text } of documentsIn(file, request, into.encoding)) {
    total += 1
    hasDocument ||= text === undefined || /^\s*\{.*\}\s*$/s.test(text)
  }
  if (total > 0 && !hasDocument) throw new UsageError(`${file} has no line that is a JSON object: ${formats}`)
  const doneBefore = progress.counts.done
  if (total > 0 && doneBefore >= total) console.error('the file was imported before: nothing is left to do')
  let seen = 0
  let group: ImportedDocument[] = []
  const flush = async () => {
    const results = await Promise.all(group.map((document) => importOne(into, document)))
    group = []
    const issued = results.filter((result) => typeof result !== 'string')
    const failed = issued.filter(({ isFailed }) => isFailed).length
    const refused = results.filter((result) => typeof result === 'string')
    await progress.advance({ done: results.length, issued: issued.length, failed }, refused)
    showProgress(progress.counts.done, total)
  }
  for await (const document of documentsIn(file, request, into.encoding)) {
    seen += 1
    if (seen <= doneBefore) continue
    group.push(document)
    if (group.length >= groupMax) await flush()
  }
  if (group.length > 0) await flush()
  if (process.stderr.isTTY) process.stderr.write('\n')
}

const groupMax = 16
const formats = 'use one document a line (NDJSON), or CSV in a file named .csv or .tsv'

type Imported = { readonly isFailed: boolean } | string

/**
 * Returns the line for the file of refusals, or whether a fatal rule failed. Our own errors end the
 * import; the next run continues.
 */
async function importOne(into: ImportTarget, { line, text, problems }: ImportedDocument): Promise<Imported> {
  if (text === undefined) return refusal(line, 400, { message: problems.join('; ') }, null)
  const { parts, orgId, family, profile } = into
  const account = { id: 'import', orgId, scopes: new Set<string>() }
  const once = {
    store: parts.store.idempotency,
    account,
    method: 'IMPORT',
    url: `${family}/${profile}`,
    // In another encoding the same bytes are different requests.
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
    // An earlier run may have stored this refusal.
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

function showProgress(done: number, total: number): void {
  if (!process.stderr.isTTY) return
  const share = total === 0 ? 1 : done / total
  const filled = Math.round(share * barCharacters)
  const bar = '█'.repeat(filled) + '░'.repeat(barCharacters - filled)
  process.stderr.write(`\r${bar} ${Math.floor(share * 100)} %  ${done} of ${total}`)
}

const barCharacters = 40
