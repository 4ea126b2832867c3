/**
 * Content-Disposition for a file whose name anybody may have chosen: an ASCII fallback without
 * anything that quotes or separates, and the name itself in UTF-8. Source: RFC 6266, RFC 8187.
 */
export function contentDisposition(kind: 'attachment' | 'inline', fileName: string): string {
  const safe = withoutPath(fileName)
  const encoded = encodeURIComponent(safe.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${asciiName(fileName)}"; filename*=UTF-8''${encoded}`
}

/** The headers of a file of the caller's own, which is opened as nothing else. */
export function fileHeaders(kind: 'attachment' | 'inline', fileName: string) {
  return {
    'content-disposition': contentDisposition(kind, fileName),
    'x-content-type-options': 'nosniff',
  }
}

/** What an answer with such a header declares. */
export const namedFile = { 'Content-Disposition': 'How the file is called' }

/** The name in ASCII, without anything that quotes or separates. */
export function asciiName(fileName: string): string {
  return withoutPath(fileName)
    .replaceAll(/[^\x20-\x7e]/g, '_')
    .replaceAll(/["%;]/g, '_')
}

function withoutPath(fileName: string): string {
  return fileName.replaceAll(/[/\\]/g, '-').replaceAll(/\p{Cc}/gu, '')
}
