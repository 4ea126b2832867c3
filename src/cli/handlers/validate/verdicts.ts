import { type Family, familyOfRequest, type Party } from '@selfbill/pint-ae/document'
import { setOf } from '@selfbill/pint-ae/draft'
import { codeOf, inEnglish, type Message, type MessageCode } from '@selfbill/pint-ae/messages'
import type { Rulebook, RuleFinding } from '@selfbill/pint-ae/rulebook'
import { beginsLikeXml, readJudged, XmlUnreadable } from '@selfbill/schematron/read-xml'
import type { Config } from '../../../config/config.ts'
import { causesOf } from '../../../document-files/causes.ts'
import type { DateOrder } from '../../../document-files/cell-dates.ts'
import {
  fileKinds,
  fileRowsMax,
  isTable,
  readDocuments,
  refuseOtherKinds,
} from '../../../document-files/document-file.ts'
import { FileUnreadable, type Problem, problemMessage } from '../../../document-files/problem.ts'
import { placeOfField, type ReadDocument, rowsOf } from '../../../document-files/read-document.ts'
import { rangesOf } from '../../../document-files/row-ranges.ts'
import { TextUndecodable } from '../../../encoding/strict-decoder.ts'
import type { DocumentJudge, JudgingBook } from '../../../judging/document-judge.ts'
import { parseEncoding } from '../../encoding-option.ts'
import { decodeFileText } from '../../text-file.ts'
import { UsageError } from '../../usage-error.ts'
import { issueFile } from '../request-file.ts'

/** What the rules say about a document of a file. */
export interface Verdict {
  /** Of a document in CSV or NDJSON: `rows 2-4`, `line 3`. */
  readonly rows?: string
  readonly findings: readonly PlacedFinding[]
  /** The rules that judged; undefined where none did. */
  readonly book?: JudgingBook
}

/** In CSV with its row; `field` is then the column. */
/** `code` is that of what the service would answer with 400; rules have their `reasonCode`. */
export type PlacedFinding = RuleFinding & { readonly row?: number; readonly code?: MessageCode }

export interface Judging {
  readonly profile: Party
  readonly config: Config
  readonly rulebook: Rulebook
  readonly books: DocumentJudge
  /** Of CSV and NDJSON. */
  readonly family: Family | undefined
  readonly encoding: string | undefined
  readonly dates: DateOrder | undefined
}

/** A verdict for each document. What cannot be read is one that is not valid. */
export async function* verdictsOf(file: string, bytes: Uint8Array, judging: Judging): AsyncGenerator<Verdict> {
  try {
    if (beginsLikeXml(bytes) || /\.xml$/i.test(file)) {
      yield xmlVerdict(bytes, judging.books)
      return
    }
    refuseOtherKinds(file, ['xml', ...fileKinds])
    const name = manyIn(file, bytes)
    if (name !== undefined) yield* verdictsOfMany(name, bytes, judging)
    else yield requestVerdict(decodeFileText(bytes, file), judging)
  } catch (error) {
    if (error instanceof FileUnreadable) yield { findings: error.problems.map(problemFinding) }
    else if (error instanceof TextUndecodable) yield { findings: [refusal('TEXT', error.message, null)] }
    else if (error instanceof UsageError) yield { findings: [refusal('TEXT', error.message, null)] }
    else throw error
  }
}

/** The name under which a file of many documents is read; undefined for a single request. */
function manyIn(file: string, bytes: Uint8Array): string | undefined {
  if (isTable(file) || /\.(ndjson|jsonl)$/i.test(file)) return file
  if (file !== '-') return undefined
  // Standard input has no name.
  const lines = Buffer.from(bytes)
    .toString('utf8')
    .trim()
    .split(/[\r\n]+/)
  if (!/^\ufeff?\{/.test(lines[0] ?? '')) return 'standard-input.csv'
  return lines.length > 1 && lines.every((line) => line.startsWith('{')) ? 'standard-input.ndjson' : undefined
}

async function* verdictsOfMany(name: string, bytes: Uint8Array, judging: Judging): AsyncGenerator<Verdict> {
  const source = async function* (start = 0, end = bytes.length) {
    yield bytes.subarray(start, end + 1)
  }
  const encoding = parseEncoding(name, judging.encoding)
  const { family = 'purchase-invoices' } = judging
  const read = await readDocuments({ name, family, encoding, dateOrder: judging.dates }, source, fileRowsMax)
  if (read.problems.length > 0) yield { findings: read.problems.map(problemFinding) }
  for await (const document of read.documents()) {
    const { places, text, problems } = document
    const kind = places[0]?.row === undefined ? 'line' : places.length === 1 ? 'row' : 'rows'
    const rows = `${kind} ${rangesOf(rowsOf(document))}`
    if (text === undefined) yield { rows, findings: problems.map(problemFinding) }
    else yield { rows, ...placed(document, requestVerdict(text, judging, isTable(name) ? family : undefined)) }
  }
}

function placed(document: ReadDocument, verdict: Verdict): Verdict {
  const findings = verdict.findings.map((finding) => {
    const { place, column } = placeOfField(document, finding.field ?? '')
    return place?.row === undefined ? finding : { ...finding, row: place.row, field: finding.field && column }
  })
  return { ...verdict, findings }
}

function xmlVerdict(bytes: Uint8Array, books: DocumentJudge): Verdict {
  try {
    const judged = books.judge(readJudged(bytes))
    if (judged.kind === 'judged') return { findings: judged.findings, book: judged.judge }
    return { findings: [refusal('XML', judged.reason, judged.field)] }
  } catch (error) {
    if (error instanceof XmlUnreadable) return { findings: [refusal('XML', error.message, null)] }
    throw error
  }
}

function requestVerdict(text: string, judging: Judging, ofTable?: Family): Verdict {
  const family = ofTable ?? familyOfRequest(text)
  const { profile, config, rulebook } = judging
  const result = issueFile(text, profile, config, rulebook, family)
  if ('judged' in result) {
    const { issueDate } = result.judged.figures
    const { name, version = null, digest } = rulebook.on(issueDate).identity(setOf(family))
    return { findings: result.judged.findings, book: { name, version, digest } }
  }
  const { unreadable, errors } = result.refusal
  if (unreadable) return { findings: [refusal('JSON', unreadable.reason, unreadable.path ?? null)] }
  const causes = ofTable === undefined ? errors : causesOf(errors, family)
  return { findings: [...causes].map(([path, message]) => refusal('REQUEST', message, path)) }
}

function problemFinding({ place, column, reason }: Problem): PlacedFinding {
  const finding = refusal('FILE', problemMessage({ place, reason }), column ?? null)
  return place?.row === undefined ? finding : { ...finding, row: place.row }
}

/** An error that the service would answer with 400, as a finding. */
function refusal(reasonCode: string, said: Message | string, field: string | null): PlacedFinding {
  const finding = { flag: 'fatal', reasonCode, location: '', test: '', field, value: null, fix: null } as const
  if (typeof said === 'string') return { ...finding, text: said, official: false }
  return { ...finding, text: inEnglish(said), official: false, code: codeOf(said) }
}
