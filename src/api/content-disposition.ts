/**
 * Content-Disposition for a file whose name anybody may have chosen: an ASCII fallback without anything that quotes or separates,
 * and the name itself in UTF-8. Source: RFC 6266, RFC 8187.
 */
export function contentDisposition(kind: 'attachment' | 'inline', fileName: string): string {
  const safe = fileName.replaceAll(/[/\\]/g, '-').replaceAll(/\p{Cc}/gu, '')
  const ascii = safe.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll(/["%;]/g, '_')
  const encoded = encodeURIComponent(safe.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** What an answer with such a header declares. */
export const namedFile = { 'Content-Disposition': 'How the file is called' }
