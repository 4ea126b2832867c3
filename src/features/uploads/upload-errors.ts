import { byField, codeOf, inArabic, inEnglish, type Message, message } from '@selfbill/pint-ae/messages'
import { findingsIn } from '@selfbill/pint-ae/rulebook'
import type { Fault } from '../../api/faults.ts'
import { causesOf } from '../../document-files/causes.ts'
import { plainName } from '../../document-files/column-names.ts'
import { isTable } from '../../document-files/document-file.ts'
import { type Finding, findingReason, withMeanings } from '../../document-files/file-reasons.ts'
import type { Problem } from '../../document-files/problem.ts'
import { placeOfField } from '../../document-files/read-document.ts'
import type { StoredUpload } from './stored-uploads.ts'
import type { UploadError, UploadedDocument } from './upload-documents.ts'

/** A wrong cell, or a problem of the whole file. */
export function problemError({ place, column, reason }: Problem): UploadError {
  return { row: place === undefined ? null : (place.row ?? place.line), field: column ?? null, ...textsOf(reason) }
}

/** What the service refuses of a document, with the row and column of each member. */
export function faultErrors(fault: Fault, rows: readonly number[], file: FileOfErrors): readonly UploadError[] {
  const { fields } = fault
  if (fields === undefined) return [{ ...ofDocument(rows), ...textsOf(fault.text) }]
  const causes = isTable(file.name) ? causesOf(fields, file.family) : fields
  return [...causes].slice(0, errorsMax).map(([path, reason]) => {
    // A path has names that a caller sent, such as the number of a card.
    const [name = path] = Object.keys(byField(new Map([[path, reason]]), codeOf))
    return { ...placeIn(rows, name, file), ...textsOf(named(columnOf(name), reason)) }
  })
}

type FileOfErrors = Pick<StoredUpload, 'name' | 'family'>

/** The sentence with the name of the column, and with what each code means. */
function named(column: string, reason: Message): Message {
  const [en, ar] = [plainName(column, 'en'), plainName(column, 'ar')]
  const { id, values } = withMeanings(column, reason)
  const isNamed = values.field !== undefined && en !== undefined && ar !== undefined
  return { id, values: { ...values, ...(isNamed && { field: { en, ar } }) } }
}

export function findingErrors(
  findings: readonly Finding[],
  rows: readonly number[],
  file: FileOfErrors,
): readonly UploadError[] {
  const listed = findings.slice(0, errorsMax)
  const arabic: readonly Finding[] = JSON.parse(findingsIn('ar', JSON.stringify(listed)))
  return listed.map((finding, at) => {
    const { reasonCode, text, field } = finding
    const said = { en: text, ar: arabic[at]?.text ?? text }
    const reason = findingReason(finding, columnOf(field ?? ''), said)
    const texts = reason === undefined ? { text: said.en, text_ar: said.ar } : textsOf(reason)
    return { ...placeIn(rows, field ?? null, file), ...texts, code: reasonCode }
  })
}

/** A warning, as the answer to a dry run has it. */
export type Warning = Message & { readonly field: string | null }

export function warningErrors(
  warnings: readonly Warning[],
  rows: readonly number[],
  file: FileOfErrors,
): readonly UploadError[] {
  return warnings.slice(0, errorsMax).map((warning) => ({ ...placeIn(rows, warning.field, file), ...textsOf(warning) }))
}

/** Names the earlier document that one repeats. */
export function repeatErrors(number: string | undefined, rows: readonly number[]): readonly UploadError[] {
  if (number === undefined) return []
  return [{ ...ofDocument(rows), ...textsOf(message('document_repeated', { number })), document_number: number }]
}

/**
 * For callers who may not read stored documents: without the warnings that name them, and no error
 * says which document is repeated.
 */
export function withoutStored<Said extends Pick<UploadedDocument, 'errors' | 'warnings'>>(
  documents: readonly Said[],
  { scopes }: { readonly scopes: ReadonlySet<string> },
): readonly Said[] {
  if (scopes.has('documents:read')) return documents
  const unnamed = textsOf(message('document_repeats_stored'))
  return documents.map((one) => ({
    ...one,
    errors: one.errors.map(({ document_number: number, ...error }) =>
      number === undefined ? error : { ...error, ...unnamed },
    ),
    warnings: one.warnings.filter(({ code }) => !ofStored.has(code)),
  }))
}

const ofStored: ReadonlySet<string> = new Set([
  'amount_unusual',
  'document_repeated',
  'invoice_of_other_party',
  'order_repeated',
])

/**
 * Where a person finds a member: in a table in the row of its line. NDJSON has a document in a row,
 * and the path says which line of the document is meant.
 */
function placeIn(rows: readonly number[], name: string | null, { name: file }: FileOfErrors): Placed {
  if (name === null || !isTable(file)) return { ...ofDocument(rows), field: name }
  const { place, column } = placeOfField({ places: rows.map((row) => ({ row, line: row })) }, name)
  return { row: place?.row ?? null, field: column }
}

type Placed = Pick<UploadError, 'row' | 'field'>

function ofDocument(rows: readonly number[]): Placed {
  return { row: rows[0] ?? null, field: null }
}

/** The column that a table has for a member. */
function columnOf(name: string): string {
  return placeOfField({ places: [] }, name).column
}

function textsOf(reason: Message): Pick<UploadError, 'code' | 'text' | 'text_ar'> {
  return { code: codeOf(reason).id, text: inEnglish(reason), text_ar: inArabic(reason) }
}

/** Of a document. */
const errorsMax = 100
