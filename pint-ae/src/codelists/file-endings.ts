/** The endings of file names by the media type of an attachment. */
export const fileEndings: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['.pdf'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'text/csv': ['.csv'],
  'application/xml': ['.xml'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'application/vnd.oasis.opendocument.spreadsheet': ['.ods'],
}

/** The media type of a file with this name; undefined when its ending is none of these. */
export function mediaTypeOf(fileName: string): string | undefined {
  const ending = endingOf(fileName)
  return Object.keys(fileEndings).find((type) => ending !== undefined && fileEndings[type]?.includes(ending))
}

/** With its point, in small letters. */
export function endingOf(fileName: string): string | undefined {
  return /\.[^.]*$/.exec(fileName)?.[0].toLowerCase()
}
