import { codeOf, inArabic, inEnglish, type Message } from '@selfbill/pint-ae/messages'
import { findingsIn } from '@selfbill/pint-ae/rulebook'
import { errorsOf } from '../../api/answer/error-shape.ts'
import type { Fault } from '../../api/faults.ts'
import type { Problem } from '../../document-files/problem.ts'
import { placeOfField } from '../../document-files/read-document.ts'
import type { UploadError } from './upload-documents.ts'

/** A wrong cell, or a problem of the whole file. */
export function problemError({ place, column, reason }: Problem): UploadError {
  return { row: place === undefined ? null : (place.row ?? place.line), field: column ?? null, ...textsOf(reason) }
}

/** What the service refuses of a document, with the row and column of each member. */
export function faultErrors(fault: Fault, rows: readonly number[]): readonly UploadError[] {
  const english = errorsOf(fault, inEnglish)
  const arabic = errorsOf(fault, inArabic)
  const codes = errorsOf(fault, codeOf)
  return Object.entries(english)
    .slice(0, errorsMax)
    .map(([name, text]) => ({
      ...placeIn(rows, name === 'message' ? null : name),
      code: codes[name]?.id ?? fault.code,
      text,
      text_ar: arabic[name] ?? text,
    }))
}

/** A failed rule, as the answer to a dry run has it. */
export interface Finding {
  readonly flag: string
  readonly reasonCode: string
  readonly text: string
  readonly field?: string | null
}

export function findingErrors(findings: readonly Finding[], rows: readonly number[]): readonly UploadError[] {
  const listed = findings.slice(0, errorsMax)
  const arabic: readonly Finding[] = JSON.parse(findingsIn('ar', JSON.stringify(listed)))
  return listed.map(({ reasonCode, text, field }, at) => ({
    ...placeIn(rows, field ?? null),
    code: reasonCode,
    text,
    text_ar: arabic[at]?.text ?? text,
  }))
}

function placeIn(rows: readonly number[], name: string | null): Pick<UploadError, 'row' | 'field'> {
  const places = rows.map((row) => ({ row, line: row }))
  if (name === null) return { row: rows[0] ?? null, field: null }
  const { place, column } = placeOfField({ places }, name)
  return { row: place?.row ?? null, field: column }
}

function textsOf(reason: Message): Pick<UploadError, 'code' | 'text' | 'text_ar'> {
  return { code: reason.id, text: inEnglish(reason), text_ar: inArabic(reason) }
}

/** Of a document. */
const errorsMax = 100
