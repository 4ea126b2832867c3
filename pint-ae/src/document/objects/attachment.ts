import type { Static } from 'typebox'
import { mediaTypes } from '../../codelists/codelists.ts'
import { endingOf, fileEndings } from '../../codelists/file-endings.ts'
import { message } from '../../messages/message.ts'
import {
  addRules,
  annotated,
  type Draft,
  keptOf,
  leaf,
  namedObject,
  Problem,
  type Report,
} from '../declaration/declare.ts'
import { fileContent, oneOf } from '../declaration/leaves.ts'

// The part of isFileName that a pattern can express.
const fileNameSyntax = '^([^\\s\\x00-\\x1f\\x7f/\\\\][^\\x00-\\x1f\\x7f/\\\\]*)?[^\\s\\x00-\\x1f\\x7f/\\\\.]$'

/**
 * A file that is sent with the document (IBG-24). The content is plain Base64 (RFC 4648) and never
 * part of an answer. Where the type has a signature, the first bytes must match it, and a name with
 * an ending must have one of its type. Source: docs/contract.md#attachment.
 */
export const Attachment = namedObject(
  'Attachment',
  {
    file_name: leaf<string>(
      { type: 'string', minLength: 1, maxLength: 255, pattern: fileNameSyntax },
      (value, field) =>
        typeof value === 'string' && isFileName(value) ? value : new Problem(message('must_be_file_name', { field })),
    ),
    file_type: oneOf(mediaTypes),
    file_content: annotated(fileContent(), { [keptOf]: 'as a digest' }),
  },
  { neverSent: ['id'] },
)

addRules(Attachment, contentMatchesType)
addRules(Attachment, nameMatchesType)

export type Attachment = Static<typeof Attachment>

const signatures: ReadonlyMap<string, readonly number[]> = new Map([
  ['application/pdf', [0x25, 0x50, 0x44, 0x46]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', [0x50, 0x4b, 0x03, 0x04]],
  ['application/vnd.oasis.opendocument.spreadsheet', [0x50, 0x4b, 0x03, 0x04]],
])

function contentMatchesType({ file_type: type, file_content: content }: Draft<Attachment>, report: Report): void {
  if (type === undefined || content === undefined) return
  const signature = signatures.get(type)
  if (signature === undefined) return
  const start = atob(content.slice(0, 16))
  if (!signature.every((byte, at) => start.charCodeAt(at) === byte))
    report('file_content', message('content_not_of_type', { type }))
}

/** A name without an ending contradicts no type. */
function nameMatchesType({ file_type: type, file_name: name }: Draft<Attachment>, report: Report): void {
  if (type === undefined || name === undefined) return
  const ending = endingOf(name)
  // A receiver opens a file by its ending, not by our type.
  const allowed = fileEndings[type] ?? []
  if (ending === undefined || allowed.includes(ending)) return
  report('file_name', message('file_ending_wrong', { field: 'file_name', type, endings: allowed.join(', ') }))
}

// Line ends, separators, control characters and bidirectional controls: with these a name could
// leave its folder, begin a line of its own or display as another name.
const unsafeInName = /[/\\\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Cs}|[\ufffe\uffff]/u

function isFileName(name: string): boolean {
  return (
    [...name].length <= 255 && name.trim() === name && name !== '' && !unsafeInName.test(name) && !name.endsWith('.')
  )
}
