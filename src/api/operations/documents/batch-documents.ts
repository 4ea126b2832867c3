import { isUtf8 } from 'node:buffer'
import { answerObject, familyTitles, Type } from '@selfbill/pint-ae/document'
import { message } from '@selfbill/pint-ae/messages'
import type { Text } from '@selfbill/pint-ae/text'
import { BatchMemory } from '../../../application/batch-memory.ts'
import type { NewDraft } from '../../../application/create-document.ts'
import { gatheredParts, issueMany } from '../../../application/issue-many.ts'
import type { Answer } from '../../answer/answer.ts'
import { errorBody, faultOf, isFailure } from '../../answer/error-shape.ts'
import type { AccountContext } from '../../declaration/call.ts'
import { bodyBytesMax, mediaTypes } from '../../declaration/request-body.ts'
import { createAnswer } from '../../documents/create-answer.ts'
import type { DocumentKind } from '../../documents/document-kind.ts'
import { dryRunQuery } from '../../documents/dry-run.ts'
import { Fault } from '../../faults.ts'
import { answerOnce, idempotencyHeader } from '../../idempotency/idempotency.ts'
import { keepNothing } from '../../idempotency/keep.ts'
import { documentExamples } from '../../openapi/request-examples.ts'
import { operationWith } from '../../operation.ts'
import type { Failures, Issuing } from '../../parts.ts'
import { bodyText } from '../../request/body.ts'
import { profileParameters } from '../profiles/profile-parameters.ts'

/**
 * Issues many documents: one request per line, one result per line, in the same order. Each line is
 * a separate create, which shares only its commit: an error in one does not affect the others. With
 * an `Idempotency-Key` every line is done once, so an interrupted batch can be sent again
 * unchanged. Source: docs/decisions/0044 and 0152.
 */
export function batchDocuments({ family, name, request }: DocumentKind) {
  return operationWith<Issuing & Failures>()({
    id: `batch${name}s`,
    method: 'POST',
    path: `/api/${family}/{business_profile_id}/batch`,
    summary: `Issue many ${familyTitles[family].toLowerCase()}s, one per line`,
    description:
      'Up to 1,000 requests of up to 8 MiB each, 32 MiB together, in NDJSON. Each line is issued and answered ' +
      'separately: an error in one does not affect the others.',
    access: { kind: 'scopes', scopes: ['documents:write'] },
    audits: { not: 'a document has its own log' },
    params: profileParameters,
    query: dryRunQuery,
    body: { kind: 'ndjson', schema: request, example: documentExamples[family], bytesMax: batchBytesMax },
    // Each line takes memory for itself.
    memory: { perBodyByte: 0 },
    answers: {
      200: { description: 'One result per line, in the same order', type: mediaTypes.ndjson, schema: BatchResult },
    },
    faults: ['parameter_invalid'],
    async handle(call) {
      const { bytes } = call.body
      if (!isUtf8(bytes)) throw new Fault('json_unreadable', { reason: message('not_utf8') })
      const lines = linesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
      const { dry_run: isDryRun = false } = call.query
      const batch = { family, profileId: call.params.business_profile_id, isDryRun }
      const one = { ...call, parts: gatheredParts(call.parts, isDryRun ? new BatchMemory() : undefined) }
      const results = issueMany(lines, (line) => resultOf(one, batch, line), {
        clock: call.parts.clock,
        sizeOf: ({ bytes }) => bytes.length,
        largeSize: largeLineBytes,
        sizeAtOnceMax: bytesAtOnceMax,
      })
      return { status: 200, type: `${mediaTypes.ndjson}; charset=utf-8`, body: '', stream: piecesOf(results) }
    },
  })
}

const BatchResult = answerObject('BatchResult', {
  line: Type.Integer({ minimum: 1 }),
  status: Type.Integer(),
  body: Type.Record(Type.String(), Type.Unknown()),
})

const batchBytesMax = 32 * 1024 * 1024
const linesMax = 1_000
/** Bytes of memory for each byte of a line, as in a create. */
const perLineByte = 12
/** All lines, blank ones included. */
const blanksMax = 100_000
/** Longer lines run one by one, so that a batch does not use up its own share at the gate. */
const largeLineBytes = 64 * 1024
/** Of all lines in progress: they take memory at the same time. */
const bytesAtOnceMax = 8 * largeLineBytes

interface Line {
  readonly number: number
  readonly bytes: Uint8Array
}

/**
 * Skips blank lines but counts them. Throws the Fault `batch_too_large` before millions of lines
 * cost anything.
 */
function linesOf(body: Buffer): readonly Line[] {
  const lines: Line[] = []
  for (let number = 1, at = 0; at < body.length; number += 1) {
    const newline = body.indexOf('\n', at)
    const end = newline === -1 ? body.length : newline
    const bytes = body.subarray(at, end)
    if (!isBlank(bytes)) lines.push({ number, bytes })
    if (lines.length > linesMax || number > blanksMax) throw new Fault('batch_too_large')
    at = end + 1
  }
  return lines
}

/** A blank line is short. A longer line of blanks is refused like any other that is not JSON. */
function isBlank(line: Uint8Array): boolean {
  return line.length <= blankBytesMax && bodyText(line).trim() === ''
}

const blankBytesMax = 1_000

interface Batch extends Omit<NewDraft, 'text'> {
  readonly isDryRun: boolean
}

async function resultOf(call: AccountContext<Issuing & Failures>, batch: Batch, line: Line): Promise<readonly Text[]> {
  const { status, body } = await call.room
    .during(line.bytes.length * perLineByte, () => lineAnswer(call, batch, line))
    .catch((error: unknown) => refusalOf(call, error))
  return [`{"line":${line.number},"status":${status},"body":`, body, '}\n']
}

async function* piecesOf(results: AsyncIterable<readonly Text[]>): AsyncGenerator<Text, void, undefined> {
  for await (const pieces of results) yield* pieces
}

async function lineAnswer(
  call: AccountContext<Issuing>,
  { isDryRun, ...batch }: Batch,
  { number, bytes }: Line,
): Promise<Answer> {
  if (bytes.length > bodyBytesMax) throw new Fault('payload_too_large')
  const draft = { ...batch, text: bytes }
  const key = call.header(idempotencyHeader)
  if (key === undefined) return createAnswer({ ...call, keep: keepNothing }, draft, isDryRun)
  const { account, parts } = call
  const once = {
    store: parts.store.idempotency,
    account,
    language: call.language,
    method: 'POST',
    url: `/api/${draft.family}/${draft.profileId}/batch?dry_run=${isDryRun}#${number}`,
    key,
    isSecret: false,
    body: bytes,
    authorize: () => undefined,
    now: parts.now,
    room: call.room,
  }
  return answerOnce(once, (keep) => createAnswer({ ...call, keep }, draft, isDryRun))
}

/**
 * A line that fails is a result like any other; a failure of ours is logged, and answered without
 * details.
 */
function refusalOf({ parts, language }: AccountContext<Failures>, error: unknown): Pick<Answer, 'status' | 'body'> {
  if (isFailure(error)) parts.onFailure(error)
  const fault = faultOf(error)
  return { status: fault.status, body: errorBody(fault, language) }
}
