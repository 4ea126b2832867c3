import type { Language } from '../rulebook/findings/findings-in.ts'
import { joinTexts, memoryOf, stringOf, type Text } from '../text/text.ts'
import type { RecordFile } from './plain-record.ts'
import type { CreditedInvoice, ReadableDraft, Replaced } from './readable-draft.ts'

/**
 * What is to be issued, as the API has it: texts from the socket and the database, perhaps as
 * bytes, and how the answer is to be written.
 */
export interface Draft extends Omit<ReadableDraft, 'text' | 'replaces' | 'credits'> {
  /** The request body as it came. */
  readonly text: Text
  readonly replaces?: ReplacedTexts
  readonly credits?: Omit<CreditedInvoice, 'answer'> & { readonly answer: readonly Text[] }
  readonly answerForm: AnswerForm
}

export interface ReplacedTexts {
  readonly id: string
  /** JSON of the answer and of the findings; long ones in parts. */
  readonly answer: readonly Text[]
  readonly findings: readonly Text[]
  readonly attachments: readonly RecordFile[]
}

/** What the answer depends on beyond the document. */
export interface AnswerForm {
  readonly orgId: string
  readonly language: Language
  readonly hasPhase2: boolean
  /** Nothing will be stored. */
  readonly isDryRun: boolean
  /** The answer is kept for a repeated request. */
  readonly isAnswerKept?: boolean
}

/**
 * The size of the order's texts and files: what it costs to issue it, and what it holds in memory.
 */
export function sizeOf({ text, replaces, credits }: Draft): number {
  const files = (replaces?.attachments ?? []).map(({ content }) => content)
  const texts = [...(replaces?.answer ?? []), ...(replaces?.findings ?? []), ...(credits?.answer ?? [])]
  return [text, ...texts, ...files].reduce((total, { length }) => total + length, 0)
}

/** Memory of what was read for the order. The body stays: the same request may be tried again. */
export function memoryReadFor({ replaces, credits }: Draft): readonly ArrayBuffer[] {
  const files = (replaces?.attachments ?? []).map(({ content }) => content)
  return memoryOf([...(replaces?.answer ?? []), ...(replaces?.findings ?? []), ...(credits?.answer ?? []), ...files])
}

/** The order with its texts as strings. Throws a TypeError if the body is not UTF-8. */
export function readableDraft({ text, replaces, credits, answerForm: _, ...order }: Draft): ReadableDraft {
  return {
    ...order,
    text: stringOf(text),
    ...(replaces && { replaces: plainReplaced(replaces) }),
    ...(credits && { credits: { ...credits, answer: stringOf(joinTexts(credits.answer)) } }),
  }
}

function plainReplaced({ id, answer, findings, attachments }: ReplacedTexts): Replaced {
  const found: Replaced['findings'] = JSON.parse(stringOf(joinTexts(findings)))
  return { id, answer: stringOf(joinTexts(answer)), findings: found, attachments }
}
