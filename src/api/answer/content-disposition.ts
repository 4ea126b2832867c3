/**
 * Content-Disposition for a file name that anybody may have chosen: an ASCII fallback without
 * quotes or separators, and the full name in UTF-8. Source: RFC 6266, RFC 8187.
 */
export function contentDisposition(kind: 'attachment' | 'inline', fileName: string): string {
  const safe = withoutPath(fileName)
  const encoded = encodeURIComponent(safe.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${asciiName(fileName)}"; filename*=UTF-8''${encoded}`
}

/** The headers of a file from a caller; a browser opens it only as its declared type. */
export function fileHeaders(kind: 'attachment' | 'inline', fileName: string) {
  return {
    'content-disposition': contentDisposition(kind, fileName),
    'x-content-type-options': 'nosniff',
  }
}

/** The header as OpenAPI shows it. */
export const namedFile = { 'Content-Disposition': 'The name of the file' }

/** The name in ASCII, without quotes, separators or folders. */
export function asciiName(fileName: string): string {
  return withoutPath(fileName)
    .replaceAll(/[^\x20-\x7e]/g, '_')
    .replaceAll(/["%;]/g, '_')
}

function withoutPath(fileName: string): string {
  return fileName.replaceAll(/[/\\]/g, '-').replaceAll(/\p{Cc}/gu, '')
}
