import { createReadStream } from 'node:fs'
import { versionOf } from '../../../api/versions.ts'
import { issueMany } from '../../../application/issue-many.ts'
import { headerPrefixOf } from '../../../compatibility/header-prefix.ts'
import type { Config } from '../../../config/config.ts'
import type { Family } from '../../../document/family.ts'
import { CsvUnreadable } from '../../../document-files/csv-columns.ts'
import { documentsIn, isCsv } from '../../../document-files/documents-in.ts'
import { type Encoding, encodingNamed, encodings } from '../../../encoding/encodings.ts'
import { TextUndecodable } from '../../../encoding/strict-decoder.ts'
import { buildService } from '../../../service/service.ts'
import { findProfile } from '../../../store/accounts/profiles.ts'
import type { OrgOption } from '../../org-option.ts'
import { UsageError } from '../../usage-error.ts'
import { findOrganisation } from '../find-organisation.ts'
import { checkFile } from './check-file.ts'
import { type Imported, type ImportTarget, importOne } from './import-one.ts'
import { ImportProgress } from './import-progress.ts'

/**
 * Issues the documents of a file one by one and continues where an earlier run stopped. Exit 1 when
 * some were refused. Source: docs/decisions/0044.
 */
export async function importFile(config: Config, file: string, options: ImportOptions): Promise<number> {
  const { profile, family, org } = options
  const encoding = parseEncoding(file, options.encoding)
  const sha256 = await checkFile(file, encoding)
  const service = await buildService(config)
  try {
    const { parts } = service
    const organisation = await findOrganisation(parts.store, org)
    if ((await findProfile(parts.store.database, organisation.id, profile)) === undefined)
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
      isCompatible: headerPrefixOf(organisation.compatibility, config.compatibility) !== undefined,
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

/** Issues a few documents at a time and saves the progress after each group. */
async function importAll(file: string, into: ImportTarget, progress: ImportProgress): Promise<void> {
  const documents = () =>
    documentsIn({ name: file, family: into.family, encoding: into.encoding }, createReadStream(file))
  let total = 0
  let hasDocument = false
  for await (const { text } of documents()) {
    total += 1
    hasDocument ||= text === undefined || /^\s*\{.*\}\s*$/s.test(text)
  }
  if (total > 0 && !hasDocument) throw new UsageError(`${file} has no line that is a JSON object: ${formats}`)
  const doneBefore = progress.counts.done
  if (total > 0 && doneBefore >= total) console.error('the file was imported before: nothing is left to do')
  const remaining = skipping(documents(), doneBefore)
  const results = issueMany(remaining, (document) => settled(importOne(into, document)), {
    atOnceMax,
    isLarge: ({ text = '' }) => text.length > largeCharacters,
  })
  let group: Imported[] = []
  const flush = async () => {
    const issued = group.filter((result) => typeof result !== 'string')
    const failed = issued.filter(({ isFailed }) => isFailed).length
    const refused = group.filter((result) => typeof result === 'string')
    await progress.advance({ done: group.length, issued: issued.length, failed }, refused)
    group = []
    showProgress(progress.counts.done, total)
  }
  for await (const result of results) {
    if ('failure' in result) throw result.failure
    group.push(result.imported)
    if (group.length >= groupMax) await flush()
  }
  if (group.length > 0) await flush()
  if (process.stderr.isTTY) process.stderr.write('\n')
}

const atOnceMax = 16
const groupMax = 16
const largeCharacters = 64 * 1024
const formats = 'use one document a line (NDJSON), or CSV in a file named .csv or .tsv'

/** The import stops at the first failure, in the order of the file. */
type Settled = { readonly imported: Imported } | { readonly failure: unknown }

function settled(imported: Promise<Imported>): Promise<Settled> {
  return imported.then(
    (result) => ({ imported: result }),
    (failure: unknown) => ({ failure }),
  )
}

async function* skipping<Item>(items: AsyncIterable<Item>, count: number): AsyncGenerator<Item, void, undefined> {
  let seen = 0
  for await (const item of items) {
    seen += 1
    if (seen > count) yield item
  }
}

function showProgress(done: number, total: number): void {
  if (!process.stderr.isTTY) return
  const share = total === 0 ? 1 : done / total
  const filled = Math.round(share * barCharacters)
  const bar = '█'.repeat(filled) + '░'.repeat(barCharacters - filled)
  process.stderr.write(`\r${bar} ${Math.floor(share * 100)} %  ${done} of ${total}`)
}

const barCharacters = 40
