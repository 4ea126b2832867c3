import { refusalWords } from '../../language/refusal-words.ts'
import type { Call } from '../../route.ts'
import type { Draft } from '../drafts/calls.ts'
import type { UploadedDocument } from './read-file.ts'

/** Sends some documents through the batch operation: a result for each, in their order. */
export async function sendBatch(
  { api, say }: Pick<Call, 'api' | 'say'>,
  { family, profileId }: Draft,
  documents: readonly UploadedDocument[],
  how: { readonly isDryRun: boolean; readonly idempotencyKey?: string },
): Promise<readonly LineResult[]> {
  const readable = documents.filter(({ text }) => text !== undefined)
  const refused = documents.flatMap(({ line, text, problems }) =>
    text === undefined ? [unread(say, line, problems)] : [],
  )
  if (readable.length === 0) return refused
  const path = `/api/${family}/${encodeURIComponent(profileId)}/batch${how.isDryRun ? '?dry_run=true' : ''}`
  const { bytes } = await api.send('POST', path, {
    text: { content: readable.map(({ text }) => `${text}\n`).join(''), type: 'application/x-ndjson' },
    ...(how.idempotencyKey !== undefined && { idempotencyKey: how.idempotencyKey }),
  })
  const answers = new TextDecoder().decode(bytes).split('\n')
  const results = readable.map(({ line }, at) => resultOf(say, line, answers[at] ?? ''))
  return [...results, ...refused].toSorted((one, other) => one.line - other.line)
}

/** What became of a document, or of its check. */
export interface LineResult {
  readonly line: number
  readonly status: number
  readonly id?: string
  readonly number?: string
  /** How many fatal rules failed. */
  readonly fatal: number
  /** The first messages, each with its field. */
  readonly errors: Readonly<Record<string, string>>
}

export function isGood({ status, fatal }: LineResult): boolean {
  return status < 300 && fatal === 0
}

function unread(say: Call['say'], line: number, problems: readonly string[]): LineResult {
  const errors = { message: problems.map((problem) => refusalWords(say, problem)).join('; ') }
  return { line, status: 400, fatal: 0, errors }
}

function resultOf(say: Call['say'], line: number, answer: string): LineResult {
  const { status, body }: { status: number; body: Body } = JSON.parse(answer)
  if (status >= 400) {
    const errors = Object.entries(body.errors ?? {}).map(
      ([name, text]) => [name, refusalWords(say, text, body.errors_ar?.[name])] as const,
    )
    return { line, status, fatal: 0, errors: first(errors) }
  }
  const document = body.document ?? body
  const findings = document.meta_info?.peppol_status?.validation_results ?? []
  const failed = findings.filter(({ flag }) => flag === 'fatal')
  return {
    line,
    status,
    ...(body.id !== undefined && { id: body.id }),
    ...(document.document_number !== undefined && { number: document.document_number }),
    fatal: failed.length,
    errors: first(failed.map(({ reasonCode, text }) => [reasonCode, text])),
  }
}

function first(entries: readonly (readonly [string, string])[]): Readonly<Record<string, string>> {
  return Object.fromEntries(entries.slice(0, errorsMax))
}

const errorsMax = 10

interface Body {
  readonly errors?: Readonly<Record<string, string>>
  readonly errors_ar?: Readonly<Record<string, string>>
  readonly id?: string
  readonly document_number?: string
  readonly meta_info?: {
    readonly peppol_status: {
      readonly validation_results: readonly {
        readonly flag: string
        readonly reasonCode: string
        readonly text: string
      }[]
    } | null
  }
  readonly document?: Body
}
