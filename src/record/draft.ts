import type { CreditedInvoice, ReadableDraft, Replaced } from '@selfbill/pint-ae/draft'
import type { Language } from '@selfbill/pint-ae/rulebook'
import { joinTexts, memoryOf, stringOf, type Text } from '@selfbill/pint-ae/text'

/**
 * A draft as the API receives it: texts from the socket and the database, possibly as bytes, and
 * the form of the answer.
 */
export interface Draft extends Omit<ReadableDraft, 'text' | 'replaces' | 'credits'> {
  /** The request body. */
  readonly text: Text
  readonly replaces?: ReplacedTexts
  readonly credits?: Omit<CreditedInvoice, 'answer'> & { readonly answer: readonly Text[] }
  readonly answerForm: AnswerForm
  /** The short texts are packed into a frame. */
  readonly isPacked?: boolean
}

export interface ReplacedTexts {
  readonly id: string
  /** JSON of the answer and the findings; long texts in parts. */
  readonly answer: readonly Text[]
  readonly findings: readonly Text[]
  readonly attachments: readonly RecordFile[]
}

/** An attachment as it is stored. */
export interface RecordFile {
  readonly id: string
  readonly fileName: string
  readonly fileType: string
  readonly content: Uint8Array
}

/** What the answer needs besides the document. */
export interface AnswerForm {
  readonly orgId: string
  readonly language: Language
  readonly hasPhase2: boolean
  /** A dry run stores nothing. */
  readonly isDryRun: boolean
  /** The answer is stored for a repeated request. */
  readonly isAnswerStored?: boolean
}

/**
 * Size of the draft's texts and files, in characters and bytes. It decides on which thread the
 * document is issued, and counts as memory.
 */
export function sizeOf({ text, replaces, credits }: Draft): number {
  const files = (replaces?.attachments ?? []).map(({ content }) => content)
  const texts = [...(replaces?.answer ?? []), ...(replaces?.findings ?? []), ...(credits?.answer ?? [])]
  return [text, ...texts, ...files].reduce((total, { length }) => total + length, 0)
}

/**
 * Memory of the texts and files read from the database. Excludes the body, which a second attempt
 * needs.
 */
export function memoryReadFor({ replaces, credits }: Draft): readonly ArrayBuffer[] {
  const files = (replaces?.attachments ?? []).map(({ content }) => content)
  return memoryOf([...(replaces?.answer ?? []), ...(replaces?.findings ?? []), ...(credits?.answer ?? []), ...files])
}

/** The draft with its texts as strings. Throws a TypeError if the body is not UTF-8. */
export function readableDraft({
  text,
  replaces,
  credits,
  answerForm: _,
  isPacked: __,
  ...draft
}: Draft): ReadableDraft {
  return {
    ...draft,
    text: stringOf(text),
    ...(replaces && { replaces: plainReplaced(replaces) }),
    ...(credits && { credits: { ...credits, answer: stringOf(joinTexts(credits.answer)) } }),
  }
}

function plainReplaced({ id, answer, findings, attachments }: ReplacedTexts): Replaced {
  const found: Replaced['findings'] = JSON.parse(stringOf(joinTexts(findings)))
  return { id, answer: stringOf(joinTexts(answer)), findings: found, attachments: attachments.map(sentAgain) }
}

function sentAgain({ id, fileName, fileType, content }: RecordFile): Replaced['attachments'][number] {
  return { id, file_name: fileName, file_type: fileType, file_content: Buffer.from(content).toString('base64') }
}
