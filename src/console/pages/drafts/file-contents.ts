import { createHash } from 'node:crypto'
import type { JsonValue } from '@selfbill/pint-ae/json'
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
  const text = content.replaceAll(contentMember, (_, before: string, file: string) => `${before}${digestOf(file)}"`)
  return { text, files: { contents: contentsIn(content), problems: [] } }
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
    if (typeof content !== 'string' || !isBase64.test(content)) return made
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
  const found = [...text.matchAll(contentMember)].map(([, , content = '']) => [digestOf(content), content] as const)
  return new Map(found)
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

const isBase64 = /^[A-Za-z0-9+/]{4,}={0,2}$/
const digestMember = /("file_content"\s*:\s*")(draft:sha256:[0-9a-f]{64})"/g
const contentMember = /("file_content"\s*:\s*")([A-Za-z0-9+/]{4,}={0,2})"/g
