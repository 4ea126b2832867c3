import { inArabic, inEnglish, type Message, message } from '@selfbill/pint-ae/messages'
import type { ErrorCode } from '../../../../client/src/errors.ts'
import { problemCodes, problemMessage } from '../../../document-files/problem.ts'
import { placeOfField, rangesOf } from '../../../document-files/read-document.ts'
import { refusalWords } from '../../refusal-words.ts'
import type { Call } from '../../route.ts'
import type { Draft } from '../drafts/calls.ts'
import type { UploadedDocument } from './read-file.ts'

/** Sends some documents through the batch operation: a result for each, in their order. */
export async function sendBatch(
  call: Speaker & Pick<Call, 'api'>,
  { family, profileId }: Draft,
  documents: readonly UploadedDocument[],
  how: { readonly isDryRun: boolean; readonly idempotencyKey?: string },
): Promise<readonly LineResult[]> {
  const readable = documents.filter(({ text }) => text !== undefined)
  const refused = documents.flatMap((document) => (document.text === undefined ? [unread(call, document)] : []))
  if (readable.length === 0) return refused
  const path = `/api/${family}/${encodeURIComponent(profileId)}/batch${how.isDryRun ? '?dry_run=true' : ''}`
  const { bytes } = await call.api.send('POST', path, {
    text: { content: readable.map(({ text }) => `${text}\n`).join(''), type: 'application/x-ndjson' },
    ...(how.idempotencyKey !== undefined && { idempotencyKey: how.idempotencyKey }),
  })
  const answers = new TextDecoder().decode(bytes).split('\n')
  const results = readable.map((document, at) => resultOf(call, document, answers[at] ?? ''))
  return [...results, ...refused].toSorted((one, other) => one.line - other.line)
}

type Speaker = Pick<Call, 'say' | 'language'>

/** What became of a document, or of its check. */
export interface LineResult {
  readonly line: number
  /** As a person reads it: `2-4, 7`. */
  readonly rows: string
  readonly status: number
  readonly id?: string
  readonly number?: string
  /** How many fatal rules failed. */
  readonly fatal: number
  /** The first messages, each with its field. */
  readonly errors: Readonly<Record<string, string>>
  /** Those of the refused document, for the file of refused lines. */
  readonly codes?: Readonly<Record<string, ErrorCode>>
  /** Another try of the same line has its key. */
  readonly isHeld?: boolean
}

export function isGood({ status, fatal }: LineResult): boolean {
  return status < 300 && fatal === 0
}

/**
 * The service was busy or lost its database, or an earlier try of the same line still holds the
 * key. An error of the service itself (500) comes again and again, so it counts as refused.
 */
export function isUndecided({ status, isHeld }: LineResult): boolean {
  return status > 500 || isHeld === true
}

export function inWords({ language }: Pick<Call, 'language'>, said: Message): string {
  return language === 'ar' ? inArabic(said) : inEnglish(said)
}

function unread(call: Speaker, document: UploadedDocument): LineResult {
  const { line, problems } = document
  const shown = problems.slice(0, problemsMax).map((problem) => inWords(call, problemMessage(problem)))
  const errors = { message: shown.join('; ') }
  return { line, rows: rangesOf(document), status: 400, fatal: 0, errors, codes: problemCodes(problems) }
}

function resultOf(call: Speaker, document: UploadedDocument, answer: string): LineResult {
  const about = { line: document.line, rows: rangesOf(document) }
  const { status, body }: { status: number; body: Body } = JSON.parse(answer)
  if (status >= 400) {
    const { errors = {}, errors_ar: inArabic = {}, error_codes: codes = {} } = body
    const inWords = Object.entries(errors).map(([name, text]) => {
      const words = refusalWords(call.say, { code: codes[name], text, arabic: inArabic[name] })
      return [name, atRow(call, document, name, words)] as const
    })
    const isHeld = codes.message?.id === 'idempotency_running'
    return {
      ...about,
      status,
      fatal: 0,
      errors: first(inWords),
      codes: first(Object.entries(codes)),
      ...(isHeld && { isHeld }),
    }
  }
  const issued = body.document ?? body
  const findings = issued.meta_info?.peppol_status?.validation_results ?? []
  const failed = findings.filter(({ flag }) => flag === 'fatal')
  return {
    ...about,
    status,
    ...(body.id !== undefined && { id: body.id }),
    ...(issued.document_number !== undefined && { number: issued.document_number }),
    fatal: failed.length,
    errors: first(failed.map(({ reasonCode, text, field }) => [reasonCode, atRow(call, document, field ?? '', text)])),
  }
}

/** The row of a field, where the document has several rows. */
function atRow(call: Speaker, document: UploadedDocument, field: string, text: string): string {
  if (document.places.length === 1 || !/^(document_lines|expected_totals\.lines)\[/.test(field)) return text
  const row = placeOfField(document, field).place?.row
  return row === undefined ? text : inWords(call, message('file_row', { row, reason: text }))
}

function first<Value>(entries: readonly (readonly [string, Value])[]): Readonly<Record<string, Value>> {
  return Object.fromEntries(entries.slice(0, errorsMax))
}

const errorsMax = 10
/** Wrong cells of a document. */
const problemsMax = 50

interface Body {
  readonly errors?: Readonly<Record<string, string>>
  readonly errors_ar?: Readonly<Record<string, string>>
  readonly error_codes?: Readonly<Record<string, ErrorCode>>
  readonly id?: string
  readonly document_number?: string
  readonly meta_info?: {
    readonly peppol_status: {
      readonly validation_results: readonly {
        readonly flag: string
        readonly reasonCode: string
        readonly text: string
        readonly field?: string | null
      }[]
    } | null
  }
  readonly document?: Body
}
