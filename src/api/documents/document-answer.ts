import { setImmediate } from 'node:timers/promises'
import { CompatibleContent, compatibleTotals, rootTotalsIn } from '@selfbill/pint-ae/document'
import type { Text } from '@selfbill/pint-ae/text'
import { answerHead, type DocumentStatuses, statusAround } from '../../record/answer-tail.ts'
import type { StoredText } from '../../store/database/stored-text.ts'
import { endWithTotals } from '../../store/documents/credited-value.ts'
import type { AccountContext } from '../declaration/call.ts'
import { findingsPiecesIn, type Language } from '../request/language.ts'

/**
 * The JSON of a stored document: the stored content inside the members that only the database
 * knows, with the totals repeated at the root. It comes in pieces, so that a document of ten
 * thousand lines does not block the event loop.
 */
export async function* answeredDocument(
  document: AnswerableDocument,
  { language, compatibility }: Audience,
): AsyncGenerator<Text, void, undefined> {
  const isCompatible = compatibility !== undefined
  yield `${answerHead(document.id, document.orgId)}${document.sequence},`
  yield* membersOf(isCompatible ? compatiblePieces(document) : document.answer.parts())
  const { before, after } = statusAround(document)
  const totals = rootTotalsIn(await endWithTotals(document.answer))
  yield `,${isCompatible ? compatibleTotals(totals) : totals}${before}`
  if (document.overallStatus !== null) yield* findingsOf(document, language)
  yield after
}

/** The content without its braces. */
async function* membersOf(content: AsyncIterable<Text>): AsyncGenerator<Text, void, undefined> {
  let held: Text | undefined
  for await (const part of content) {
    if (held !== undefined) yield held
    held = held === undefined ? cut(part, 1) : part
  }
  yield cut(held ?? '', 0, -1)
}

async function* compatiblePieces(document: AnswerableDocument): AsyncGenerator<Text, void, undefined> {
  const content = new CompatibleContent(document)
  for await (const part of document.answer.strings()) {
    const piece = content.push(part)
    if (piece !== '') yield piece
  }
  yield content.end()
}

function cut(text: Text, from: number, to?: number): Text {
  return typeof text === 'string' ? text.slice(from, to) : text.subarray(from, to)
}

async function* findingsOf({ findings }: AnswerableDocument, language: Language): AsyncGenerator<Text> {
  if (language === 'en') return yield* findings.parts()
  let count = 0
  for (const piece of findingsPiecesIn(language, await findings.string())) {
    if (count > 0) await setImmediate()
    count += 1
    yield piece
  }
}

/** The reader of an answer: the language of findings, and compatibility mode. */
export type Audience = Pick<AccountContext, 'language' | 'compatibility'>

/** The stored parts of a document's answer. */
export interface AnswerableDocument extends DocumentStatuses {
  readonly id: string
  readonly orgId: string
  readonly sequence: number
  /** JSON of the content. */
  readonly answer: StoredText
  /** JSON of the validation results. */
  readonly findings: StoredText
}
