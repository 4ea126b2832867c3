import { setImmediate } from 'node:timers/promises'
import { rootTotalsIn, totalsBegin } from '../../document/root-totals.ts'
import { answerHead, type Standing, statusAround } from '../../issuing/answer-tail.ts'
import type { StoredText } from '../../store/database/stored-text.ts'
import type { Text } from '../../text.ts'
import { findingsPiecesIn, type Language } from '../request/language.ts'

/**
 * The JSON of a stored document: what its create computed, as the very text that was stored, between what only the database
 * knows, and its totals a second time. It comes in pieces, since a document may have ten thousand lines: nobody waits long for the next.
 */
export async function* answeredDocument(
  document: AnswerableDocument,
  language: Language,
): AsyncGenerator<Text, void, undefined> {
  yield `${answerHead(document.id, document.orgId)}${document.sequence},`
  yield* membersOf(document.answer)
  const { before, after } = statusAround(document)
  yield `,${rootTotalsIn(await totalsOf(document.answer))}${before}`
  if (document.overallStatus !== null) yield* findingsOf(document, language)
  yield after
}

/** The content without its braces. */
async function* membersOf(content: StoredText): AsyncGenerator<Text, void, undefined> {
  let held: Text | undefined
  for await (const part of content.parts()) {
    if (held !== undefined) yield held
    held = held === undefined ? cut(part, 1) : part
  }
  yield cut(held ?? '', 0, -1)
}

function cut(text: Text, from: number, to?: number): Text {
  return typeof text === 'string' ? text.slice(from, to) : text.subarray(from, to)
}

/** The end of the content with its totals, which are its last member: they are short but for a breakdown of very many taxes. */
async function totalsOf(content: StoredText): Promise<string> {
  for (let characters = endCharacters; characters < endCharactersMax; characters *= 8) {
    const end = await content.end(characters)
    if (end.includes(totalsBegin)) return end
  }
  return content.string()
}

const endCharacters = 64_000
const endCharactersMax = 5_000_000

async function* findingsOf({ findings }: AnswerableDocument, language: Language): AsyncGenerator<Text> {
  if (language === 'en') return yield* findings.parts()
  let count = 0
  for (const piece of findingsPiecesIn(language, await findings.string())) {
    if (count > 0) await setImmediate()
    count += 1
    yield piece
  }
}

/** What an answer is made of. */
export interface AnswerableDocument extends Standing {
  readonly id: string
  readonly orgId: string
  readonly sequence: number
  /** JSON of the content. */
  readonly answer: StoredText
  /** JSON of the validation results. */
  readonly findings: StoredText
}
