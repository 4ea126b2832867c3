import { createHash } from 'node:crypto'
import { isBase64, type JsonValue } from '@selfbill/pint-ae/json'
import { at, put } from './paths.ts'

/**
 * The files of a document that is being filled in. A page would be too heavy with them, so their
 * content is kept in the draft, and in the page a digest stands in its place. Source:
 * docs/decisions/0185.
 */
export interface Files {
  /** Base64 by the digest that replaces it. */
  readonly contents: ReadonlyMap<string, string>
  /** Why chosen files were not added. */
  readonly problems: readonly string[]
}

export const noFiles: Files = { contents: new Map(), problems: [] }

/** A kept draft as a page shows it: its text with digests, and the files. */
export function takenOut(content: string): { readonly text: string; readonly files: Files } {
  const contents = new Map<string, string>()
  const text = withFilesAs(content, (file) => {
    const digest = digestOf(file)
    contents.set(digest, file)
    return digest
  })
  return { text, files: { contents, problems: [] } }
}

/** The text of a request for people: three dots for each file. */
export function withoutFiles(text: string): string {
  return withFilesAs(text, () => '…')
}

function withFilesAs(text: string, standIn: (file: string) => string): string {
  const parts: string[] = []
  let end = 0
  for (const { at, file } of filesIn(text)) {
    parts.push(text.slice(end, at), standIn(file))
    end = at + file.length
  }
  return parts.join('') + text.slice(end)
}

/** What a page sends or keeps: the text of a request, with the files in it. */
export function withContents(text: string, { contents }: Files = noFiles): string {
  if (contents.size === 0) return text
  return text.replaceAll(digestMember, (member, before: string, digest: string) => {
    const content = contents.get(digest)
    return content === undefined ? member : `${before}${content}"`
  })
}

/** Puts digests in the place of contents, and adds those to `contents`. */
export function withDigests(request: JsonValue, contents: Map<string, string>): JsonValue {
  return attachmentsIn(request).reduce((made: JsonValue, file, place) => {
    const content = at(file, 'file_content')
    if (typeof content !== 'string' || !isBase64(content)) return made
    const digest = digestOf(content)
    contents.set(digest, content)
    return put(made, `attachments[${place}].file_content`, digest)
  }, request)
}

export function attachmentsIn(request: JsonValue): readonly JsonValue[] {
  const list = at(request, 'attachments')
  return Array.isArray(list) ? list : []
}

/** Every content in the text of a request, also of one that is not JSON yet. */
export function contentsIn(text: string): Map<string, string> {
  return new Map(filesIn(text).map(({ file }) => [digestOf(file), file]))
}

/** Where the contents begin. No pattern matches one: it may have megabytes. */
function filesIn(text: string): readonly { readonly at: number; readonly file: string }[] {
  return [...text.matchAll(contentStart)].flatMap(({ 0: { length }, index }) => {
    const at = index + length
    const end = text.indexOf('"', at)
    const file = text.slice(at, end)
    return end !== -1 && isBase64(file) ? [{ at, file }] : []
  })
}

/** Whether a text or a request has contents that only its draft knows. */
export function hasDigests(request: JsonValue, text: string | undefined): boolean {
  if (text !== undefined) return text.search(digestMember) !== -1
  return attachmentsIn(request).some((file) => isDigest(String(at(file, 'file_content') ?? '')))
}

export function digestOf(content: string): string {
  return `draft:sha256:${createHash('sha256').update(content).digest('hex')}`
}

export function isDigest(content: string): boolean {
  return /^draft:sha256:[0-9a-f]{64}$/.test(content)
}

const contentStart = /"file_content"\s{0,99}:\s{0,99}"/g
const digestMember = /("file_content"\s{0,99}:\s{0,99}")(draft:sha256:[0-9a-f]{64})"/g
